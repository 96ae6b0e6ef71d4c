"""Edits: a person's corrections, one type for each kind.

An edit names its target by a stable id, with evidence that the target found under this id is the
one that was meant: names, the first selector of a column, the SHA-256 of a page. What it changes
is beside that. An edit never changes and is never removed: what should not have been said is
undone by another edit.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from unmold.templates.model import Field, Selector
from unmold.values import ValueType

EVIDENCE_PAGES = 8
"""Pages that say which template was meant, for a workspace whose ids are gone. A guess."""


class _Plain(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Plain values that are written as a JSON object."""


class PageRef(_Plain, frozen=True):
    """A page: its key, and what tells that the page there is still the same one."""

    key: str
    sha256: str
    url: str


class TemplateRef(_Plain, frozen=True):
    """A template: its id, and what tells that it is the one that was meant."""

    id: str
    name: str
    """What unmold called it."""

    site: str
    pages: tuple[PageRef, ...] = ()
    """Some of its pages."""


class TableRef(_Plain, frozen=True):
    """A table of a template: the root table of a tier, or one of its repeated parts."""

    tier: int
    ids: tuple[str, ...] = ()
    """The ids of the part and of those around it, the outermost first; none for a root table."""

    name: str = ""
    """What unmold called the part; `outer.inner` for one inside another."""


class ColumnRef(_Plain, frozen=True):
    """A column: the id of its field, and what tells that it is the one that was meant."""

    id: str
    name: str
    """What unmold called it."""

    selector: tuple[str, str, str | int] | None = None
    """Family, key and which of several, of the selector that is asked first."""


class Reading(_Plain, frozen=True):
    """A type, and how its texts are read: what is decided over all values of a column."""

    type: str
    number_format: str = "point"
    date_order: str = "month-first"
    is_whole: bool = False
    currency: str = ""

    @classmethod
    def of(cls, value_type: ValueType) -> Reading:
        return cls(
            value_type.name,
            value_type.number_format,
            value_type.date_order,
            value_type.is_whole,
            value_type.currency,
        )

    @property
    def value_type(self) -> ValueType:
        return ValueType(
            self.type, self.number_format, self.date_order, self.is_whole, self.currency
        )


class Edit(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="do",
):
    """What all edits have."""

    id: int
    """1 for the first of a workspace."""

    at: str
    """When it was made."""

    is_structural: ClassVar[bool] = False
    """Whether it changes pages and columns, which takes a run, and not only how they are shown."""

    @property
    def do(self) -> str:
        """The name of its kind."""
        return str(self.__struct_config__.tag)


class Name(Edit, frozen=True, kw_only=True, tag="name"):
    """A template or a table gets another name."""

    template: TemplateRef
    table: TableRef | None = None
    to: str


class Rename(Edit, frozen=True, kw_only=True, tag="rename"):
    """A column gets another name."""

    template: TemplateRef
    table: TableRef
    column: ColumnRef
    to: str


class Retype(Edit, frozen=True, kw_only=True, tag="retype"):
    """The values of a column are read as another type."""

    template: TemplateRef
    table: TableRef
    column: ColumnRef
    to: Reading


class Hide(Edit, frozen=True, kw_only=True, tag="hide"):
    """A column or a whole table is not shown."""

    template: TemplateRef
    table: TableRef
    column: ColumnRef | None = None


class Show(Edit, frozen=True, kw_only=True, tag="show"):
    """A column or a table that was hidden, or that only the second tier has, is shown."""

    template: TemplateRef
    table: TableRef
    column: ColumnRef | None = None
    lift: bool = False
    """Whether it is shown among the tables of the first tier, though it is of the second."""


class Join(Edit, frozen=True, kw_only=True, tag="join"):
    """Several columns are one."""

    template: TemplateRef
    table: TableRef
    columns: tuple[ColumnRef, ...]
    to: str
    reading: Reading
    separator: str = " "


class Column(Edit, frozen=True, kw_only=True, tag="column"):
    """A new column, read at a place that none reads."""

    template: TemplateRef
    to: str
    page: PageRef
    xpath: str
    text: str
    """What stands there."""

    source: str
    selectors: tuple[tuple[str, str, str | int], ...]
    """By which the place is found on other pages, among everything that is found there."""

    first: tuple[tuple[str, str, str | int], ...]
    """The same for the first tier, in which other texts are the template's own."""

    reading: Reading
    prefix: str = ""
    """What values begin with that is split off."""

    fill: float = 0.0
    examples: tuple[str, ...] = ()
    """Of the pages that were looked at: the share that has a value, and some of these."""
    is_structural: ClassVar[bool] = True


class Merge(Edit, frozen=True, kw_only=True, tag="merge"):
    """Several templates are one, which is the first of them."""

    templates: tuple[TemplateRef, ...]
    is_structural: ClassVar[bool] = True


class Split(Edit, frozen=True, kw_only=True, tag="split"):
    """Some pages of a template are a template of their own."""

    template: TemplateRef
    pages: tuple[PageRef, ...]
    to: str | None = None
    """What it is called."""

    is_structural: ClassVar[bool] = True

    @property
    def new_template(self) -> str:
        """The id of the template that it makes."""
        return f"{self.template.id}_split_{self.id}"


class Move(Edit, frozen=True, kw_only=True, tag="move"):
    """A page belongs to another template, or to none."""

    page: PageRef
    template: TemplateRef | None = None
    is_structural: ClassVar[bool] = True


class Undo(Edit, frozen=True, kw_only=True, tag="undo"):
    """An earlier edit is not in effect any more."""

    edit: int


AnyEdit = Name | Rename | Retype | Hide | Show | Join | Column | Merge | Split | Move | Undo
KINDS = tuple(
    kind.__struct_config__.tag
    for kind in (Rename, Retype, Hide, Show, Join, Column, Name, Merge, Split, Move, Undo)
)


def find_active(edits: tuple[AnyEdit, ...]) -> tuple[AnyEdit, ...]:
    """The edits that no other undoes, without the undoing ones; an undo can itself be undone."""
    undone: set[int] = set()
    active: list[AnyEdit] = []
    for edit in reversed(edits):
        if edit.id in undone:
            continue
        if isinstance(edit, Undo):
            undone.add(edit.edit)
        else:
            active.append(edit)
    return tuple(reversed(active))


def write_selector(selector: Selector) -> tuple[str, str, str | int]:
    """A selector as edits have it; its key is too long for JSON's numbers."""
    return selector.family, f"{selector.key:016x}", selector.take


LIFTED, MADE = "lifted-", "edit-"
"""What the ids of columns begin with that edits make."""


def column_ref(field: Field) -> ColumnRef:
    """What an edit keeps of a column; of one that an edit makes, its id says all."""
    is_learned = not field.id.startswith((LIFTED, MADE))
    first = write_selector(field.selectors[0]) if field.selectors and is_learned else None
    return ColumnRef(field.id, field.name, first)
