"""`Workspace`: the tables, templates and records of a run's directory.

A workspace that is open shows one generation, the one that was published when it was opened,
whatever a run writes meanwhile. Everything is read when it is asked for.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from unmold.errors import UsageError
from unmold.store.explained_errors import explained_damage
from unmold.store.journal import check_format
from unmold.store.layout import TABLES, Generation, Layout
from unmold.store.record_files import TIERS, name_tables, number_parts, sort_templates
from unmold.store.verified import (
    load_template,
    open_checksums,
    template_names,
    verify_file,
    verify_search,
)
from unmold.templates.model import Template

if TYPE_CHECKING:
    import pyarrow as pa

    from unmold.model import Page, Problem
    from unmold.pages.read import Source
    from unmold.records import ClassifiedPage, Record
    from unmold.search import SearchIndex, SearchResults
    from unmold.settings import Limits
    from unmold.store.check import Check
    from unmold.store.stored_table import StoredTable
    from unmold.store.summary import Summary


class Templates(Mapping[str, Template]):
    """The templates of a workspace by their names; each is read when it is asked for."""

    def __init__(self, generation: Generation) -> None:
        self._generation = generation
        self._read: dict[str, Template] = {}
        self._names = sort_templates(template_names(generation))

    def __getitem__(self, template: str) -> Template:
        if template not in self._names:
            raise KeyError(template)
        if template not in self._read:
            self._read[template] = load_template(self._generation.template(template))
        return self._read[template]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


class Workspace:
    """What a run left: tables, templates and records, all of one generation."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self._generation = _find_generation(Layout(self.path))
        open_checksums(self._generation)

    def __repr__(self) -> str:
        return f"Workspace({str(self.path)!r})"

    def _repr_html_(self) -> str:
        from unmold.store.table_list import show_workspace

        return show_workspace(self)

    def __getitem__(self, name: str) -> StoredTable:
        """One table: of records, of a repeated part, or one about the workspace, as `pages`."""
        from unmold.store.table_list import find_table

        return find_table(self, name)

    def __contains__(self, name: object) -> bool:
        return name in self.stored_tables

    def __iter__(self) -> Iterator[str]:
        """The names of the record tables that a person would keep."""
        return (name for name, table in self.stored_tables.items() if table.tier == 1)

    def _ipython_key_completions_(self) -> list[str]:
        return list(self.stored_tables)

    @property
    def generation(self) -> Generation:
        """Where the files of this generation lie."""
        return self._generation

    @cached_property
    def pages(self) -> pa.Table:
        """One row a page: where it lies, its site, cluster and template, and how well it fits."""
        return self._table("pages")

    @cached_property
    def clusters(self) -> pa.Table:
        """One row a cluster: its site, kind, template and number of pages."""
        return self._table("clusters")

    @cached_property
    def fields(self) -> pa.Table:
        """One row for each field of each template."""
        return self._table("fields")

    @cached_property
    def problems(self) -> pa.Table:
        """One row for each page or part that could not be used."""
        return self._table("problems")

    @cached_property
    def links(self) -> pa.Table:
        """One row for each link that a crawl followed; empty where pages were not crawled."""
        return self._table("links")

    @cached_property
    def tables(self) -> pa.Table:
        """One row for each record table: its name in SQL, template, part, tier, rows, columns."""
        return self._table("tables")

    @cached_property
    def stored_tables(self) -> dict[str, StoredTable]:
        """All tables by name: those of the first tier, of the second, about the workspace."""
        from unmold.store.table_list import list_tables

        return {table.name: table for table in list_tables(self)}

    @cached_property
    def changes(self) -> pa.Table:
        """One row for each table or column that came, went or changed since the first run."""
        return self._table("changes")

    @cached_property
    def templates(self) -> Templates:
        """The templates by name."""
        return Templates(self._generation)

    @cached_property
    def summary(self) -> Summary:
        """What the run found, as plain values: what `unmold run` prints."""
        with explained_damage(self._generation.summary):
            verify_file(self._generation.summary)
            found: Summary = json.loads(self._generation.summary.read_bytes())
        return found

    def records(self, template: str, part: str | None = None, *, tier: int = 1) -> pa.Table:
        """The records of a template, or the rows of one of its repeated parts.

        The rows of a part belong to the record with the same `_record`. The first tier holds what
        a person would keep, the second everything that was found.
        """
        from unmold.store.table_files import read_table

        return read_table(self._record_file(template, part, tier))

    def parts(self, template: str, *, tier: int = 1) -> list[str]:
        """The names of a template's repeated parts; of one inside another as `outer.inner`."""
        return list(self._parts(template, tier))

    def sql(
        self, query: str, parameters: Sequence[Any] | Mapping[str, Any] | None = None
    ) -> pa.Table:
        """The answer to a reading SQL statement, in DuckDB's dialect, over all tables.

        The tables are `pages`, `links`, `clusters`, `fields`, `problems`, `tables`,
        `changes`, one for each
        template under its name, and one for each repeated part under `TEMPLATE_PART`; what the
        first tier leaves out is in `TEMPLATE_all` and `TEMPLATE_all_PART`.
        """
        from unmold.store.query import run_query

        return run_query(query, parameters, self.sql_tables())

    def search(
        self,
        query: str,
        *,
        site: str | None = None,
        template: str | None = None,
        limit: int = 10,
    ) -> SearchResults:
        """The records that answer a query, the best first, with marked snippets.

        Words find records that have them all, `"two words"` a phrase, `FIELD:WORD` a word in a
        field; `-WORD` excludes, `OR` gives a choice, `WOR*` finds words that begin so.
        """
        if template is not None:
            self._template(template)
        if site is not None and site not in self._sites:
            raise UsageError(
                f"there is no site {site!r} in {self.path}", hint=f"there are {_some(self._sites)}"
            )
        return self._search_index.search(query, site=site, template=template, limit=limit)

    def classify(
        self,
        source: Source | Iterable[Page],
        *,
        limits: Limits | None = None,
        base_url: str | None = None,
        jobs: int = 0,
        problems: Callable[[Problem], object] | None = None,
    ) -> Iterator[ClassifiedPage]:
        """The template of each page of a source, or `none` where no template fits."""
        from unmold.records import classify_pages

        templates = list(self.templates.values())
        return classify_pages(
            templates, source, limits=limits, base_url=base_url, jobs=jobs, problems=problems
        )

    def extract(
        self,
        source: Source | Iterable[Page] | None = None,
        *,
        template: str | None = None,
        limits: Limits | None = None,
        base_url: str | None = None,
        jobs: int = 0,
        include_noise: bool = False,
        markdown: bool = False,
        tier: int = 1,
        problems: Callable[[Problem], object] | None = None,
    ) -> Iterator[Record]:
        """The records of a source's pages, or of the workspace's own pages, read where they lie.

        A page that no template fits, or that is not what it was, is a problem. With `template`
        there are only records of that one. Tier 1 gives what a person would keep, tier 2 everything
        that was found. With `markdown`, free texts keep headings, lists, links and emphasis.
        """
        from unmold.records import extract_known
        from unmold.store.stored_pages import extract_stored

        if template is not None:
            self._template(template)
        shared: dict[str, Any] = {
            "limits": limits,
            "jobs": jobs,
            "include_noise": include_noise,
            "markdown": markdown,
            "tier": tier,
            "problems": problems,
        }
        if source is None:
            if base_url is not None:
                raise UsageError("stored pages have their URLs", hint="give base_url with a source")
            chosen = self.templates if template is None else [template]
            return extract_stored(
                self._generation, [self.templates[one] for one in chosen], **shared
            )
        templates = list(self.templates.values())
        records = extract_known(templates, source, base_url=base_url, **shared)
        return (one for one in records if template is None or one.template == template)

    def read_pages(
        self,
        template: str,
        *,
        limits: Limits | None = None,
        problems: Callable[[Problem], object] | None = None,
    ) -> Iterator[Page]:
        """The pages of a template, read where they lie; one that changed is a problem."""
        from unmold.store.stored_pages import read_stored

        self._template(template)
        return read_stored(self._generation, template, limits=limits, problems=problems)

    def check(self) -> Check:
        """Read every file of the workspace, and say which are not as they were written."""
        from unmold.store.check import check_workspace

        return check_workspace(self.path)

    def sql_tables(self) -> dict[str, Path]:
        """The files that `sql` knows, by the name of the table."""
        found = {name: self._generation.table(name) for name in TABLES}
        named = name_tables(self._generation, self.templates)
        return found | {table.name: table.path for table in named}

    @cached_property
    def _search_index(self) -> SearchIndex:
        from unmold.search import SearchIndex

        with explained_damage(self._generation.search):
            verify_search(self._generation)
        return SearchIndex(self._generation.search)

    @cached_property
    def _sites(self) -> list[str]:
        from unmold.store.table_files import read_table

        sites = read_table(self._generation.table("pages"), ["site"]).column("site")
        return sorted(sites.unique().to_pylist())

    def _table(self, name: str) -> pa.Table:
        from unmold.store.table_files import read_table

        return read_table(self._generation.table(name))

    def _template(self, template: str) -> Template:
        if template not in self.templates:
            raise UsageError(
                f"there is no template {template!r} in {self.path}",
                hint=f"there are {_some(self.templates)}",
            )
        return self.templates[template]

    def _record_file(self, template: str, part: str | None, tier: int) -> Path:
        if tier not in TIERS:
            raise UsageError(f"there is no tier {tier!r}", hint="the tiers are 1 and 2")
        numbers = self._parts(template, tier)
        if part is not None and part not in numbers:
            raise UsageError(
                f"template {template} has no part {part!r}",
                hint=f"its parts are {', '.join(numbers) or 'none'}",
            )
        number = "" if part is None else numbers[part]
        return self._generation.record_table(template, number, tier)

    def _parts(self, template: str, tier: int) -> dict[str, str]:
        return number_parts(self._template(template), tier)


def _some(names: Collection[str]) -> str:
    shown = ", ".join(list(names)[:30])
    return f"{shown} and others" if len(names) > 30 else shown or "none"


def _find_generation(layout: Layout) -> Generation:
    if not layout.root.is_dir():
        raise UsageError(
            f"there is no workspace {str(layout.root)!r}",
            hint="`unmold run SOURCE -o WORKSPACE` makes one",
        )
    check_format(layout.journal)
    found = layout.published()
    if found is None:
        raise UsageError(
            f"{layout.root} holds no finished run", hint="`unmold run` finishes what was begun"
        )
    if not found.path.is_dir():
        raise UsageError(
            f"{layout.root} is damaged: its published generation is not there",
            hint="`unmold run --force` builds it anew from the pages",
        )
    return found
