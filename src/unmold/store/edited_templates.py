"""Which templates of a generation edits change, as they are shown then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from unmold.edits.model import AnyEdit, Merge, Move, Name, Split, Undo
from unmold.edits.views import Views, make_views
from unmold.store.layout import Generation
from unmold.store.table_files import read_table
from unmold.templates.model import Template


def view_templates(
    generation: Generation, templates: Mapping[str, Template], edits: Iterable[AnyEdit]
) -> Views | None:
    """The templates that edits are about, as they are shown; None if there are no such edits."""
    own = [edit for edit in edits if shows(edit)]
    if not own:
        return None
    wanted = {*_targets(own)}
    given = {edit.to for edit in own if isinstance(edit, Name | Split) and edit.to}
    found = {
        name: templates[name]
        for name, identity in template_ids(generation).items()
        if identity in wanted or name in given
    }
    return make_views(found, own)


def shows(edit: AnyEdit) -> bool:
    """Whether an edit changes how something is shown."""
    return not edit.is_structural or (isinstance(edit, Split) and edit.to is not None)


def _targets(edits: Iterable[AnyEdit]) -> Iterator[str]:
    """The ids of the templates that edits are about."""
    for edit in edits:
        if isinstance(edit, Split):
            yield edit.new_template
        elif not isinstance(edit, Merge | Move | Undo):
            yield edit.template.id


def template_ids(generation: Generation) -> dict[str, str]:
    """By name of each template its id."""
    rows = read_table(generation.table("clusters"), ["template", "template_id"])
    pairs = zip(*(column.to_pylist() for column in rows.columns), strict=True)
    return {name: identity for name, identity in pairs if name is not None}
