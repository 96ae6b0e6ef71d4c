"""`Workspace`: the tables, templates and records of a run's directory.

A workspace that is open shows one generation, the one that was published when it was opened,
whatever a run writes meanwhile. Everything is read when it is asked for, and shown as the edits
say that were there when it was opened.
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
from unmold.store.record_files import TIERS, number_parts, sort_templates
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

    from unmold.edits import AnyEdit, EditLog, Views
    from unmold.model import Page, Problem
    from unmold.pages.read import Source
    from unmold.records import ClassifiedPage, Record
    from unmold.records.extract import PageExtractor
    from unmold.search import SearchIndex, SearchResults, SearchView
    from unmold.settings import Limits
    from unmold.store.check import Check
    from unmold.store.edit_states import EditState
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


class EditedTemplates(Mapping[str, Template]):
    """The templates of a workspace as edits show them, by the names that they are shown by."""

    def __init__(self, learned: Templates, views: Views) -> None:
        self._learned, self._views = learned, views
        names = {views.names.get(name, name): name for name in learned}
        self._names = {name: names[name] for name in sort_templates(names)}
        self._shown: dict[str, Template] = {}

    def __getitem__(self, template: str) -> Template:
        if template not in self._shown:
            from unmold.edits.views import shown_template

            learned = self._names[template]
            view = self._views.by_learned.get(learned)
            self._shown[template] = shown_template(view) if view else self._learned[learned]
        return self._shown[template]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


class Workspace:
    """What a run left: tables, templates and records, all of one generation.

    They are shown as the edits say; with `edited=False` as they were learned.
    """

    def __init__(self, path: str | os.PathLike[str], *, edited: bool = True) -> None:
        self.path = Path(path)
        self._is_edited = edited
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
    def edits(self) -> EditLog:
        """All edits, as they were when they were first asked for."""
        from unmold.edits import read_edits

        return read_edits(Layout(self.path).edits)

    @cached_property
    def views(self) -> Views | None:
        """How edits show templates; None where none changes anything that is shown."""
        if not self._is_edited or not Layout(self.path).edits.exists():
            return None
        return self._view(self.edits)

    def _view(self, edits: EditLog) -> Views | None:
        from unmold.store.edited_templates import view_templates

        return view_templates(self._generation, self.learned_templates, edits.active)

    def edit(self, do: str, *targets: str, expected: str | None = None, **options: Any) -> AnyEdit:
        """Correct something for good, as `unmold edit WORKSPACE DO TARGETS...` does.

        `rename`, `retype`, `hide`, `show`, `join` and `name` take effect at once; `column`,
        `merge`, `split` and `move` with the next run, or with `unmold.pipeline.apply_edits`.
        Somebody else's edit since this workspace was opened, or since `expected`, the version that
        `edits` had, refuses this one.
        """
        from unmold.store.editing import make_edit

        made = make_edit(self, do, targets, options, expected)
        self._forget()
        return made

    def as_learned(self) -> Workspace:
        """The same generation without what edits change about it."""
        learned = Workspace(self.path, edited=False)
        learned._generation = self._generation
        return learned

    def with_edits(self, edits: EditLog) -> Workspace:
        """The same generation as other edits would show it; they are written nowhere."""
        shown = Workspace(self.path)
        shown._generation = self._generation
        shown.__dict__["edits"] = edits
        shown.__dict__["views"] = shown._view(edits)
        return shown

    def edit_states(self) -> list[EditState]:
        """All edits, each with whether it is in effect or why it is not."""
        from unmold.store.edit_states import list_states

        return list_states(self)

    def _forget(self) -> None:
        """Read again what edits change."""
        cached = [name for name, one in vars(Workspace).items() if isinstance(one, cached_property)]
        for name in cached:
            self.__dict__.pop(name, None)

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
    def templates(self) -> Mapping[str, Template]:
        """The templates by name."""
        from unmold.store.stored_template import StoredTemplates

        learned = self.learned_templates
        shown = learned if self.views is None else EditedTemplates(learned, self.views)
        return StoredTemplates(shown, self)

    @cached_property
    def learned_templates(self) -> Templates:
        """The templates as they were learned, by the names that they were given then."""
        return Templates(self._generation)

    def own_template(self, template: str) -> Template:
        """A template as it is shown, without columns that edits compose of others.

        These are the columns that a template can find on a page by itself.
        """
        from unmold.edits.views import shown_template

        view = self.views.by_name.get(template) if self.views else None
        if view is None:
            return self._template(template)
        return shown_template(view, with_composed=False)

    @cached_property
    def summary(self) -> Summary:
        """What the run found, as plain values: what `unmold run` prints."""
        with explained_damage(self._generation.summary):
            verify_file(self._generation.summary)
            found: Summary = json.loads(self._generation.summary.read_bytes())
        if self.views is not None:
            from unmold.store.edited_tables import show_summary

            show_summary(found, self.views, self.stored_tables.values())
        return found

    def records(self, template: str, part: str | None = None, *, tier: int = 1) -> pa.Table:
        """The records of a template, or the rows of one of its repeated parts.

        The rows of a part belong to the record with the same `_record`. The first tier holds what
        a person would keep, the second everything that was found.
        """
        from unmold.store.table_files import read_table

        if self.views is not None:
            return self._find_records(template, part, tier).to_arrow()
        return read_table(self._record_file(template, part, tier))

    def parts(self, template: str, *, tier: int = 1) -> list[str]:
        """The names of a template's repeated parts; of one inside another as `outer.inner`."""
        if self.views is not None:
            self._template(template)
            tables = self.stored_tables.values()
            return [
                one.part
                for one in tables
                if one.part and (one.template, one.tier) == (template, tier)
            ]
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

        stored = self.stored_tables
        # Those that every workspace has come first in hints.
        about = {name: stored[name] for name in TABLES}
        return run_query(query, parameters, about | stored)

    def search(
        self,
        query: str,
        *,
        site: str | None = None,
        template: str | None = None,
        field: str | None = None,
        offset: int = 0,
        limit: int = 10,
    ) -> SearchResults:
        """The records that answer a query, the best first, with marked snippets.

        Words find records that have them all, `"two words"` a phrase, `FIELD:WORD` a word in a
        field; `-WORD` excludes, `OR` gives a choice, `WOR*` finds words that begin so. With `field`
        all words are looked for in that column.
        """
        self._check_filters(site, template, field)
        return self._search_index.search(
            query,
            site=site,
            template=template,
            field=field,
            offset=offset,
            limit=limit,
            view=self._search_view,
        )

    def count_hits(
        self,
        query: str,
        *,
        site: str | None = None,
        template: str | None = None,
        field: str | None = None,
    ) -> int:
        """How many records answer a query."""
        self._check_filters(site, template, field)
        return self._search_index.count(
            query, site=site, template=template, field=field, view=self._search_view
        )

    def _check_filters(self, site: str | None, template: str | None, field: str | None) -> None:
        """Refuse what no record can have."""
        if template is not None:
            self._template(template)
        if site is not None and site not in self._sites:
            raise UsageError(
                f"there is no site {site!r} in {self.path}", hint=f"there are {_some(self._sites)}"
            )
        known = self._search_fields
        if field is not None and field not in known:
            raise UsageError(f"no template has a field {field!r}", hint=f"there are {_some(known)}")

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
            "prepare": self._prepare_extractor(tier, include_noise, markdown),
        }
        names = self._shown_names(tier)
        if source is None:
            if base_url is not None:
                raise UsageError(
                    "base_url does not apply to stored pages, which have their URLs",
                    hint="give base_url with a source",
                )
            chosen = [one for one in self.templates if one in names and template in (None, one)]
            learned = [self.learned_templates[names[one]] for one in chosen]
            return extract_stored(self._generation, learned, **shared)
        templates = list(self.learned_templates.values())
        records = extract_known(templates, source, base_url=base_url, **shared)
        return (
            one for one in records if one.template in names and template in (None, one.template)
        )

    def _shown_names(self, tier: int) -> dict[str, str]:
        """By the name of each template whose records are shown what unmold calls it."""
        views = self.views.by_learned if self.views else {}
        return {
            views[name].name if name in views else name: name
            for name in self.learned_templates
            if name not in views or not views[name].roots[tier].is_hidden
        }

    def _prepare_extractor(
        self, tier: int, include_noise: bool, markdown: bool
    ) -> Callable[[Template], PageExtractor] | None:
        """What extracts pages as edits show them; None where there are no edits."""
        if self.views is None:
            return None
        from unmold.edits.record_views import EditedExtractor
        from unmold.records.extract import Extractor

        views = self.views.by_learned
        options = {"include_noise": include_noise, "markdown": markdown}

        def prepare(template: Template) -> PageExtractor:
            if template.name in views:
                return EditedExtractor(views[template.name], tier, **options)
            return Extractor(template.of_tier(tier), **options)

        return prepare

    def prepare_extractor(self, template: str, *, tier: int = 1) -> PageExtractor:
        """What makes the records of a template's pages as `extract` does, made ready once."""
        from unmold.records.extract import Extractor

        _check_tier(tier)
        self._template(template)
        learned = self.learned_templates[self._learned_name(template)]
        prepare = self._prepare_extractor(tier, False, False)
        return prepare(learned) if prepare else Extractor(learned.of_tier(tier))

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
        learned = self._learned_name(template)
        return read_stored(self._generation, learned, limits=limits, problems=problems)

    def _learned_name(self, template: str) -> str:
        """What unmold calls a template."""
        view = self.views.by_name.get(template) if self.views else None
        return view.learned.name if view else template

    def check(self) -> Check:
        """Read every file of the workspace, and say which are not as they were written."""
        from unmold.store.check import check_workspace

        return check_workspace(self.path)

    def sql_tables(self) -> dict[str, Path]:
        """The files that `sql` knows, by the name of the table."""
        found = {name: self._generation.table(name) for name in TABLES}
        stored = self.stored_tables.values()
        return found | {table.name: table.path for table in stored if table.name not in found}

    @cached_property
    def _search_index(self) -> SearchIndex:
        from unmold.search import SearchIndex

        with explained_damage(self._generation.search):
            verify_search(self._generation)
        return SearchIndex(self._generation.search)

    @cached_property
    def _search_view(self) -> SearchView | None:
        """How what is searched is shown; None where that is as it was learned."""
        if self.views is None:
            return None
        from unmold.store.search_views import make_search_view

        return make_search_view(self.views)

    @cached_property
    def _search_fields(self) -> list[str]:
        """The columns that can be searched by name."""
        learned = self._search_index.fields
        return self._search_view.fields(learned) if self._search_view else list(learned)

    @cached_property
    def _sites(self) -> list[str]:
        from unmold.store.table_files import read_table

        sites = read_table(self._generation.table("pages"), ["site"]).column("site")
        return sorted(sites.unique().to_pylist())

    def _table(self, name: str) -> pa.Table:
        from unmold.store.table_files import read_table

        if self.views is not None:
            return self.stored_tables[name].to_arrow()
        return read_table(self._generation.table(name))

    def _find_records(self, template: str, part: str | None, tier: int) -> StoredTable:
        """One table of a template as edits show it."""
        _check_tier(tier)
        self._template(template)
        place = (template, part or "", tier)
        for table in self.stored_tables.values():
            if (table.template, table.part, table.tier) == place:
                return table
        raise _unknown_part(template, part, self.parts(template, tier=tier))

    def _template(self, template: str) -> Template:
        if template not in self.templates:
            raise UsageError(
                f"there is no template {template!r} in {self.path}",
                hint=f"there are {_some(self.templates)}",
            )
        return self.templates[template]

    def _record_file(self, template: str, part: str | None, tier: int) -> Path:
        _check_tier(tier)
        numbers = self._parts(template, tier)
        if part is not None and part not in numbers:
            raise _unknown_part(template, part, numbers)
        number = "" if part is None else numbers[part]
        return self._generation.record_table(template, number, tier)

    def _parts(self, template: str, tier: int) -> dict[str, str]:
        return number_parts(self._template(template), tier)


def _some(names: Collection[str]) -> str:
    shown = ", ".join(list(names)[:30])
    return f"{shown} and others" if len(names) > 30 else shown or "none"


def _check_tier(tier: int) -> None:
    if tier not in TIERS:
        raise UsageError(f"there is no tier {tier!r}", hint="the tiers are 1 and 2")


def _unknown_part(template: str, part: str | None, parts: Collection[str]) -> UsageError:
    what = f"template {template} has no part {part!r}" if part else f"{template} is hidden"
    return UsageError(what, hint=f"its parts are {', '.join(parts) or 'none'}")


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
            hint="`unmold run --force` rebuilds it from the pages",
        )
    return found
