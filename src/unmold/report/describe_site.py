"""Describes a workspace as a whole: numbers, sites, problems, and which templates are alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from unmold.report.likeness_map import find_closest_pairs, scale_to_plane
from unmold.report.overview import Overview
from unmold.report.pictures import class_of_fit, draw_map
from unmold.report.problem_causes import explain_problem
from unmold.report.safe_values import show_text
from unmold.report.views import (
    AlikeView,
    LeftOverView,
    MapView,
    NumberView,
    PairView,
    ProblemView,
    SiteLine,
    TemplateLine,
    TemplateView,
)
from unmold.store import Workspace

MIN_MAPPED = 3
"""Two templates need no map."""

CLOSE, PAIRS = 0.4, 8
"""How far apart templates are at most that may be one, and how many such pairs are listed."""

PROBLEM_EXAMPLES = 3
"""Pages that are named for each sort of problem; `unmold run --problems` lists all."""
LETTERS = 300
"""Of a message that are shown. A guess."""

_REASONS = {
    "one_off": "pages like no others",
    "tiny": "in groups too small to learn a template from",
    "failed": "in groups on which unmold failed",
    "unclustered": "in no group",
}


def describe_numbers(workspace: Workspace, overview: Overview) -> tuple[NumberView, ...]:
    """The large numbers at the top."""
    summary = workspace.summary
    without = sum(summary["left_over"].values())
    tables = [row for row in workspace.tables.to_pylist() if row["tier"] == 1]
    problems = sum(summary["problems"].values())
    sites = len({size.site for size in overview.sizes} | {r["site"] for r in overview.page_rows})
    children = sum(1 for row in tables if row["part"])
    return (
        NumberView("pages", f"{summary['pages']:,}", f"of {sites:,} site{'s' * (sites != 1)}"),
        NumberView(
            "templates",
            f"{len(overview.sizes):,}",
            f"{without:,} page{'s have' if without != 1 else ' has'} none",
        ),
        NumberView("records", f"{summary['records']:,}", ""),
        NumberView("tables", f"{len(tables):,}", f"{children:,} of repeated parts"),
        NumberView("columns", f"{sum(row['columns'] for row in tables):,}", ""),
        NumberView("problems", f"{problems:,}", ""),
    )


def describe_sites(overview: Overview) -> tuple[SiteLine, ...]:
    """The sites, the largest first."""
    pages = Counter(row["site"] for row in overview.page_rows)
    without = Counter(row["site"] for row in overview.page_rows if row["template"] is None)
    templates = Counter(size.site for size in overview.sizes)
    return tuple(
        SiteLine(show_text(site, 200), count, templates[site], without[site])
        for site, count in sorted(pages.items(), key=lambda item: (-item[1], item[0]))
    )


def describe_lines(overview: Overview, views: Sequence[TemplateView]) -> tuple[TemplateLine, ...]:
    """All templates, those without a section with what is known of them."""
    known = {view.anchor: view for view in views}
    lines = []
    for size in overview.sizes:
        view = known.get(size.anchor)
        lines.append(
            TemplateLine(
                show_text(size.name, 200),
                size.link,
                show_text(size.site, 200),
                size.pages,
                size.pages - size.records,
                size.fit,
                class_of_fit(size.fit),
                view.columns if view else None,
                len(view.tables) - 1 if view else None,
                view.doubts if view else None,
            )
        )
    return tuple(lines)


def count_lines(workspace: Workspace, overview: Overview) -> tuple[TemplateLine, ...]:
    """All templates with the size of their tables, which is known without a look into them."""
    columns: Counter[str] = Counter()
    tables: Counter[str] = Counter()
    for row in workspace.tables.to_pylist():
        if row["tier"] == 1:
            columns[row["template"]] += row["columns"]
            tables[row["template"]] += bool(row["part"])
    return tuple(
        replace(line, columns=columns[size.name], tables=tables[size.name])
        for size, line in zip(overview.sizes, describe_lines(overview, ()), strict=True)
    )


def describe_problems(workspace: Workspace) -> tuple[ProblemView, ...]:
    """The problems by kind, the most frequent first."""
    rows = workspace.problems.to_pylist()
    by_code: dict[str, list[tuple[str, str]]] = {}
    for row in rows:
        by_code.setdefault(row["code"], []).append((row["where"], row["reason"]))
    views = []
    for code, own in sorted(by_code.items(), key=lambda item: (-len(item[1]), item[0])):
        shown = own[:PROBLEM_EXAMPLES]
        examples = [(show_text(where, LETTERS), show_text(why, LETTERS)) for where, why in shown]
        views.append(
            ProblemView(show_text(code, 40), *explain_problem(code), len(own), tuple(examples))
        )
    return tuple(views)


def describe_left_over(workspace: Workspace) -> tuple[LeftOverView, ...]:
    """Pages without a template, by why."""
    left = workspace.summary["left_over"]
    return tuple(
        LeftOverView(left[name], reason) for name, reason in _REASONS.items() if left.get(name)
    )


def describe_map(overview: Overview) -> MapView | None:
    """Which templates are alike; None where there are too few to be compared."""
    distances = overview.distances
    if distances is None or len(distances.ids) < MIN_MAPPED:
        return None
    known = [at for at, one in enumerate(distances.ids) if one in overview.by_id]
    sizes = [overview.by_id[distances.ids[at]] for at in known]
    if len(sizes) < MIN_MAPPED:
        return None
    matrix = distances.matrix[known][:, known]
    pairs = []
    for one, other in find_closest_pairs(matrix, CLOSE, PAIRS):
        likeness = 1 - float(matrix[one, other])
        first, second = (
            AlikeView(show_text(sizes[at].name, 80), sizes[at].link, likeness)
            for at in (one, other)
        )
        pairs.append(PairView(first, second, likeness))
    picture = draw_map([size.tile for size in sizes], scale_to_plane(matrix))
    return MapView(picture, tuple(pairs), len(sizes), len(overview.sizes))
