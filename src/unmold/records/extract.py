"""`extract_records`: makes one record of each page of a template.

The native core applies templates: it finds leaves, lets each field take the first selector that
finds something, puts the cells of tables into their rows and reads values by their types. Records
are made of the columns that it hands over (`arrays`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from unmold.errors import UsageError
from unmold.features.compute import batches
from unmold.model import Page
from unmold.pages import read_pages
from unmold.pages.read import Source
from unmold.pages.trees import cut_problems
from unmold.records.arrays import FieldColumn, RecordArrays
from unmold.records.record import Record
from unmold.records.score import LOW_SCORE
from unmold.settings import Limits
from unmold.templates.compiled import compile_template, matcher_parts
from unmold.templates.model import Template

if TYPE_CHECKING:
    from unmold._core import CompiledTemplate, DocumentWriter, Extracted, LeafMatcher, PageLeaves
    from unmold.records.record_stream import Records

TIERS = (1, 2)

# Both bound what is held at once; they change no result.
BATCH_PAGES = 64
BATCH_BYTES = 8 << 20


def extract_records(
    template: Template,
    source: Source | Iterable[Page],
    *,
    limits: Limits | None = None,
    base_url: str | None = None,
    jobs: int = 0,
    tier: int = 1,
    include_noise: bool = False,
    markdown: bool = False,
) -> Records:
    """Yield what each page says by the template's fields; every page yields a record.

    The first tier holds what a person would keep, the second everything that was found.
    `extract_records(...).to_pandas()` gives all records as one typed table. With `markdown`, free
    texts keep their headings, lists, links and emphasis as Markdown.

    >>> from unmold.templates import induce_template
    >>> pages = [f"<h1>Book {n}</h1><p>Price: <b>${n}.50</b></p>".encode() for n in range(5, 9)]
    >>> record = next(extract_records(induce_template(pages), pages))
    >>> record.values
    {'title': 'Book 5', 'price': '$5.50'}
    """
    from unmold.records.record_stream import Records

    if tier not in TIERS:
        raise UsageError(f"there is no tier {tier}", hint="the tiers are 1 and 2")
    chosen = template.of_tier(tier)
    pages = read_pages(source, limits=limits, base_url=base_url)
    records = extract_from_pages(
        chosen, pages, limits=limits, jobs=jobs, include_noise=include_noise, markdown=markdown
    )
    return Records(chosen, records, include_noise=include_noise)


def extract_from_pages(
    template: Template,
    pages: Iterable[Page],
    *,
    limits: Limits | None = None,
    jobs: int = 0,
    include_noise: bool = False,
    markdown: bool = False,
) -> Iterator[Record]:
    """`extract_records` for pages that were read already."""
    extractor = Extractor(template, include_noise=include_noise, markdown=markdown)
    return extract_by(extractor, pages, limits or Limits(), jobs)


class PageExtractor(Protocol):
    """Makes the records of pages."""

    def extract_pages(self, pages: Sequence[Page], limits: Limits, *, jobs: int) -> list[Record]:
        """The records of pages, parsed on `jobs` threads (0: all cores)."""


def extract_by(
    extractor: PageExtractor, pages: Iterable[Page], limits: Limits, jobs: int
) -> Iterator[Record]:
    """The records of pages, one batch of them in memory at a time."""
    for batch in batches(pages, BATCH_PAGES, BATCH_BYTES):
        yield from extractor.extract_pages(batch, limits, jobs=jobs)


class Extractor:
    """A template made ready to be applied to many pages."""

    def __init__(
        self, template: Template, *, include_noise: bool = False, markdown: bool = False
    ) -> None:
        self.template = template
        self.markdown = markdown
        self.native = compile_template(template, include_noise=include_noise)

    def extract_pages(self, pages: Sequence[Page], limits: Limits, *, jobs: int) -> list[Record]:
        """The records of pages, parsed on `jobs` threads (0: all cores)."""
        (batch,), problems, has_leaves = apply_templates(
            [self.native], pages, limits, jobs=jobs, markdown=self.markdown
        )
        return make_records(RecordArrays(self.template, batch), pages, problems, has_leaves, limits)

    def extract(self, page: Page, leaves: PageLeaves, limits: Limits) -> Record:
        """The record of a page whose leaves were found within these limits."""
        from unmold import _core

        (batch,), problems, has_leaves = _core.extract_leaves(self.native, [leaves], [page.address])
        arrays = RecordArrays(self.template, batch)
        return make_records(arrays, [page], problems, has_leaves, limits)[0]


def apply_templates(
    templates: list[CompiledTemplate],
    pages: Sequence[Page],
    limits: Limits,
    *,
    jobs: int = 0,
    least: float = 0.0,
    with_sources: bool = True,
    markdown: bool = False,
    documents: DocumentWriter | None = None,
    heads: list[bytes] | None = None,
) -> Extracted:
    """Apply templates to pages: the first to all, the others to those that score enough with it.

    The result has buffers for each template, and for each page the caps that were hit, and whether
    it has any value. `documents` says what can be searched of the first template's records, `heads`
    what the document of each page begins with.
    """
    from unmold import _core

    return _core.extract_pages(
        templates,
        [page.data for page in pages],
        [page.charset for page in pages],
        [page.address for page in pages],
        jobs,
        least=least,
        with_sources=with_sources,
        markdown=markdown,
        documents=documents,
        heads=heads,
        limits=limits,
    )


def make_matcher(template: Template) -> LeafMatcher:
    """What finds the texts and keys of a template by themselves."""
    from unmold import _core

    keys = {selector.key: None for _, field in template.columns() for selector in field.selectors}
    tables = [table for _, table in template.all_tables()]
    texts = [text.key for text in template.texts]
    return _core.LeafMatcher(texts, list(keys), matcher_parts(tables))


Parts = tuple[dict[str, Any], dict[str, Any], dict[str, Any], dict[str, Any]]
"""One row in each part of a record: values, raw values, typed values and XPaths."""


def make_records(
    arrays: RecordArrays,
    pages: Sequence[Page],
    problems: Sequence[int],
    has_leaves: Sequence[int],
    limits: Limits,
) -> list[Record]:
    """The records of all pages of a batch."""
    parts = _make_parts(arrays)
    return [
        Record(
            page.path,
            page.url,
            page.site,
            arrays.template.name,
            arrays.scores[number],
            *parts[number],
            problems=describe_problems(
                page,
                arrays.scores[number],
                arrays.says_anything[number],
                problems[number],
                has_leaves[number],
                limits,
            ),
        )
        for number, page in enumerate(pages)
    ]


def _make_parts(arrays: RecordArrays) -> list[Parts]:
    """By record its own parts, with all rows of tables in them."""
    records = _make_rows(arrays.columns[0], arrays.count)
    tables = [table for _, table in arrays.template.all_tables()]
    parents = [part.parent for part in matcher_parts(tables)]
    placed: list[tuple[int, int, int, int, Parts]] = []
    by_number: dict[tuple[int, int, int], Parts] = {}
    for number, (rows, columns) in enumerate(zip(arrays.tables, arrays.columns[1:], strict=True)):
        made = _make_rows(columns, len(rows.rows))
        numbers = (rows.records, rows.places, rows.parents, rows.rows)
        for record, place, parent, row, parts in zip(
            *(one.tolist() for one in numbers), made, strict=True
        ):
            placed.append((record, place, number, parent, parts))
            by_number[number, record, row] = parts
    # In the order of the page, so that a row stands behind the one around it.
    placed.sort(key=lambda row: row[:2])
    for record, _, number, parent, parts in placed:
        around = parents[number]
        outer = records[record] if around < 0 else by_number[around, record, parent]
        name = tables[number].name
        for whole, part in zip(outer, parts, strict=True):
            whole.setdefault(name, []).append(part)
    return records


def _make_rows(columns: Sequence[FieldColumn], count: int) -> list[Parts]:
    made: list[Parts] = [({}, {}, {}, {}) for _ in range(count)]
    for column in columns:
        name = column.field.name
        cells = zip(
            column.values.to_pylist(),
            column.raw.to_pylist(),
            column.typed_values(),
            column.xpaths.to_pylist(),
            strict=True,
        )
        for row, (value, raw, typed, xpath) in zip(made, cells, strict=True):
            if value is not None:
                values, raws, read, xpaths = row
                values[name], raws[name], read[name], xpaths[name] = value, raw, typed, xpath
    return made


def describe_problems(
    page: Page, score: float, says_anything: bool, caps: int, has_leaves: int, limits: Limits
) -> list[str]:
    """What is wrong with a record, and what of its page was cut off by a limit."""
    return [*_misfits(score, says_anything, has_leaves), *_cuts(page, caps, limits)]


def _misfits(score: float, says_anything: bool, has_leaves: int) -> list[str]:
    if not has_leaves:
        return ["the page has no text and no value"]
    if not says_anything:
        return ["no field of the template was found"]
    if score < LOW_SCORE:
        return [f"the page fits the template badly: score {score:.2f}"]
    return []


def _cuts(page: Page, caps: int, limits: Limits) -> list[str]:
    if not caps:
        return []
    from unmold import _core

    codes = _core.problem_codes(caps)
    return [problem.message for problem in cut_problems(page.key, codes, limits)]
