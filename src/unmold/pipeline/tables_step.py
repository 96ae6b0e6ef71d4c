"""The last step before publishing: what the others found becomes the tables that people read.

What the steps left on disk enters; the tables of pages, clusters, fields, problems and links leave.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from unmold.evaluation.labels import UNCLUSTERED
from unmold.pipeline.extract_step import scores_name
from unmold.pipeline.job import Job, rank_pages, read_work, read_work_column
from unmold.store.disk import share_file
from unmold.store.tables import (
    CLUSTERS,
    FIELDS,
    LINKS,
    PAGES,
    PROBLEMS,
    safe_text,
    write_rows,
)
from unmold.templates import Field, Table, Template

TEMPLATE, TINY, ONE_OFF = "template", "tiny", "one-off"
"""The kinds of clusters: with a template; too small for one; of a single page."""

Rows = list[dict[str, Any]]


def settings(job: Job) -> dict[str, Any]:
    return {}


def write_tables(job: Job) -> dict[str, Any]:
    """Write all tables of the generation."""
    pages, groups = _number_clusters(job)
    scores = _scores(job, {group.template for group in groups if group.template})
    problems = read_work(job.generation, "problems")
    for page in pages:
        problems += _judge(page, scores.get(page["key"], {}))
    table = job.generation.table
    write_rows(table("pages"), PAGES, pages)
    write_rows(table("clusters"), CLUSTERS, list(_describe_clusters(pages, groups)))
    write_rows(table("fields"), FIELDS, list(_describe_fields(job, groups)))
    write_rows(table("problems"), PROBLEMS, problems)
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
    """Where a cluster stands: site by site, templates by their numbers, then what has none."""
    template = pages[0]["template"]
    if template is None:
        return pages[0]["site"], 1, rank_pages(pages)
    slug, _, number = template.rpartition("_")
    return pages[0]["site"], 0, (slug, int(number))


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


def _describe_clusters(pages: Rows, groups: list[_Group]) -> Iterator[dict[str, Any]]:
    sizes = Counter(page["cluster"] for page in pages)
    records = Counter(page["cluster"] for page in pages if page["template"] is not None)
    # The same example whatever the order of pages.
    first = {page["cluster"]: page for page in sorted(pages, key=_by_url, reverse=True)}
    for group in groups:
        size = sizes[group.number]
        yield {
            "cluster": group.number,
            "site": first[group.number]["site"],
            "kind": TEMPLATE if group.template else TINY if size > 1 else ONE_OFF,
            "template": group.template,
            "pages": size,
            "records": records[group.number],
            "example_url": first[group.number]["url"],
        }


def _by_url(page: dict[str, Any]) -> tuple[str, str]:
    return page["url"], page["sha256"]


def _describe_fields(job: Job, groups: list[_Group]) -> Iterator[dict[str, Any]]:
    for group in groups:
        if group.template:
            template = Template.load(job.generation.template(group.template))
            for part, field in _fields_of(template):
                yield _describe_field(template.id, part, field)


def _fields_of(template: Template) -> Iterator[tuple[str | None, Field]]:
    """All fields, each with the name of its repeated part."""
    yield from ((None, field) for field in template.fields)
    waiting: list[tuple[str, Table]] = [(table.name, table) for table in template.tables]
    while waiting:
        name, table = waiting.pop(0)
        yield from ((name, field) for field in table.fields)
        waiting += [(f"{name}.{inner.name}", inner) for inner in table.tables]


def _describe_field(template: str, part: str | None, field: Field) -> dict[str, Any]:
    row = {name: getattr(field, name) for name in FIELDS.names if name not in ("template", "part")}
    return {**row, "template": template, "part": part, "examples": list(field.examples)}


def _write_links(job: Job) -> None:
    crawled = job.building.layout.crawled_links
    if crawled.exists():
        share_file(crawled, job.generation.table("links"))
    else:
        write_rows(job.generation.table("links"), LINKS, [])
