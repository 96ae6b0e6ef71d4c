"""How edits show templates: names, types, what is hidden, joined, or lifted into the first tier.

What was learned stays as it is; a view is computed from it and from the edits that are in effect,
in their order. An edit whose target is not there waits, and says why; it never acts on something
else. `record_views` shows records this way, `unmold.store.edited_tables` stored tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from unmold.edits.model import (
    LIFTED,
    MADE,
    AnyEdit,
    ColumnRef,
    Edit,
    Hide,
    Join,
    Name,
    Reading,
    Rename,
    Retype,
    Show,
    Split,
    TableRef,
    TemplateRef,
    column_ref,
    write_selector,
)
from unmold.templates.model import Field, Table, Template
from unmold.templates.naming import UniqueNames

TIERS = (1, 2)


class WaitingError(Exception):
    """The target of an edit is not there."""


@dataclass(frozen=True, slots=True)
class Source:
    """A field that a shown column takes its values from."""

    tier: int
    field: Field


@dataclass
class ColumnView:
    """A column as it is shown."""

    id: str
    field: Field
    """The field as it is shown, but for its name."""

    sources: tuple[Source, ...]
    given: str | None = None
    """The name that a person gave it."""

    separator: str = " "
    is_hidden: bool = False
    is_retyped: bool = False
    is_joined: bool = False
    is_part: bool = False
    """Whether another column has it joined."""

    name: str = ""
    """The name that it is shown by; settled last, because no two columns may share one."""

    @property
    def is_shown(self) -> bool:
        return not (self.is_hidden or self.is_part)

    @property
    def is_lifted(self) -> bool:
        """Whether its values stand in the second tier, and it is shown in the first."""
        return len(self.sources) == 1 and self.field.id.startswith(LIFTED)

    @property
    def is_computed(self) -> bool:
        """Whether its values differ from the stored ones."""
        return self.is_retyped or self.is_joined or self.is_lifted


@dataclass
class TableView:
    """A table as it is shown: the root table of a tier, or a repeated part."""

    tier: int
    ids: tuple[str, ...]
    part: str
    """What unmold calls the part; empty for a root table."""

    learned: Table | None
    columns: list[ColumnView]
    tables: list[TableView]
    given: str | None = None
    is_hidden: bool = False
    is_lifted: bool = False
    """Whether it is shown among the tables of the first tier, though it is of the second."""

    name: str = ""
    """The name of the part in its record, as it is shown."""

    lifted_name: str = ""
    """The same in the first tier, of a table of the second that is shown there."""

    def walk(self) -> Iterator[TableView]:
        """The table and all inside it."""
        yield self
        for table in self.tables:
            yield from table.walk()

    @property
    def is_changed(self) -> bool:
        """Whether its columns are not shown as they were learned."""
        return any(
            not one.is_shown or one.is_computed or one.name != one.field.name
            for one in self.columns
        )


@dataclass
class TemplateView:
    """A template as it is shown."""

    learned: Template
    roots: dict[int, TableView]
    given: str | None = None
    name: str = ""

    def tables(self, tier: int) -> Iterator[TableView]:
        """All tables of a tier, the root table first."""
        return self.roots[tier].walk()

    def shown_part(self, table: TableView) -> str:
        """The name of a part as it is shown, with those around it."""
        around = [one for one in self.tables(table.tier) if one.ids == table.ids[: len(one.ids)]]
        return ".".join(one.given or one.name for one in around if one.ids)

    def lifted_part(self, table: TableView) -> str:
        """The name of a part of the second tier as it is shown in the first."""
        outer = next(one for one in self.roots[2].tables if one.ids == table.ids[:1])
        _, dot, rest = self.shown_part(table).partition(".")
        return f"{outer.lifted_name}{dot}{rest}"


def view_template(template: Template) -> TemplateView:
    """A template as it was learned."""
    roots = {}
    for tier in TIERS:
        shown = template.of_tier(tier)
        tables = [_view_table(table, tier, (), "") for table in shown.tables]
        roots[tier] = TableView(tier, (), "", None, _view_columns(shown.fields, tier), tables)
    return TemplateView(template, roots)


def _view_table(table: Table, tier: int, around: tuple[str, ...], path: str) -> TableView:
    ids, part = (*around, table.id), f"{path}.{table.name}" if path else table.name
    inside = [_view_table(inner, tier, ids, part) for inner in table.tables]
    return TableView(tier, ids, part, table, _view_columns(table.fields, tier), inside)


def _view_columns(fields: Iterable[Field], tier: int) -> list[ColumnView]:
    return [ColumnView(one.id, one, (Source(tier, one),)) for one in fields]


@dataclass
class Views:
    """All templates of a workspace as they are shown."""

    by_learned: dict[str, TemplateView]
    waiting: dict[int, str] = field(default_factory=dict)
    """By id of each edit whose target is not there, why it waits."""

    def __post_init__(self) -> None:
        self.by_name = {view.name: view for view in self.by_learned.values()}

    @property
    def names(self) -> dict[str, str]:
        """By learned name of each template the one that it is shown by."""
        return {learned: view.name for learned, view in self.by_learned.items()}


def make_views(templates: Mapping[str, Template], edits: Sequence[AnyEdit]) -> Views:
    """Show templates as the edits that are in effect say."""
    views = {name: view_template(template) for name, template in templates.items()}
    finder = TargetFinder(views)
    waiting: dict[int, str] = {}
    for edit in edits:
        try:
            _apply(edit, finder)
        except WaitingError as error:
            waiting[edit.id] = str(error)
    _settle_names(views)
    return Views(views, waiting)


class TargetFinder:
    """Finds the targets of edits by their ids, and looks whether the evidence agrees."""

    def __init__(self, views: Mapping[str, TemplateView]) -> None:
        self._by_id = {view.learned.id: view for view in views.values()}

    def template(self, ref: TemplateRef) -> TemplateView:
        found = self._by_id.get(ref.id)
        if found is None or found.learned.site != ref.site:
            raise WaitingError(f"there is no template {ref.name} ({ref.id})")
        return found

    def table(self, template: TemplateRef, ref: TableRef) -> TableView:
        for table in self.template(template).tables(ref.tier):
            if table.ids == ref.ids:
                return table
        raise WaitingError(f"template {template.name} has no part {ref.name}")

    def column(self, template: TemplateRef, table: TableRef, ref: ColumnRef) -> ColumnView:
        columns = self.table(template, table).columns
        found = find_column(columns, ref)
        if found is None:
            raise WaitingError(f"{template.name} has no column that was called {ref.name}")
        return found


def find_column(columns: Sequence[ColumnView], ref: ColumnRef) -> ColumnView | None:
    """The column that was meant: by its id, if name or selector agree, else by its selector."""
    same = [one for one in columns if one.id == ref.id and _agrees(one, ref)]
    if not same and ref.selector is not None:
        same = [one for one in columns if column_ref(one.field).selector == ref.selector]
    return same[0] if len(same) == 1 else None


def _agrees(column: ColumnView, ref: ColumnRef) -> bool:
    ways = {write_selector(one) for one in column.field.selectors}
    return column.field.name == ref.name or ref.selector in ways


def _apply(edit: Edit, finder: TargetFinder) -> None:
    """Let one edit change what is shown."""
    match edit:
        case Name():
            if edit.table is None:
                finder.template(edit.template).given = edit.to
            else:
                finder.table(edit.template, edit.table).given = edit.to
        case Split() if edit.to is not None:
            made = TemplateRef(edit.new_template, edit.to, edit.template.site)
            finder.template(made).given = edit.to
        case Rename():
            finder.column(edit.template, edit.table, edit.column).given = edit.to
        case Retype():
            column = finder.column(edit.template, edit.table, edit.column)
            column.field, column.is_retyped = read_as(column.field, edit.to), True
        case Hide() | Show():
            _show(edit, finder)
        case Join():
            _join(edit, finder)


def _show(edit: Hide | Show, finder: TargetFinder) -> None:
    is_hidden = isinstance(edit, Hide)
    table = finder.table(edit.template, edit.table)
    if edit.column is None:
        if isinstance(edit, Show) and edit.lift:
            table.is_lifted = True
        else:
            table.is_hidden = is_hidden
            table.is_lifted = False
        return
    column = finder.column(edit.template, edit.table, edit.column)
    if isinstance(edit, Show) and edit.lift:
        _lift(finder.template(edit.template).roots[1], column)
    else:
        column.is_hidden = is_hidden


def _lift(root: TableView, column: ColumnView) -> None:
    """Show a column of the second tier's root table in the first; both have the same rows."""
    lifted = f"{LIFTED}{column.id}"
    known = next((one for one in root.columns if one.id == lifted), None)
    if known is not None:
        known.is_hidden = False
        return
    shown = replace(column.field, id=lifted, is_noise=False)
    made = ColumnView(lifted, shown, column.sources, column.given, is_retyped=column.is_retyped)
    root.columns.append(made)


