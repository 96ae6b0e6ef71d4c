"""Describes the tables of a template: columns with their distributions and doubts, sample rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from unmold.report.detail import Detail
from unmold.report.doubts import find_doubts, find_twins
from unmold.report.pictures import draw_bar, draw_histogram
from unmold.report.safe_values import safe_link, show_text
from unmold.report.views import (
    CellView,
    ColumnView,
    DistributionView,
    FurtherColumn,
    FurtherView,
    SampleView,
    TableView,
    ValueShare,
)
from unmold.store import StoredTable
from unmold.store.column_profile import ColumnProfile, TableProfile, day_of, profile_table
from unmold.store.rows import FieldRow

_COMMON = 3
"""Values of a column that are shown with their shares."""

COMMON, FEW = 0.05, 10
"""Where each value is rarer and there are more, none of them says anything about the column."""

_NUMBERS = ("number", "price")
_URL = "_url"


def describe_table(table: StoredTable, fields: Sequence[FieldRow], detail: Detail) -> TableView:
    """One table with its columns, in the order of the fields."""
    shown = fields[: detail.columns]
    names = [field.name for field in shown]
    profile = profile_table(table, names, detail.samples, spread=not table.part)
    if detail.show is not None:
        profile = profile.show_values(detail.show)
    twins = find_twins(profile.columns)
    columns = [
        describe_column(field, profile.columns[field.name], twins, detail)
        for field in shown
        if field.name in profile.columns
    ]
    sample = _describe_sample(table, shown, profile, detail, len(fields))
    return TableView(
        show_text(table.name, 200),
        show_text(table.part, 200),
        profile.rows,
        profile.profiled,
        tuple(columns),
        sample,
        len(fields) - len(shown),
    )


def describe_column(
    field: FieldRow, profile: ColumnProfile, twins: dict[str, str], detail: Detail
) -> ColumnView:
    """One column."""
    examples = field.examples or [text for text, _ in profile.top]
    return ColumnView(
        name=show_text(field.name, 80),
        type=field.type,
        fill=profile.share,
        fill_bar=draw_bar(profile.share),
        distribution=_describe_distribution(field, profile, detail),
        examples=tuple(show_text(one, detail.letters) for one in examples[: detail.examples]),
        doubts=find_doubts(field, profile, twins),
        is_list=field.is_list,
    )


def _describe_distribution(
    field: FieldRow, profile: ColumnProfile, detail: Detail
) -> DistributionView:
    if profile.histogram is not None and profile.distinct > _COMMON:
        return _describe_numbers(field, profile)
    repeated = [(text, count) for text, count in profile.top if count > 1]
    if not repeated or (profile.distinct > FEW and repeated[0][1] < COMMON * profile.values):
        return DistributionView(note=_describe_different(profile))
    values = [
        ValueShare(show_text(text, detail.letters // 2), count / profile.values)
        for text, count in repeated[:_COMMON]
    ]
    more = profile.distinct - len(values)
    return DistributionView(values=tuple(values), note=f"{more:,} more" if more else "")


def _describe_numbers(field: FieldRow, profile: ColumnProfile) -> DistributionView:
    steps = profile.histogram
    assert steps is not None
    low, middle, high = (_spell(value, field) for value in (steps.low, steps.median, steps.high))
    title = f"{show_text(field.name, 80)}: from {low} to {high}, median {middle}"
    picture = draw_histogram(steps.counts, title)
    return DistributionView(picture, low, high, note=f"median {middle}")


def _spell(value: float, field: FieldRow) -> str:
    if field.type == "date":
        return day_of(value).isoformat()
    return f"{value:,.0f}" if value == round(value) and abs(value) < 1e12 else f"{value:,.6g}"


def _describe_different(profile: ColumnProfile) -> str:
    if not profile.values:
        return "nothing"
    words = (
        "all different" if profile.distinct == profile.values else f"{profile.distinct:,} different"
    )
    words = words if profile.values > 1 else "one value"
    if profile.median_length:
        words += f", about {profile.median_length:,} letter{'s' * (profile.median_length != 1)}"
    return words


def _describe_sample(
    table: StoredTable,
    fields: Sequence[FieldRow],
    profile: TableProfile,
    detail: Detail,
    columns: int,
) -> SampleView:
    known = [field for field in fields if field.name in profile.columns][: detail.cells]
    has_page = bool(profile.sample) and _URL in profile.sample[0]
    head = [show_text(field.name, 80) for field in known]
    rows = []
    for row in profile.sample:
        cells = [_show_page(row[_URL], detail)] if has_page else []
        cells += [_show_cell(row[field.name], field, detail) for field in known]
        rows.append(tuple(cells))
    return SampleView(
        tuple(["page", *head] if has_page else head),
        tuple(rows),
        profile.rows - len(rows),
        columns - len(known),
    )


def _show_page(address: Any, detail: Detail) -> CellView:
    """The address of a record's page by its end, which distinguishes it."""
    text = str(address or "")
    end = text.rstrip("/").rpartition("/")[2] or text
    return CellView(show_text(end, min(detail.letters, 48)), safe_link(address))


def _show_cell(value: Any, field: FieldRow, detail: Detail) -> CellView:
    link = safe_link(value) if field.type in ("url", "image") else ""
    is_number = field.type in _NUMBERS and not isinstance(value, list)
    if is_number and isinstance(value, float):
        return CellView(_spell(value, field), "", is_number)
    return CellView(show_text(value, detail.letters), link, is_number)


def describe_further(
    table: str, first: Sequence[FieldRow], second: Sequence[FieldRow], detail: Detail
) -> FurtherView:
    """The columns of the second tier that the first does not have."""
    known = {(field.part, field.id) for field in first}
    rest = [field for field in second if (field.part, field.id) not in known]
    columns = [
        FurtherColumn(
            show_text(f"{field.part}.{field.name}" if field.part else field.name, 80),
            field.type,
            field.fill,
            show_text(field.examples[0] if field.examples else "", detail.letters),
            "noise" if field.is_noise else "constant" if field.is_constant else "",
        )
        for field in rest[: detail.further]
    ]
    return FurtherView(show_text(table, 200), tuple(columns), len(rest) - len(columns))
