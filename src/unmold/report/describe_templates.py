"""Describes each template of a workspace: its tables, pattern, example pages, what it resembles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from markupsafe import Markup

from unmold.errors import Failure, attempt
from unmold.model import Page, Problem
from unmold.report.describe_tables import describe_further, describe_table
from unmold.report.detail import Detail
from unmold.report.overview import Overview, TemplateSize
from unmold.report.pattern_picture import draw_pattern
from unmold.report.pictures import class_of_fit
from unmold.report.safe_values import safe_link, show_text
from unmold.report.views import AlikeView, PageView, TemplateView
from unmold.settings import Limits
from unmold.store import StoredTable, Workspace
from unmold.store.rows import FieldRow, PageRow
from unmold.store.stored_pages import read_page_rows, read_pages_again
from unmold.templates import Template

EXAMPLES = 3
"""Example pages that a template names."""

BATCH = 40
"""Templates whose pages are read together: rows of a table can only be read in order."""

GONE = "the pages are not where they were, or not what they were"


@dataclass(frozen=True, slots=True)
class Described:
    """A template with the pages that can be looked at."""

    view: TemplateView
    template: Template
    pages: Sequence[Page]


def describe_templates(
    workspace: Workspace,
    overview: Overview,
    detail: Detail,
    sizes: Sequence[TemplateSize] | None = None,
) -> Iterator[Described]:
    """The templates that have a section, in the order of the list; or those that are given."""
    wanted = overview.described if sizes is None else sizes
    fields = _fields_by_template(workspace, detail)
    tables = _tables_by_template(workspace)
    rows = _rows_by_template(workspace, [size.name for size in wanted])
    waiting = iter(wanted)
    while batch := list(islice(waiting, BATCH)):
        chosen = {size.name: _spread(rows[size.name], detail.pages) for size in batch}
        pages = _read_all(chosen)
        for size in batch:
            name = size.name
            own = [pages[row.key] for row in chosen[name] if row.key in pages]
            view = _describe(size, overview, fields.get(name, []), tables.get(name, []), detail)
            view = replace(view, examples=_describe_examples(rows[name], overview))
            template = workspace.templates[name]
            yield Described(_add_pattern(view, template, own, detail), template, own)


def _fields_by_template(workspace: Workspace, detail: Detail) -> dict[str, list[FieldRow]]:
    found: dict[str, list[FieldRow]] = {}
    for row in workspace.fields.to_pylist():
        if detail.show is not None:
            row["examples"] = detail.show(row["examples"])
        found.setdefault(row["template"], []).append(FieldRow(**row))
    return found


def _rows_by_template(workspace: Workspace, names: Sequence[str]) -> dict[str, list[PageRow]]:
    """By template, under the name that it is shown by, the pages that fit it."""
    places = {row.key: row for row in read_page_rows(workspace.generation)}
    found: dict[str, list[PageRow]] = {name: [] for name in names}
    for page in workspace.pages.select(["key", "template"]).to_pylist():
        if page["template"] in found and page["key"] in places:
            found[page["template"]].append(places[page["key"]])
    return found


def _tables_by_template(workspace: Workspace) -> dict[str, list[StoredTable]]:
    found: dict[str, list[StoredTable]] = {}
    for table in workspace.stored_tables.values():
        if table.template is not None:
            found.setdefault(table.template, []).append(table)
    return found


def _spread(rows: Sequence[PageRow], count: int) -> list[PageRow]:
    """Some pages, evenly from the first address to the last."""
    ordered = sorted(rows, key=lambda row: (row.url, row.key))
    wanted = min(count, len(ordered))
    return [ordered[place * len(ordered) // wanted] for place in range(wanted)]


def _read_all(chosen: Mapping[str, Sequence[PageRow]]) -> dict[str, Page]:
    """By key those pages that are still what they were."""
    rows = sorted((row for own in chosen.values() for row in own), key=lambda row: row.file)
    found = read_pages_again(rows, limits=Limits())
    return {page.key: page for page in found if not isinstance(page, Problem)}


def _describe(
    size: TemplateSize,
    overview: Overview,
    fields: Sequence[FieldRow],
    tables: Sequence[StoredTable],
    detail: Detail,
) -> TemplateView:
    first = [field for field in fields if field.tier == 1 and not field.is_noise]
    second = [field for field in fields if field.tier == 2]
    described = [
        describe_table(table, _of_part(first, table.part), detail)
        for table in tables
        if table.tier == 1
    ]
    whole = next((one.name for one in tables if one.tier == 2 and not one.part), "")
    return TemplateView(
        anchor=size.anchor,
        name=show_text(size.name, 200),
        id=size.id,
        site=show_text(size.site, 200),
        pages=size.pages,
        not_fitting=size.pages - size.records,
        fit=size.fit,
        fit_class=class_of_fit(size.fit),
        examples=(),
        tables=tuple(described),
        further=describe_further(whole, first, second, detail),
        alike=tuple(_describe_alike(size, overview)),
    )


def _of_part(fields: Iterable[FieldRow], part: str) -> list[FieldRow]:
    return [field for field in fields if (field.part or "") == part]


def _describe_alike(size: TemplateSize, overview: Overview) -> Iterator[AlikeView]:
    for other, likeness in overview.alike(size):
        yield AlikeView(show_text(other.name, 80), other.link, likeness)


def _describe_examples(rows: Sequence[PageRow], overview: Overview) -> tuple[PageView, ...]:
    addresses = overview.addresses
    pages = [(row, describe_page(row.url)) for row in _spread(rows, EXAMPLES)]
    if addresses is None:
        return tuple(page for _, page in pages)
    return tuple(replace(page, link=addresses.of_page(row.key)) for row, page in pages)


def describe_page(address: str) -> PageView:
    """A page by its address; one that lies in a folder cannot be followed."""
    return PageView(show_text(address, 120), safe_link(address))


def _add_pattern(
    view: TemplateView, template: Template, pages: Sequence[Page], detail: Detail
) -> TemplateView:
    """The view with its pattern drawn, or why it is not."""
    if not pages:
        return replace(view, pattern_note=GONE)
    drawn = attempt(draw_pattern, template.best, pages, nodes=detail.nodes, rows=detail.rows)
    if isinstance(drawn, Failure):
        return replace(view, pattern_note="unmold could not draw it, which is a bug")
    picture, elsewhere = drawn
    names = tuple(show_text(name, 80) for name in elsewhere[: detail.further])
    return replace(view, pattern=Markup(picture), elsewhere=names)
