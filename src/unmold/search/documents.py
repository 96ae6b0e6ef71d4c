"""Documents: what can be searched of a record.

Left out is what says nothing about the page: fields that are constant or noise, by the template.
Addresses are found by their field only: the words in links would match nearly every page.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass, field

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


def write_document(
    columns: DocumentColumns, page: Page, text: tuple[str, str, list[int]]
) -> tuple[str, list[str]]:
    """A document as the index takes it, and the columns that it fills.

    Puts together what the native core wrote of a record and what is known of its page.
    """
    indexed, stored, filled = text
    template = columns.template.name
    shown = {
        "key": page.key,
        "path": page.path,
        "url": page.url,
        "site": page.site,
        "template": template,
    }
    head = {"key": page.key, "site": page.site, "template": template}
    kept = b64encode(f"{_open_object(shown)}{stored}}}".encode()).decode()
    normal = _open_object({name: normalise(value) for name, value in head.items()})
    document = f'{normal}{indexed},"stored":"{kept}"}}'
    return document, [columns.names[number] for number in filled]


def _open_object(members: dict[str, str]) -> str:
    """The beginning of a JSON object."""
    return json.dumps(members)[:-1] + ","


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
