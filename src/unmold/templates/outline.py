"""The outline of a sample page: its elements that hold anything, with their runs of text.

Inline markup is no structure: `by <a>Anna</a> on <b>3 May</b>` is one run of text of the element
around it. What remains is the tree that `slots` aligns between pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from unmold.templates.sample import BLOCK, CONTENT, JSON, META, TEXT, SamplePage

INLINE = frozenset(
    """a abbr acronym b bdi bdo big br cite code data del dfn em font i ins kbd mark nobr q s samp
    small span strike strong sub sup time tt u var wbr img input label button""".split()  # noqa: SIM905
)
HIDDEN = frozenset(
    ("head", "title", "script", "style", "noscript", "template", "select", "option", "link", "base")
)


MAX_DEPTH = 120
"""Elements around one another; what stands deeper counts as content of the last. No page of the
corpora is as deep, and what walks the outline may call itself."""


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

    def children(self) -> Iterator[Element]:
        """The elements directly inside."""
        return (item for item in self.content if isinstance(item, Element))

    def runs(self) -> Iterator[Run]:
        """All runs inside, in the order of the page."""
        waiting: list[Element | Run] = [self]
        while waiting:
            item = waiting.pop()
            if isinstance(item, Run):
                yield item
            else:
                waiting.extend(reversed(item.content))

    def elements(self) -> Iterator[Element]:
        """The element itself and all inside."""
        waiting = [self]
        while waiting:
            item = waiting.pop()
            yield item
            waiting.extend(reversed([*item.children()]))


def outline_page(page: SamplePage, number: int) -> Element:
    """The tree of a page, from its root element down."""
    return _Outline(page, number).build()


class _Outline:
    def __init__(self, page: SamplePage, number: int) -> None:
        self.page = page
        self.number = number
        self.parents = page.leaves.parents(list(range(page.leaves.nodes)))
        self.hints = page.leaves.elements()
        self.elements: dict[int, Element] = {}
        self.structural: set[int] = set()
        self.tags: dict[int, str] = {}

    def build(self) -> Element:
        page = self.page
        chains: list[list[int]] = []
        for leaf, node in enumerate(page.nodes):
            chain: list[int] = []
            if page.kinds[leaf][0] not in (META, JSON):
                chain = self._chain(node)
                self._note_structure(chain)
            chains.append(chain)
        root = Element(self.number, 0, "html", (), "", None)
        self.elements[0] = root
        for leaf, chain in enumerate(chains):
            if chain and not HIDDEN.intersection(self._tag(element) for element in chain):
                self._add(leaf, chain, root)
        return root

    def _note_structure(self, chain: list[int]) -> None:
        """Note the nearest element that is not inline, and all around it.

        An inline element with a block inside is structure after all.
        """
        for at, element in enumerate(chain):
            if element in self.structural:
                return
            if self._tag(element) not in INLINE:
                self.structural.update(chain[at:])
                return

    def _chain(self, node: int) -> list[int]:
        """The elements around a node, itself included, the nearest first."""
        chain: list[int] = []
        current = node
        while current:
            if self.hints[current]:
                chain.append(current)
            current = self.parents[current]
        return chain

    def _tag(self, node: int) -> str:
        found = self.tags.get(node)
        if found is None:
            found = self.tags[node] = self.hints[node].split("\t", 1)[0]
        return found

    def _add(self, leaf: int, chain: list[int], root: Element) -> None:
        page = self.page
        kind = page.kinds[leaf][0]
        inline = [node for node in chain if node not in self.structural]
        holder = self._element([node for node in chain if node in self.structural], root)
        if kind not in (TEXT, BLOCK):
            holder.attributes.append(leaf)
            return
        if kind == BLOCK:
            if page.values[leaf]:
                holder.content.append(Run(page.values[leaf], (), leaf, 0))
            return
        linked = len(page.values[leaf]) if any(self._tag(node) == "a" for node in chain) else 0
        last = holder.content[-1] if holder.content else None
        mark = self._mark(inline)
        if isinstance(last, Run):
            if not last.leaves:
                last.first = page.values[leaf]
            last.leaves = (*last.leaves, leaf)
            last.marks = (*last.marks, mark)
            last.linked += linked
            if page.blocks[leaf] != last.block or last.block < 0:
                last.text = f"{last.text} {page.values[leaf]}"
            return
        value = page.values[leaf]
        holder.content.append(Run(value, (leaf,), -1, linked, value, (mark,)))

    def _mark(self, inline: list[int]) -> str:
        """The inline elements around a text, the nearest first, each with its classes."""
        steps = []
        for node in inline:
            tag, _, classes, identity = self.hints[node].split("\t")
            words = _words(classes, identity)
            steps.append(".".join([tag, *words]))
        return " ".join(steps)

    def _element(self, chain: list[int], root: Element) -> Element:
        current = root
        for node in reversed(chain[-MAX_DEPTH:]):
            found = self.elements.get(node)
            if found is None:
                tag, itemprop, classes, identity = self.hints[node].split("\t")
                words = _words(classes, identity)
                found = Element(self.number, node, tag, words, itemprop, current)
                current.content.append(found)
                self.elements[node] = found
            current = found
        return current


STATES = frozenset(
    """odd even first last active current selected hover open closed alt alternate visible hidden
    expanded collapsed disabled enabled on off""".split()  # noqa: SIM905
)
"""Words for the state or the turn of an element: they say nothing of what it is."""

_TURNS = re.compile(r"(?:^|[-_])(?:odd|even)(?:$|[-_])", re.IGNORECASE)
_DIGITS = re.compile(r"\d+")


def _words(classes: str, identity: str) -> tuple[str, ...]:
    """Classes and id, digits as `#`, without states."""
    found = _DIGITS.sub("#", f"{classes} {identity}").split()
    return tuple(
        dict.fromkeys(
            word for word in found if word.lower() not in STATES and not _TURNS.search(word)
        )
    )
