"""Values: what columns held before and now enter, findings about type, format and fill leave."""

from __future__ import annotations

from unmold.drift.context import Context
from unmold.drift.findings import Finding
from unmold.drift.formats import changed_type, usual_format
from unmold.drift.matching import shared_pages

MIN_VALUES = 3
"""Fewer values say nothing about what values are like."""


def compare_values(context: Context) -> list[Finding]:
    """Changes of type, format and fill; columns with the same change of format are one finding."""
    findings: list[Finding] = []
    formats: dict[tuple[str, str, str], list[str]] = {}
    for column in context.old.columns:
        if column in context.lost:
            continue
        change = _written_otherwise(context, column)
        if change is not None:
            formats.setdefault(change, []).append(column)
        else:
            findings += _fill(context, column)
    for (code, old, new), columns in formats.items():
        findings.append(context.make(code, columns, old, new, is_breakage=True))
    return findings


def _written_otherwise(context: Context, column: str) -> tuple[str, str, str] | None:
    # Records hold values without the labels that pages write before them.
    part = "value" if context.old.is_recorded else "raw"
    before = [getattr(cell, part) for cell in context.old.cells(column)]
    now = [getattr(cell, part) for cell in context.new.cells(column)]
    if min(len(before), len(now)) < MIN_VALUES:
        return None
    old, new = usual_format(before), usual_format(now)
    if old and new:
        return ("format-changed", old, new) if old != new else None
    change = changed_type(before, now)
    if context.old.is_recorded and change is not None and "url" in change:
        # Records hold whole addresses, pages write relative ones.
        return None
    return ("type-changed", *change) if change is not None else None


def _fill(context: Context, column: str) -> list[Finding]:
    change = context.fill_change(column)
    if not change or (change > 0 and _was_said(context, column)):
        return []
    profiles = (context.old, context.new)
    shown = [f"{one.filled(column) / len(one):.0%}" for one in profiles]
    return [
        context.make("fill-changed", [column], *shown, is_breakage=change < 0, share=abs(change))
    ]


def _was_said(context: Context, column: str) -> bool:
    """Whether pages that fill a column only now said the same before, elsewhere.

    Then the template reads more than it should, because what it goes by has changed.
    """
    before, now = context.old.columns[column], context.new.columns.get(column, {})
    pairs = [
        (context.old.pages[one], now[other])
        for one, other in shared_pages(context.old, context.new)
        if other in now and one not in before
    ]
    said = sum(1 for page, cells in pairs if page.steps_of(cells[0]))
    return said > len(pairs) / 2
