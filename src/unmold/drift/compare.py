"""`compare_template`: the pages of one template, before and now, enter; findings leave.

The known template is observed on both, and so is one that is learned anew from the pages of now:
what the first loses is gone or moved, what only the second finds on the new pages is new.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from unmold.drift.additions import find_additions
from unmold.drift.baseline import Baseline
from unmold.drift.context import Context
from unmold.drift.findings import Finding, Severity
from unmold.drift.hiding import find_hidden
from unmold.drift.labels import find_rewordings
from unmold.drift.matching import shared_pages
from unmold.drift.moves import describe_moves, find_moves
from unmold.drift.reordering import find_reordering
from unmold.drift.settings import DriftSettings
from unmold.drift.values import compare_values
from unmold.model import Page
from unmold.settings import Limits
from unmold.templates import induce_template


def compare_template(
    baseline: Baseline,
    name: str,
    now: Sequence[Page],
    *,
    pages: int,
    settings: DriftSettings,
    limits: Limits,
    jobs: int = 0,
    is_strange: bool = False,
) -> list[Finding]:
    """What changed on the pages of a template that still fit it, or on strange ones."""
    before = baseline.pages(name)
    if {page.data for page in now} <= {page.data for page in before}:
        return []
    known = baseline.workspace.templates[name]
    learned = induce_template(iter(now), limits=limits, jobs=jobs, previous=known)
    context = Context(
        name,
        pages,
        settings,
        old=baseline.profile(name),
        new=baseline.observe(known, now),
        anew=baseline.observe(learned, now),
        anew_before=baseline.observe(learned, before),
        is_strange=is_strange,
    )
    return find_changes(context) if len(context.old) else []


def find_changes(context: Context) -> list[Finding]:
    """All findings, without those that another explains."""
    moves = find_moves(context)
    moved = describe_moves(context, moves)
    if any(finding.code == "template-redesigned" for finding in moved):
        return moved
    rewordings = find_rewordings(context)
    values = compare_values(context)
    labels = {finding.new for finding in rewordings}
    values = [finding for finding in values if not _reads_labels(context, finding, labels)]
    reworded = {name for finding in rewordings for name in finding.fields}
    moved = [finding for finding in moved if not reworded.issuperset(finding.fields)]
    moved, values = _join_less_read(moved, values)
    explained = {move.new for move in moves if move.new}
    order: list[Finding] = []
    if not any(finding.code == "wrapped" for finding in moved):
        order, values = _join_unread(
            context, find_reordering(context, {move.column for move in moves}), values
        )
    return [
        *moved,
        *order,
        *find_hidden(context),
        *rewordings,
        *values,
        *find_additions(context, explained),
    ]


def _reads_labels(context: Context, finding: Finding, labels: set[str]) -> bool:
    """Whether a column is filled more often because it takes a new label for a value."""
    if finding.code != "fill-changed" or finding.severity is not Severity.NOTICE:
        return False
    return any(cell.raw in labels for name in finding.fields for cell in context.new.cells(name))


def _join_less_read(
    moved: list[Finding], values: list[Finding]
) -> tuple[list[Finding], list[Finding]]:
    """Let what changed on the way to columns answer for those that are read less often now."""
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
    context: Context, order: list[Finding], values: list[Finding]
) -> tuple[list[Finding], list[Finding]]:
    """Let a moved block answer for columns that are read less often because of it."""
    unread = [one for one in values if order and _is_still_said(context, one)]
    if not unread:
        return order, values
    columns = [*order[0].fields, *(name for one in unread for name in one.fields)]
    joined = context.make("field-moved", columns, order[0].old, order[0].new, is_breakage=True)
    return [joined], [one for one in values if one not in unread]


def _is_still_said(context: Context, finding: Finding) -> bool:
    """Whether pages that fill a column no longer say the same at the same place all the same."""
    if not _is_less_read(finding):
        return False
    (column,) = finding.fields
    before, now = context.old.columns[column], context.new.columns.get(column, {})
    pairs = [
        (before[one][0], context.new.pages[other])
        for one, other in shared_pages(context.old, context.new)
        if one in before and other not in now
    ]
    said = sum(1 for cell, page in pairs if cell.place.steps in page.steps_of(cell))
    return said > len(pairs) / 2
