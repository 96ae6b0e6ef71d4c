"""The last step before publishing: writes the tables that people read.

These are the tables of pages, clusters, fields, problems and links.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from itertools import chain
from typing import Any

from unmold.clusters.traits import Traits, list_traits
from unmold.disk import share_file
from unmold.evaluation.labels import UNCLUSTERED
from unmold.pages.crawled import verify_crawled
from unmold.pipeline.cluster_views import find_cluster_traits, judge_clusters
from unmold.pipeline.extract_step import scores_name
from unmold.pipeline.job import Job, rank_pages, read_failures, read_work_column
from unmold.pipeline.loaded_templates import load_written
from unmold.pipeline.schema_changes import list_changes
from unmold.store.journal import StepDetails, StepSettings
from unmold.store.record_files import TIERS, name_tables, rank_name, sort_templates
from unmold.store.rows import (
    ClusterRow,
    FieldRow,
    PageRow,
    ProblemRow,
    PublishedPage,
    RecordTableRow,
    ScoreRow,
    read_rows,
)
from unmold.store.table_files import (
    CHANGES,
    CLUSTERS,
    FIELDS,
    LINKS,
    PAGES,
    PROBLEMS,
    RECORD_TABLES,
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


PUBLISHED_AS_READ = tuple(
    sorted(
        {field.name for field in fields(PublishedPage)} & {field.name for field in fields(PageRow)}
    )
)
"""What the published table of pages takes from that of the pages read."""


def settings(job: Job) -> StepSettings:
    return {}


def write_tables(job: Job) -> StepDetails:
    """Write all tables of the generation."""
    rows = job.rows()
    pages, groups = _number_clusters(job, rows)
    judge_clusters(job, rows, pages)
    traits = find_cluster_traits(job, rows, pages)
    scores = _scores(job, {group.template for group in groups if group.template})
    failures = read_failures(job, FAILING)
    found = read_rows(job.generation.work("problems"), ProblemRow)
    problems = [*found, *chain.from_iterable(failures.values())]
    for page in pages:
        problems += _judge(page, scores.get(page.key))
    table = job.generation.table
    write_rows(table("pages"), PAGES, pages)
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


def _number_clusters(job: Job, rows: list[PageRow]) -> tuple[list[PublishedPage], list[_Group]]:
    """The pages with the number of their cluster and their template, and the clusters."""
    pages: list[PublishedPage] = []
    templates = read_work_column(job.generation, "members", "template")
    labels = read_work_column(job.generation, "clusters", "label")
    members: dict[str | int, list[PublishedPage]] = {}
    for row, template, label in zip(rows, templates, labels, strict=True):
        page = _publish(row, template)
        pages.append(page)
        key = template if template is not None else label
        if key != UNCLUSTERED:
            members.setdefault(key, []).append(page)
    groups = []
    for number, own in enumerate(sorted(members.values(), key=_rank)):
        groups.append(_Group(number, own[0].template))
        for page in own:
            page.cluster = number
    return pages, groups


def _publish(row: PageRow, template: str | None) -> PublishedPage:
    values: dict[str, Any] = {name: getattr(row, name) for name in PUBLISHED_AS_READ}
    values["file"] = safe_text(row.file.decode("utf-8", "surrogateescape"))
    return PublishedPage(**values, cluster=UNCLUSTERED, template=template)


def _rank(pages: list[PublishedPage]) -> tuple[str, int, tuple[Any, ...]]:
    """Where a cluster is: site by site, templates by their names, then what has none."""
    template = pages[0].template
    if template is None:
        return pages[0].site, 1, rank_pages(pages)
    return pages[0].site, 0, rank_name(template)


def _scores(job: Job, templates: set[str]) -> dict[str, ScoreRow]:
    """By key how well each page fits its template."""
    return {
        row.key: row
        for template in templates
        for row in read_rows(job.generation.work(scores_name(template)), ScoreRow)
    }


def _judge(page: PublishedPage, score: ScoreRow | None) -> list[ProblemRow]:
    """Note how a page fits; one that does not is a problem, and has no template."""
    page.score = score.score if score else None
    if score is None or score.code is None:
        return []
    page.template = None
    page.problems = [*page.problems, score.code]
    return [ProblemRow(score.code, page.key, score.reason or "")]


def _describe_clusters(
    pages: list[PublishedPage], groups: list[_Group], failed: set[str], described: _Described
) -> Iterator[ClusterRow]:
    """The clusters; `failed` has a page of each whose template could not be learned."""
    failing = {page.cluster for page in pages if page.key in failed}
    sizes = Counter(page.cluster for page in pages)
    records = Counter(page.cluster for page in pages if page.template is not None)
    # The same example whatever the order of pages.
    first = {page.cluster: page for page in sorted(pages, key=_by_url, reverse=True)}
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


def _kind(group: _Group, size: int, is_failed: bool) -> str:
    if group.template:
        return TEMPLATE
    if is_failed:
        return FAILED
    return TINY if size > 1 else ONE_OFF


def _by_url(page: PublishedPage) -> tuple[str, str]:
    return page.url, page.sha256


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
    for table in name_tables(job.generation, templates):
        if not table.path.exists():
            # Its tables could not be written; a problem says why.
            continue
        rows, names = measure_table(table.path)
        file = table.path.relative_to(job.generation.path).as_posix()
        columns = sum(1 for name in names if not name.startswith("_"))
        place = (table.name, table.template, table.part, table.tier)
        yield RecordTableRow(*place, file, rows, columns)


def _write_links(job: Job) -> None:
    crawled = job.writer.layout.crawled_links
    if crawled.exists():
        verify_crawled(crawled)
        share_file(crawled, job.generation.table("links"))
    else:
        write_rows(job.generation.table("links"), LINKS, [])
