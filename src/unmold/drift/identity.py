"""Keep columns as they were when a template is learned again.

Learning keeps what is found by the same selectors or names (`templates.stability`). After a
redesign, or with another version of unmold, nothing need be: then a column is the same if it says
the same on the same pages, so that tables and programs that know a column still find it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from unmold.drift.baseline import Baseline
from unmold.drift.comparison import match_columns
from unmold.drift.profiles import Addresses, Profile, observe
from unmold.model import Page
from unmold.settings import Induction, Limits
from unmold.templates import Field, Table, Template, induce_from_pages
from unmold.templates.stability import Level, keep_columns, keep_ids

STILL = 0.5
"""Share of the pages that filled a column which must still do so for it to stay. A guess."""


def learn_again(
    baseline: Baseline,
    name: str,
    now: Sequence[Page],
    induction: Induction,
    limits: Limits,
    *,
    jobs: int = 0,
) -> Template:
    """The template of the current pages, with the columns of the previous one."""
    previous = baseline.workspace.templates[name]
    learned = induce_from_pages(now, induction, limits=limits, jobs=jobs, previous=previous)
    kept = _keep_said(learned, previous, baseline.profile(name), baseline.observe(learned, now))
    pages = baseline.pages(name)
    if kept.first is None or previous.first is None or not pages:
        return kept
    before = baseline.observe(previous.first, pages)
    first = _keep_said(kept.first, previous.first, before, baseline.observe(kept.first, now))
    return replace(kept, first=first)


def _keep_said(learned: Template, previous: Template, old: Profile, new: Profile) -> Template:
    said = {column: known for known, column in match_columns(old, new).items()}
    return keep_identity(learned, previous, said)


def keep_identity(learned: Template, previous: Template, said: Mapping[str, str]) -> Template:
    """A template with the columns of a previous one; `said` names those that say the same."""
    kept = keep_columns(learned, previous, _ByContent(said))
    return kept.named(previous.name, previous.id)


def keep_schema(
    learned: Template, previous: Template, pages: Sequence[Page], limits: Limits, *, jobs: int = 0
) -> Template:
    """A template learned anew with the columns of the previous one, in both tiers.

    Both are applied to the same pages: what says the same is the same column, and a column that
    nobody found anew stays where the previous template still reads it.
    """
    kept = keep_ids(learned, previous)
    first = kept.first
    if first is not None and previous.first is not None:
        first = _keep_tier(first, previous.first, pages, limits, jobs)
    return replace(_keep_tier(kept, previous, pages, limits, jobs), first=first)


def _keep_tier(
    kept: Template, previous: Template, pages: Sequence[Page], limits: Limits, jobs: int
) -> Template:
    if {*previous.column_names()} <= {*kept.column_names()}:
        return kept
    addresses = Addresses(page.site for page in pages)
    old = observe(previous, pages, addresses, limits, jobs=jobs)
    new = observe(kept, pages, addresses, limits, jobs=jobs)
    said = {column: known for known, column in match_columns(old, new).items()}
    # What has its old name already was recognised by its selectors.
    known = {*previous.column_names()}
    said |= {name: name for name in kept.column_names() if name in known}
    # The fill of a column in a table is one of rows: there it is enough that there are some.
    least = {field.name: STILL * field.fill * len(old) for field in previous.fields}
    still = {name for name, filled in old.columns.items() if len(filled) >= least.get(name, 1) > 0}
    return keep_columns(kept, previous, _ByContent(said, frozenset(still)))


class _ByContent:
    """Matches columns that say the same, then those with the same ids."""

    def __init__(self, said: Mapping[str, str], still: frozenset[str] = frozenset()) -> None:
        self._said = said
        self._still = still

    def carries(self, path: str) -> bool:
        return path in self._still

    def match_fields(self, new: Level, old: Level) -> dict[int, Field]:
        """By number of each field that was there what it was: by what it says, then by id."""
        known = {old.path + field.name: field for field in old.fields}
        same: dict[int, Field] = {}
        for number, field in enumerate(new.fields):
            match = known.pop(self._said.get(new.path + field.name, ""), None)
            if match is not None:
                same[number] = match
        by_id = {field.id: field for field in known.values()}
        for number, field in enumerate(new.fields):
            if number not in same and field.id in by_id:
                same[number] = by_id.pop(field.id)
        return same

    def match_tables(self, new: Level, old: Level) -> dict[int, Table]:
        """By number of each table the one that most of its columns were in, or that has its id."""
        known = {f"{old.path}{table.name}": table for table in old.tables}
        same: dict[int, Table] = {}
        for number, table in enumerate(new.tables):
            path = f"{new.path}{table.name}."
            counts = Counter(_tables_of(path, self._said))
            counts.update(name for name, one in known.items() if one.id == table.id)
            found = next((name for name, _ in counts.most_common() if name in known), None)
            if found is not None:
                same[number] = known.pop(found)
        return same


def _tables_of(path: str, said: Mapping[str, str]) -> Iterable[str]:
    """The tables in which columns were that say what columns of a new table say."""
    return (
        known.rpartition(".")[0]
        for name, known in said.items()
        if name.startswith(path) and "." not in name[len(path) :]
    )
