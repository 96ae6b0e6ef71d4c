"""Documents: what can be searched of a record.

Left out is what says nothing about the page: fields that are constant or noise, by the template.
Addresses are found by their field only: the words in links would match nearly every page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from unmold.model import Page
from unmold.templates.model import Field, Template

TITLES = ("title", "name", "heading", "headline")
"""Fields that say what a page is about, the best first."""

_SEPARATOR = re.compile(r"\s[|–—·»•:-]\s")
_STRONG = "|–—·»•"
"""Separators behind which nothing else separates; colons and hyphens occur in names too."""

ADDRESS_TYPES = ("url", "image")

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


class DocumentColumns:
    """What of a template's records can be searched, made ready for the native core."""

    def __init__(self, template: Template) -> None:
        from unmold import _core

        self.template = template
        self.names = list(template.column_names())
        columns = [field for _, field in template.columns()]
        self.native = _core.DocumentWriter(
            [_searched(*column) for column in zip(self.names, columns, strict=True)], list(TITLES)
        )

    def name_new(self, count: int, filled: Iterable[tuple[int, int]]) -> list[list[str]]:
        """Of each document the columns that none before it fills, of which the numbers are given.

        Hardly any column is new in a record: they are named once for all of a batch.
        """
        fields: list[list[str]] = [[] for _ in range(count)]
        for document, column in filled:
            fields[document].append(self.names[column])
        return fields


def _searched(name: str, column: Field) -> tuple[str, bool, str] | None:
    """The name of a column; whether it holds addresses; how values end."""
    if column.is_constant or column.is_noise:
        return None
    return name, column.type in ADDRESS_TYPES, common_tail(column.examples)


def write_head(template: str, page: Page) -> bytes:
    """What is known of a page: a document begins with it, and the native core writes the rest."""
    return _texts((page.key, page.path, page.url, page.site, template))


def pack_document(document: SearchDocument) -> bytes:
    """A document as the index takes it: what `rust/src/search/document.rs` reads."""
    about = (document.key, document.path, document.url, document.site, document.template)
    columns = [
        b"".join((_texts((name,)), bytes((is_address,)), _number(len(found)), _texts(found)))
        for is_address, texts in enumerate((document.values, document.addresses))
        for name, found in texts.items()
    ]
    return b"".join((_texts((*about, document.title)), *columns))


def unpack_document(data: bytes) -> SearchDocument:
    """The reverse; ValueError if it is none."""
    reader = _Reader(data)
    key, path, url, site, template, title = (reader.text() for _ in range(6))
    texts: tuple[Texts, Texts] = ({}, {})
    while reader.at < len(data):
        name, is_address, count = reader.text(), reader.number(), reader.number()
        texts[bool(is_address)][name] = [reader.text() for _ in range(count)]
    return SearchDocument(key, path, url, site, template, title, *texts)


class _Reader:
    """Reads a document from front to back."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def number(self) -> int:
        number = shift = 0
        for byte in self.data[self.at : self.at + 10]:
            self.at += 1
            number |= (byte & 127) << shift
            if byte < 128:
                return number
            shift += 7
        raise ValueError("a document ends too early")

    def text(self) -> str:
        length = self.number()
        start, self.at = self.at, self.at + length
        if self.at > len(self.data):
            raise ValueError("a document ends too early")
        return self.data[start : self.at].decode("utf-8", "surrogatepass")


def _texts(texts: Iterable[str]) -> bytes:
    """Texts, each behind its length in bytes."""
    encoded = [text.encode("utf-8", "surrogatepass") for text in texts]
    return b"".join([part for data in encoded for part in (_number(len(data)), data)])


_SMALL = [bytes((number,)) for number in range(128)]
"""Numbers of one byte: every page has five of them, and to make them took half the time of its
head."""


def _number(number: int) -> bytes:
    """Seven bits in a byte, the lowest first."""
    if number < 128:
        return _SMALL[number]
    return bytes((number & 127 | 128,)) + _number(number >> 7)


def common_tail(examples: Sequence[str]) -> str:
    """What all values end with, behind a separator: the name of the site in its pages' titles.

    >>> common_tail(["Red lamp | Shop", "Oak table | Shop"])
    ' | Shop'
    """
    if len(set(examples)) < 2:
        return ""
    tail = _tail(examples[0])
    # Few columns have one, and to end alike is asked quicker than to look for a separator.
    is_shared = tail and all(text.endswith(tail) for text in examples)
    return tail if is_shared and all(_tail(text) == tail for text in examples) else ""


def _tail(text: str) -> str:
    """From the first separator on behind which there is no strong one."""
    last_strong = max(map(text.rfind, _STRONG))
    found = _SEPARATOR.search(text, max(last_strong - 1, 0))
    return text[found.start() :] if found else ""
