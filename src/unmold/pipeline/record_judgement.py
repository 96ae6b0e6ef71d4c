"""Records judge clusters: what the columns of a template say about the pages it was learned from.

Two kinds of pages in one cluster show in its tables: some columns are filled on these pages, others
on those, few on all; rows are found on some pages only, the title in two places. Such pages are
split, a template is learned from each side, and the split is kept if the tables become better:
fewer columns each, better filled. Translations have other labels, and so other columns, in the same
markup: they stay together. The reverse: two templates with the same columns and the same texts are
one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unmold.features import Features, Ragged
from unmold.features.compute import batches
from unmold.model import Page
from unmold.records.arrays import RecordArrays
from unmold.records.extract import BATCH_BYTES, BATCH_PAGES, apply_templates
from unmold.settings import Limits
from unmold.templates import Template
from unmold.templates.compiled import compile_template

PRESENT, ABSENT = 0.9, 0.1
"""A column is a side's own if it is filled on at least this share of its pages, and on this share
of the other's at the most; the same as in the second opinion of clustering."""

MIN_COLUMNS = 3
"""Columns of its own that each side must have: an optional block is on one side only."""

MIN_SHARE = 0.5
"""The share of all columns that are filled on some pages only which must be one side's own: where
pages differ at random, few are."""

# From openhouselisboa (various), whose Portuguese and English pages differ by their labels alone.
MIN_STRUCTURE = 3
"""Leaf paths and class names of its own that each side must have besides: a translation has other
texts, and so other columns, in the same markup."""

MIN_SIDE = 4
"""Pages of each side: fewer differ by chance."""

MIN_GAIN = 0.1
"""By how much the cells of a table must be better filled after a split."""

MAX_LOSS = 0.02
"""By how much they may be worse filled after two are joined."""

SAME = 0.8
"""The share of columns, and of texts, that templates must have in common to be one."""

Filled = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Split:
    """A proposal: which pages are on the first side, and why."""

    first: Filled
    own: int
    """Columns that only the first side fills."""
    others: int
    """Columns that only the second side fills."""

    @property
    def reason(self) -> str:
        here, there = int(self.first.sum()), int((~self.first).sum())
        return (
            f"{self.own} columns are filled on {here} pages of the sample only, "
            f"{self.others} on the other {there} only"
        )


def find_filled(template: Template, pages: Sequence[Page], limits: Limits) -> Filled:
    """Which page (row) fills which column; a child table is a column that has rows or none."""
    native = compile_template(template)
    parts = [
        _filled_in(RecordArrays(template, buffers))
        for batch in batches(pages, BATCH_PAGES, BATCH_BYTES)
        for buffers in apply_templates([native], batch, limits, jobs=1, with_sources=False)[0]
    ]
    return np.concatenate(parts) if parts else np.zeros((0, 0), np.bool_)


def _filled_in(arrays: RecordArrays) -> Filled:
    """The same of the pages of a batch."""
    columns = [
        column.filled
        for column in arrays.columns[0]
        if not column.field.is_constant and not column.field.is_noise
    ]
    for rows, (_, table) in zip(arrays.tables, arrays.template.all_tables(), strict=True):
        if any(table is own for own in arrays.template.tables):
            columns.append(np.bincount(rows.records, minlength=arrays.count) > 0)
    return np.array(columns, np.bool_).reshape(len(columns), arrays.count).T


def may_be_two(template: Template) -> bool:
    """Whether columns could be filled in blocks: some on a share of pages, as many on the rest.

    That follows from shares alone, so that pages of few clusters are looked at again.
    """
    fills = np.array([field.fill for field in template.fields if not field.is_constant])
    partly = fills[(fills >= ABSENT / 2) & (fills <= 1 - ABSENT / 2)]
    slack = 2 * ABSENT
    return any(
        (np.abs(partly - share) <= slack).sum() >= MIN_COLUMNS - 1
        and (np.abs(partly - (1 - share)) <= slack).sum() >= MIN_COLUMNS - 1
        for share in partly
    )


