"""Reads the pages of a workspace again, and their records.

A page that is gone, or is not what it was when the run read it, is a problem.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from unmold.model import Page, Problem
from unmold.pages.file_stamps import FileStamps
from unmold.pages.reopen import read_again
from unmold.records import Record
from unmold.records.extract import Extractor, PageExtractor, extract_by
from unmold.settings import Limits
from unmold.store.layout import Generation
from unmold.store.rows import PageRow, read_rows
from unmold.store.table_files import read_table
from unmold.templates.model import Template


def read_page_rows(generation: Generation) -> list[PageRow]:
    """The pages that a run has read."""
    return read_rows(generation.work("pages"), PageRow)


def read_pages_again(
    rows: Iterable[PageRow], *, limits: Limits, jobs: int = 1, stamps: FileStamps | None = None
) -> Iterator[Page | Problem]:
    """Pages as a run has read them, or why one cannot be had any more; in the order of the rows.

    `stamps` are those of the files that the same run has read, if it is not over.
    """
    places = (row.place for row in rows)
    return read_again(places, limits=limits, jobs=max(jobs, 1), stamps=stamps)


def extract_stored(
    generation: Generation,
    templates: Sequence[Template],
    *,
    limits: Limits | None = None,
    jobs: int = 0,
    include_noise: bool = False,
    markdown: bool = False,
    tier: int = 2,
    problems: Callable[[Problem], object] | None = None,
    prepare: Callable[[Template], PageExtractor] | None = None,
) -> Iterator[Record]:
    """The records of the pages that a run gave to these templates, one template after another.

    `prepare` makes what extracts the pages of a template, if that is not the template by itself.
    """
    limits = limits or Limits()
    members = rows_by_template(generation, [template.name for template in templates])

    def make(template: Template) -> PageExtractor:
        shown = template.of_tier(tier)
        return Extractor(shown, include_noise=include_noise, markdown=markdown)

    for template in templates:
        pages = _read_rows(members[template.name], limits, jobs, problems)
        yield from extract_by((prepare or make)(template), pages, limits, jobs)


def read_stored(
    generation: Generation,
    template: str,
    *,
    limits: Limits | None = None,
    problems: Callable[[Problem], object] | None = None,
) -> Iterator[Page]:
    """The pages that a run gave to a template."""
    rows = rows_by_template(generation, [template])[template]
    return _read_rows(rows, limits or Limits(), 1, problems)


def _read_rows(
    rows: Sequence[PageRow],
    limits: Limits,
    jobs: int,
    problems: Callable[[Problem], object] | None,
) -> Iterator[Page]:
    found = read_pages_again(rows, limits=limits, jobs=jobs)
    return _readable(found, problems or (lambda problem: None))


def rows_by_template(
    generation: Generation, templates: Collection[str]
) -> dict[str, list[PageRow]]:
    """By template the rows of the pages that a run gave to it."""
    members = read_table(generation.work("members")).column("template").to_pylist()
    found: dict[str, list[PageRow]] = {template: [] for template in templates}
    for row, template in zip(read_page_rows(generation), members, strict=True):
        if template in found:
            found[template].append(row)
    return found


def _readable(
    found: Iterator[Page | Problem], problems: Callable[[Problem], object]
) -> Iterator[Page]:
    for item in found:
        if isinstance(item, Problem):
            problems(item)
        else:
            yield item
