"""Reads values from a page by queries.

Needs parsel alone, because this file is also part of what is exported: wrappers read pages with the
very code by which they were verified. A query is an XPath, or a part of what one finds; of several
the first that finds something answers. White space is collapsed, and what says nothing is left out.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from parsel import Selector

Entry = tuple[str, str, bool]
"""The path of a value in JSON-LD, the value, and whether it is what a step of instructions says."""

Entries = list[Entry]
Nodes = list[dict[str, Any]]
"""The objects that a value is in."""

STEPS = ("HowToSection", "HowToStep", "HowToDirection", "HowToTip")
WHOLE = (
    *("WebPage", "WebSite", "BreadcrumbList", "CollectionPage", "ItemPage"),
    *("SearchAction", "ReadAction"),
)
"""Types of objects that hold what a whole page or site is."""

REFERENCES = 3
"""How many references are followed, one behind the other."""

DEPTH = 60
"""Bounds the work on hostile structured data; a guess."""
SEPARATOR = re.compile(r"^[-–—|:·»›>/]\s+")


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
    """Texts to leave out; of a label with a colon, all that begin with it."""

    index: int | None = None
    """Which one is meant; None for all."""

    begins: str = ""
    """What the texts begin with."""

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
            elif is_open and not self._is_left_out(text):
                chosen.append(text)
        return chosen if self.index is None else chosen[self.index : self.index + 1]

    def _is_left_out(self, text: str) -> bool:
        if text in self.without or not text.startswith(self.begins):
            return True
        label, colon, _ = text.partition(": ")
        return bool(colon) and f"{label}:" in self.without


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
    found = (as_read(_written(one), query) for one in page.xpath(query))
    return [text for text in found if text]


def as_read(text: str, query: str) -> str:
    """What a query finds, in single blanks; what programs wrote for programs without markup."""
    return collapse(tidied(text) if query.endswith("@content") else text)


def _written(found: Selector) -> str:
    if isinstance(found.root, str):
        return found.root
    parts = found.xpath(".//text() | .//br")
    return "".join(part.root if isinstance(part.root, str) else " " for part in parts)


def collapse(text: str) -> str:
    """The words of a text with single blanks between them."""
    return " ".join(text.split())


def without_prefix(text: str, prefix: str) -> str:
    """The text without the prefix and a dash behind it, if something is left."""
    if not prefix or not text.startswith(prefix):
        return text
    return SEPARATOR.sub("", text[len(prefix) :].strip()) or text


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


def json_values(page: Selector) -> list[tuple[str, str]]:
    """The values of all JSON-LD scripts; each path begins with the type of its object."""
    found = page.xpath("//script[contains(@type, 'ld+json')]/text()").getall()
    scripts = [data for text in found if (data := _read_json(text)) is not None]
    reader = LinkedData(scripts)
    return [entry for script in scripts for entry in reader.values(script)]


def _read_json(text: str) -> Any:
    try:
        return json.loads(text, strict=False, parse_float=str, parse_int=str)
    except (ValueError, RecursionError):
        return None


class LinkedData:
    """Objects that refer to one another by `@id`: an offer that a product points at is its own."""

    def __init__(self, scripts: list[Any]) -> None:
        self.by_id: dict[str, dict[str, Any]] = {}
        for value in self._objects(scripts):
            name = value.get("@id")
            if not isinstance(name, str) or _is_reference(value):
                continue
            if len(value) > len(self.by_id.get(name, ())):
                self.by_id[name] = value

    def values(self, script: Any) -> list[tuple[str, str]]:
        """Paths with their values; what steps of instructions say comes once more at the end."""
        found: list[Entry] = []
        waiting = [script]
        while waiting:
            value = waiting.pop()
            if isinstance(value, list):
                waiting += reversed(value)
            elif isinstance(value, dict):
                waiting.append(value.get("@graph"))
                found_type = _type_of(value)
                followed = REFERENCES if found_type in WHOLE else 0
                found += self._walk(value, found_type, followed, [value])
        steps = [(path, text) for path, text, is_step in found if is_step]
        plain = [(path, text) for path, text, _ in found]
        return plain + [(_without_ends(path), text) for path, text in steps]

    def _objects(self, scripts: list[Any]) -> Iterator[dict[str, Any]]:
        waiting: list[Any] = list(reversed(scripts))
        while waiting:
            value = waiting.pop()
            if isinstance(value, dict):
                yield value
                waiting += reversed(list(value.values()))
            elif isinstance(value, list):
                waiting += reversed(value)

    def _walk(self, value: Any, path: str, followed: int, ancestors: Nodes) -> Entries:
        """All below a value; `ancestors` are the objects it is in, so that no cycle is followed."""
        if len(ancestors) > DEPTH:
            return []
        if isinstance(value, list):
            below = (self._walk(item, path, followed, ancestors) for item in value)
            return [entry for entries in below for entry in entries]
        if not isinstance(value, dict):
            text = "" if value is None else collapse(tidied(value))
            return [(path, text, False)] if text else []
        if _is_reference(value):
            target = self.by_id.get(value["@id"])
            if target is None or _type_of(target) in WHOLE or followed >= REFERENCES:
                return []
            if any(target is one for one in ancestors):
                return []
            value, followed = target, followed + 1
        found: list[Entry] = []
        for name, member in value.items():
            if name in ("@value", "@list", "@set"):
                found += self._walk(member, path, followed, [*ancestors, value])
            elif not name.startswith("@"):
                place = f"{path}.{name}" if path else name
                found += self._walk(member, place, followed, [*ancestors, value])
        return _with_steps(found, path) if _type_of(value) in STEPS else found


def _with_steps(found: list[Entry], path: str) -> list[Entry]:
    """Mark what a step says: its name, unless its text begins with it, then its text."""
    names = [entry for entry in found if entry[0] == f"{path}.name"]
    text = next((text for place, text, _ in found if place == f"{path}.text"), None)
    first = names[:1]
    rest = [entry for entry in found if entry not in first]
    marked = []
    for place, said, is_step in (*first, *rest):
        is_name = place == f"{path}.name"
        begins = text is not None and text.startswith(said.rstrip(".…"))
        is_own = place == f"{path}.text" or (is_name and not begins)
        marked.append((place, said, is_step or is_own))
    return marked


def _without_ends(path: str) -> str:
    names = path.split(".")[:-1]
    while names and names[-1] == "itemListElement":
        names.pop()
    return ".".join(names)


def _is_reference(value: Any) -> bool:
    return isinstance(value, dict) and "@id" in value and set(value) <= {"@id", "@type"}


def _type_of(value: dict[str, Any]) -> str:
    found_type = value.get("@type")
    first = found_type[0] if isinstance(found_type, list) and found_type else found_type
    return re.split("[/:#]", first)[-1] if isinstance(first, str) else ""


def _read_reference(found: re.Match[str]) -> str:
    return html.unescape(found[0])


def tidied(value: Any) -> str:
    """A text without character references and markup."""
    if isinstance(value, bool):
        return str(value).lower()
    # Python reads no number of more than 4,300 digits.
    text = re.sub(r"&(?:#\w{1,4000}|\w+);", _read_reference, str(value))
    text = re.sub(r"</?[A-Za-z][^<>]*>", " ", text)
    if "((" in text and "))" in text:
        text = text.replace("((", "(").replace("))", ")")
    return text
