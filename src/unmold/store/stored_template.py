"""`StoredTemplate`: a template of a workspace, whose corrections stay.

`workspace.templates["products"]` gives one. It is a `Template` in everything else, and leaves a
process as a plain one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import TYPE_CHECKING

from unmold.errors import UsageError
from unmold.templates import Template

if TYPE_CHECKING:
    from unmold.store.workspace import Workspace


class StoredTemplate(Template):
    """A template that knows its workspace: what is changed about it is an edit."""

    __slots__ = ("_workspace",)

    @classmethod
    def of(cls, template: Template, workspace: Workspace) -> StoredTemplate:
        """The template, bound to the workspace that holds it."""
        made = cls(**{one.name: getattr(template, one.name) for one in fields(template)})
        object.__setattr__(made, "_workspace", workspace)
        return made

    def __eq__(self, other: object) -> bool:
        """Whether it is the same template, wherever it is kept."""
        if not isinstance(other, Template):
            return NotImplemented
        return all(
            getattr(self, one.name) == getattr(other, one.name)
            for one in fields(self)
            if one.compare
        )

    __hash__ = Template.__hash__

    def __reduce__(self) -> tuple[type[Template], tuple[object, ...]]:
        return Template, tuple(getattr(self, one.name) for one in fields(self))

    def rename(self, column: str, name: str) -> Template:
        """Call a column something else, as `unmold edit WORKSPACE rename` does."""
        self._edit("rename", self._find(column), name)
        return self._again()

    def drop(self, *columns: str) -> Template:
        """Hide columns or child tables, as `unmold edit WORKSPACE hide` does."""
        for target in [self._find(column) for column in columns]:
            self._edit("hide", target)
        return self._again()

    def _edit(self, do: str, *targets: str) -> None:
        workspace: Workspace = self._workspace  # type: ignore[attr-defined]
        workspace.edit(do, *targets)

    def _again(self) -> Template:
        workspace: Workspace = self._workspace  # type: ignore[attr-defined]
        return workspace.templates[self.name]

    def _find(self, column: str) -> str:
        """What `edit` calls a column, or a table."""
        workspace: Workspace = self._workspace  # type: ignore[attr-defined]
        part, _, name = column.rpartition(".")
        tables = {
            table.part: table.name
            for table in workspace.stored_tables.values()
            if table.template == self.name and table.tier == 1
        }
        if column in tables and column:
            return tables[column]
        if part not in tables:
            raise UsageError(
                f"{self.name} has no column {column!r}",
                hint=f"there are {', '.join(self.best.column_names())}",
            )
        return f"{tables[part]}.{name}"


class StoredTemplates(Mapping[str, Template]):
    """The templates of a workspace by name, each bound to it."""

    def __init__(self, templates: Mapping[str, Template], workspace: Workspace) -> None:
        self._templates, self._workspace = templates, workspace

    def __getitem__(self, name: str) -> Template:
        return StoredTemplate.of(self._templates[name], self._workspace)

    def __iter__(self) -> Iterator[str]:
        return iter(self._templates)

    def __len__(self) -> int:
        return len(self._templates)

    def __repr__(self) -> str:
        return f"<{len(self)} templates: {', '.join(self)}>"
