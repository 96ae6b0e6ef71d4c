"""Compare the previous and the current pages of one template.

The known template is applied to both, and so is one that is learned from the current pages: what
the first loses is gone or moved, what only the second finds on the current pages is new.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from unmold.drift.baseline import Baseline
from unmold.drift.changed_content import compare_values, find_additions, find_rewordings
from unmold.drift.comparison import TemplateComparison, shared_pages
from unmold.drift.findings import DriftSettings, Finding, Severity
from unmold.drift.moved_columns import describe_moves, find_hidden, find_moves, find_reordering
from unmold.model import Page
from unmold.settings import Limits
from unmold.templates import induce_from_pages


def compare_template(
    baseline: Baseline,
    name: str,
    now: Sequence[Page],
    *,
    pages: int,
    settings: DriftSettings,
    limits: Limits,
    jobs: int = 0,
    is_unmatched: bool = False,
) -> list[Finding]:
    """What changed on the pages of a template that still fit it, or on unmatched ones."""
    before = baseline.pages(name)
    if {page.data for page in now} <= {page.data for page in before}:
        return []
    known = baseline.workspace.templates[name]
    learned = induce_from_pages(now, limits=limits, jobs=jobs, previous=known)
    comparison = TemplateComparison(
        name,
        pages,
        settings,
        old=baseline.profile(name),
        new=baseline.observe(known, now),
        relearned=baseline.observe(learned, now),
        relearned_previous=baseline.observe(learned, before),
        is_unmatched=is_unmatched,
    )
    return find_changes(comparison) if len(comparison.old) else []


def find_changes(comparison: TemplateComparison) -> list[Finding]:
    """All findings, without those that another explains."""
    moves = find_moves(comparison)
    moved = describe_moves(comparison, moves)
    if any(finding.code == "template-redesigned" for finding in moved):
        return moved
    rewordings = find_rewordings(comparison)
    values = compare_values(comparison)
    labels = {finding.new for finding in rewordings}
    values = [finding for finding in values if not _reads_labels(comparison, finding, labels)]
    reworded = {name for finding in rewordings for name in finding.fields}
    moved = [finding for finding in moved if not reworded.issuperset(finding.fields)]
    moved, values = _join_less_read(moved, values)
    explained = {move.new for move in moves if move.new}
    order: list[Finding] = []
    if not any(finding.code == "wrapped" for finding in moved):
        order, values = _join_unread(
            comparison, find_reordering(comparison, {move.column for move in moves}), values
        )
    return [
        *moved,
        *order,
        *find_hidden(comparison),
        *rewordings,
        *values,
        *find_additions(comparison, explained),
    ]


def _reads_labels(comparison: TemplateComparison, finding: Finding, labels: set[str]) -> bool:
    """Whether a column is filled more often because it takes a new label for a value."""
    if finding.code != "fill-changed" or finding.severity is not Severity.NOTICE:
        return False
    return any(cell.raw in labels for name in finding.fields for cell in comparison.new.cells(name))


def _join_less_read(
    moved: list[Finding], values: list[Finding]
) -> tuple[list[Finding], list[Finding]]:
    """Drop findings about columns that are read less often because their path changed."""
    joined = []
    for finding in moved:
        columns = set(finding.fields)
        less = [one for one in values if _is_less_read(one) and columns.issuperset(one.fields)]
        values = [one for one in values if one not in less]
        joined.append(replace(finding, severity=Severity.BREAKAGE) if less else finding)
    return joined, values


def _is_less_read(finding: Finding) -> bool:
    return finding.code == "fill-changed" and finding.severity is Severity.BREAKAGE


def _join_unread(
    comparison: TemplateComparison, order: list[Finding], values: list[Finding]
) -> tuple[list[Finding], list[Finding]]:
    """Join a moved block and the columns that are read less often because of it."""
    unread = [one for one in values if order and _is_still_said(comparison, one)]
    if not unread:
        return order, values
    columns = [*order[0].fields, *(name for one in unread for name in one.fields)]
    joined = comparison.make_finding(
        "field-moved", columns, order[0].old, order[0].new, is_breakage=True
    )
    return [joined], [one for one in values if one not in unread]


def _is_still_said(comparison: TemplateComparison, finding: Finding) -> bool:
    """Whether pages that no longer fill a column have the same value at the same place."""
    if not _is_less_read(finding):
        return False
    (column,) = finding.fields
    before, now = comparison.old.columns[column], comparison.new.columns.get(column, {})
    pairs = [
        (before[one][0], comparison.new.pages[other])
        for one, other in shared_pages(comparison.old, comparison.new)
        if one in before and other not in now
    ]
    said = sum(1 for cell, page in pairs if cell.place.steps in page.paths_of(cell))
    return said > len(pairs) / 2
