"""The shape of `summary.json`: what a run found, as plain values."""

from __future__ import annotations

from typing import TypedDict


class FieldExample(TypedDict):
    """A column with a value of one page."""

    name: str
    type: str
    example: str


class PartSummary(TypedDict):
    """A child table."""

    name: str
    table: str
    rows: int


class TemplateSummary(TypedDict):
    """A template with its pages."""

    template: str
    site: str
    pages: int
    not_fitting: int
    example_url: str
    columns: int
    further_columns: int
    parts: list[PartSummary]
    fields: list[FieldExample]


class SchemaChange(TypedDict):
    """What changed about a table; as a row of `changes`, without the generation."""

    template: str
    part: str
    tier: int | None
    column: str
    change: str
    before: str | None
    after: str | None


class StageTimes(TypedDict):
    """How long a step took."""

    seconds: float
    cpu_seconds: float


class Summary(TypedDict):
    """What `unmold run` prints, and `--json` writes."""

    generation: int
    pages: int
    changes: dict[str, int]
    """Pages by state: `new`, `changed`, `known`, `kept`, `gone`."""
    records: int
    templates: list[TemplateSummary]
    new_templates: int
    schema_changes: list[SchemaChange]
    left_over: dict[str, int]
    """Pages without a template, by why they have none."""
    problems: dict[str, int]
    """By code."""
    stages: dict[str, StageTimes]
