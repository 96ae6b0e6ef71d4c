"""The file that keeps a template: one versioned JSON object that a person can read.

Keys of selectors and texts are 64-bit numbers, which many JSON readers would round; so they are
written as hexadecimal strings. A file is written beside its place and then moved there.
"""

from __future__ import annotations

import json
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from unmold.disk import write_bytes
from unmold.errors import MachineError, UsageError
from unmold.templates.parts import (
    CELL_FAMILIES,
    FAMILIES,
    REGION,
    TYPES,
    Field,
    Region,
    RowKeys,
    Selector,
    Table,
    TemplateText,
)
from unmold.templates.signature import signature_from_json, signature_to_json

if TYPE_CHECKING:
    from unmold.templates.model import Template

FORMAT = "unmold template"
VERSION = 3
"""Version 2 had the bounds of a table's rows among the rows' keys, after a zero."""


def write_template(template: Template, path: Path) -> None:
    """Write a template; an existing file is replaced completely or not at all."""
    try:
        write_bytes(path, template_bytes(template))
    except OSError as error:
        raise MachineError(f"cannot write the template {path}: {error.strerror}") from error


def template_bytes(template: Template) -> bytes:
    """What the file of a template holds."""
    return msgspec.json.format(msgspec.json.encode(to_json(template)), indent=1) + b"\n"


def read_template(path: Path, template_type: type[Template]) -> Template:
    """Read a template, or raise an error that says why it cannot be read."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(
            f"cannot read the template {path}: {error.strerror}",
            hint="give a file that `unmold induce` wrote",
        ) from error
    return parse_template(data, template_type, str(path))


def parse_template(content: bytes, template_type: type[Template], where: str) -> Template:
    """Read a template from the bytes of its file; `where` names the file in errors."""
    try:
        data = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise _unusable(where, "is no JSON, or was cut") from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise _unusable(where, "is no template")
    if data.get("version") != VERSION:
        raise UsageError(
            f"{where} is a template of version {data.get('version')}, this unmold reads {VERSION}",
            hint="run `unmold run` or `unmold induce` again, or use the unmold that wrote it",
        )
    try:
        return from_json(data, template_type)
    except (
        ValueError,
        LookupError,
        TypeError,
        AttributeError,
        OverflowError,
        RecursionError,
    ) as error:
        raise _unusable(where, "is a template with parts that are missing or wrong") from error


def _unusable(where: str, what: str) -> UsageError:
    return UsageError(f"{where} {what}", hint="give a file that `unmold induce` wrote")


def to_json(template: Template) -> dict[str, Any]:
    """The template as plain values."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "id": template.id,
        "name": template.name,
        "site": template.site,
        "pages": template.pages,
        "problems": list(template.problems),
        "fields": [_field_to_json(field) for field in template.fields],
        "tables": [_table_to_json(table) for table in template.tables],
        "texts": [_text_to_json(text) for text in template.texts],
        "looks": signature_to_json(template.signature) if template.signature else None,
        "first": _first_to_json(template, template.first) if template.first else None,
    }


def _first_to_json(template: Template, first: Template) -> dict[str, Any]:
    """The first tier as plain values.

    `values` are the keys of texts that belong to the template in the second tier only: in the first
    tier they are data. `labels` are the texts that belong to it in the first tier only, each behind
    its place among all.
    """
    kept = {text.key for text in first.texts}
    known = {text.key for text in template.texts}
    return {
        "fields": [_field_to_json(field) for field in first.fields],
        "tables": [_table_to_json(table) for table in first.tables],
        "values": [f"{text.key:016x}" for text in template.texts if text.key not in kept],
        "labels": [
            [place, *_text_to_json(text)]
            for place, text in enumerate(first.texts)
            if text.key not in known
        ],
    }


def _text_to_json(text: TemplateText) -> list[Any]:
    return [f"{text.key:016x}", text.text, text.share]


def _text_from_json(key: str, text: str, share: float) -> TemplateText:
    return TemplateText(int(key, 16), _text(text), float(share))