def _join(edit: Join, finder: TargetFinder) -> None:
    """Put one column in the place of several."""
    table = finder.table(edit.template, edit.table)
    parts = [finder.column(edit.template, edit.table, ref) for ref in edit.columns]
    for part in parts:
        part.is_part = True
    first = parts[0]
    identity = joined_id(edit)
    made = read_as(replace(first.field, id=identity, name=edit.to), edit.reading)
    sources = tuple(source for part in parts for source in part.sources)
    fill = min(1.0, max(part.field.fill for part in parts))
    column = ColumnView(
        identity,
        replace(made, fill=fill, is_list=False, region=None, is_joined=False),
        sources,
        edit.to,
        edit.separator,
        is_joined=True,
    )
    table.columns.insert(table.columns.index(first), column)


def joined_id(edit: Join) -> str:
    """The id of the column that an edit makes."""
    return f"{MADE}{edit.id}"


def read_as(shown: Field, reading: Reading) -> Field:
    """A field whose values are read as another type."""
    return replace(
        shown,
        type=reading.type,
        number_format=reading.number_format,
        date_order=reading.date_order,
        is_whole=reading.is_whole,
        currency=reading.currency,
    )


def _settle_names(views: Mapping[str, TemplateView]) -> None:
    """Settle all names: given ones first, so that they hold whatever was learned since."""
    names = UniqueNames()
    for view in sorted(views.values(), key=lambda view: view.given is None):
        view.name = names.take(view.given or view.learned.name)
    for view in views.values():
        for tier in TIERS:
            for table in view.tables(tier):
                level = _settle_level(table)
                if table is view.roots[1]:
                    for lifted in (one for one in view.roots[2].tables if one.is_lifted):
                        learned = lifted.part.rpartition(".")[2]
                        lifted.lifted_name = level.take(lifted.given or learned)


