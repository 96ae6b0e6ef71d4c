"""Documents: what can be searched of a record.

Left out is what says nothing about the page: fields that are constant or noise, by the template.
Addresses are found by their field only: the words in links would match nearly every page.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass, field
from json.encoder import encode_basestring_ascii as quote

from unmold.model import Page
from unmold.search.index_files import json_key
from unmold.search.words import normalise
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


def _searched(name: str, column: Field) -> tuple[str, str, bool, str] | None:
    """The name of a column, here and in the index; whether it is an address; how values end."""
    if column.is_constant or column.is_noise:
        return None
    is_address = column.type in ADDRESS_TYPES
    return name, json_key(name), is_address, common_tail(column.examples)


def write_document(template: str, page: Page, indexed: bytes, stored: bytes) -> bytes:
    """A document as the JSON that the index takes.

    Puts together what the native core wrote of a record and what is known of its page.
    """
    key, site = page.key, page.site
    head = {"key": normalise(key), "site": normalise(site), "template": normalise(template)}
    shown = {"key": key, "path": page.path, "url": page.url, "site": site, "template": template}
    kept = b64encode(b"".join((_open_object(shown), stored, b"}")))
    return b"".join((_open_object(head), indexed, b',"stored":"', kept, b'"}'))


def _open_object(members: dict[str, str]) -> bytes:
    """The beginning of a JSON object."""
    written = [f'"{name}":{quote(value)},' for name, value in members.items()]
    return f"{{{''.join(written)}".encode()


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
