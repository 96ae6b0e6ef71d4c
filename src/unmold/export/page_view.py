"""A page as users of parsel see it, and where in it each value of a record lies.

Records carry the XPath of every value in the HTML5 tree. lxml's tree differs (it adds no `tbody`,
and nests broken markup otherwise), but both have the same texts and attributes, nearly always in
the same order. So the leaves of the two trees are aligned in document order, and a value is where
its leaf is.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from parsel import Selector

from unmold.export.reading import collapse, tidied
from unmold.model import Page
from unmold.records import Record
from unmold.templates.model import Template

if TYPE_CHECKING:
    from unmold._core import PageLeaves

# The leaves of lxml's tree: the same, in the same order, as the native core finds in the HTML5
# tree.


Element = Any
"""An element of lxml, which nothing here imports by name."""

ATTRIBUTES = {
    "href": "href",
    "src": "src",
    "alt": "alt",
    "title": "title",
    "content": "content",
    "datetime": "content",
}
"""By the name of an attribute: the source of its values."""

HIDDEN = frozenset(("script", "style", "noscript", "template", "noframes", "noembed", "iframe"))
NAMING = ("property", "name", "itemprop", "http-equiv")


@dataclass(frozen=True, slots=True, eq=False)
class Target:
    """Where a value is: in a text or an attribute of an element, or as all that it says."""

    element: Element
    end: str
    """`text()`, `@NAME`, or empty for the element itself."""

    position: int = 0
    """Of a text: which of the element's texts."""


def parsed_leaves(root: Element) -> Iterator[tuple[Token, Target]]:
    """All leaves that say anything, in document order."""
    from lxml.etree import iterwalk  # type: ignore[import-untyped]

    texts = {root: 0}
    walk = iterwalk(root, events=("start", "end", "comment", "pi"))
    for event, element in walk:
        if event == "start":
            if element.tag in HIDDEN:
                walk.skip_subtree()
                continue
            yield from _attributes(element)
            texts[element] = 0
            if element.text:
                texts[element] = 1
                yield from _text(element, 0, element.text)
        elif element is not root and element.tail:
            parent = element.getparent()
            if parent is None:
                continue
            position = texts.get(parent, 0)
            texts[parent] = position + 1
            yield from _text(parent, position, element.tail)


def _text(element: Element, position: int, text: str) -> Iterator[tuple[Token, Target]]:
    value = collapse(text)
    if value:
        yield ("text", value), Target(element, "text()", position)


def _attributes(element: Element) -> Iterator[tuple[Token, Target]]:
    if element.tag == "meta":
        content = collapse(tidied(element.get("content") or ""))
        if content and any(element.get(name) is not None for name in NAMING):
            yield ("meta", content), Target(element, "@content")
        return
    for name, text in element.items():
        source = ATTRIBUTES.get(name)
        value = collapse(text) if source else ""
        if source and value:
            yield (source, value), Target(element, f"@{name}")


def texts_of(element: Element) -> Iterator[str]:
    """The texts directly in an element, as XPath's `text()` counts them."""
    if element.text:
        yield element.text
    yield from (child.tail for child in element if child.tail)


def written(element: Element) -> str:
    """All that is written in an element."""
    parts = element.xpath(".//text() | .//br")
    return collapse("".join(part if isinstance(part, str) else " " for part in parts))


# Alignment of two sequences of leaves. Those that a parser has moved are matched by their text.


Token = tuple[str, str]
"""Where a leaf is, as `text` or `href`, and what it says."""

# Both are guesses: no measurement is recorded.
WINDOW = 40
"""The most leaves that may be missing in one of the trees at a time."""

CERTAIN = 3
"""Leaves in a row that must be the same where the two trees meet again."""


def align(ours: Sequence[Token], theirs: Sequence[Token]) -> dict[int, int]:
    """By the position of a leaf in one sequence: its position in the other."""
    found: dict[int, int] = {}
    at, to = 0, 0
    while at < len(ours) and to < len(theirs):
        if ours[at] == theirs[to]:
            found[at] = to
            skipped = (1, 1)
        else:
            skipped = _skip(ours, theirs, at, to)
        at, to = at + skipped[0], to + skipped[1]
    return found | _moved(ours, theirs, found)


def _skip(ours: Sequence[Token], theirs: Sequence[Token], at: int, to: int) -> tuple[int, int]:
    """How many leaves to leave out on either side until both are the same again."""
    for missing in range(1, WINDOW):
        for first in range(missing + 1):
            start, end = at + first, to + missing - first
            if start < len(ours) and end < len(theirs):
                length = min(CERTAIN, len(ours) - start, len(theirs) - end)
                if list(ours[start : start + length]) == list(theirs[end : end + length]):
                    return first, missing - first
    return 1, 1


