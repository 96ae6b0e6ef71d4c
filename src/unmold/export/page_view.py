"""A page as users of parsel see it: a page and its record enter, the elements of its values leave.

Records carry the XPath of every value in the HTML5 tree. lxml's tree differs (it adds no `tbody`,
and nests broken markup otherwise), so a value is looked for at its XPath first, and where it does
not stand there, wherever it stands in nearly the same place. Next: `candidates`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from parsel import Selector

from unmold.export.reading import collapse
from unmold.model import Page
from unmold.records import Record

Element = Any
"""An element of lxml, which nothing here imports."""

ATTRIBUTES = {"href": "href", "src": "src", "alt": "alt", "title": "title", "meta": "content"}
_STEP = re.compile(r"/([^/\[]+)\[(\d+)\]")


@dataclass(frozen=True, slots=True, eq=False)
class Target:
    """Where a value stands: in a text or an attribute of an element, or as all that it says."""

    element: Element
    end: str
    """`text()`, `@NAME`, or empty for the element itself."""

    position: int = 0
    """Of a text: which of the element's texts."""


class PageView:
    """One page, parsed as parsel does, with what unmold read from it."""

    def __init__(self, page: Page, record: Record) -> None:
        self.url = page.url
        self.record = record
        self.selector = Selector(text=_decode(page) or " ")

    @cached_property
    def _by_text(self) -> dict[str, list[Target]]:
        found: defaultdict[str, list[Target]] = defaultdict(list)
        for element in self._elements():
            for position, text in enumerate(texts_of(element)):
                found[collapse(text)].append(Target(element, "text()", position))
        return found

    def _elements(self, tag: str | None = None) -> Iterator[Element]:
        found = self.selector.root.iter() if tag is None else self.selector.root.iter(tag)
        return (element for element in found if isinstance(element.tag, str))

    def locate(self, xpath: str, raw: str, source: str) -> Target | None:
        """The place of a value; None where lxml's tree has none like it."""
        if source == "json-ld":
            return None
        steps = _STEP.findall(xpath)
        is_text = bool(steps) and steps[-1][0] == "text()"
        ways = [step for step in steps if step[0] != "text()"]
        element = self._walk(ways)
        if element is not None:
            for target in _targets_at(element, source, is_text):
                if value_of(target) == raw:
                    return target
        return self._search(ways, raw, source, is_text)

    def _search(
        self, ways: list[tuple[str, str]], raw: str, source: str, is_text: bool
    ) -> Target | None:
        """Where else the value stands, in the surroundings most like those of its XPath."""
        tags = [tag for tag, _ in ways]
        if is_text:
            alike = self._by_text.get(raw, [])
        else:
            places = (
                target
                for element in self._elements(tags[-1] if tags else None)
                for target in _targets_at(element, source, is_text)
            )
            alike = [target for target in places if value_of(target) == raw]
        return max(alike, key=lambda one: _shared_end(one.element, tags), default=None)

    def _walk(self, steps: list[tuple[str, str]]) -> Element | None:
        at = self.selector.root
        for tag, number in steps[1:]:
            children = [child for child in at if child.tag == tag]
            if len(children) >= int(number):
                at = children[int(number) - 1]
            elif tag != "tbody":
                return None
        return at


def _decode(page: Page) -> str:
    from unmold import _core

    return _core.decode(page.data, page.charset)[0]


def texts_of(element: Element) -> Iterator[str]:
    """The texts directly in an element, as XPath's `text()` counts them."""
    if element.text:
        yield element.text
    yield from (child.tail for child in element if child.tail)


def value_of(target: Target) -> str:
    """What stands at a place, white space collapsed."""
    if target.end.startswith("@"):
        return collapse(target.element.get(target.end[1:]) or "")
    if target.end:
        return collapse(list(texts_of(target.element))[target.position])
    return written(target.element)


def written(element: Element) -> str:
    """All that is written in an element."""
    parts = element.xpath(".//text() | .//br")
    return collapse("".join(part if isinstance(part, str) else " " for part in parts))


def _targets_at(element: Element, source: str, is_text: bool) -> Iterator[Target]:
    """The places at an element where a value from this source may stand."""
    if is_text:
        for position, _ in enumerate(texts_of(element)):
            yield Target(element, "text()", position)
    elif source in ATTRIBUTES:
        yield Target(element, f"@{ATTRIBUTES[source]}")
    elif source == "content":
        yield from (Target(element, f"@{name}") for name in ("content", "datetime"))
    else:
        yield Target(element, "")


def _shared_end(element: Element, tags: list[str]) -> int:
    """How many of the innermost tags are those of the elements around."""
    shared = 0
    for tag in reversed(tags):
        if element is None or element.tag != tag:
            break
        shared, element = shared + 1, element.getparent()
    return shared
