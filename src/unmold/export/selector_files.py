"""Wrappers as JSON objects that any program can read, and JSON Schemas of the records.

For each field a wrapper says what to ask, in which order, what to split off, and on what share of
pages that gives unmold's value. In the schema (dialect 2020-12) every value may be missing, as
pages leave things out; a typed value is null where the text does not read as the field's type.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files
from typing import Any

from unmold.export.wrapper import (
    GOOD_SHARE,
    XPATH,
    FieldWrapper,
    Query,
    TableWrapper,
    TemplateWrapper,
)
from unmold.templates.model import Field, Table, Template


def own_source(name: str) -> str:
    """The text of a module of this package."""
    return (files("unmold.export") / name).read_text(encoding="utf-8")


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
    names = {"json-ld": "json-ld", "text": "text", "block": "element"}
    return names.get(one.field.source, "attribute")


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


DIALECT = "https://json-schema.org/draft/2020-12/schema"
Schema = dict[str, Any]

_TEXT: Schema = {"type": "string"}
_PRICE: Schema = {
    "type": ["object", "null"],
    "properties": {"amount": {"type": "number"}, "currency": {"type": "string"}},
    "required": ["amount", "currency"],
    "additionalProperties": False,
}
_TYPED: dict[str, Schema] = {
    "number": {"type": ["number", "null"]},
    "price": _PRICE,
    "date": {"type": ["string", "null"], "format": "date"},
    "boolean": {"type": ["boolean", "null"]},
    "url": {"type": ["string", "null"], "format": "uri-reference"},
    "image": {"type": ["string", "null"], "format": "uri-reference"},
}


def record_schema(template: Template) -> Schema:
    """The schema of a template's records."""
    plain = dict.fromkeys(("path", "url", "site"), _TEXT)
    parts = {part: _object(template, _text_schema) for part in ("values", "raw", "xpaths")}
    parts["typed"] = _object(template, _typed_schema)
    properties: Schema = {
        **plain,
        "template": {"const": template.name},
        "score": {"type": "number", "minimum": 0, "maximum": 1},
        **{part: parts[part] for part in ("values", "raw", "typed", "xpaths")},
        "problems": {"type": "array", "items": _TEXT},
    }
    return {
        "$schema": DIALECT,
        "title": template.name,
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _object(owner: Template | Table, value: Callable[[Field], Schema]) -> Schema:
    """The fields and tables of a record or row."""
    fields = {one.name: _listed(one, value(one)) for one in owner.fields if not one.is_noise}
    tables = {
        table.name: {"type": "array", "items": _object(table, value)} for table in owner.tables
    }
    return {"type": "object", "properties": fields | tables, "additionalProperties": False}


def _listed(field: Field, value: Schema) -> Schema:
    return {"type": "array", "items": value, "minItems": 1} if field.is_list else value


def _text_schema(field: Field) -> Schema:
    return _TEXT


def _typed_schema(field: Field) -> Schema:
    return _TYPED.get(field.type, _TEXT)
