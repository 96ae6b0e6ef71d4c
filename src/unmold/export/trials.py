"""Trials: queries and the places where they are tried enter, how well each does leaves.

A unit is one place to look in, a page or a row, with what unmold read there. XPaths are compiled
once, and answers are kept, as fields that stand together share many queries.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from unmold.export.page_view import PageView
from unmold.export.parsed_leaves import Element, Target, written
from unmold.export.reading import Part, as_read
from unmold.export.wrapper import Query

RIGHT, WRONG, NOTHING = 1.0, -1.0, 0.0
"""How well a query does on a unit; between nothing and right: as good, if other queries help."""

CACHED = 8192


@dataclass(frozen=True, slots=True, eq=False)
class Unit:
    """A page or row, and what is there."""

    view: PageView
    context: Element | None
    """The row; None for a page."""

    expected: tuple[str, ...] = ()
    targets: tuple[Target, ...] = ()

    @property
    def root(self) -> Element:
        return self.view.selector.root if self.context is None else self.context


def run(query: Query, unit: Unit) -> list[Any]:
    """What a query finds, by lxml itself; nothing where it cannot be run."""
    return _run(unit.root, query.xpath)


def _run(root: Element, xpath: str) -> list[Any]:
    compiled = _compile(xpath)
    if compiled is None:
        return []
    try:
        found = compiled(root)
    except (ValueError, RuntimeError):
        return []
    return found if isinstance(found, list) else []


@lru_cache(maxsize=CACHED)
def _compile(xpath: str) -> Any:
    from lxml.etree import XPath  # type: ignore[import-untyped]

    try:
        return XPath(xpath, smart_strings=False)
    except (ValueError, SyntaxError, RuntimeError):
        return None


def run_places(query: Query, unit: Unit) -> list[Target]:
    """Where what a query finds stands."""
    found = unit.root.xpath(query.xpath)
    return [_place(one) for one in found] if isinstance(found, list) else []


def _place(found: Any) -> Target:
    if not isinstance(found, str):
        return Target(found, "")
    holder: Element = found.getparent()  # type: ignore[attr-defined]
    if found.is_attribute:  # type: ignore[attr-defined]
        return Target(holder, f"@{found.attrname}")  # type: ignore[attr-defined]
    if found.is_text:  # type: ignore[attr-defined]
        return Target(holder, "text()", 0)
    parent = holder.getparent()
    before = [child for child in parent if child.tail][: parent.index(holder) + 1]
    position = next(number for number, child in enumerate(before) if child is holder)
    return Target(parent, "text()", position + bool(parent.text))


def texts_of(query: Query, unit: Unit) -> tuple[str, ...]:
    """What a query finds as texts, some of them perhaps empty."""
    found = _texts(unit.root, query.xpath)
    part = query.asked
    return tuple(part.choose(filter(None, found))) if isinstance(part, Part) else found


@lru_cache(maxsize=CACHED)
def _texts(root: Element, xpath: str) -> tuple[str, ...]:
    found = _run(root, xpath)
    return tuple([as_read(one, xpath) if isinstance(one, str) else _written(one) for one in found])


@lru_cache(maxsize=4 * CACHED)
def _written(element: Element) -> str:
    return written(element)


def forget() -> None:
    """Let go of all pages."""
    _texts.cache_clear()
    _written.cache_clear()


def judge_values(query: Query, unit: Unit) -> float:
    """Whether a query finds exactly the values of a list."""
    return _verdict(tuple(text for text in texts_of(query, unit) if text), unit.expected)


def judge_first(query: Query, unit: Unit) -> float:
    """Whether what a query finds first is the value."""
    first = next((text for text in texts_of(query, unit) if text), None)
    return _verdict(() if first is None else (first,), unit.expected)


def judge_json(query: Query, unit: Unit) -> float:
    """Whether a path of the page's structured data leads to the values."""
    found = tuple(query.find(unit.view.selector))
    return _verdict(found if len(unit.expected) > 1 else found[:1], unit.expected)


def _verdict(found: tuple[str, ...], expected: tuple[str, ...]) -> float:
    if not found:
        return NOTHING
    return RIGHT if found == expected else WRONG
