"""How an index is searched whose columns and templates are shown under other names, or not at all.

The index keeps what was learned. Names in a query and in hits are those that are shown; what is
hidden is neither searched nor shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from unmold.search.documents import TITLES, Texts


@dataclass(frozen=True)
class TemplateSearch:
    """How the records of one template are shown."""

    name: str
    columns: Mapping[str, str | None]
    """By learned name of every column the one that is shown; None for what is hidden."""

    addresses: frozenset[str] = frozenset()
    """Learned names of columns that are found by their name only."""

    @property
    def is_restricted(self) -> bool:
        """Whether some of what was indexed is hidden."""
        return None in self.columns.values()

    def learned(self, shown: str) -> list[str]:
        """The columns that are shown by a name."""
        return [name for name, one in self.columns.items() if one == shown]

    def searched(self) -> list[str]:
        """The columns in which words are found."""
        return [
            name
            for name, shown in self.columns.items()
            if shown is not None and name not in self.addresses
        ]

    def show(self, texts: Texts) -> Texts:
        """Texts by the names of their columns, without hidden ones."""
        found: Texts = {}
        for name, own in texts.items():
            shown = self.columns.get(name, name)
            if shown is not None:
                found.setdefault(shown, []).extend(own)
        return found

    def show_title(self, title: str, values: Texts) -> str:
        """What a record is called; its title may stand in a column that is hidden."""
        is_shown = any(title in texts for texts in values.values())
        return title if is_shown or not self.is_restricted else choose_title(values)


def choose_title(values: Texts) -> str:
    """What to call a record: its title, or its first value."""
    found = next((values[name] for name in TITLES if name in values), None)
    first = found or next(iter(values.values()), [""])
    return first[0]


@dataclass(frozen=True)
class SearchView:
    """The templates that are not shown as they were learned, by their learned names."""

    templates: Mapping[str, TemplateSearch] = field(default_factory=dict)

    def fields(self, learned: Iterable[str]) -> list[str]:
        """The names that may come before a colon in a query."""
        shown = {name for one in self.templates.values() for name in one.columns.values() if name}
        return sorted({*learned} | shown)

    def learned_template(self, shown: str) -> str:
        """The template that is shown by a name; the name itself where none is."""
        found = (old for old, one in self.templates.items() if one.name == shown)
        return next(found, shown if shown not in self.templates else "")

    def show_template(self, learned: str) -> str:
        """The name by which a template is shown."""
        return self.templates[learned].name if learned in self.templates else learned
