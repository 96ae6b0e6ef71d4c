"""Reads values from a page: a page and queries enter, texts leave.

Needs parsel alone, because this file is also part of what is exported: wrappers read pages with the
very code by which they were verified. A query is an XPath, or a part of what one finds; of several
the first that finds something answers. White space is collapsed, and what says nothing is left out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from parsel import Selector

Member = tuple[Any, str, bool]
"""A value of JSON-LD, its path, and whether only lists and graphs stand around it."""


@dataclass(frozen=True)
class Part:
    """Of the texts that a query finds, those behind words that the template says."""

    query: str
    marks: str = ""
    """A query for texts of the template, at some of which they begin and end."""

    after: tuple[str, ...] = ()
    """Texts at which they begin; an empty one stands for the start of the page or row."""

    until: tuple[str, ...] = ()
    """Texts at which something else begins."""

    without: tuple[str, ...] = ()
    """Texts to leave out."""

    index: int | None = None
    """Which one is meant; None for all."""

    @property
    def xpath(self) -> str:
        """For what the query finds and, among it, for the marks that are named.

        All of these are looked up in one text, line by line, which takes a fraction of the time.
        """
        if not self.marks:
            return self.query
        named = [text for text in (*self.after, *self.until) if text]
        lines = xpath_literal("".join(f"\n{text}" for text in named) + "\n")
        line = "concat('\n', normalize-space(translate(., '\xa0', ' ')), '\n')"
        return f"{self.query} | ({self.marks})[contains({lines}, {line})]"

    def choose(self, found: Iterable[str]) -> list[str]:
        """The texts that are meant, of those that the query finds."""
        is_open, chosen = not self.after or "" in self.after, []
        for text in found:
            if text in self.after or text in self.until:
                is_open = text in self.after
            elif is_open and text not in self.without:
                chosen.append(text)
        return chosen if self.index is None else chosen[self.index : self.index + 1]


Query = str | Part


def xpath_literal(text: str) -> str:
    """A string in XPath 1.0, which knows no escapes.

    >>> print(xpath_literal("it's"), xpath_literal("5' 3" + '"'))
    "it's" concat('5', "'", ' 3"')
    """
    if "'" not in text:
        return f"'{text}'"
    if '"' not in text:
        return f'"{text}"'
    parts = [part for part in re.split("('+)", text) if part]
    quoted = [f'"{part}"' if part.startswith("'") else f"'{part}'" for part in parts]
    return f"concat({', '.join(quoted)})"


def first(page: Selector, *queries: Query, prefix: str = "") -> str | None:
    """The first text that a query finds, without the prefix."""
    return next(iter(every(page, *queries, prefix=prefix)), None)


def every(page: Selector, *queries: Query, prefix: str = "") -> list[str]:
    """All texts that a query finds, without the prefix."""
    found = next(filter(None, (texts(page, query) for query in queries)), [])
    return [without_prefix(text, prefix) for text in found]


def rows(page: Selector, *queries: str) -> list[Selector]:
    """The elements that a query finds."""
    return next((found for query in queries if (found := list(page.xpath(query)))), [])


def texts(page: Selector, query: Query) -> list[str]:
    """Texts and attributes as they are; elements by all that is written in them."""
    if isinstance(query, Part):
        return query.choose(texts(page, query.xpath))
    return [text for one in page.xpath(query) if (text := collapse(_written(one)))]


def _written(found: Selector) -> str:
    if isinstance(found.root, str):
        return found.root
    parts = found.xpath(".//text() | .//br")
    return "".join(part.root if isinstance(part.root, str) else " " for part in parts)


def collapse(text: str) -> str:
    """The words of a text with single blanks between them."""
    return " ".join(text.split())


def without_prefix(text: str, prefix: str) -> str:
    """The text without the prefix, if it begins with it and something is left."""
    if not prefix or not text.startswith(prefix):
        return text
    return text[len(prefix) :].strip() or text


def is_filled(row: object) -> bool:
    """Whether a row says anything."""
    return any(vars(row).values())


def first_json(page: Selector, *paths: str, prefix: str = "") -> str | None:
    """The first value at a path of the page's JSON-LD."""
    return next(iter(every_json(page, *paths, prefix=prefix)), None)


def every_json(page: Selector, *paths: str, prefix: str = "") -> list[str]:
    """All values at a path of the page's JSON-LD, as in `Product.offers.price`."""
    values = list(json_values(page))
    for path in paths:
        if found := [value for place, value in values if place == path]:
            return [without_prefix(value, prefix) for value in found]
    return []


def json_values(page: Selector) -> Iterator[tuple[str, str]]:
    """The values of all JSON-LD scripts; each path begins with the type of its object."""
    for script in page.xpath("//script[contains(@type, 'ld+json')]/text()").getall():
        try:
            data = json.loads(script, strict=False, parse_float=str, parse_int=str)
        except (ValueError, RecursionError):
            continue
        yield from _walk(data)


def _walk(data: Any) -> Iterator[tuple[str, str]]:
    waiting: list[Member] = [(data, "", True)]
    while waiting:
        value, path, is_outermost = waiting.pop()
        if isinstance(value, list):
            waiting += [(one, path, is_outermost) for one in reversed(value)]
        elif isinstance(value, dict):
            kind = value.get("@type")
            start = kind if is_outermost and isinstance(kind, str) else path
            waiting += _members(value, start, is_outermost and start == "")[::-1]
        elif value is not None and (text := collapse(_word(value))):
            yield path, text


def _members(value: dict[str, Any], start: str, is_outer: bool) -> list[Member]:
    found: list[Member] = []
    for name, member in value.items():
        if name == "@graph":
            found.append((member, start, is_outer))
        elif name not in ("@context", "@id", "@type"):
            found.append((member, f"{start}.{name}" if start else name, False))
    return found


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