def _moved(ours: Sequence[Token], theirs: Sequence[Token], found: dict[int, int]) -> dict[int, int]:
    """Of the leaves that are left, those that say the same, in their order."""
    taken = set(found.values())
    left: defaultdict[Token, deque[int]] = defaultdict(deque)
    for position, token in enumerate(theirs):
        if position not in taken:
            left[token].append(position)
    return {
        position: left[token].popleft()
        for position, token in enumerate(ours)
        if position not in found and left[token]
    }


SOURCES = ("text", "block", "href", "src", "alt", "title", "content", "meta", "json-ld")
"""The types of leaves by the numbers that the native core gives them."""

ENDS = {"href": "/@href", "src": "/@src", "alt": "/@alt", "title": "/@title", "meta": "/@content"}
"""How the XPath of a value ends, by its source."""

Node = tuple[Element, str, int]
"""An element, and which of its texts or attributes."""


@dataclass(frozen=True, slots=True)
class Words:
    """The template's own texts, and the keys by which they are known on a page."""

    keys: frozenset[int]
    texts: frozenset[str]

    @classmethod
    def of(cls, template: Template) -> Words:
        return cls(
            frozenset(text.key for text in template.texts),
            frozenset(text.text for text in template.texts),
        )


class PageView:
    """One page, parsed as parsel does, with what unmold read from it."""

    def __init__(self, page: Page, record: Record, leaves: PageLeaves, words: Words) -> None:
        self.url = page.url
        self.known = words.texts
        self.record = record
        self.selector = Selector(text=_decode(page) or " ")
        self._leaves = leaves
        self._keys = words.keys

    @cached_property
    def values(self) -> list[str]:
        """What each leaf says."""
        return self._leaves.values()

    @cached_property
    def sources(self) -> list[str]:
        """Where the value of each leaf is."""
        return [SOURCES[kind] for kind, _ in self._leaves.kinds()]

    @cached_property
    def before(self) -> dict[int, int]:
        """By leaf that is data: the text of the template that precedes it, or -1."""
        return {leaf: before for leaf, _, before, _ in self._leaves.data(set(self._keys))}

    @cached_property
    def targets(self) -> list[Target | None]:
        """Where each leaf is in lxml's tree; None for the few that it has not."""
        plain = [at for at, source in enumerate(self.sources) if source not in ("block", "json-ld")]
        parsed = list(parsed_leaves(self.selector.root))
        ours = [(self.sources[at], self.values[at]) for at in plain]
        same = align(ours, [token for token, _ in parsed])
        found: list[Target | None] = [None] * len(self.sources)
        for number, position in same.items():
            found[plain[number]] = parsed[position][1]
        for at, source in enumerate(self.sources):
            if source == "block":
                found[at] = self._block(at, found)
        return found

    def _block(self, at: int, found: Sequence[Target | None]) -> Target | None:
        """A block of text: the element around its first text that says all of it."""
        first = next((one for one in found[at + 1 :] if one is not None), None)
        element = first.element if first is not None else None
        tag = self._leaves.xpath(at).rpartition("/")[2].partition("[")[0]
        for _ in range(20):
            if element is None:
                return None
            if element.tag == tag and written(element) == self.values[at]:
                return Target(element, "")
            element = element.getparent()
        return None

    @cached_property
    def _by_place(self) -> dict[str, dict[str, int]]:
        found: defaultdict[str, dict[str, int]] = defaultdict(dict)
        for at, source in enumerate(self.sources):
            found[self._leaves.xpath(at) + ENDS.get(source, "")][source] = at
        return found

    @cached_property
    def _by_node(self) -> dict[Node, int]:
        return {
            (target.element, target.end, target.position): at
            for at, target in enumerate(self.targets)
            if target is not None
        }

    def leaf_at(self, xpath: str, source: str) -> int | None:
        """The leaf at a place of a record; of a field's values some may have another source."""
        found = self._by_place.get(xpath, {})
        return found.get(source, next(iter(found.values()), None))

    def locate(self, xpath: str, source: str) -> Target | None:
        """The place of a value; None where lxml's tree has none like it."""
        leaf = self.leaf_at(xpath, source)
        return None if leaf is None else self.targets[leaf]

    def leaf_of(self, target: Target) -> int | None:
        """The leaf that is at a place."""
        return self._by_node.get((target.element, target.end, target.position))

    def elements(self) -> Iterator[Element]:
        """All elements in document order."""
        return (one for one in self.selector.root.iter() if isinstance(one.tag, str))


def _decode(page: Page) -> str:
    from unmold import _core

    return _core.decode(page.data, page.charset)[0]