def _settle_level(table: TableView) -> UniqueNames:
    """Columns and parts of one level share their names; hidden ones need none."""
    names = UniqueNames()
    members: list[ColumnView | TableView] = [*table.columns, *table.tables]
    for one in sorted(members, key=_rank):
        learned = one.field.name if isinstance(one, ColumnView) else one.part.rpartition(".")[2]
        is_shown = one.is_shown if isinstance(one, ColumnView) else True
        one.name = names.take(one.given or learned) if is_shown else one.given or learned
    return names


def _rank(one: ColumnView | TableView) -> tuple[bool, bool]:
    """Given names come first, those of columns that are not shown last."""
    is_hidden = isinstance(one, ColumnView) and not one.is_shown
    return is_hidden, one.given is None


def shown_template(view: TemplateView, *, with_composed: bool = True) -> Template:
    """A template as it is shown, in both tiers.

    Without what is composed there are the columns that a template can find on a page by itself:
    no joined ones but their parts, and none of the second tier in the first.
    """
    learned = view.learned
    second = _shown_tier(view, 2, learned, with_composed)
    if learned.first is None:
        return second
    return replace(second, first=_shown_tier(view, 1, learned.first, with_composed))


def _shown_tier(view: TemplateView, tier: int, learned: Template, with_composed: bool) -> Template:
    root = view.roots[tier]
    inside = [*root.tables]
    if tier == 1 and with_composed and learned.tier == 1:
        inside += [table for table in view.roots[2].tables if table.is_lifted]
    tables = () if root.is_hidden else tuple(_shown_tables(inside, with_composed, tier))
    return replace(
        learned,
        name=view.name,
        fields=() if root.is_hidden else tuple(_shown_fields(root.columns, with_composed)),
        tables=tables,
    )


def _shown_tables(
    tables: Iterable[TableView], with_composed: bool, tier: int = 2
) -> Iterator[Table]:
    for table in tables:
        if not table.is_hidden:
            assert table.learned is not None
            yield replace(
                table.learned,
                name=(table.tier > tier and table.lifted_name) or table.given or table.name,
                fields=tuple(_shown_fields(table.columns, with_composed)),
                tables=tuple(_shown_tables(table.tables, with_composed)),
            )


def _shown_fields(columns: Iterable[ColumnView], with_composed: bool) -> Iterator[Field]:
    for column in columns:
        if column.is_hidden or (column.is_part and with_composed):
            continue
        if (column.is_joined or column.is_lifted) and not with_composed:
            continue
        yield replace(column.field, name=column.name)
