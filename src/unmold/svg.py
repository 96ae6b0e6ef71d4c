"""The shapes of a picture: a canvas collects them and becomes the text of an SVG file.

Words may be those of pages: they are escaped, and what XML forbids or what would turn the direction
of writing is left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from xml.sax.saxutils import escape, quoteattr

PALETTE = ("#2b6cb0", "#d9682b", "#2f8f5b", "#9b4f96", "#b8902c", "#4a4a4a", "#c0392b", "#1f9aa8")
"""Colours that most eyes can distinguish, and readable on white."""

INK = "#1f2933"
QUIET = "#64707d"
GRID = "#e3e7eb"
PAPER = "#ffffff"

_FORBIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
_FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

_MONO = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace"


FONT_SIZE = 12.0
"""In pixels; the least that is read without effort in pictures."""


class Canvas:
    """Shapes of a picture, in the order in which they are painted.

    A picture that is put into a document takes the document's colours: `theme` names, for a colour,
    what is written instead. It has no paper of its own then.
    """

    def __init__(
        self, width: float, height: float, title: str, *, theme: Mapping[str, str] | None = None
    ) -> None:
        self.width = width
        self.height = height
        self.title = title
        self.theme = theme
        self._shapes: list[str] = []
        if theme is None:
            self.rectangle(0, 0, width, height, PAPER)

    def rectangle(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str,
        *,
        radius: float = 0,
        stroke: str | None = None,
        stroke_width: float = 1,
        dashes: str | None = None,
    ) -> None:
        self._add(
            "rect",
            x=x,
            y=y,
            width=width,
            height=height,
            fill=fill,
            rx=radius or None,
            stroke=stroke,
            stroke_width=stroke_width if stroke and stroke_width != 1 else None,
            stroke_dasharray=dashes,
        )

    def line(
        self,
        x1: float,
        y1: float,
        x2: float,
        y2: float,
        stroke: str,
        *,
        width: float = 1,
        dashes: str | None = None,
    ) -> None:
        self._add(
            "line",
            x1=x1,
            y1=y1,
            x2=x2,
            y2=y2,
            stroke=stroke,
            stroke_width=width,
            stroke_dasharray=dashes,
        )

    def path(self, points: list[tuple[float, float]], stroke: str) -> None:
        """A line through points."""
        joined = " ".join(f"{_number(x)},{_number(y)}" for x, y in points)
        self._add(
            "polyline",
            points=joined,
            fill="none",
            stroke=stroke,
            stroke_width=2,
            stroke_linejoin="round",
            stroke_linecap="round",
        )

    def dot(self, x: float, y: float, radius: float, fill: str, *, opacity: float = 1) -> None:
        self._add(
            "circle", cx=x, cy=y, r=radius, fill=fill, fill_opacity=opacity if opacity < 1 else None
        )

    def text(
        self,
        x: float,
        y: float,
        words: str,
        *,
        size: float = FONT_SIZE,
        fill: str = INK,
        anchor: str = "start",
        bold: bool = False,
        italic: bool = False,
        mono: bool = False,
        turned: bool = False,
    ) -> None:
        self._add(
            "text",
            words,
            x=x,
            y=y,
            fill=fill,
            font_size=None if self.theme is not None and size == FONT_SIZE else size,
            text_anchor=None if anchor == "start" else anchor,
            font_weight="600" if bold else None,
            font_style="italic" if italic else None,
            font_family=_MONO if mono else None,
            transform=f"rotate(-90 {_number(x)} {_number(y)})" if turned else None,
        )

    def link(self, address: str, title: str) -> None:
        """Begin a link around the shapes that follow, with what it says when it is pointed at."""
        self._shapes.append(f"<a href={quoteattr(address)}><title>{_clean(title)}</title>")

    def end_link(self) -> None:
        """End the link."""
        self._shapes.append("</a>")

    def render(self) -> str:
        """The text of the SVG file."""
        size = f"{_number(self.width)} {_number(self.height)}"
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" '
            f'width="{_number(self.width)}" height="{_number(self.height)}" role="img" '
            f'font-family="{_FONT}">'
        )
        return "\n".join([head, f"<title>{_clean(self.title)}</title>", *self._shapes, "</svg>\n"])

    def _add(self, name: str, content: str | None = None, **attributes: float | str | None) -> None:
        written = "".join(
            f" {key.replace('_', '-')}={quoteattr(self._spell(value))}"
            for key, value in attributes.items()
            if value is not None
        )
        end = "/>" if content is None else f">{_clean(content)}</{name}>"
        self._shapes.append(f"<{name}{written}{end}")

    def render_inline(self, *, role: str = "img", css: str = "", scale: float = 0) -> str:
        """The element that a document of HTML takes; without a scale, as wide as there is room."""
        size = f"{_number(self.width)} {_number(self.height)}"
        named = f" class={quoteattr(css)}" if css else ""
        label = quoteattr(strip_unsafe(self.title))
        given = f' width="{_number(self.width * scale)}"' if scale else ""
        head = f'<svg{named} viewBox="0 0 {size}"{given} role="{role}" aria-label={label}>'
        return "".join([head, *self._shapes, "</svg>"])

    def _spell(self, value: float | str) -> str:
        if isinstance(value, str):
            return value if self.theme is None else self.theme.get(value, value)
        return _number(value)


def strip_unsafe(words: str) -> str:
    """Words without what XML forbids or what would turn the direction of writing."""
    return _FORBIDDEN.sub("", words)


def _clean(words: str) -> str:
    return escape(strip_unsafe(words))


def _number(value: float) -> str:
    """At most one digit after the point: a tenth of a pixel is enough."""
    return f"{value:.1f}".removesuffix(".0")
