"""`compare_template`: the pages of one template, before and now, enter; findings leave.

The known template is observed on both, and so is one that is learned anew from the pages of now:
what the first loses is gone or moved, what only the second finds on the new pages is new.
"""

from __future__ import annotations

from collections.abc import Sequence

from unmold.drift.additions import find_additions
from unmold.drift.baseline import Baseline
from unmold.drift.context import Context
from unmold.drift.findings import Finding, Severity
from unmold.drift.hiding import find_hidden
from unmold.drift.labels import find_rewordings
from unmold.drift.moves import describe_moves, find_moves
from unmold.drift.profiles import observe
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
        new=observe(known, now, limits, jobs=jobs),
        anew=observe(learned, now, limits, jobs=jobs),
        anew_before=observe(learned, before, limits, jobs=jobs),
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
    explained = {move.new for move in moves if move.new}
    return [
        *moved,
        *find_reordering(context, {move.column for move in moves}),
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
