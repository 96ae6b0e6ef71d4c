"""A page as users of parsel see it: a page, its leaves and its record enter, places leave.

Records carry the XPath of every value in the HTML5 tree. lxml's tree differs (it adds no `tbody`,
and nests broken markup otherwise), so leaves are aligned in document order, and a value is where
its leaf is. Next: `candidates`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from parsel import Selector

from unmold.export.alignment import align
from unmold.export.parsed_leaves import Element, Target, parsed_leaves, written
from unmold.model import Page
from unmold.records import Record
from unmold.templates.model import Template

if TYPE_CHECKING:
    from unmold._core import PageLeaves

SOURCES = ("text", "block", "href", "src", "alt", "title", "content", "meta", "json-ld")
"""The kinds of leaves by the numbers that the native core gives them."""

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
        """Where the value of each leaf stands."""
        return [SOURCES[kind] for kind, _ in self._leaves.kinds()]

    @cached_property
    def before(self) -> dict[int, int]:
        """By leaf that is data: the text of the template that stands before it, or -1."""
        return {leaf: before for leaf, _, before, _ in self._leaves.data(set(self._keys))}

    @cached_property
    def targets(self) -> list[Target | None]:
        """Where each leaf stands in lxml's tree; None for the few that it has not."""
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
        """The leaf that stands at a place."""
        return self._by_node.get((target.element, target.end, target.position))

    def elements(self) -> Iterator[Element]:
        """All elements in document order."""
        return (one for one in self.selector.root.iter() if isinstance(one.tag, str))


def _decode(page: Page) -> str:
    from unmold import _core

    return _core.decode(page.data, page.charset)[0]
