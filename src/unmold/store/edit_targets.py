"""Finds what a person means by the names of templates, tables, columns and pages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from unmold.edits.model import (
    EVIDENCE_PAGES,
    ColumnRef,
    PageRef,
    TableRef,
    TemplateRef,
    column_ref,
)
from unmold.edits.views import ColumnView, TableView, TemplateView, Views, make_views
from unmold.errors import UsageError
from unmold.store.layout import TABLES
from unmold.store.record_files import number_parts
from unmold.store.table_files import read_table
from unmold.templates.template_names import RESERVED

if TYPE_CHECKING:
    from unmold.store.workspace import Workspace

MAX_NAME = 60
"""Letters of a name that a person gives."""


@dataclass(frozen=True)
class TableTarget:
    """A table that was named."""

    name: str
    view: TemplateView
    table: TableView
    path: Path
    tier: int
    """In which it was named: a table of the second tier may be shown in the first."""

    @property
    def ref(self) -> TableRef:
        return TableRef(self.table.tier, self.table.ids, self.table.part)


@dataclass(frozen=True)
class ColumnTarget:
    """A column that was named."""

    table: TableTarget
    column: ColumnView

    @property
    def ref(self) -> ColumnRef:
        return column_ref(self.column.field)

    @property
    def name(self) -> str:
        return f"{self.table.name}.{self.column.name}"


class TargetNames:
    """The names of a workspace's templates, tables, columns and pages."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace

    @cached_property
    def views(self) -> Views:
        """All templates as they are shown, also those that no edit is about."""
        from unmold.store.edited_templates import shows

        own = [edit for edit in self.workspace.edits.active if shows(edit)]
        return make_views(self.workspace.learned_templates, own)

    def template(self, name: str) -> TemplateView:
        """A template by the name that it is shown by; its root table has the same name."""
        found = self.views.by_name.get(name)
        if found is None:
            raise _unknown("template", name, list(self.views.by_name))
        return found

    def template_ref(self, view: TemplateView) -> TemplateRef:
        """What an edit keeps of a template."""
        learned = view.learned
        rows = self._pages.get(learned.name, [])[:EVIDENCE_PAGES]
        return TemplateRef(learned.id, learned.name, learned.site, tuple(rows))

    @cached_property
    def _pages(self) -> dict[str, list[PageRef]]:
        """By learned name of each template its pages, those with the smallest digests first."""
        path = self.workspace.generation.table("pages")
        rows = read_table(path, ["template", "key", "sha256", "url"])
        columns = [column.to_pylist() for column in rows.columns]
        found: dict[str, list[PageRef]] = {}
        for template, *page in zip(*columns, strict=True):
            if template is not None:
                found.setdefault(template, []).append(PageRef(*page))
        return {name: sorted(own, key=lambda page: page.sha256) for name, own in found.items()}

    @cached_property
    def tables(self) -> dict[str, TableTarget]:
        """All record tables by name, hidden ones too."""
        shown = {
            (one.template, one.tier, one.part): one.name
            for one in self.workspace.stored_tables.values()
        }
        found = {}
        for view in self.views.by_learned.values():
            for target in self._tables_of(view):
                is_own = target.tier == target.table.tier
                part = view.shown_part(target.table) if is_own else view.lifted_part(target.table)
                name = shown.get((view.name, target.tier, part), target.name)
                found[name] = TableTarget(name, view, target.table, target.path, target.tier)
        return found

    def _tables_of(self, view: TemplateView) -> Iterator[TableTarget]:
        for tier in (1, 2):
            numbers = {"": "", **number_parts(view.learned, tier)}
            for table in view.tables(tier):
                part = view.shown_part(table).replace(".", "_")
                path = self.workspace.generation.record_table(
                    view.learned.name, numbers[table.part], tier
                )
                end = f"_{part}" * bool(part)
                name = f"{view.name}{'_all' * (tier == 2)}{end}"
                yield TableTarget(table.given or name, view, table, path, tier)
                if table.is_lifted:
                    yield TableTarget(f"{view.name}{end}", view, table, path, 1)

    def table(self, name: str) -> TableTarget:
        """A table of records by its name."""
        if name in TABLES:
            raise UsageError(
                f"{name} is about the workspace, and nothing to correct",
                hint="`unmold tables` lists the tables of records",
            )
        if name not in self.tables:
            raise _unknown("table", name, list(self.tables))
        return self.tables[name]

    def column(self, name: str, default: TableTarget | None = None) -> ColumnTarget:
        """A column by `TABLE.COLUMN`; by its own name where the table is known."""
        first, dot, rest = name.partition(".")
        if not dot and default is None:
            raise UsageError(f"{name!r} names no column", hint="write TABLE.COLUMN")
        table = self.table(first) if dot else default
        assert table is not None
        wanted = rest if dot else first
        columns = [one for one in table.table.columns if not one.is_part]
        columns.sort(key=lambda one: not one.is_shown)
        found = next((one for one in columns if one.name == wanted), None)
        if found is None or found.field.is_noise:
            names = [one.name for one in columns if not one.field.is_noise]
            raise _unknown(f"column of {table.name}", wanted, names)
        return ColumnTarget(table, found)

    def page(self, name: str) -> tuple[PageRef, str | None]:
        """A page by its path, address or key, and what unmold calls its template."""
        path = self.workspace.generation.table("pages")
        names = ["key", "sha256", "url", "path", "file", "template"]
        rows = read_table(path, names).to_pylist()
        full = str(Path(name).resolve())
        for field in ("key", "path", "url", "file"):
            for wanted in (name, full):
                found = [row for row in rows if row[field] == wanted]
                if len(found) == 1:
                    row = found[0]
                    return PageRef(row["key"], row["sha256"], row["url"]), row["template"]
                if found:
                    keys = ", ".join(row["key"] for row in found[:3])
                    raise UsageError(
                        f"{len(found)} pages are called {name!r}", hint=f"give a key, as {keys}"
                    )
        raise UsageError(
            f"there is no page {name!r} in {self.workspace.path}",
            hint="give its path, address or key, as the table `pages` has them",
        )

    def check_table_name(self, name: str) -> None:
        """Refuse what cannot name a template or a table."""
        _check_name(name)
        if name in RESERVED or name in TABLES:
            raise UsageError(f"{name!r} means something else in SQL", hint="give another name")
        if name in self.tables or name in self.views.by_name:
            raise UsageError(f"there is a table {name!r} already", hint="give another name")

    def check_column_name(self, table: TableTarget, name: str) -> None:
        """Refuse what cannot name another column of a table."""
        _check_name(name)
        known = [one.name for one in table.table.columns if one.is_shown]
        known += [one.given or one.name for one in table.table.tables]
        stored = self.workspace.stored_tables.get(table.name)
        if name in known or (stored is not None and name in stored.columns):
            raise UsageError(
                f"{table.name} has a column {name!r} already", hint="give another name"
            )


def _check_name(name: str) -> None:
    is_plain = name.isidentifier() and name == name.lower() and not name.startswith("_")
    if not is_plain or len(name) > MAX_NAME:
        raise UsageError(
            f"{name[:MAX_NAME]!r} cannot be a name",
            hint="small letters, digits and underscores, a letter first",
        )


def _unknown(what: str, name: str, known: list[str]) -> UsageError:
    near = get_close_matches(name, known, n=3) or known[:20]
    return UsageError(f"there is no {what} {name!r}", hint=f"there are {', '.join(near) or 'none'}")
