"""The pictures of a report: treemap, map of templates, histograms, bars; SVG in its colours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from markupsafe import Markup

from unmold.report.likeness_map import Points
from unmold.report.pattern_rows import BOLD, measure, shorten
from unmold.report.treemap import Rectangle, lay_out_treemap
from unmold.report.views import PictureView
from unmold.svg import INK, QUIET, Canvas

_THEME = {INK: "var(--ink)", QUIET: "var(--quiet)"}
_ACCENT, _LINE, _PAPER = "var(--value)", "var(--line)", "var(--paper)"

FITS = ((0.9, "good"), (0.75, "fair"), (0.5, "poor"))
"""From which fit on a template counts as what; a guess that most templates of real sites pass."""

_WIDE, _NARROW = (1080.0, 420.0), (358.0, 520.0)
"""As wide as a column of text, and as a telephone."""

_LETTER, _LINE_HEIGHT, _INSET = 14.0, 18.0, 7.0
_WIDER = _LETTER / 12
"""`measure` thinks of letters of 12 pixels."""

FEWEST = 5
"""Letters of a name of which more must be left to say anything."""

_LABELS = 28
"""Names that a map has; others can be pointed at."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A template as pictures of all show it."""

    name: str
    link: str
    """Where it is told more; empty if nowhere."""

    pages: int
    fit: float | None

    @property
    def title(self) -> str:
        pages = f"{self.pages:,} page{'s' * (self.pages != 1)}"
        return f"{self.name}: {pages}, {show_fit(self.fit)}"


def class_of_fit(fit: float | None) -> str:
    """What a fit counts as; the parts have a colour for each."""
    if fit is None:
        return "unknown"
    return next((name for least, name in FITS if fit >= least), "bad")


def show_fit(fit: float | None) -> str:
    return "fit unknown" if fit is None else f"fit {fit:.0%}"


def draw_treemap(tiles: Sequence[Tile]) -> PictureView | None:
    """Templates by their pages, coloured by fit; nothing where there are none."""
    ordered = sorted((tile for tile in tiles if tile.pages), key=lambda tile: -tile.pages)
    if not ordered:
        return None
    return PictureView(_paint_treemap(ordered, *_WIDE), _paint_treemap(ordered, *_NARROW))


def _paint_treemap(tiles: Sequence[Tile], width: float, height: float) -> Markup:
    canvas = Canvas(width, height, "Templates by their number of pages", theme=_THEME)
    places = lay_out_treemap([tile.pages for tile in tiles], Rectangle(0, 0, width, height))
    for tile, place in zip(tiles, places, strict=True):
        if tile.link:
            canvas.link(tile.link, tile.title)
        fit = class_of_fit(tile.fit)
        canvas.rectangle(
            place.x + 1,
            place.y + 1,
            max(place.width - 2, 0.5),
            max(place.height - 2, 0.5),
            f"var(--fit-{fit})",
            radius=3,
        )
        _paint_label(canvas, tile, place)
        if tile.link:
            canvas.end_link()
    return Markup(canvas.render_inline(role="group"))


def _paint_label(canvas: Canvas, tile: Tile, place: Rectangle) -> None:
    """The name and what fits below it, or nothing."""
    lines = [tile.name, f"{tile.pages:,} page{'s' * (tile.pages != 1)}"]
    if tile.fit is not None:
        lines.append(show_fit(tile.fit))
    room = place.width - 2 * _INSET
    for number, words in enumerate(lines):
        bottom = _INSET + _LETTER + number * _LINE_HEIGHT
        # The name is bold; of numbers a part would say something else.
        shown = fit_words(words, room / BOLD) if number == 0 else words
        is_too_wide = number > 0 and measure(words) * _WIDER > room
        if not shown or is_too_wide or bottom + 3 > place.height:
            return
        canvas.text(
            place.x + _INSET, place.y + bottom, shown, size=_LETTER, bold=number == 0, fill=INK
        )


def fit_words(words: str, room: float) -> str:
    """Words that are no wider than the room; empty where too few letters would be left."""
    words = shorten(words, 60)
    if measure(words) * _WIDER <= room:
        return words
    for length in range(len(words) - 1, FEWEST, -1):
        if measure(words[:length] + "…") * _WIDER <= room:
            return words[:length] + "…"
    return ""


