"""The outline of a sample page: its elements that hold anything, with their runs of text.

Inline markup is no structure: `by <a>Anna</a> on <b>3 May</b>` is one run of text of the element
around it. What remains is the tree that `slots` aligns between pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple, final

from unmold.templates.sample import SamplePage


@final
@dataclass(slots=True, eq=False)
class Run:
    """Text without a block inside: what a reader takes for one line or paragraph."""

    text: str
    leaves: tuple[int, ...]
    """Its texts, in order."""
    block: int
    """The leaf that is all of it; -1 where it is a single text or stands beside blocks."""
    linked: int
    """How many of its letters stand in links."""
    first: str = ""
    """The first of its texts, if it has several."""
    marks: tuple[str, ...] = ()
    """For each text the inline markup around it, as `a` or `span.price`; empty for none."""
    texts: tuple[str, ...] = ()
    """What each of its texts says."""
    breaks: tuple[int, ...] = ()
    """Which of its texts begin a new line."""
    lines: list[Run] | None = field(default=None, init=False, repr=False)
    """The lines that breaks part it into, if anybody asked."""
    label: str = field(default="", init=False, repr=False)
    """The label that it begins with, once `own_labels.find_own_labels` looked for it."""

    @property
    def leaf(self) -> int:
        """The leaf that says the run: the block, or its first text."""
        return self.block if self.block >= 0 else self.leaves[0]


@dataclass(slots=True, eq=False)
class Element:
    """An element that holds a run, an image or such an element."""

    page: int
    node: int
    tag: str
    words: tuple[str, ...]
    """Classes and id, digits as `#`."""
    itemprop: str
    parent: Element | None
    content: list[Element | Run] = field(default_factory=list)
    attributes: tuple[int, ...] = ()
    """The leaves of its attributes, and of those of the inline elements in it."""
    column: int = -1
    """In which column of its table a cell stands; -1 for what is no cell."""
    size: int = field(default=-1, repr=False)
    """Letters of all runs inside; -1 if they have to be counted."""

    def letters(self) -> int:
        """How many letters all runs inside have; only for what is not rearranged any more."""
        if self.size < 0:
            unknown = [self]
            for element in unknown:
                unknown += [child for child in element.children() if child.size < 0]
            for element in reversed(unknown):
                element.size = sum(
                    item.size if isinstance(item, Element) else len(item.text)
                    for item in element.content
                )
        return self.size

    def forget_letters(self) -> None:
        """Have letters counted again: the runs inside change."""
        element: Element | None = self
        while element is not None:
            element.size = -1
            element = element.parent

    def children(self) -> list[Element]:
        """The elements directly inside."""
        # Asked most of all: a comparison of types is twice as fast as `isinstance`.
        return [item for item in self.content if type(item) is Element]

    def runs(self) -> Iterator[Run]:
        """All runs inside, in the order of the page."""
        content = self.content
        # Of most elements one run is all there is.
        if len(content) == 1 and type(content[0]) is Run:
            return iter((content[0],))
        return self._walk_runs()

    def first_run(self) -> Run | None:
        """The first run inside, if there is one."""
        content = self.content
        while content:
            item = content[0]
            if type(item) is Run:
                return item
            content = item.content
        # It begins with an image or the like.
        return next(self._walk_runs(), None)

    def _walk_runs(self) -> Iterator[Run]:
        waiting = self.content[::-1]
        while waiting:
            item = waiting.pop()
            if type(item) is Run:
                yield item
            elif len(item.content) == 1:
                waiting += item.content
            else:
                waiting += item.content[::-1]

    def elements(self) -> Iterator[Element]:
        """The element itself and all inside."""
        inside = self.children()
        return self._walk_elements(inside) if inside else iter((self,))

    def _walk_elements(self, inside: list[Element]) -> Iterator[Element]:
        yield self
        waiting = inside[::-1]
        while waiting:
            item = waiting.pop()
            yield item
            waiting += [inner for inner in item.content[::-1] if type(inner) is Element]


def split_lines(run: Run) -> list[Run]:
    """The lines that breaks part a run into."""
    if not run.breaks:
        return [run]
    if run.lines is None:
        run.lines = _split(run)
    return run.lines


def _split(run: Run) -> list[Run]:
    starts = [0, *run.breaks]
    lines = []
    for start, end in zip(starts, [*run.breaks, len(run.leaves)], strict=True):
        texts, marks = run.texts[start:end], run.marks[start:end]
        linked = sum(len(text) for text, mark in zip(texts, marks, strict=True) if in_link(mark))
        text = " ".join(texts)
        lines.append(Run(text, run.leaves[start:end], -1, linked, texts[0], marks, texts))
    return lines


@lru_cache(maxsize=4_096)
def in_link(mark: str) -> bool:
    """Whether any of the inline markup around a text is a link."""
    return any(step.split(".")[0] == "a" for step in mark.split(" "))


class Inventory(NamedTuple):
    """What is asked of all elements of a page, before anything is rearranged."""

    nodes: list[int]
    """Their nodes, but for the root."""
    rows: list[Element]
    """Those that are rows of tables."""
    words: list[tuple[str, ...]]
    """The words of elements, each spelling once."""
    marks: list[str]
    """The inline markup of runs, each spelling once."""
    shared: list[Run]
    """The runs that say the same in the same place on enough pages."""
    lines: list[tuple[Element, Run]]
    """The elements that hold text directly, each with the first of its runs."""


@dataclass(frozen=True, slots=True)
class Outlines:
    """The trees of the pages of a sample."""

    roots: list[Element]
    """From their root elements down."""
    fixed: dict[int, float]
    """The runs that say the same in the same place on enough pages, by identity: their share."""
    labelled: list[tuple[Element, Run]]
    """The runs that may begin with a label: others are one text without a colon."""
    inventories: list[Inventory]
    """Of each page."""


SHARED = 0.2
"""Share of pages on which a text stands that is the template's own. From the prototype."""
SHARED_LABEL = 0.08
"""The same for what ends with a colon, or stands where labels do. From the prototype of keys."""


