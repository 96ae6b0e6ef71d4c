"""Gold tables: what a person would deliver for one template, field by field.

A folder holds `schema.json` (fields with name, other good names, importance and kind, in a person's
order) and `records.jsonl` (a page a line: `path` and `values` by field). Kinds are `value`, `list`,
`text`, `table` (rows with fields of their own) and `map` (label to value).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from unmold.errors import UsageError
from unmold.evaluation.said_values import NAME_OF_IMAGE, count_words, flatten

SCHEMA = "schema.json"
RECORDS = "records.jsonl"

KINDS = ("value", "list", "text", "table", "map")
TABLE_WEIGHT = 2
"""A table or map weighs as two fields of its importance."""

MUST = 3
"""The importance of what a table may not lack; 2 should be there, 1 is nice to have."""

IMAGES = ("image", "images", "logo")
"""The fields that hold addresses of images."""


@dataclass
class GoldField:
    """A gold field, an inner field of a gold table, or a label of a gold map."""

    name: str
    names: tuple[str, ...]
    """All names that are good."""

    importance: int
    kind: str
    """`value`, `list` or `text`; in a table with `list-` in front; or `map`."""

    weight: float
    cells: Mapping[str, list[str]]
    """By page what it says; a page that lacks it is absent."""

    group: str = ""
    """The table or map that it belongs to."""

    _words: dict[str, Counter[str]] = field(default_factory=dict, repr=False)

    @property
    def label(self) -> str:
        return f"{self.group}.{self.name}" if self.group else self.name

    @property
    def image(self) -> str:
        """How its values are compared."""
        return NAME_OF_IMAGE if self.name in IMAGES else ""

    @property
    def is_text(self) -> bool:
        return self.kind.endswith("text")

    @property
    def is_row(self) -> bool:
        """Whether it belongs to a gold table."""
        return self.kind.startswith("list-")

    def words(self, page: str) -> Counter[str]:
        if page not in self._words:
            self._words[page] = count_words(self.cells.get(page, []))
        return self._words[page]


@dataclass(frozen=True)
class GoldTable:
    """What is right for one template."""

    name: str
    corpus: str
    site: str
    template: str
    specs: tuple[Mapping[str, Any], ...]
    """The fields as the schema says them."""

    records: Mapping[str, Mapping[str, Any]]
    """By page its values by field."""

    @property
    def tables(self) -> list[str]:
        """The names of fields that hold rows."""
        return [spec["name"] for spec in self.specs if spec["kind"] == "table"]

    def fields(self) -> list[GoldField]:
        """All fields, those of tables and the labels of maps apart."""
        return [each for spec in self.specs for each in self._expand(spec)]

    def _expand(self, spec: Mapping[str, Any]) -> Iterator[GoldField]:
        name, importance = spec["name"], spec["importance"]
        filled = {page: values[name] for page, values in self.records.items() if name in values}
        if spec["kind"] == "table":
            yield from _inner_fields(spec, filled)
        elif spec["kind"] == "map":
            yield from _labels(spec, filled)
        else:
            cells = {page: flatten(value) for page, value in filled.items()}
            names = (name, *spec["also"])
            yield GoldField(name, names, importance, spec["kind"], importance, cells)


def _inner_fields(
    spec: Mapping[str, Any], filled: Mapping[str, list[dict[str, Any]]]
) -> Iterator[GoldField]:
    total = sum(inner["importance"] for inner in spec["fields"])
    for inner in spec["fields"]:
        name = inner["name"]
        cells = {
            page: [str(row[name]) for row in rows if name in row] for page, rows in filled.items()
        }
        yield GoldField(
            name,
            (name, *inner["also"]),
            min(spec["importance"], inner["importance"]),
            f"list-{inner['kind']}",
            TABLE_WEIGHT * spec["importance"] * inner["importance"] / total,
            {page: values for page, values in cells.items() if values},
            spec["name"],
        )


def _labels(spec: Mapping[str, Any], filled: Mapping[str, dict[str, Any]]) -> Iterator[GoldField]:
    counts = Counter(label for values in filled.values() for label in values)
    total = counts.total()
    for label, count in counts.items():
        cells = {page: flatten(values[label]) for page, values in filled.items() if label in values}
        weight = TABLE_WEIGHT * spec["importance"] * count / total
        yield GoldField(label, (label,), 0, "map", weight, cells, spec["name"])


def read_gold_tables(folder: Path) -> list[GoldTable]:
    """The gold tables in the folders of a folder, by name."""
    found = sorted(folder.glob(f"*/{SCHEMA}"))
    if not found:
        raise UsageError(
            f"no gold tables in {str(folder)!r}",
            hint=f"a gold table is a folder with {SCHEMA} and {RECORDS}",
        )
    return [read_gold_table(path.parent) for path in found]


def read_gold_table(folder: Path) -> GoldTable:
    """The gold table of one template."""
    try:
        schema = json.loads((folder / SCHEMA).read_bytes())
        lines = (folder / RECORDS).read_bytes().splitlines()
        records = {row["path"]: row["values"] for row in map(json.loads, lines)}
        specs = tuple(_check_spec(spec) for spec in schema["fields"])
        about = (schema["corpus"], schema["site"], schema["template"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise UsageError(
            f"{folder} holds no gold table: {error!r}",
            hint=f"{SCHEMA} lists `fields`, {RECORDS} has `path` and `values` in each line",
        ) from error
    return GoldTable(folder.name, *about, specs, records)


def _check_spec(spec: Mapping[str, Any]) -> dict[str, Any]:
    """A field with all that it may leave out; raises where it says too little."""
    if spec["kind"] not in KINDS:
        raise ValueError(f"unknown kind of field: {spec['kind']!r}")
    inner = [_check_spec(each) for each in spec.get("fields", ())]
    return {
        **spec,
        "importance": int(spec["importance"]),
        "also": spec.get("also", []),
        "fields": inner,
    }
