"""The last step before publishing: writes the tables that people read.

These are the tables of pages, clusters, fields, problems and links.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any

from unmold.disk import share_file
from unmold.evaluation.labels import UNCLUSTERED
from unmold.pages.crawled import verify_crawled
from unmold.pipeline.extract_step import scores_name
from unmold.pipeline.job import Job, rank_pages, read_failures, read_work, read_work_column
from unmold.pipeline.schema_changes import list_changes
from unmold.store.record_files import TIERS, name_tables, rank_name, sort_templates
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
from unmold.templates import Field, Table, Template

TEMPLATE, TINY, ONE_OFF, FAILED = "template", "tiny", "one-off", "failed"
"""The kinds of clusters: with a template; too small for one; of a single page; on which unmold
failed."""

FAILING = ("cluster", "induce", "index")
"""The steps that keep what they failed on; extracting says it of each page."""

Rows = list[dict[str, Any]]


def settings(job: Job) -> dict[str, Any]:
    return {}


def write_tables(job: Job) -> dict[str, Any]:
    """Write all tables of the generation."""
    pages, groups = _number_clusters(job)
    scores = _scores(job, {group.template for group in groups if group.template})
    failures = read_failures(job, FAILING)
    problems = [*read_work(job.generation, "problems"), *chain.from_iterable(failures.values())]
    for page in pages:
        problems += _judge(page, scores.get(page["key"], {}))
    table = job.generation.table
    write_rows(table("pages"), PAGES, pages)
    failed = {failure["where"] for failure in failures.get("induce", [])}
    templates = {
        name: Template.load(job.generation.template(name))
        for name in sort_templates(group.template for group in groups if group.template)
    }
    ids = {name: template.id for name, template in templates.items()}
    clusters = list(_describe_clusters(pages, groups, failed, ids))
    write_rows(table("clusters"), CLUSTERS, clusters)
    write_rows(table("fields"), FIELDS, list(_describe_fields(groups, templates)))
    write_rows(table("problems"), PROBLEMS, problems)
    write_rows(table("tables"), RECORD_TABLES, list(_describe_tables(job, templates)))
    write_rows(table("changes"), CHANGES, list_changes(job, templates))
    _write_links(job)
    return {"pages": len(pages), "clusters": len(groups), "problems": len(problems)}


@dataclass(frozen=True, slots=True)
class _Group:
    """Pages that are together: those of a template, or of a cluster without one."""

    number: int
    template: str | None


def _number_clusters(job: Job) -> tuple[Rows, list[_Group]]:
    """The pages with the number of their cluster and their template, and the clusters."""
    pages = job.rows()
    templates = read_work_column(job.generation, "members", "template")
    labels = read_work_column(job.generation, "clusters", "label")
    members: dict[str | int, Rows] = {}
    for page, template, label in zip(pages, templates, labels, strict=True):
        page.update(cluster=UNCLUSTERED, template=template, score=None)
        page["file"] = safe_text(page["file"].decode("utf-8", "surrogateescape"))
        key = template if template is not None else label
        if key != UNCLUSTERED:
            members.setdefault(key, []).append(page)
    groups = []
    for number, own in enumerate(sorted(members.values(), key=_rank)):
        groups.append(_Group(number, own[0]["template"]))
        for page in own:
            page["cluster"] = number
    return pages, groups


def _rank(pages: Rows) -> tuple[str, int, tuple[Any, ...]]:
    """Where a cluster is: site by site, templates by their names, then what has none."""
    template = pages[0]["template"]
    if template is None:
        return pages[0]["site"], 1, rank_pages(pages)
    return pages[0]["site"], 0, rank_name(template)


def _scores(job: Job, templates: set[str]) -> dict[str, dict[str, Any]]:
    """By key how well each page fits its template."""
    return {
        row["key"]: row
        for template in templates
        for row in read_work(job.generation, scores_name(template))
    }


def _judge(page: dict[str, Any], score: dict[str, Any]) -> Rows:
    """Note how a page fits; one that does not is a problem, and has no template."""
    page["score"] = score.get("score")
    if score.get("code") is None:
        return []
    page["template"] = None
    page["problems"] = [*page["problems"], score["code"]]
    return [{"code": score["code"], "where": page["key"], "reason": score["reason"]}]


def _describe_clusters(
    pages: Rows, groups: list[_Group], failed: set[str], ids: Mapping[str, str]
) -> Iterator[dict[str, Any]]:
    """The clusters; `failed` has a page of each whose template could not be learned."""
    failing = {page["cluster"] for page in pages if page["key"] in failed}
    sizes = Counter(page["cluster"] for page in pages)
    records = Counter(page["cluster"] for page in pages if page["template"] is not None)
    # The same example whatever the order of pages.
    first = {page["cluster"]: page for page in sorted(pages, key=_by_url, reverse=True)}
    for group in groups:
        size = sizes[group.number]
        yield {
            "cluster": group.number,
            "site": first[group.number]["site"],
            "kind": _kind(group, size, group.number in failing),
            "template": group.template,
            "template_id": ids.get(group.template or ""),
            "pages": size,
            "records": records[group.number],
            "example_url": first[group.number]["url"],
        }


def _kind(group: _Group, size: int, is_failed: bool) -> str:
    if group.template:
        return TEMPLATE
    if is_failed:
        return FAILED
    return TINY if size > 1 else ONE_OFF


def _by_url(page: dict[str, Any]) -> tuple[str, str]:
    return page["url"], page["sha256"]


def _describe_fields(
    groups: list[_Group], templates: Mapping[str, Template]
) -> Iterator[dict[str, Any]]:
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


def _describe_field(template: str, part: str | None, tier: int, field: Field) -> dict[str, Any]:
    place = {"template": template, "part": part, "tier": tier}
    row = {name: getattr(field, name) for name in FIELDS.names if name not in place}
    return {**row, **place, "examples": list(field.examples)}


def _describe_tables(job: Job, templates: Mapping[str, Template]) -> Iterator[dict[str, Any]]:
    """All record tables under their names, the first tier of all templates first."""
    for table in name_tables(job.generation, templates):
        if not table.path.exists():
            # Its tables could not be written; a problem says why.
            continue
        rows, names = measure_table(table.path)
        yield {
            "name": table.name,
            "template": table.template,
            "part": table.part,
            "tier": table.tier,
            "file": table.path.relative_to(job.generation.path).as_posix(),
            "rows": rows,
            "columns": sum(1 for name in names if not name.startswith("_")),
        }


def _write_links(job: Job) -> None:
    crawled = job.writer.layout.crawled_links
    if crawled.exists():
        verify_crawled(crawled)
        share_file(crawled, job.generation.table("links"))
    else:
        write_rows(job.generation.table("links"), LINKS, [])
