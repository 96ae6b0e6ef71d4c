"""`SearchIndex`: finds the records that answer a query, the best first.

Records are ranked by BM25 over the words of all values; words in titles count more.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from unmold.errors import UsageError
from unmold.search.documents import unpack_document
from unmold.search.index_files import damaged, explained_damage, json_key, make_schema, open_index
from unmold.search.query import Alternative, Clause, ParsedQuery, parse_query
from unmold.search.search_view import SearchView
from unmold.search.snippets import MAX_SNIPPETS, Snippet, find_snippets
from unmold.search.words import normalise

if TYPE_CHECKING:
    from tantivy import Query, Schema

TITLE_BOOST = 2.0
"""A word in the title counts twice. A guess."""
DEFAULT_LIMIT = 10
"""A screen of hits."""
MAX_LIMIT = 10_000
"""Bounds memory; whoever wants all rows asks `sql`."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A record that answers a query."""

    key: str
    path: str
    url: str
    site: str
    template: str
    score: float
    title: str
    snippets: tuple[Snippet, ...]
    values: dict[str, list[str]]
    """What was searched of the record."""


@dataclass(frozen=True, slots=True)
class SearchResults:
    """The best records, and how many there are."""

    hits: tuple[Hit, ...]
    total: int


class SearchIndex:
    """An index that was written by `build_index`, opened to search it."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)
        self._searcher, self._facts = open_index(self.folder)

    def __len__(self) -> int:
        """How many records can be found."""
        return self._searcher.num_docs

    @property
    def fields(self) -> tuple[str, ...]:
        """The names that may come before a colon in a query."""
        return self._facts.fields

    def search(
        self,
        query: str,
        *,
        site: str | None = None,
        template: str | None = None,
        field: str | None = None,
        offset: int = 0,
        limit: int = DEFAULT_LIMIT,
        view: SearchView | None = None,
    ) -> SearchResults:
        """The records that answer a query, at most `limit`, of one site or template if given.

        With `field` words are looked for in that column alone. `view` says how templates and
        columns are shown, if not as they were learned.
        """
        view = view or SearchView()
        if not 1 <= limit <= MAX_LIMIT or not 0 <= offset <= MAX_LIMIT:
            raise UsageError(
                f"limit must be between 1 and {MAX_LIMIT:,}, offset between 0 and {MAX_LIMIT:,}"
            )
        parsed, native = self._compile(query, site, template, field, view)
        with explained_damage(self.folder):
            found = self._searcher.search(native, limit, offset=offset)
            entries = [(score, self._searcher.doc(address)) for score, address in found.hits]
        hits = [self._hit(score, found, parsed, view) for score, found in entries]
        hits.sort(key=lambda hit: (-hit.score, hit.key))
        return SearchResults(tuple(hits), int(getattr(found, "count", len(hits)) or 0))

    def count(
        self,
        query: str,
        *,
        site: str | None = None,
        template: str | None = None,
        field: str | None = None,
        view: SearchView | None = None,
    ) -> int:
        """How many records answer a query."""
        _, native = self._compile(query, site, template, field, view or SearchView())
        with explained_damage(self.folder):
            found = self._searcher.search(native, 1)
        return int(getattr(found, "count", 0) or 0)

    def _compile(
        self,
        query: str,
        site: str | None,
        template: str | None,
        field: str | None,
        view: SearchView,
    ) -> tuple[ParsedQuery, Query]:
        parsed = parse_query(query, view.fields(self.fields))
        if field is not None:
            parsed = parsed.within(field)
        filters = {"site": site, "template": template}
        return parsed, _Compiler(make_schema(), view).compile(parsed, filters)

    def _hit(self, score: float, found: Any, parsed: ParsedQuery, view: SearchView) -> Hit:
        try:
            document = unpack_document(bytes(found.get_first("stored")))
        except (ValueError, TypeError) as error:
            raise damaged(self.folder) from error
        template, title = document.template, document.title
        values, addresses = document.values, document.addresses
        if (shown := view.templates.get(template)) is not None:
            values, addresses = shown.show(values), shown.show(addresses)
            template, title = shown.name, shown.show_title(title, values)
        snippets = find_snippets(values, parsed.wanted())
        if named := [clause for clause in parsed.wanted() if clause.fields]:
            snippets += find_snippets(addresses, named)
        return Hit(
            key=document.key,
            path=document.path,
            url=document.url,
            site=document.site,
            template=template,
            score=round(score, 4),
            title=title,
            snippets=tuple(snippets[:MAX_SNIPPETS]),
            values=values | addresses,
        )


class _Compiler:
    """Clauses made native."""

    def __init__(self, schema: Schema, view: SearchView) -> None:
        from tantivy import Occur, Query

        self.schema = schema
        self.view = view
        self.query = Query
        self.occur = Occur

    def compile(self, parsed: ParsedQuery, filters: dict[str, str | None]) -> Query:
        parts = [(self.occur.Should, self._alternative(one)) for one in parsed.alternatives]
        wanted = self.query.boolean_query(parts) if len(parts) > 1 else parts[0][1]
        required = [
            (self.occur.Must, self._filter(name, value))
            for name, value in filters.items()
            if value is not None
        ]
        if not required:
            return wanted
        return self.query.boolean_query([(self.occur.Must, wanted), *required])

    def _alternative(self, clauses: Alternative) -> Query:
        wanted = [one for one in clauses if not one.is_excluded]
        excluded = [one for one in clauses if one.is_excluded]
        parts = [(self.occur.Must, self._clause(one)) for one in wanted]
        if not parts:
            # Nothing can be taken away from nothing.
            parts = [(self.occur.Must, self.query.all_query())]
        parts += [(self.occur.MustNot, self._clause(one)) for one in excluded]
        return self.query.boolean_query(parts)

    def _clause(self, clause: Clause) -> Query:
        if clause.filter:
            return self._filter(clause.filter, clause.words[0])
        if not clause.words:
            return self.query.all_query()
        if clause.fields:
            return self._fields(clause)
        title = self.query.boost_query(self._words("title", clause), TITLE_BOOST)
        found = self._any([self._words("text", clause), title])
        restricted = {
            learned: one.searched()
            for learned, one in self.view.templates.items()
            if one.is_restricted
        }
        return self._by_template(found, clause, restricted)

    def _fields(self, clause: Clause) -> Query:
        """The words in columns, which other templates may show by other names."""
        found = self._in_columns(clause.fields, clause)
        columns = {
            learned: [name for shown in clause.fields for name in one.learned(shown)]
            for learned, one in self.view.templates.items()
        }
        return self._by_template(found, clause, columns)

    def _by_template(self, found: Query, clause: Clause, columns: dict[str, list[str]]) -> Query:
        """What was found, but of some templates in some of their columns only."""
        if not columns:
            return found
        others = [(self.occur.MustNot, self._exactly("template", name)) for name in columns]
        parts = [self.query.boolean_query([(self.occur.Must, found), *others])]
        for template, names in columns.items():
            if names:
                own = self._exactly("template", template), self._in_columns(names, clause)
                parts.append(self.query.boolean_query([(self.occur.Must, one) for one in own]))
        return self._any(parts)

    def _in_columns(self, names: Iterable[str], clause: Clause) -> Query:
        return self._any([self._words(f"fields.{json_key(name)}", clause) for name in names])

    def _any(self, queries: list[Query]) -> Query:
        if len(queries) == 1:
            return queries[0]
        return self.query.boolean_query([(self.occur.Should, query) for query in queries])

    def _words(self, field: str, clause: Clause) -> Query:
        words = list(clause.words)
        if clause.is_prefix:
            return self.query.phrase_prefix_query(self.schema, field, list(words))
        if len(words) == 1:
            return self.query.term_query(self.schema, field, words[0])
        return self.query.phrase_query(self.schema, field, list(words))

    def _filter(self, name: str, value: str) -> Query:
        """Only what has the value as it is shown."""
        shown = self.view.learned_template(value) if name == "template" else value
        return self._exactly(name, shown)

    def _exactly(self, name: str, value: str) -> Query:
        """Only what has the value; says nothing about the rank."""
        exact = self.query.term_query(self.schema, name, normalise(value))
        return self.query.const_score_query(exact, 0.0)
