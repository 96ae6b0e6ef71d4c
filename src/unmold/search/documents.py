"""Documents: what can be searched of a record.

Left out is what says nothing about the page: fields that are constant or noise, by the template.
Addresses are found by their field only: the words in links would match nearly every page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from unmold.records import Record
from unmold.templates.model import Field, Table, Template

MAX_VALUE = 100_000
"""Characters of one value that are indexed."""

TITLES = ("title", "name", "heading", "headline")
"""Fields that say what a page is about, the best first."""

_SEPARATOR = re.compile(r"\s[|–—·»•:-]\s")
_STRONG = "|–—·»•"
"""Separators behind which nothing else separates; colons and hyphens occur in names too."""

_ADDRESS_TYPES = ("url", "image")

Texts = dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class SearchDocument:
    """One record as it is searched; columns of tables are named `table.column`."""

    key: str
    path: str
    url: str
    site: str
    template: str
    title: str = ""
    values: Texts = field(default_factory=dict)
    """Found by words, and by words in their field."""
    addresses: Texts = field(default_factory=dict)
    """Found by words in their field only."""


class DocumentMaker:
    """Makes documents of a template's records."""

    def __init__(self, template: Template) -> None:
        columns = {
            name: column
            for name, column in _walk(template.fields, template.tables, "")
            if not (column.is_constant or column.is_noise)
        }
        self._is_address = {name: one.type in _ADDRESS_TYPES for name, one in columns.items()}
        self._tails = {name: common_tail(one.examples) for name, one in columns.items()}

    def make(self, key: str, record: Record) -> SearchDocument:
        """What can be searched of a record; `key` is the page's."""
        values: Texts = {}
        addresses: Texts = {}
        for name, text in _texts(record.values):
            if name in self._is_address and text:
                where = addresses if self._is_address[name] else values
                own = text.removesuffix(self._tails[name])
                where.setdefault(name, []).append(own[:MAX_VALUE])
        return SearchDocument(
            key=key,
            path=record.path,
            url=record.url,
            site=record.site,
            template=record.template,
            title=choose_title(values),
            values=values,
            addresses=addresses,
        )


def common_tail(examples: Sequence[str]) -> str:
    """What all values end with, behind a separator: the name of the site in its pages' titles.

    >>> common_tail(["Red lamp | Shop", "Oak table | Shop"])
    ' | Shop'
    """
    if len(set(examples)) < 2:
        return ""
    tails = {_tail(text) for text in examples}
    return tails.pop() if len(tails) == 1 else ""


def _tail(text: str) -> str:
    """From the first separator on behind which there is no strong one."""
    last_strong = max(map(text.rfind, _STRONG))
    found = _SEPARATOR.search(text, max(last_strong - 1, 0))
    return text[found.start() :] if found else ""


def _walk(
    fields: Iterable[Field], tables: Iterable[Table], prefix: str
) -> Iterator[tuple[str, Field]]:
    """All columns, those of tables in tables too; tables nest as deep as templates allow."""
    for column in fields:
        yield prefix + column.name, column
    for table in tables:
        yield from _walk(table.fields, table.tables, f"{prefix}{table.name}.")


def _texts(values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Each text of a record with the name of its column, in the order of the record."""
    waiting: list[tuple[str, Any]] = list(reversed(list(values.items())))
    while waiting:
        name, value = waiting.pop()
        if isinstance(value, str):
            yield name, value
        elif isinstance(value, Mapping):
            waiting += [(f"{name}.{key}", inner) for key, inner in reversed(list(value.items()))]
        elif isinstance(value, Sequence):
            waiting += [(name, inner) for inner in reversed(value)]


def choose_title(values: Texts) -> str:
    """What to call the record: its title, or its first value."""
    found = next((values[name] for name in TITLES if name in values), None)
    first = found or next(iter(values.values()), [""])
    return first[0]
