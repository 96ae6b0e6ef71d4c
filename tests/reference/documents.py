"""What can be searched of a record, made of the record itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from unmold.records import Record
from unmold.search.documents import (
    ADDRESS_TYPES,
    TITLES,
    SearchDocument,
    Texts,
    common_tail,
)
from unmold.templates.model import Field, Table, Template

MAX_VALUE = 100_000
"""Characters of one value that are indexed."""


class DocumentMaker:
    """Makes documents of a template's records."""

    def __init__(self, template: Template) -> None:
        columns = {
            name: column
            for name, column in _walk(template.fields, template.tables, "")
            if not (column.is_constant or column.is_noise)
        }
        self._is_address = {name: one.type in ADDRESS_TYPES for name, one in columns.items()}
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
            title=_title(values),
            values=values,
            addresses=addresses,
        )


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


def _title(values: Texts) -> str:
    """What to call the record: its title, or its first value."""
    found = next((values[name] for name in TITLES if name in values), None)
    first = found or next(iter(values.values()), [""])
    return first[0]