def propose_split(filled: Filled) -> Split | None:
    """The pages of two kinds, if columns are filled in blocks.

    >>> block = np.repeat([[True], [False]], 4, axis=0)
    >>> filled = np.concatenate([np.repeat(block, 3, axis=1), np.repeat(~block, 3, axis=1)], axis=1)
    >>> propose_split(filled).reason
    '3 columns are filled on 4 pages of the sample only, 3 on the other 4 only'
    """
    found = [_judge_side(filled, filled[:, column]) for column in range(filled.shape[1])]
    splits = [split for split in found if split is not None]
    return max(splits, key=lambda one: (min(one.own, one.others), one.own), default=None)


def _judge_side(filled: Filled, first: Filled) -> Split | None:
    """The split into pages that fill a column and pages that do not, if both are of one kind."""
    if min(first.sum(), (~first).sum()) < MIN_SIDE:
        return None
    here, there = filled[first].mean(axis=0), filled[~first].mean(axis=0)
    own = int(((here >= PRESENT) & (there <= ABSENT)).sum())
    others = int(((there >= PRESENT) & (here <= ABSENT)).sum())
    partly = int((~((here >= PRESENT) & (there >= PRESENT))).sum())
    if min(own, others) < MIN_COLUMNS or own + others < MIN_SHARE * partly:
        return None
    return Split(first, own, others)


def differ_in_markup(features: Features, first: Filled) -> bool:
    """Whether nearly all pages of each side have paths or class names that the other's lack."""
    sides = np.zeros(2)
    for column in (features.leaf_paths, features.class_tokens):
        here, there = _share_of_pages(column, first), _share_of_pages(column, ~first)
        sides[0] += ((here >= PRESENT) & (there <= ABSENT)).sum()
        sides[1] += ((there >= PRESENT) & (here <= ABSENT)).sum()
    return bool(sides.min() >= MIN_STRUCTURE)


def _share_of_pages(column: Ragged, side: Filled) -> NDArray[np.float64]:
    """On which share of some pages each value is."""
    values, numbers = np.unique(column.values, return_inverse=True)
    chosen = numbers.reshape(-1)[side[column.pages]]
    shares: NDArray[np.float64] = np.bincount(chosen, minlength=len(values)) / side.sum()
    return shares


def is_split_better(whole: Template, parts: Sequence[Template]) -> bool:
    """Whether the tables of the parts are narrower than that of the whole, and better filled."""
    narrow = all(_width(part) <= _width(whole) for part in parts)
    pages = np.array([part.pages for part in parts], np.float64)
    fill = float(np.average([_fill(part) for part in parts], weights=pages))
    return narrow and fill >= _fill(whole) + MIN_GAIN


def is_join_better(parts: Sequence[Template], whole: Template) -> bool:
    """Whether one table holds what two held, as well filled and hardly wider."""
    narrow = _width(whole) <= max(map(_width, parts)) / SAME
    return narrow and _fill(whole) >= min(map(_fill, parts)) - MAX_LOSS


def describe_gain(whole: Template, parts: Sequence[Template]) -> str:
    """What a split does to the tables, for a person."""
    widths = " and ".join(str(_width(part)) for part in parts)
    fills = " and ".join(f"{_fill(part):.0%}" for part in parts)
    before = f"{_width(whole)}, {_fill(whole):.0%}"
    return f"tables of {widths} columns, {fills} filled, instead of {before}"


def _width(template: Template) -> int:
    return len(list(template.column_names()))


def _fill(template: Template) -> float:
    """The share of cells of the root table that are filled; 1 if it has no columns."""
    fills = [field.fill for field in template.fields if not field.is_constant]
    return float(np.mean(fills)) if fills else 1.0


def find_twins(templates: Sequence[Template]) -> tuple[int, int] | None:
    """Two templates with the same columns and the same texts; None if there are none.

    The most alike, by their places in the list.
    """
    slots = [frozenset(field.id for _, field in one.columns()) for one in templates]
    texts = [frozenset((text.key, text.text) for text in one.texts) for one in templates]
    best, found = SAME, None
    for second in range(len(templates)):
        for first in range(second):
            alike = min(
                _overlap(slots[first], slots[second]), _overlap(texts[first], texts[second])
            )
            if (alike >= best and found is None) or alike > best:
                best, found = alike, (first, second)
    return found


def _overlap(first: frozenset[object], second: frozenset[object]) -> float:
    both = len(first | second)
    return len(first & second) / both if both else 1.0