def from_json(data: dict[str, Any], template_type: type[Template]) -> Template:
    """Make a template from plain values; raises if a value is missing or of a wrong kind."""
    template = template_type(
        id=_text(data["id"]),
        name=_text(data["name"]),
        site=_text(data["site"]),
        pages=int(data["pages"]),
        problems=tuple(_text(problem) for problem in data["problems"]),
        fields=tuple(_field_from_json(field) for field in data["fields"]),
        tables=tuple(_table_from_json(table) for table in data["tables"]),
        texts=tuple(_text_from_json(*text) for text in data["texts"]),
        signature=signature_from_json(data["looks"]) if data["looks"] else None,
    )
    if data["first"] is None:
        return template
    return replace(template, first=_first_from_json(template, data["first"]))


def _first_from_json(template: Template, data: dict[str, Any]) -> Template:
    values = {int(key, 16) for key in data["values"]}
    texts = [text for text in template.texts if text.key not in values]
    for place, *text in data.get("labels", ()):
        texts.insert(int(place), _text_from_json(*text))
    return replace(
        template,
        fields=tuple(_field_from_json(field) for field in data["fields"]),
        tables=tuple(_table_from_json(table) for table in data["tables"]),
        texts=tuple(texts),
        problems=(),
        signature=None,
        tier=1,
    )


_PLAIN = [
    field.name for field in fields(Field) if field.name not in ("selectors", "examples", "region")
]


def _field_to_json(field: Field) -> dict[str, Any]:
    plain = {name: getattr(field, name) for name in _PLAIN}
    selectors = [[item.family, f"{item.key:016x}", item.take] for item in field.selectors]
    region = _region_to_json(field.region) if field.region else None
    return {**plain, "examples": list(field.examples), "selectors": selectors, "region": region}


def _field_from_json(data: dict[str, Any]) -> Field:
    if data["type"] not in TYPES:
        raise ValueError("no such type")
    return Field(
        **{name: data[name] for name in _PLAIN},
        examples=tuple(_text(example) for example in data["examples"]),
        selectors=tuple(_selector(*selector) for selector in data["selectors"]),
        region=_region_from_json(data["region"]) if data["region"] else None,
    )


def _region_to_json(region: Region) -> dict[str, Any]:
    return {
        "keys": [f"{key:016x}" for key in region.keys],
        "anchor": f"{region.anchor:016x}",
        "after": f"{region.after:016x}",
        "until": [f"{key:016x}" for key in region.until],
        "without": [f"{key:016x}" for key in region.without],
    }


def _region_from_json(data: dict[str, Any]) -> Region:
    def keys(name: str) -> tuple[int, ...]:
        return tuple(int(key, 16) for key in data[name])

    return Region(
        keys=keys("keys"),
        anchor=int(data["anchor"], 16),
        after=int(data["after"], 16),
        until=keys("until"),
        without=keys("without"),
    )


def _selector(family: str, key: str, take: str | int) -> Selector:
    is_position = isinstance(take, int) and take >= 0
    if family not in (*FAMILIES, *CELL_FAMILIES, REGION) or not (
        is_position or take in ("all", "first")
    ):
        raise ValueError("no such selector")
    return Selector(family, int(key, 16), take)


def _table_to_json(table: Table) -> dict[str, Any]:
    return {
        "id": table.id,
        "name": table.name,
        "rows": table.rows,
        "found_by": _row_keys_to_json(table.found_by),
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
        found_by=_row_keys_from_json(data["found_by"]),
        is_group=bool(data["is_group"]),
        takes_labels=bool(data["takes_labels"]),
    )


def _row_keys_to_json(rows: RowKeys) -> dict[str, Any]:
    return {
        "keys": [f"{key:016x}" for key in rows.keys],
        "after": f"{rows.after:016x}",
        "until": [f"{key:016x}" for key in rows.until],
    }


def _row_keys_from_json(data: dict[str, Any]) -> RowKeys:
    return RowKeys(
        keys=tuple(int(key, 16) for key in data["keys"]),
        after=int(data["after"], 16),
        until=tuple(int(key, 16) for key in data["until"]),
    )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("text expected")
    return value
