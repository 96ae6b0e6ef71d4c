"""Makes edits: from names that a person uses to targets that last.

`unmold edit`, `Workspace.edit` and whatever else corrects a workspace come through here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, cast

from unmold.edits import EditLog, append_edit
from unmold.edits.model import (
    AnyEdit,
    Column,
    Edit,
    Hide,
    Join,
    Merge,
    Move,
    Name,
    Reading,
    Rename,
    Retype,
    Show,
    Split,
    Undo,
)
from unmold.edits.views import ColumnView
from unmold.errors import UsageError
from unmold.evaluation import NONE
from unmold.store.edit_targets import ColumnTarget, TableTarget, TargetNames
from unmold.store.edited_tables import read_texts
from unmold.store.layout import Layout
from unmold.store.new_columns import find_column
from unmold.templates.model import TYPES
from unmold.templates.value_types import read_type

if TYPE_CHECKING:
    from unmold.store.workspace import Workspace

Changes = tuple[type[Edit], dict[str, Any]]
"""The kind of an edit and its own values."""


def make_edit(
    workspace: Workspace,
    do: str,
    targets: Sequence[str],
    options: dict[str, Any],
    expected: str | None = None,
) -> AnyEdit:
    """Make an edit and add it to the file of edits."""
    seen = workspace.edits.version if expected is None else expected
    make = _plan(workspace, do, targets, options)
    log: EditLog = append_edit(Layout(workspace.path).edits, make, seen)
    return log.edits[-1]


def plan_edit(
    workspace: Workspace, do: str, targets: Sequence[str], options: dict[str, Any]
) -> AnyEdit:
    """An edit as it would be made; nothing is written."""
    number = max((one.id for one in workspace.edits.edits), default=0) + 1
    return _plan(workspace, do, targets, options)(number)


def _plan(
    workspace: Workspace, do: str, targets: Sequence[str], options: dict[str, Any]
) -> Callable[[int], AnyEdit]:
    """What makes an edit, given its id; what cannot be meant is refused."""
    if do not in MAKERS:
        raise UsageError(f"there is no edit {do!r}", hint=f"one of: {', '.join(MAKERS)}")
    maker, usage, least, most, known = MAKERS[do]
    if not least <= len(targets) <= most:
        raise UsageError(f"{do} takes {usage}", hint=f"`unmold edit WORKSPACE {do} {usage}`")
    given = {name: value for name, value in options.items() if value not in (None, (), "")}
    if "separator" in options and options["separator"] is not None:
        given["separator"] = options["separator"]
    if unknown := [name for name in given if name not in known]:
        raise UsageError(f"{do} takes no {unknown[0]!r}", hint=f"`{do}` takes {usage}")
    if missing := [name for name in REQUIRED.get(do, ()) if name not in given]:
        raise UsageError(f"{do} needs --{missing[0]}", hint=f"`{do}` takes {usage}")
    kind, values = maker(TargetNames(workspace), *targets, **given)

    def make(number: int) -> AnyEdit:
        at = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
        return cast("AnyEdit", kind(id=number, at=at, **values))

    return make


def _about(names: TargetNames, table: TableTarget) -> dict[str, Any]:
    return {"template": names.template_ref(table.view), "table": table.ref}


def _name(names: TargetNames, target: str, to: str) -> Changes:
    names.check_table_name(to)
    if target in names.views.by_name:
        return Name, {"template": names.template_ref(names.template(target)), "to": to}
    table = names.table(target)
    return Name, {**_about(names, table), "to": to}


def _rename(names: TargetNames, target: str, to: str) -> Changes:
    found = names.column(target)
    names.check_column_name(found.table, to)
    return Rename, {**_about(names, found.table), "column": found.ref, "to": to}


def _retype(names: TargetNames, target: str, to: str) -> Changes:
    found = names.column(target)
    reading = choose_reading(names, found.table, found.column, to, found.name)
    return Retype, {**_about(names, found.table), "column": found.ref, "to": reading}


def _hide(names: TargetNames, target: str) -> Changes:
    if "." not in target:
        table = names.table(target)
        if table.table.is_hidden:
            raise UsageError(f"{target} is hidden already")
        return Hide, _about(names, table)
    found = names.column(target)
    if not found.column.is_shown:
        raise UsageError(f"{target} is hidden already")
    return Hide, {**_about(names, found.table), "column": found.ref}


def _show(names: TargetNames, target: str) -> Changes:
    if "." not in target:
        return _show_table(names, names.table(target))
    found = names.column(target)
    about = {**_about(names, found.table), "column": found.ref}
    if found.column.is_hidden:
        return Show, about
    _check_second(target, found.table)
    if found.table.table.ids:
        raise UsageError(
            f"{target} is a column of rows that the first tier does not have",
            hint=f"show the whole table: `show {found.table.name}`",
        )
    return Show, {**about, "lift": True}


def _show_table(names: TargetNames, table: TableTarget) -> Changes:
    if table.table.is_hidden:
        return Show, _about(names, table)
    _check_second(table.name, table)
    if not table.table.ids:
        raise UsageError(
            f"{table.name} holds everything that was found",
            hint=f"show one of its columns, as {table.name}.COLUMN",
        )
    return Show, {**_about(names, table), "lift": True}


def _check_second(name: str, table: TableTarget) -> None:
    if table.table.tier == 1 or table.table.is_lifted:
        raise UsageError(
            f"{name} is shown already", hint="`show` is for what is hidden, or in the second tier"
        )


def _join(
    names: TargetNames, *targets: str, to: str, separator: str = " ", type: str | None = None
) -> Changes:
    first = names.column(targets[0])
    found = [first, *(names.column(name, first.table) for name in targets[1:])]
    columns = [one.column for one in found]
    if any(one.table.name != first.table.name for one in found):
        raise UsageError("columns of different tables cannot be joined", hint="name one table")
    if len({column.id for column in columns}) < len(columns):
        raise UsageError("a column cannot be joined with itself", hint="name each column once")
    if to not in [column.name for column in columns]:
        names.check_column_name(first.table, to)
    joined = ColumnView(
        "",
        first.column.field,
        tuple(source for column in columns for source in column.sources),
        separator=separator,
        is_joined=True,
    )
    kind = type or _shared_type(names, first.table, found)
    reading = choose_reading(names, first.table, joined, kind, to)
    values = {"columns": tuple(one.ref for one in found), "to": to, "reading": reading}
    return Join, {**_about(names, first.table), **values, "separator": separator}


def _shared_type(names: TargetNames, table: TableTarget, found: Sequence[ColumnTarget]) -> str:
    """The type of columns that all have it, if no row has two of them; else they are texts."""
    kinds = {one.column.field.type for one in found}
    texts = [_texts(names, table, one.column) for one in found]
    is_one = all(sum(bool(text) for text in row) <= 1 for row in zip(*texts, strict=True))
    return kinds.pop() if len(kinds) == 1 and is_one else "text"


def _column(
    names: TargetNames,
    target: str,
    to: str,
    *,
    page: Sequence[str],
    xpath: str | None = None,
    text: str | None = None,
    type: str | None = None,
) -> Changes:
    view = names.template(target)
    names.check_column_name(names.table(target), to)
    if len(page) != 1:
        raise UsageError("a column is shown on one page", hint="give --page once")
    shown, _ = names.page(page[0])
    generation = names.workspace.generation
    # What is read is looked for in what was learned, whatever it is called.
    values = find_column(generation, view.learned, shown, xpath=xpath, text=text, kind=type)
    return Column, {"template": names.template_ref(view), "to": to, **values}


def _merge(names: TargetNames, *targets: str) -> Changes:
    views = [names.template(target) for target in targets]
    if len({view.learned.id for view in views}) < len(views):
        raise UsageError("a template cannot be merged with itself", hint="name each once")
    if len({view.learned.site for view in views}) > 1:
        raise UsageError("templates of different sites cannot be merged", hint="name one site's")
    return Merge, {"templates": tuple(names.template_ref(view) for view in views)}


def _split(names: TargetNames, target: str, *pages: str, to: str | None = None) -> Changes:
    view = names.template(target)
    if to is not None:
        names.check_table_name(to)
    found = [names.page(page) for page in pages]
    for (ref, template), page in zip(found, pages, strict=True):
        if template != view.learned.name:
            raise UsageError(f"{page} is not a page of {target}", hint=f"it is {ref.url}")
    refs = tuple(dict.fromkeys(ref for ref, _ in found))
    return Split, {"template": names.template_ref(view), "pages": refs, "to": to}


def _move(names: TargetNames, page: str, target: str) -> Changes:
    ref, _ = names.page(page)
    if target == NONE and NONE not in names.views.by_name:
        return Move, {"page": ref}
    return Move, {"page": ref, "template": names.template_ref(names.template(target))}


def _undo(names: TargetNames, number: str | None = None) -> Changes:
    log = names.workspace.edits
    if number is None:
        if not log.active:
            raise UsageError("there is nothing to undo", hint="no edit is in effect")
        return Undo, {"edit": log.active[-1].id}
    if not number.isdecimal():
        raise UsageError(f"{number!r} is not an edit", hint="`--list` shows the number of each")
    edit = log.find(int(number))
    undone = {one.edit for one in log.edits if isinstance(one, Undo)}
    if edit not in log.active and not isinstance(edit, Undo) and edit.id in undone:
        raise UsageError(f"edit {number} is undone already", hint="undo the undoing edit instead")
    return Undo, {"edit": edit.id}


def _texts(names: TargetNames, table: TableTarget, column: ColumnView) -> list[Any]:
    generation = names.workspace.generation
    return read_texts(generation, table.view, table.table, column, table.path)


def choose_reading(
    names: TargetNames, table: TableTarget, column: ColumnView, kind: str, name: str
) -> Reading:
    """How the texts of a column are read as a type; refused where none of them can be."""
    if kind not in TYPES:
        raise UsageError(f"there is no type {kind!r}", hint=f"one of: {', '.join(TYPES)}")
    found = _texts(names, table, column)
    texts = [text for one in found for text in (one if isinstance(one, list) else [one]) if text]
    reading = read_type(texts, kind)
    if reading is None:
        raise UsageError(
            f"no value of {name} reads as {kind}", hint=f"its values are as {texts[:3]!r}"
        )
    return Reading.of(reading)


Maker = Callable[..., Changes]
ANY_NUMBER = 10_000
"""Targets that an edit may take where it takes several; nobody names more by hand."""

MAKERS: dict[str, tuple[Maker, str, int, int, tuple[str, ...]]] = {
    "rename": (_rename, "TABLE.COLUMN NAME", 2, 2, ()),
    "retype": (_retype, "TABLE.COLUMN TYPE", 2, 2, ()),
    "hide": (_hide, "TABLE[.COLUMN]", 1, 1, ()),
    "show": (_show, "TABLE[.COLUMN]", 1, 1, ()),
    "join": (
        _join,
        "TABLE.COLUMN COLUMN... --to NAME",
        2,
        ANY_NUMBER,
        ("to", "separator", "type"),
    ),
    "column": (
        _column,
        "TABLE NAME --page PAGE --xpath XPATH|--text TEXT",
        2,
        2,
        ("page", "xpath", "text", "type"),
    ),
    "merge": (_merge, "TABLE TABLE...", 2, ANY_NUMBER, ()),
    "split": (_split, "TABLE PAGE... [--to NAME]", 2, ANY_NUMBER, ("to",)),
    "move": (_move, "PAGE TABLE|none", 2, 2, ()),
    "name": (_name, "TABLE NAME", 2, 2, ()),
    "undo": (_undo, "[NUMBER]", 0, 1, ()),
}
"""By kind: what makes it, what it takes, how many of these, and its options."""

REQUIRED = {"join": ("to",), "column": ("page",)}
"""Options that a kind cannot do without."""
