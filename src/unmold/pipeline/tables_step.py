"""The last step before publishing: writes the tables that people read.

These are the tables of pages, clusters, fields, problems and links.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from unmold.clusters.traits import Traits, list_traits
from unmold.disk import share_file
from unmold.evaluation.labels import UNCLUSTERED
from unmold.pages.crawled import verify_crawled
from unmold.pipeline.cluster_views import find_cluster_traits, judge_clusters
from unmold.pipeline.extract_step import scores_name
from unmold.pipeline.job import Job, rank_pages, read_failures, read_work_column
from unmold.pipeline.loaded_templates import load_written
from unmold.pipeline.published_pages import PublishedPages
from unmold.pipeline.schema_changes import list_changes
from unmold.store.journal import StepDetails, StepSettings
from unmold.store.record_files import (
    TIERS,
    name_tables,
    rank_name,
    said_columns,
    sort_templates,
)
from unmold.store.rows import (
    ClusterRow,
    FieldRow,
    PageRow,
    ProblemRow,
    RecordTableRow,
    read_rows,
)
from unmold.store.table_files import (
    CHANGES,
    CLUSTERS,
    FIELDS,
    LINKS,
    PROBLEMS,
    RECORD_TABLES,
    iterate_batches,
    measure_table,
    safe_text,
    write_rows,
)
from unmold.store.template_distances import keep_distances
from unmold.templates import Field, Table, Template

TEMPLATE, TINY, ONE_OFF, FAILED = "template", "tiny", "one-off", "failed"
"""The kinds of clusters: with a template; too small for one; of a single page; on which unmold
failed."""

FAILING = ("cluster", "induce", "edit", "index")
"""The steps that keep what they failed on; extracting says it of each page."""


def settings(job: Job) -> StepSettings:
    return {}


def write_tables(job: Job) -> StepDetails:
    """Write all tables of the generation."""
    pages, groups = _number_clusters(job, job.rows())
    judge_clusters(job, pages)
    traits = find_cluster_traits(job, pages)
    failures = read_failures(job, FAILING)
    found = read_rows(job.generation.work("problems"), ProblemRow)
    problems = [*found, *chain.from_iterable(failures.values())]
    problems += _judge_pages(job, pages, {group.template for group in groups if group.template})
    table = job.generation.table
    pages.write(job)
    failed = {failure.where for failure in failures.get("induce", [])}
    templates = {
        name: load_written(job.generation, name)
        for name in sort_templates(group.template for group in groups if group.template)
    }
    ids = {name: template.id for name, template in templates.items()}
    judged = job.writer.journal.steps(job.generation.number)["induce"].details.get("judged", {})
    described = _Described(ids, traits, judged)
    clusters = list(_describe_clusters(pages, groups, failed, described))
    write_rows(table("clusters"), CLUSTERS, clusters)
    write_rows(table("fields"), FIELDS, list(_describe_fields(groups, templates)))
    write_rows(table("problems"), PROBLEMS, problems)
    write_rows(table("tables"), RECORD_TABLES, list(_describe_tables(job, templates)))
    write_rows(table("changes"), CHANGES, list_changes(job, templates))
    sizes = {cluster.template: cluster.pages for cluster in clusters if cluster.template}
    keep_distances(job.generation, templates, sizes)
    _write_links(job)
    return {"pages": len(pages), "clusters": len(groups), "problems": len(problems)}


@dataclass(frozen=True, slots=True)
class _Group:
    """Pages that are together: those of a template, or of a cluster without one."""

    number: int
    template: str | None


@dataclass(frozen=True, slots=True)
class _Described:
    """What is said of clusters."""

    ids: Mapping[str, str]
    """By name of a template its id."""
    traits: Mapping[int, Traits]
    judged: Mapping[str, str]
    """By name of a template why it is one of its own, or two in one."""


def _number_clusters(job: Job, rows: list[PageRow]) -> tuple[PublishedPages, list[_Group]]:
    """The pages with the number of their cluster and their template, and the clusters."""
    templates: list[str | None] = read_work_column(job.generation, "members", "template")
    labels = read_work_column(job.generation, "clusters", "label")
    members: dict[str | int, list[int]] = {}
    for number, (template, label) in enumerate(zip(templates, labels, strict=True)):
        key = template if template is not None else label
        if key != UNCLUSTERED:
            members.setdefault(key, []).append(number)
    clusters = np.full(len(rows), UNCLUSTERED, np.int64)
    groups = []
    ranked = sorted(members.items(), key=lambda one: _rank(rows, *one))
    for number, (key, own) in enumerate(ranked):
        groups.append(_Group(number, key if isinstance(key, str) else None))
        clusters[np.array(own, np.int64)] = number
    return PublishedPages(rows, templates, clusters), groups


def _rank(
    rows: list[PageRow], key: str | int, numbers: list[int]
) -> tuple[str, int, tuple[Any, ...]]:
    """Where a cluster is: site by site, templates by their names, then what has none."""
    if isinstance(key, int):
        return rows[numbers[0]].site, 1, rank_pages([rows[number] for number in numbers])
    return rows[numbers[0]].site, 0, rank_name(key)


def _judge_pages(job: Job, pages: PublishedPages, templates: set[str]) -> list[ProblemRow]:
    """Note how pages fit; one that does not is a problem, and has no template."""
    places = {row.key: number for number, row in enumerate(pages.rows)}
    columns = ["key", "score", "code", "reason"]
    problems: dict[int, ProblemRow] = {}
    for template in templates:
        for batch in iterate_batches(job.generation.work(scores_name(template)), columns=columns):
            found = (batch.column(name).to_pylist() for name in columns)
            for key, score, code, reason in zip(*found, strict=True):
                number = places.get(key)
                if number is None:
                    continue
                pages.scores[number] = score
                if code is not None:
                    pages.leave_template(number, code)
                    problems[number] = ProblemRow(code, key, reason or "")
    return [problems[number] for number in sorted(problems)]


def _describe_clusters(
    pages: PublishedPages, groups: list[_Group], failed: set[str], described: _Described
) -> Iterator[ClusterRow]:
    """The clusters; `failed` has a page of each whose template could not be learned."""
    clusters = pages.clusters.tolist()
    failing = {
        cluster for row, cluster in zip(pages.rows, clusters, strict=True) if row.key in failed
    }
    sizes = Counter(clusters)
    records = Counter(
        cluster
        for cluster, template in zip(clusters, pages.templates, strict=True)
        if template is not None
    )
    first = _find_examples(pages.rows, clusters)
    for group in groups:
        size, example = sizes[group.number], first[group.number]
        traits = list_traits(described.traits.get(group.number, Traits()))
        yield ClusterRow(
            group.number,
            example.site,
            _kind(group, size, group.number in failing),
            group.template,
            described.ids.get(group.template or ""),
            size,
            records[group.number],
            example.url,
            **{kind: [safe_text(one) for one in found] for kind, found in traits.items()},
            judged=described.judged.get(group.template or ""),
        )


def _find_examples(rows: list[PageRow], clusters: list[int]) -> dict[int, PageRow]:
    """A page of each cluster, the same whatever the order of pages."""
    found: dict[int, PageRow] = {}
    for row, cluster in zip(rows, clusters, strict=True):
        known = found.get(cluster)
        if known is None or (row.url, row.sha256) <= (known.url, known.sha256):
            found[cluster] = row
    return found


def _kind(group: _Group, size: int, is_failed: bool) -> str:
    if group.template:
        return TEMPLATE
    if is_failed:
        return FAILED
    return TINY if size > 1 else ONE_OFF


def _describe_fields(groups: list[_Group], templates: Mapping[str, Template]) -> Iterator[FieldRow]:
    for group in groups:
        if group.template:
            template = templates[group.template]
            for tier in TIERS:
                for part, field in _fields_of(template.of_tier(tier)):
                    yield _describe_field(template.name, part, tier, field)


def _fields_of(template: Template) -> Iterator[tuple[str | None, Field]]:
    """All fields, each with the name of its repeated part."""
    yield from ((None, field) for field in template.fields)
    waiting: list[tuple[str, Table]] = [(table.name, table) for table in template.tables]
    while waiting:
        name, table = waiting.pop(0)
        yield from ((name, field) for field in table.fields)
        waiting += [(f"{name}.{inner.name}", inner) for inner in table.tables]


def _describe_field(template: str, part: str | None, tier: int, field: Field) -> FieldRow:
    return FieldRow(
        template,
        part,
        tier,
        id=field.id,
        name=field.name,
        type=field.type,
        source=field.source,
        fill=field.fill,
        is_list=field.is_list,
        is_constant=field.is_constant,
        is_noise=field.is_noise,
        examples=list(field.examples),
    )


def _describe_tables(job: Job, templates: Mapping[str, Template]) -> Iterator[RecordTableRow]:
    """All record tables under their names, the first tier of all templates first."""
    extracted = job.writer.journal.steps(job.generation.number)
    sizes: dict[str, list[int]] = {}
    for step in (extracted.get(f"extract {template}") for template in templates):
        sizes |= step.details.get("sizes", {}) if step is not None else {}
    for table in name_tables(job.generation, templates):
        if not table.path.exists():
            # Its tables could not be written; a problem says why.
            continue
        rows, columns = sizes.get(table.path.name) or _measure(table.path)
        file = table.path.relative_to(job.generation.path).as_posix()
        place = (table.name, table.template, table.part, table.tier)
        yield RecordTableRow(*place, file, rows, columns)


def _measure(path: Path) -> tuple[int, int]:
    """The rows and columns of a table that an earlier version extracted."""
    rows, names = measure_table(path)
    return rows, len(said_columns(names))


def _write_links(job: Job) -> None:
    crawled = job.writer.layout.crawled_links
    if crawled.exists():
        verify_crawled(crawled)
        share_file(crawled, job.generation.table("links"))
    else:
        write_rows(job.generation.table("links"), LINKS, [])
