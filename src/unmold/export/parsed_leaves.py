"""The leaves of lxml's tree: a page as parsel parses it enters, its texts and attributes leave.

They are the same leaves, in the same order, as the native core finds in the HTML5 tree. Next:
`alignment` finds which is which.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from unmold.export.alignment import Token
from unmold.export.reading import collapse, tidied

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
    """Where a value stands: in a text or an attribute of an element, or as all that it says."""

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
