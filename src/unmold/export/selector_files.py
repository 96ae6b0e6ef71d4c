"""Wrappers as JSON: a wrapper enters, a plain object leaves that any program can read.

For each field it says what to ask, in which order, what to split off, and on what share of pages
that gives unmold's value.
"""

from __future__ import annotations

import json
from typing import Any

from unmold.export.wrapper import (
    GOOD_SHARE,
    XPATH,
    FieldWrapper,
    Query,
    TableWrapper,
    TemplateWrapper,
)

FORMAT, VERSION = "unmold wrapper", 1


def wrapper_to_json(wrapper: TemplateWrapper, language: str) -> dict[str, Any]:
    """The wrapper of a template as plain values."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "language": language,
        "template": wrapper.template,
        "site": wrapper.site,
        "pages": wrapper.pages,
        "good_share": GOOD_SHARE,
        "fields": [_field(one) for one in wrapper.fields],
        "tables": [_table(table) for table in wrapper.tables],
    }


def _field(one: FieldWrapper) -> dict[str, Any]:
    return {
        "name": one.field.name,
        "type": one.field.type,
        "list": one.field.is_list,
        "reads": reads(one),
        "queries": [query_to_json(query) for query in one.queries],
        "prefix": one.field.prefix,
        **share_of(one),
    }


def reads(one: FieldWrapper) -> str:
    """What the queries of a field find: `text`, `attribute`, `element` or `json-ld`."""
    kinds = {"json-ld": "json-ld", "text": "text", "block": "element"}
    return kinds.get(one.field.source, "attribute")


def share_of(one: FieldWrapper) -> dict[str, Any]:
    """How often a field was right."""
    return {
        "share": round(one.share.value, 4),
        "pages": one.share.pages,
        "flagged": one.is_flagged,
    }


def _table(table: TableWrapper) -> dict[str, Any]:
    return {
        "name": table.name,
        "rows": [query_to_json(query) for query in table.rows],
        "fields": [_field(one) for one in table.fields],
        "tables": [_table(inner) for inner in table.tables],
    }


def query_to_json(query: Query) -> dict[str, Any]:
    """A query under the name of its language, and which part of what it finds is meant."""
    if query.is_counted:
        return {XPATH: query.xpath}
    parts = {
        "marks": query.marks or None,
        "after": list(query.after) or None,
        "until": list(query.until) or None,
        "without": list(query.without) or None,
        "index": query.index,
        "begins": query.begins or None,
    }
    return {query.language: query.text} | {
        name: part for name, part in parts.items() if part is not None
    }


def to_text(value: Any) -> str:
    """JSON for people to read, in ASCII, so that no control character of a page is left in it."""
    return json.dumps(value, indent=2) + "\n"
