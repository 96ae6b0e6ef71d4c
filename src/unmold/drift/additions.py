"""Additions: a template learned anew enters, findings about fields that are really new leave.

Learning again may choose other columns from the same pages. A field is new only if the pages did
not say such a thing before: neither at such a place, nor, on the same page, anywhere.
"""

from __future__ import annotations

from unmold.drift.chance import has_vanished
from unmold.drift.context import Context
from unmold.drift.findings import Finding
from unmold.drift.matching import match_columns, shared_pages
from unmold.drift.places import Steps
from unmold.drift.profiles import usual_steps
from unmold.drift.step_changes import is_within

SAID_BEFORE = 0.5


def find_additions(context: Context, explained: set[Steps]) -> list[Finding]:
    """New fields; what stands in one another is one finding, what has an explanation none."""
    known = set(match_columns(context.new, context.anew).values())
    known |= set(context.same_in_anew.values())
    groups: list[tuple[Steps, list[str]]] = []
    candidates = [
        (steps, column)
        for column in context.anew.columns
        if column not in known
        and _is_new(context, column)
        and (steps := usual_steps(cell.place for cell in context.anew.cells(column)))
    ]
    for steps, column in sorted(candidates, key=lambda pair: len(pair[0])):
        if any(is_within(steps, one) for one in explained):
            continue
        group = next((names for outer, names in groups if is_within(steps, outer)), None)
        if group is None:
            groups.append((steps, [column]))
        else:
            group.append(column)
    return [_describe(context, steps, columns) for steps, columns in groups]


def _describe(context: Context, steps: Steps, columns: list[str]) -> Finding:
    share = max(context.anew.filled(column) for column in columns) / len(context.anew)
    return context.make(
        "new-field", columns, "", context.show_now(steps), is_breakage=False, share=share
    )


def _is_new(context: Context, column: str) -> bool:
    now, before = context.anew.filled(column), context.anew_before.filled(column)
    is_new = has_vanished(
        now, len(context.anew), before, len(context.anew_before), context.settings.doubt
    )
    values = {cell.value for cell in context.anew.cells(column)}
    return is_new and len(values) > 1 and not _was_said(context, column)


def _was_said(context: Context, column: str) -> bool:
    """Whether the same pages said that before, wherever."""
    told = said = 0
    for one, other in shared_pages(context.old, context.anew):
        cells = context.anew.columns[column].get(other, ())
        told += len(cells)
        said += sum(1 for cell in cells if cell.raw in context.old.pages[one].said)
    return told > 0 and said > SAID_BEFORE * told
