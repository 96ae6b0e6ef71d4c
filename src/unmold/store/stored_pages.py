"""Reads the pages of a workspace again, and their records.

A page that is gone, or is not what it was when the run read it, is a problem.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

from unmold.model import Page, Problem
from unmold.pages.reopen import Place, read_again
from unmold.records import Record, extract_records
from unmold.settings import Limits
from unmold.store.layout import Generation
from unmold.store.table_files import read_table
from unmold.templates.model import Template


def places_of(rows: Sequence[dict[str, Any]]) -> Iterator[Place]:
    """Where pages lie, by their rows."""
    for row in rows:
        yield Place(
            row["key"],
            row["path"],
            row["url"],
            row["site"],
            os.fsdecode(row["file"]),
            row["offset"],
            row["charset"],
            row["sha256"],
        )


def extract_stored(
    generation: Generation,
    templates: Sequence[Template],
    *,
    limits: Limits | None = None,
    jobs: int = 0,
    include_noise: bool = False,
    tier: int = 2,
    problems: Callable[[Problem], object] | None = None,
) -> Iterator[Record]:
    """The records of the pages that a run gave to these templates, one template after another."""
    limits = limits or Limits()
    members = rows_by_template(generation, [template.name for template in templates])
    for template in templates:
        pages = _read_rows(members[template.name], limits, jobs, problems)
        yield from extract_records(
            template.of_tier(tier),
            pages,
            limits=limits,
            jobs=jobs,
            include_noise=include_noise,
        )


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
    rows: Sequence[dict[str, Any]],
    limits: Limits,
    jobs: int,
    problems: Callable[[Problem], object] | None,
) -> Iterator[Page]:
    found = read_again(places_of(rows), limits=limits, jobs=max(jobs, 1))
    return _readable(found, problems or (lambda problem: None))


def rows_by_template(
    generation: Generation, templates: Collection[str]
) -> dict[str, list[dict[str, Any]]]:
    """By template the rows of the pages that a run gave to it."""
    rows = read_table(generation.work("pages")).to_pylist()
    members = read_table(generation.work("members")).column("template").to_pylist()
    found: dict[str, list[dict[str, Any]]] = {template: [] for template in templates}
    for row, template in zip(rows, members, strict=True):
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
