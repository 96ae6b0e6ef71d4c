"""Lays out the short tree of a pattern as rows of chips.

What fits on one line is put on one line; else a part is a line with its own label, and what it
holds is below, further to the right. Wrappers become frames.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field

from unmold.records.pattern_slots import Slot
from unmold.report.pattern_view import Part, Shown, Sum

ROW, INDENT, GAP, PADDING = 30.0, 22.0, 6.0, 9.0
LINE_WIDTH, LINE_CHIPS = 620.0, 14
MAX_INDENT = 22
"""Deeper levels are not indented further: rows must fit the picture."""
MAX_ROWS = 600
"""A picture of more is no longer looked at; the rest is counted."""

LONGEST_WORDS, LONGEST_SUM = 44, 72
FONT, BOLD = 12.0, 1.13


@dataclass(frozen=True, slots=True)
class Chip:
    """A small box with words, or the edge of a frame inside a line."""

    kind: str
    """`tag`, `slot`, `unnamed`, `sum`, `text`; `open` and `close` of a frame."""

    words: str
    frame: str = "fixed"
    note: str = ""

    @property
    def width(self) -> float:
        if self.kind in ("open", "close"):
            return GAP
        words = measure(self.words) * (BOLD if self.kind == "slot" else 1)
        return words + (measure(self.note) + PADDING if self.note else 0) + 2 * PADDING


@dataclass(slots=True)
class Row:
    """A line of chips."""

    y: float
    indent: float
    chips: tuple[Chip, ...]

    def places(self) -> Iterator[tuple[float, Chip]]:
        """Each chip with its left edge."""
        x = self.indent
        for chip in self.chips:
            yield x, chip
            x += chip.width + GAP

    @property
    def right(self) -> float:
        return self.indent + sum(chip.width + GAP for chip in self.chips) - GAP


@dataclass(slots=True)
class Frame:
    """A wrapper around several rows."""

    kind: str
    left: float
    top: float
    bottom: float = 0.0
    right: float = 0.0


@dataclass(slots=True)
class Layout:
    """All rows and frames of a picture."""

    rows: list[Row] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)
    left_out: int = 0
    """Rows that were not laid out any more."""

    def cut(self, rows: int) -> Layout:
        """The first rows, and what of the frames is around them."""
        if len(self.rows) <= rows:
            return self
        kept, bottom = self.rows[:rows], self.rows[rows].y
        frames = [
            Frame(frame.kind, frame.left, frame.top, min(frame.bottom, bottom), frame.right)
            for frame in self.frames
            if frame.top < bottom - ROW
        ]
        return Layout(kept, frames, self.left_out + len(self.rows) - rows)

    @property
    def height(self) -> float:
        bottoms = [*(row.y + ROW for row in self.rows), *(frame.bottom for frame in self.frames)]
        return max(bottoms, default=0.0)

    @property
    def width(self) -> float:
        rights = [*(row.right for row in self.rows), *(frame.right for frame in self.frames)]
        return max(rights, default=0.0)


def measure(words: str) -> float:
    """About how wide words are."""
    wide = sum(1 for letter in words if unicodedata.east_asian_width(letter) in "WF")
    large = sum(1 for letter in words if letter.isupper() or letter in "mwMW%@")
    return (0.56 * (len(words) - wide - large) + 0.7 * large + 1.02 * wide) * FONT


def lay_out(shown: Shown) -> Layout:
    """Rows from top to bottom; frames before those inside them."""
    layout = Layout()
    waiting: list[tuple[Shown, int] | Frame] = [(shown, 0)]
    y = 0.0
    while waiting:
        item = waiting.pop()
        if isinstance(item, Frame):
            y = _close(layout, item, y)
            continue
        if len(layout.rows) >= MAX_ROWS:
            layout.left_out += 1
            continue
        part, level = item
        chips, inside, frames = _head(part)
        indent = min(level, MAX_INDENT) * INDENT
        for kind in frames:
            y += 4
            frame = Frame(kind, indent - 8, y - 2)
            layout.frames.append(frame)
            waiting.append(frame)
            indent += 12 if len(frames) > 1 else 0
        layout.rows.append(Row(y, indent, tuple(chips)))
        y += ROW
        waiting.extend((child, level + 1) for child in reversed(inside))
    return layout


def _close(layout: Layout, frame: Frame, y: float) -> float:
    """End a frame below the rows and frames inside it."""
    frame.bottom = y + 2
    rows = [row.right for row in layout.rows if row.y >= frame.top]
    frames = [inner.right for inner in layout.frames if inner.top > frame.top]
    frame.right = max([*rows, *frames], default=frame.left) + 10
    return y + 8


def _head(part: Shown) -> tuple[list[Chip], list[Shown], list[str]]:
    """The chips of a part's own line, what is below it, and the frames around both."""
    line = _line(part)
    if line is not None:
        return line, [], []
    chips: list[Chip] = []
    frames: list[str] = []
    children: list[Shown] = [part]
    while isinstance(part, Part):
        children = part.children
        if part.kind == "fixed":
            chips.append(Chip("tag", shorten(part.label, end=True)))
        elif not chips:
            frames.append(part.kind)
        if len(part.children) != 1 or (chips and not _goes_on(part.children[0])):
            break
        part = part.children[0]
    return chips or [Chip("text", _WRAPPERS[frames[-1]])], children, frames


