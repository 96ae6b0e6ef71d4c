"""The outline of a sample page: its elements that hold anything, with their runs of text.

Inline markup is no structure: `by <a>Anna</a> on <b>3 May</b>` is one run of text of the element
around it. What remains is the tree that `slots` aligns between pages.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from unmold.templates.sample import BLOCK, JSON, META, TEXT, SamplePage

INLINE = frozenset(
    """a abbr acronym b bdi bdo big br cite code data del dfn em font i ins kbd mark nobr q s samp
    small span strike strong sub sup time tt u var wbr img input label button""".split()  # noqa: SIM905
)
INLINE_OR_TEXT = INLINE | {""}
HIDDEN = frozenset(
    ("head", "title", "script", "style", "noscript", "template", "select", "option", "link", "base")
)


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
    attributes: list[int] = field(default_factory=list)
    """The leaves of its attributes, and of those of the inline elements in it."""

    def children(self) -> list[Element]:
        """The elements directly inside."""
        return [item for item in self.content if isinstance(item, Element)]

    def runs(self) -> Iterator[Run]:
        """All runs inside, in the order of the page."""
        waiting: list[Element | Run] = [self]
        while waiting:
            item = waiting.pop()
            if isinstance(item, Run):
                yield item
            else:
                waiting += item.content[::-1]

    def elements(self) -> Iterator[Element]:
        """The element itself and all inside."""
        waiting = [self]
        while waiting:
            item = waiting.pop()
            yield item
            waiting += item.children()[::-1]


def split_lines(run: Run) -> list[Run]:
    """The lines that breaks part a run into."""
    if not run.breaks:
        return [run]
    starts = [0, *run.breaks]
    lines = []
    for start, end in zip(starts, [*run.breaks, len(run.leaves)], strict=True):
        texts, marks = run.texts[start:end], run.marks[start:end]
        linked = sum(
            len(text)
            for text, mark in zip(texts, marks, strict=True)
            if any(step.split(".")[0] == "a" for step in mark.split(" "))
        )
        text = " ".join(texts)
        lines.append(Run(text, run.leaves[start:end], -1, linked, texts[0], marks, texts))
    return lines


def outline_page(page: SamplePage, number: int) -> Element:
    """The tree of a page, from its root element down."""
    return _Outline(page, number).build()


class _Outline:
    def __init__(self, page: SamplePage, number: int) -> None:
        self.page = page
        self.number = number
        self.parents = page.parents
        self.hints = page.elements
        self.tags = [hint.partition("\t")[0] for hint in self.hints]
        self.line_breaks = [node for node, tag in enumerate(self.tags) if tag == "br"]
        self.elements: dict[int, Element] = {}
        self.structural: set[int] = set()
        self.around: dict[int, tuple[int, str, bool]] = {0: (0, "", False)}
        """By node its structure, the inline markup between, and whether in a link."""

    def build(self) -> Element:
        page = self.page
        hidden = [False] * len(self.tags)
        for node in range(1, len(hidden)):
            # Parents stand before their children.
            hidden[node] = hidden[self.parents[node]] or self.tags[node] in HIDDEN
        shown = [
            leaf
            for leaf, (kind, _) in enumerate(page.kinds)
            if kind not in (META, JSON) and not hidden[page.nodes[leaf]]
        ]
        for leaf in shown:
            self._note_structure(page.nodes[leaf])
        root = Element(self.number, 0, "html", (), "", None)
        self.elements[0] = root
        for leaf in shown:
            self._add(leaf)
        return root

    def _note_structure(self, node: int) -> None:
        """Note the nearest element that is not inline, and all around it.

        An inline element with a block inside is structure after all.
        """
        while node and node not in self.structural and self.tags[node] in INLINE_OR_TEXT:
            node = self.parents[node]
        while node and node not in self.structural:
            self.structural.add(node)
            node = self.parents[node]

    def _place(self, node: int) -> tuple[int, str, bool]:
        """The structure that a node stands in, the inline markup between, and whether in a link."""
        unknown = []
        while node not in self.around:
            unknown.append(node)
            node = self.parents[node]
        holder, mark, is_linked = self.around[node]
        for inner in reversed(unknown):
            is_linked = is_linked or self.tags[inner] == "a"
            if inner in self.structural:
                holder, mark = inner, ""
            elif self.tags[inner]:
                own = self._step(inner)
                mark = f"{own} {mark}" if mark else own
            self.around[inner] = holder, mark, is_linked
        return holder, mark, is_linked

    def _add(self, leaf: int) -> None:
        page = self.page
        kind = page.kinds[leaf][0]
        node, mark, is_linked = self._place(page.nodes[leaf])
        holder = self._element(node)
        value = page.values[leaf]
        if kind not in (TEXT, BLOCK):
            holder.attributes.append(leaf)
            return
        if kind == BLOCK:
            if value:
                holder.content.append(Run(value, (), leaf, 0))
            return
        linked = len(value) if is_linked else 0
        last = holder.content[-1] if holder.content else None
        if isinstance(last, Run):
            if not last.leaves:
                last.first = value
            elif self._is_broken(page.nodes[last.leaves[-1]], page.nodes[leaf]):
                last.breaks = (*last.breaks, len(last.leaves))
            last.leaves = (*last.leaves, leaf)
            last.marks = (*last.marks, mark)
            last.texts = (*last.texts, value)
            last.linked += linked
            if page.blocks[leaf] != last.block or last.block < 0:
                last.text = f"{last.text} {value}"
            return
        holder.content.append(Run(value, (leaf,), -1, linked, value, (mark,), (value,)))

    def _is_broken(self, before: int, node: int) -> bool:
        """Whether a `br` stands between two texts."""
        at = bisect(self.line_breaks, before)
        return at < len(self.line_breaks) and self.line_breaks[at] < node

    def _step(self, node: int) -> str:
        """An inline element with its classes, as `span.price`."""
        tag, _, classes, identity = self.hints[node].split("\t")
        return ".".join([tag, *_words(classes, identity)])

    def _element(self, node: int) -> Element:
        missing = []
        while node not in self.elements:
            missing.append(node)
            node = self.parents[node]
        current = self.elements[node]
        for inner in reversed(missing):
            tag, itemprop, classes, identity = self.hints[inner].split("\t")
            words = _words(classes, identity)
            made = Element(self.number, inner, tag, words, itemprop, current)
            current.content.append(made)
            self.elements[inner] = current = made
        return current


STATES = frozenset(
    """odd even first last active current selected hover open closed alt alternate visible hidden
    expanded collapsed disabled enabled on off""".split()  # noqa: SIM905
)
"""Words for the state or the turn of an element: they say nothing of what it is."""

_TURNS = re.compile(r"(?:^|[-_])(?:odd|even)(?:row|$|[-_])", re.IGNORECASE)
_DIGITS = re.compile(r"\d+")


@lru_cache(maxsize=20_000)
def _words(classes: str, identity: str) -> tuple[str, ...]:
    """Classes and id, digits as `#`, without states.

    A class that goes on where another one of the element ends is a state, too: `tile tile-sale`.
    """
    found = _DIGITS.sub("#", f"{classes} {identity}").split()
    kept = [word for word in found if word.lower() not in STATES and not _TURNS.search(word)]
    starts = tuple(f"{word}{sign}" for word in kept for sign in "-_")
    return tuple(dict.fromkeys(word for word in kept if not word.startswith(starts)))