def outline_pages(pages: Sequence[SamplePage]) -> Outlines:
    """The trees of pages, and which of their runs are the template's own."""
    from unmold import _core

    leaves, values = [page.leaves for page in pages], [page.values for page in pages]
    # One page shares nothing with itself.
    enough, rare = (
        max(min(3, len(pages)), share * len(pages)) if len(pages) > 1 else 2
        for share in (SHARED, SHARED_LABEL)
    )
    roots, same, labelled, found = _core.outline_pages(
        leaves, values, Element, Run, make_words, enough, rare
    )
    fixed = {run: times / len(pages) for run, times in same.items()}
    return Outlines(roots, fixed, labelled, [Inventory(*one) for one in found])


STATES = frozenset(
    """odd even first last active current selected hover open closed alt alternate visible hidden
    expanded collapsed disabled enabled on off""".split()  # noqa: SIM905
)
"""Words for the state or the turn of an element: they say nothing of what it is."""

_TURNS = re.compile(r"(?:^|[-_])(?:odd|even)(?:row|$|[-_])", re.IGNORECASE)
_DIGITS = re.compile(r"\d+")
_NUMBERED = re.compile(r"[^\W\d_][-_]?\d+$")


class Words(tuple[str, ...]):
    """Classes and id of an element."""

    identity: str = ""
    """The id, if it has no digit: the template's own name for a place."""
    is_numbered: bool = False
    """Whether the id ends with a number: that of an entry among others."""


@lru_cache(maxsize=20_000)
def make_words(classes: str, identity: str) -> Words:
    """Classes and id, digits as `#`, without states.

    A class that goes on where another one of the element ends is a state, too: `tile tile-sale`.
    """
    kept = [word for word in _DIGITS.sub("#", f"{classes} {identity}").split() if _is_kept(word)]
    if len(kept) > 1:
        starts = tuple([f"{word}{sign}" for word in kept for sign in "-_"])
        kept = [word for word in kept if not word.startswith(starts)]
    words = Words(dict.fromkeys(kept))
    words.identity = identity if identity in words else ""
    words.is_numbered = bool(_NUMBERED.search(identity))
    return words


@lru_cache(maxsize=20_000)
def _is_kept(word: str) -> bool:
    """Whether a class or id says what an element is, and not only its state or turn."""
    return word.lower() not in STATES and not _TURNS.search(word)
