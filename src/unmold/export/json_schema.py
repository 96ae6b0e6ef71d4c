"""JSON Schema 2020-12 of records: a template enters, the schema of its lines in JSONL leaves.

Every value may be missing, as pages leave things out; a typed value is null where the text does not
read as the field's type.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from unmold.templates.model import Field, Table, Template

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
