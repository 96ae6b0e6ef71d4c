"""`GET /search`: records by their words, with marked snippets, and what could narrow them down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from unmold.model import page_id
from unmold.search import Hit, SearchResults, Snippet
from unmold.search.index import MAX_LIMIT
from unmold.serve.api.asked import USUAL, AskedSnapshot
from unmold.serve.live import Snapshot
from unmold.serve.problems import describe_problems

router = APIRouter(tags=["search"], responses={**USUAL, **describe_problems(404)})

CANDIDATES = 20
"""Sites, templates and fields whose hits are counted: each is a search of its own."""


FIRST = 20
"""Hits whose columns are offered to narrow a search by. A guess."""


class Piece(BaseModel):
    """A piece of a snippet."""

    text: str
    marked: bool = Field(description="Whether it is what was searched for.")


class SnippetAnswer(BaseModel):
    """A piece of a value in which words were found."""

    field: str
    pieces: list[Piece]


class HitPage(BaseModel):
    """The page of a hit."""

    id: str
    path: str
    url: str
    site: str


class HitAnswer(BaseModel):
    """A record that answers a query."""

    page: HitPage
    template: str | None = Field(description="The id of its template.")
    name: str = Field(description="The name of its template.")
    title: str
    field: str | None = Field(description="The column of the best snippet.")
    snippet: list[Piece]
    snippets: list[SnippetAnswer] = Field(description="All snippets, the best first.")
    score: float


class Count(BaseModel):
    """Hits of a site, a template or a field."""

    value: str
    name: str
    count: int


class Facets(BaseModel):
    """By what hits could be narrowed down, the most frequent first."""

    site: list[Count]
    template: list[Count]
    field: list[Count]


class SearchAnswer(BaseModel):
    """Some hits, the best first."""

    hits: list[HitAnswer]
    total: int
    facets: Facets


@router.get("/search")
def search_records(
    snapshot: AskedSnapshot,
    q: Annotated[str, Query(max_length=2000, description="As `unmold search` takes it.")],
    site: Annotated[str | None, Query(description="Only records of this site.")] = None,
    template: Annotated[str | None, Query(description="Only of the template with this id.")] = None,
    field: Annotated[str | None, Query(description="Only words in this column.")] = None,
    offset: Annotated[int, Query(ge=0, le=MAX_LIMIT)] = 0,
    limit: Annotated[int, Query(ge=1, le=100)] = 10,
) -> SearchAnswer:
    """Records that have all words of a query."""
    name = None if template is None else snapshot.template(template).name
    known = None if site is None else snapshot.paths.find_site(site)
    asked = _Asked(snapshot, q, known, name, field)
    # Columns to narrow by are those of the first hits, whichever of them are shown.
    first = asked.search(0, limit if offset == 0 and limit > FIRST else FIRST)
    shown = first.hits[offset : offset + limit]
    if offset + limit > FIRST and offset:
        shown = asked.search(offset, limit).hits
    return SearchAnswer(
        hits=[_show_hit(snapshot, hit) for hit in shown],
        total=first.total,
        facets=_count_facets(asked, first),
    )


@dataclass(frozen=True, slots=True)
class _Asked:
    """A query, and what it is narrowed down to."""

    snapshot: Snapshot
    query: str
    site: str | None
    template: str | None
    field: str | None

    def search(self, offset: int, limit: int) -> SearchResults:
        narrowed = {"site": self.site, "template": self.template, "field": self.field}
        return self.snapshot.workspace.search(self.query, **narrowed, offset=offset, limit=limit)

    def count(self, **narrower: str) -> int:
        """How many hits a narrower search would have."""
        narrowed = {"site": self.site, "template": self.template, "field": self.field}
        return self.snapshot.workspace.count_hits(self.query, **(narrowed | narrower))


def _show_hit(snapshot: Snapshot, hit: Hit) -> HitAnswer:
    entry = snapshot.templates_by_name.get(hit.template)
    show = snapshot.paths.show_path
    snippets = [
        SnippetAnswer(field=one.field, pieces=_split(snapshot, one)) for one in hit.snippets
    ]
    best = snippets[0] if snippets else None
    return HitAnswer(
        page=HitPage(
            id=page_id(hit.key), path=show(hit.path), url=show(hit.url), site=show(hit.site)
        ),
        template=entry.id if entry else None,
        name=hit.template,
        title=snapshot.paths.show(hit.title),
        field=best.field if best else None,
        snippet=best.pieces if best else [],
        snippets=snippets,
        score=hit.score,
    )


def _split(snapshot: Snapshot, snippet: Snippet) -> list[Piece]:
    """The text of a snippet in pieces, marked and not."""
    text, end, pieces = snippet.text, 0, []
    for start, stop in snippet.marks:
        pieces += [Piece(text=text[end:start], marked=False)] if start > end else []
        pieces.append(Piece(text=text[start:stop], marked=True))
        end = stop
    pieces += [Piece(text=text[end:], marked=False)] if end < len(text) else []
    if pieces:
        pieces[0].text = snapshot.paths.show(pieces[0].text)
    return pieces


def _count_facets(asked: _Asked, found: SearchResults) -> Facets:
    """How many hits each narrower search would have."""
    snapshot, total = asked.snapshot, found.total
    show, entries = snapshot.paths.show, list(snapshot.templates.values())
    largest = sorted(entries, key=lambda entry: -entry.pages)[:CANDIDATES]
    pages = Counter({entry.site: 0 for entry in entries})
    for entry in entries:
        pages[entry.site] += entry.pages
    sites = [one for one, _ in pages.most_common(CANDIDATES)]
    fields = Counter(one.field for hit in found.hits[:FIRST] for one in hit.snippets)
    by_field = {one: asked.count(field=one) for one, _ in fields.most_common(CANDIDATES)}
    if asked.field is not None:
        by_field = {asked.field: total}
    by_site = _share_out(total, sites, asked.site, lambda one: asked.count(site=one))
    names = [entry.name for entry in largest]
    by_name = _share_out(total, names, asked.template, lambda one: asked.count(template=one))
    ids = {entry.name: entry.id for entry in entries}
    return Facets(
        site=_most([Count(value=show(one), name=show(one), count=by_site[one]) for one in by_site]),
        template=_most(
            [Count(value=ids[one], name=one, count=by_name[one]) for one in by_name if one in ids]
        ),
        field=_most([Count(value=one, name=one, count=by_field[one]) for one in by_field]),
    )


def _share_out(
    total: int, values: list[str], asked: str | None, count: Callable[[str], int]
) -> dict[str, int]:
    """The hits of each value of what a record has exactly one of; each count is a search."""
    if asked is not None:
        return {asked: total}
    counts: dict[str, int] = {}
    for value in values:
        if sum(counts.values()) >= total:
            break
        counts[value] = count(value)
    return counts


def _most(counts: list[Count]) -> list[Count]:
    found = [one for one in counts if one.count]
    return sorted(found, key=lambda one: (-one.count, one.name))
