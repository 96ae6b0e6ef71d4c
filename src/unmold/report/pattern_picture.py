"""Draws a template: its pattern tree with the fields in their places, as SVG.

Colour and shape say what is fixed, optional, repeated and variant. The pattern is that of Agarwal
and Totla (2011).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from unmold._core import ContentTree, PatternTree, Tree
from unmold.model import Page
from unmold.pages.trees import parse_page
from unmold.records.extract import extract_from_pages
from unmold.records.pattern_slots import Slot, choose_slots, find_slots
from unmold.report.pattern_rows import (
    FONT,
    GAP,
    PADDING,
    ROW,
    Chip,
    Frame,
    Layout,
    Row,
    lay_out,
    measure,
)
from unmold.report.pattern_view import view_pattern
from unmold.settings import Limits
from unmold.svg import INK, PAPER, QUIET, Canvas
from unmold.templates import PatternSettings, Template, induce_pattern

DRAWN_PAGES = 12
"""Pages whose pattern is drawn; more add rare variants and little else."""

DRAWN_NODES = 60_000
"""Nodes of all these pages together; of huge pages the first are drawn."""

_INLINE_SCALE = 14 / FONT
"""Documents have no letters smaller than 14 pixels."""

DELTAS, TEXT_DELTA = (0.8, 0.5, 0.3), 0.75
"""How alike parts must be to be one, as patterns are tried, and how alike their texts."""

LEAST_SHARES, GOOD_ROWS = (0.2, 0.5, 0.8, 1.01), 120
"""Slots that fewer pages fill are left out, the more the longer the picture gets."""

_MARGIN, _HEAD, _CHIP = 28.0, 156.0, 22.0
_BLUE, _GREEN, _ORANGE, _GREY = "#2b6cb0", "#2f8f5b", "#d9682b", "#f1f3f5"
_PALE_BLUE, _PALE_GREEN, _PALE_ORANGE, _EDGE = "#e3eefa", "#f0f8f3", "#fdf4ee", "#c3cad1"
_FRAMES = {"set": (_GREEN, _PALE_GREEN, None), "optional": (_ORANGE, _PALE_ORANGE, "5 3")}


THEME = {
    INK: "var(--ink)",
    QUIET: "var(--quiet)",
    PAPER: "var(--paper)",
    _BLUE: "var(--value)",
    _GREEN: "var(--row)",
    _ORANGE: "var(--maybe)",
    _GREY: "var(--tint)",
    _PALE_BLUE: "var(--value-pale)",
    _PALE_GREEN: "var(--row-pale)",
    _PALE_ORANGE: "var(--maybe-pale)",
    _EDGE: "var(--line)",
}
"""The colours of a document for those of the picture."""


def draw_template(template: Template, pages: Sequence[Page], limits: Limits | None = None) -> str:
    """Draw the pattern of pages, with the names of the template's fields where they are."""
    return _paint(template, _lay_out_pages(template, list(pages)[:DRAWN_PAGES], limits))


def draw_pattern(
    template: Template,
    pages: Sequence[Page],
    limits: Limits | None = None,
    *,
    nodes: int = DRAWN_NODES,
    rows: int = GOOD_ROWS,
) -> tuple[str, list[str]]:
    """The same as an element for a document, in its colours and without a head.

    A limited number of rows is drawn; what else there is, is counted. Beside it the names of fields
    that have no place in the picture.
    """
    drawn = _lay_out_pages(template, list(pages)[:DRAWN_PAGES], limits, nodes, rows)
    return _paint_inline(template, replace(drawn, layout=drawn.layout.cut(rows))), drawn.elsewhere


@dataclass(frozen=True, slots=True)
class _Drawing:
    """What is painted of a template."""

    pages: int
    nodes: int
    layout: Layout
    elsewhere: list[str]
    """Fields that have no place in the picture."""