def draw_map(tiles: Sequence[Tile], points: Points) -> PictureView:
    """Templates as dots, those that are alike near each other."""
    return PictureView(
        _paint_map(tiles, points, *_WIDE),
        _paint_map(tiles, points, _NARROW[0], _NARROW[0]),
    )


def _paint_map(tiles: Sequence[Tile], points: Points, width: float, height: float) -> Markup:
    canvas = Canvas(width, height, "Templates that are alike are near each other", theme=_THEME)
    canvas.rectangle(0.5, 0.5, width - 1, height - 1, _PAPER, radius=6, stroke=_LINE)
    largest = max(tile.pages for tile in tiles) or 1
    radii = [4 + 14 * float(np.sqrt(tile.pages / largest)) for tile in tiles]
    margin = 32.0
    # The map may be wider than high: both directions take what there is.
    low, high = points.min(axis=0), points.max(axis=0)
    span = np.where(high - low > 1e-9, high - low, 1.0)
    placed = np.where(high - low > 1e-9, (points - low) / span, 0.5)
    xs = margin + placed[:, 0] * (width - 2 * margin)
    ys = margin + placed[:, 1] * (height - 2 * margin)
    order = sorted(range(len(tiles)), key=lambda at: -tiles[at].pages)
    for at in order:
        if tiles[at].link:
            canvas.link(tiles[at].link, tiles[at].title)
        canvas.dot(float(xs[at]), float(ys[at]), radii[at], _ACCENT, opacity=0.55)
        if tiles[at].link:
            canvas.end_link()
    _paint_names(canvas, [(float(xs[at]), float(ys[at]), radii[at], tiles[at]) for at in order])
    return Markup(canvas.render_inline(role="group"))


def _paint_names(canvas: Canvas, dots: Sequence[tuple[float, float, float, Tile]]) -> None:
    """Names beside the largest dots, where neither another name is nor another dot."""
    taken = [Rectangle(x - radius, y - radius, 2 * radius, 2 * radius) for x, y, radius, _ in dots]
    for number, (x, y, radius, tile) in enumerate(dots[:_LABELS]):
        words = shorten(tile.name, 28)
        width = measure(words) * _WIDER
        others = [box for place, box in enumerate(taken) if place != number]
        for left, middle in (
            (x + radius + 4, y),
            (x - radius - 4 - width, y),
            (x - width / 2, y - radius - 10),
            (x - width / 2, y + radius + 10),
        ):
            box = Rectangle(left, middle - 9, width, 18)
            if _is_inside(box, canvas) and not any(_meet(box, other) for other in others):
                taken.append(box)
                canvas.text(left, middle + 5, words, size=_LETTER)
                break


def _is_inside(box: Rectangle, canvas: Canvas) -> bool:
    is_across = box.x >= 4 and box.x + box.width <= canvas.width - 4
    return is_across and box.y >= 4 and box.y + box.height <= canvas.height - 4


def _meet(one: Rectangle, other: Rectangle) -> bool:
    return (
        one.x < other.x + other.width
        and other.x < one.x + one.width
        and one.y < other.y + other.height
        and other.y < one.y + one.height
    )


def draw_histogram(counts: Sequence[int], title: str) -> Markup:
    """Bars of one shape, so that a report of many stays small."""
    step, height, gap = 9, 36, 1
    largest = max(counts) or 1
    bars = []
    for number, count in enumerate(counts):
        # What is there can be seen.
        tall = max(round(height * count / largest), 2) if count else 0
        if tall:
            width = step - gap
            bars.append(f"M{number * step} {height}v-{tall}h{width}v{tall}z")
    size = f"{len(counts) * step - gap} {height}"
    label = Markup.escape(title)
    return Markup(
        f'<svg class="histogram" viewBox="0 0 {size}" role="img" aria-label="{label}">'
        f'<path d="{"".join(bars)}"/></svg>'
    )


def draw_bar(share: float) -> Markup:
    """A share as a bar; the number stands beside it."""
    filled = round(100 * min(max(share, 0.0), 1.0))
    return Markup(
        '<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">'
        f'<path class="rest" d="M0 0h100v8H0z"/><path d="M0 0h{filled}v8H0z"/></svg>'
    )