def _goes_on(child: Shown) -> bool:
    return isinstance(child, Part) and child.kind == "fixed"


_WRAPPERS = {"set": "repeated:", "optional": "optional:"}


def _line(shown: Shown) -> list[Chip] | None:
    """The chips of a part if they fit on one line."""
    chips: list[Chip] = []
    waiting: list[Shown | Chip] = [shown]
    width = 0.0
    while waiting:
        item = waiting.pop()
        if isinstance(item, Part) and item.kind == "fixed":
            waiting.extend(reversed(item.children))
            item = Chip("tag", shorten(item.label, end=True))
        elif isinstance(item, Part):
            waiting.append(Chip("close", "", item.kind))
            waiting.extend(reversed(item.children))
            item = Chip("open", "", item.kind)
        chip = item if isinstance(item, Chip) else _chip(item)
        chips.append(chip)
        width += chip.width + GAP
        if width > LINE_WIDTH or len(chips) > LINE_CHIPS:
            return chips if len(chips) == 1 else None
    return chips


def _chip(item: Slot | Sum) -> Chip:
    if isinstance(item, Sum):
        return Chip("sum", shorten(_describe(item), LONGEST_SUM), item.kind)
    note = f"{item.share:.0%}"
    if item.names:
        return Chip("slot", shorten(" / ".join(item.names)), note=note)
    return Chip("unnamed", shorten(item.example), note=note)


def _describe(item: Sum) -> str:
    quotes = " ".join(f"“{shorten(quote, 18)}”" for quote in item.quotes)
    more = " …" if item.texts > len(item.quotes) else ""
    if item.elements <= 4 and item.label and not item.slots:
        return f"{item.label} {quotes}{more}".strip()
    count = f"{item.elements} element{'s' if item.elements != 1 else ''}" if item.elements else ""
    parts = f"{item.parts} parts" if item.kind != "fixed" and item.parts > 1 else ""
    slots = f"{item.slots} rare value{'s' if item.slots != 1 else ''}" if item.slots else ""
    words = [word for word in (parts, item.label, count, slots, f"{quotes}{more}") if word]
    return " · ".join(words)


def shorten(words: str, longest: int = LONGEST_WORDS, *, end: bool = False) -> str:
    """Fold white space and cut to a number of letters; of a chain of tags the end says most."""
    words = " ".join(words[: 40 * longest].split())
    if len(words) <= longest:
        return words
    return "… " + words[-longest:].partition(" › ")[2] if end else words[: longest - 1] + "…"