def _lay_out_pages(
    template: Template,
    chosen: Sequence[Page],
    limits: Limits | None,
    nodes: int = DRAWN_NODES,
    rows: int = GOOD_ROWS,
) -> _Drawing:
    limits = limits or Limits()
    # What a huge page repeats is seen at its beginning; all of it would take minutes.
    limits = replace(limits, max_nodes=min(limits.max_nodes, nodes // max(len(chosen), 1)))
    trees = [parse_page(page, limits)[0] for page in chosen]
    pattern = _tightest_pattern(trees)
    matches = pattern.match_pages([ContentTree.of(tree) for tree in trees])
    records = extract_from_pages(template, chosen, limits=limits, include_noise=True)
    slots = find_slots(matches, list(records))
    placed = {name for slot in slots.values() for name in slot.names}
    elsewhere = [name for name in template.column_names() if name not in placed]
    return _Drawing(len(chosen), len(pattern), _lay_out_well(pattern, slots, rows), elsewhere)


def _tightest_pattern(trees: Sequence[Tree]) -> PatternTree:
    """Of patterns that accept all pages, the one of which every page has the largest part.

    Which deltas give it depends on the site: what is alike enough to be one part with options on
    one site is on another two parts that exclude each other.
    """
    tried = [PatternSettings(structure_delta=delta, text_delta=TEXT_DELTA) for delta in DELTAS]
    patterns = [induce_pattern(trees, settings).pattern for settings in tried]
    return max(patterns, key=lambda pattern: pattern.minimal_size / len(pattern))


def _lay_out_well(pattern: PatternTree, slots: dict[int, Slot], rows: int) -> Layout:
    """With as many slots as can be looked at: real pages have many that hardly any page fills."""
    nodes = pattern.nodes()
    for least in LEAST_SHARES:
        layout = lay_out(view_pattern(nodes, choose_slots(slots, least)))
        if len(layout.rows) <= rows:
            break
    return layout


def _paint(template: Template, drawn: _Drawing) -> str:
    layout = drawn.layout
    width = max(layout.width + 2 * _MARGIN, 980.0)
    below = _wrap(drawn.elsewhere, width - 2 * _MARGIN)
    bottom = _HEAD + layout.height + ROW
    canvas = Canvas(width, bottom + 18 * len(below) + 2 * ROW, f"Template {template.name}")
    _paint_head(canvas, template, drawn)
    _paint_layout(canvas, layout, _HEAD)
    if layout.left_out:
        words = f"{layout.left_out} further parts are not drawn"
        canvas.text(_MARGIN, bottom - 8, words, fill=QUIET, italic=True)
    for number, line in enumerate(below):
        canvas.text(_MARGIN, bottom + 18 * (number + 1), line, fill=QUIET)
    return canvas.render()


def _paint_inline(template: Template, drawn: _Drawing) -> str:
    layout = drawn.layout
    height = layout.height + 2 * PADDING + (ROW if layout.left_out else 0)
    title = f"Pattern of {drawn.pages} pages of {template.name}"
    canvas = Canvas(layout.width + 2 * _MARGIN, height, title, theme=THEME)
    _paint_layout(canvas, layout, PADDING)
    if layout.left_out:
        words = f"{layout.left_out:,} further parts are not drawn"
        canvas.text(_MARGIN, height - PADDING, words, fill=QUIET, italic=True)
    return canvas.render_inline(css="pattern", scale=_INLINE_SCALE)


def draw_legend() -> str:
    """What the shapes and colours mean, for a document that shows several patterns."""
    canvas = Canvas(_LEGEND_WIDTH, 64, "How to read patterns", theme=THEME)
    _paint_legend(canvas, 2, 2)
    return canvas.render_inline(css="pattern", scale=_INLINE_SCALE)


def _paint_layout(canvas: Canvas, layout: Layout, top: float) -> None:
    for frame in layout.frames:
        _paint_frame(canvas, frame, top)
    for row in layout.rows:
        _paint_row(canvas, row, top)


def _wrap(names: Sequence[str], width: float) -> list[str]:
    """The names of fields without a place in the picture, as lines."""
    if not names:
        return []
    lines = ["Fields found elsewhere (attributes, meta, structured data): "]
    for number, name in enumerate(names):
        word = name + (", " if number < len(names) - 1 else "")
        if measure(lines[-1] + word) > width:
            lines.append("")
        lines[-1] += word
    return lines


def _paint_head(canvas: Canvas, template: Template, drawn: _Drawing) -> None:
    canvas.text(_MARGIN, 38, f"{template.site}  {template.name}", size=18, bold=True)
    columns = sum(1 for _ in template.column_names())
    words = f"{columns} columns; pattern of {drawn.pages} pages, {drawn.nodes:,} nodes"
    canvas.text(_MARGIN, 58, words, fill=QUIET)
    _paint_legend(canvas, _MARGIN, 72)


def _paint_legend(canvas: Canvas, left: float, top: float) -> None:
    """Two lines: chips, and frames."""
    x = left
    for chip, meaning in _LEGEND:
        _paint_chip(canvas, x, top, chip)
        x += chip.width + GAP
        canvas.text(x, top + 15, meaning, fill=QUIET)
        x += measure(meaning) + 18
    x = left
    for kind, meaning in _LEGEND_FRAMES:
        width = measure(meaning) + 2 * PADDING
        _paint_frame(canvas, Frame(kind, x - _MARGIN, 32, 54, x - _MARGIN + width), top)
        canvas.text(x + PADDING, top + 47.5, meaning)
        x += width + 18


_LEGEND = (
    (Chip("tag", "div"), "fixed element"),
    (Chip("sum", "9 elements “Home”"), "fixed, summed up"),
    (Chip("slot", "name", note="80%"), "field, pages that fill it"),
    (Chip("unnamed", "text", note="80%"), "varies, no field"),
)
_LEGEND_WIDTH = sum(chip.width + GAP + measure(words) + 18 for chip, words in _LEGEND)
_LEGEND_FRAMES = (
    ("set", "repeated: once or more"),
    ("optional", "optional: once or not at all"),
)


def _paint_frame(canvas: Canvas, frame: Frame, top: float) -> None:
    edge, fill, dashes = _FRAMES[frame.kind]
    x, y = _MARGIN + frame.left, top + frame.top
    width, height = frame.right - frame.left, frame.bottom - frame.top
    if frame.kind == "set":
        # A second sheet behind the first: there may be more of these.
        canvas.rectangle(x + 4, y + 4, width, height, fill, radius=6, stroke=edge)
    canvas.rectangle(x, y, width, height, fill, radius=6, stroke=edge, dashes=dashes)


def _paint_row(canvas: Canvas, row: Row, top: float) -> None:
    y = top + row.y
    opened: list[float] = []
    frames: list[Frame] = []
    for x, chip in row.places():
        if chip.kind == "open":
            opened.append(x)
        elif chip.kind == "close":
            depth = len(opened)
            inset = 2.0 * min(depth - 1, 2)
            frames.append(
                Frame(chip.frame, opened.pop(), row.y + inset, row.y + 26 - inset, x + GAP)
            )
    for frame in sorted(frames, key=lambda frame: frame.left):
        _paint_frame(canvas, frame, top)
    for x, chip in row.places():
        _paint_chip(canvas, _MARGIN + x, y + 2, chip)


def _paint_chip(canvas: Canvas, x: float, y: float, chip: Chip) -> None:
    if chip.kind in ("open", "close"):
        return
    fill, ink, edge, radius = _CHIPS[chip.kind]
    dashes = None
    if chip.frame in _FRAMES:
        edge, fill, dashes = _FRAMES[chip.frame]
    if chip.kind != "text":
        canvas.rectangle(
            x, y, chip.width, _CHIP, fill, radius=radius, stroke=edge or None, dashes=dashes
        )
    middle = y + 15.5
    canvas.text(x + PADDING, middle, chip.words, fill=ink, bold=chip.kind == "slot")
    if chip.note:
        size = 10 if canvas.theme is None else FONT
        canvas.text(x + chip.width - PADDING, middle, chip.note, size=size, fill=ink, anchor="end")


_CHIPS = {
    "tag": (PAPER, INK, _EDGE, 3.0),
    "sum": (_GREY, QUIET, "", 3.0),
    "slot": (_BLUE, PAPER, "", 11.0),
    "unnamed": (_PALE_BLUE, INK, _BLUE, 11.0),
    "text": (PAPER, QUIET, "", 0.0),
}
"""By kind of a chip: fill, ink, edge and how round it is."""
