"""The file that keeps a template: one versioned JSON object that a person can read.

Keys of selectors and texts are hexadecimal strings, because JSON's numbers are too short for them.
A file is written beside its place and then moved there.
"""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

from unmold.disk import write_bytes
from unmold.errors import MachineError, UsageError
from unmold.templates.looks import looks_from_json, looks_to_json
from unmold.templates.model import (
    CELL_FAMILIES,
    FAMILIES,
    TYPES,
    Field,
    Selector,
    Table,
    Template,
    TemplateText,
)

FORMAT = "unmold template"
VERSION = 1


def write_template(template: Template, path: Path) -> None:
    """Write a template; what stood there before is replaced whole or not at all."""
    try:
        write_bytes(path, template_bytes(template))
    except OSError as error:
        raise MachineError(f"cannot write the template {path}: {error.strerror}") from error


def template_bytes(template: Template) -> bytes:
    """What the file of a template holds."""
    return (json.dumps(to_json(template), ensure_ascii=False, indent=1) + "\n").encode()


def read_template(path: Path) -> Template:
    """Read a template, or say clearly why it cannot be read."""
    try:
        data = json.loads(path.read_bytes())
    except OSError as error:
        raise UsageError(
            f"cannot read the template {path}: {error.strerror}",
            hint="give a file that `unmold induce` wrote",
        ) from error
    except (ValueError, RecursionError) as error:
        raise _unusable(path, "is no JSON, or was cut") from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise _unusable(path, "is no template")
    if data.get("version") != VERSION:
        raise UsageError(
            f"{path} is a template of version {data.get('version')}, this unmold reads {VERSION}",
            hint="learn the template anew, or use the unmold that wrote it",
        )
    try:
        return from_json(data)
    except (
        ValueError,
        LookupError,
        TypeError,
        AttributeError,
        OverflowError,
        RecursionError,
    ) as error:
        raise _unusable(path, "is a template with parts that are missing or wrong") from error


def _unusable(path: Path, what: str) -> UsageError:
    return UsageError(f"{path} {what}", hint="give a file that `unmold induce` wrote")


def to_json(template: Template) -> dict[str, Any]:
    """The template as plain values."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "id": template.id,
        "site": template.site,
        "pages": template.pages,
        "problems": list(template.problems),
        "fields": [_field_to_json(field) for field in template.fields],
        "tables": [_table_to_json(table) for table in template.tables],
        "texts": [[f"{text.key:016x}", text.text, text.share] for text in template.texts],
        "looks": looks_to_json(template.looks) if template.looks else None,
    }


def from_json(data: dict[str, Any]) -> Template:
    """The template of plain values; whatever does not fit raises."""
    return Template(
        id=_text(data["id"]),
        site=_text(data["site"]),
        pages=int(data["pages"]),
        problems=tuple(_text(problem) for problem in data["problems"]),
        fields=tuple(_field_from_json(field) for field in data["fields"]),
        tables=tuple(_table_from_json(table) for table in data["tables"]),
        texts=tuple(
            TemplateText(int(key, 16), _text(text), float(share))
            for key, text, share in data["texts"]
        ),
        looks=looks_from_json(data["looks"]) if data.get("looks") else None,
    )


_PLAIN = [field.name for field in fields(Field) if field.name not in ("selectors", "examples")]

_LATER = ("is_whole", "currency", "is_joined")
"""What files of early versions lack."""


def _field_to_json(field: Field) -> dict[str, Any]:
    plain = {name: getattr(field, name) for name in _PLAIN}
    selectors = [[item.family, f"{item.key:016x}", item.take] for item in field.selectors]
    return {**plain, "examples": list(field.examples), "selectors": selectors}


def _field_from_json(data: dict[str, Any]) -> Field:
    if data["type"] not in TYPES:
        raise ValueError("no such type")
    return Field(
        **{name: data[name] for name in _PLAIN if name in data or name not in _LATER},
        examples=tuple(_text(example) for example in data["examples"]),
        selectors=tuple(_selector(*selector) for selector in data["selectors"]),
    )


def _selector(family: str, key: str, take: str | int) -> Selector:
    is_position = isinstance(take, int) and take >= 0
    if family not in (*FAMILIES, *CELL_FAMILIES) or not (is_position or take in ("all", "first")):
        raise ValueError("no such selector")
    return Selector(family, int(key, 16), take)


def _table_to_json(table: Table) -> dict[str, Any]:
    return {
        "id": table.id,
        "name": table.name,
        "rows": table.rows,
        "keys": [f"{key:016x}" for key in table.keys],
        "is_group": table.is_group,
        "takes_labels": table.takes_labels,
        "fields": [_field_to_json(field) for field in table.fields],
        "tables": [_table_to_json(inner) for inner in table.tables],
    }


def _table_from_json(data: dict[str, Any]) -> Table:
    return Table(
        id=_text(data["id"]),
        name=_text(data["name"]),
        rows=float(data["rows"]),
        fields=tuple(_field_from_json(field) for field in data["fields"]),
        tables=tuple(_table_from_json(inner) for inner in data["tables"]),
        keys=tuple(int(key, 16) for key in data["keys"]),
        is_group=bool(data["is_group"]),
        takes_labels=bool(data["takes_labels"]),
    )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("text expected")
    return value
