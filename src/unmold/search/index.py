"""`SearchIndex`: finds the records that answer a query, the best first.

Records are ranked by BM25 over the words of all values; words in titles count more.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from unmold.errors import UsageError
from unmold.search.index_files import damaged, explained_damage, json_key, make_schema, open_index
from unmold.search.query import Alternative, Clause, ParsedQuery, parse_query
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
        limit: int = DEFAULT_LIMIT,
    ) -> SearchResults:
        """The records that answer a query, at most `limit`, of one site or template if given."""
        if not 1 <= limit <= MAX_LIMIT:
            raise UsageError(f"limit must be between 1 and {MAX_LIMIT:,}, not {limit}")
        parsed = parse_query(query, self.fields)
        filters = {"site": site, "template": template}
        native = _Compiler(make_schema()).compile(parsed, filters)
        with explained_damage(self.folder):
            found = self._searcher.search(native, limit)
            entries = [
                (score, self._searcher.doc(address).get_first("stored"))
                for score, address in found.hits
            ]
        hits = [self._hit(score, stored, parsed) for score, stored in entries]
        hits.sort(key=lambda hit: (-hit.score, hit.key))
        return SearchResults(tuple(hits), int(getattr(found, "count", len(hits)) or 0))

    def _hit(self, score: float, stored: Any, parsed: ParsedQuery) -> Hit:
        try:
            data = json.loads(bytes(stored))
            values, addresses = data["values"], data["addresses"]
            snippets = find_snippets(values, parsed.wanted())
            if named := [clause for clause in parsed.wanted() if clause.fields]:
                snippets += find_snippets(addresses, named)
            return Hit(
                **{
                    name: data[name] for name in ("key", "path", "url", "site", "template", "title")
                },
                score=round(score, 4),
                snippets=tuple(snippets[:MAX_SNIPPETS]),
                values=values | addresses,
            )
        except (ValueError, KeyError, TypeError) as error:
            raise damaged(self.folder) from error


class _Compiler:
    """Clauses made native."""

    def __init__(self, schema: Schema) -> None:
        from tantivy import Occur, Query

        self.schema = schema
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
            return self._any([self._words(f"fields.{json_key(f)}", clause) for f in clause.fields])
        title = self.query.boost_query(self._words("title", clause), TITLE_BOOST)
        return self._any([self._words("text", clause), title])

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
        """Only what has the value; says nothing about the rank."""
        exact = self.query.term_query(self.schema, name, normalise(value))
        return self.query.const_score_query(exact, 0.0)
