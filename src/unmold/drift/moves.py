"""Moves: the places of columns before and now enter, findings about what stands elsewhere leave.

A column that is lost is looked for on the new pages by what it said on the same pages before. What
was there twice all along has not moved when one of the two is gone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from unmold.drift.context import Context
from unmold.drift.findings import Finding
from unmold.drift.matching import MIN_SHARED, agreement, shared_pages
from unmold.drift.places import Steps
from unmold.drift.profiles import Profile, usual_steps
from unmold.drift.step_changes import StepChange, explain_change, is_state_change, is_within

FOUND = 0.6
"""The share of pages on which what a lost column said must be found in one place."""

MOST = 0.5
"""An element around so many columns is around everything; so many columns moved are a redesign."""


MOVES = ("field-moved", "list-to-table")
"""Changes of a way that no single step explains."""


@dataclass(slots=True)
class Move:
    """A column that does not stand where it stood; without new steps it is gone."""

    column: str
    old: Steps
    new: Steps | None
    is_double: bool = False
    """Whether it stood at the new place before, too."""


@dataclass(slots=True)
class _Group:
    """Columns that underwent one change."""

    change: StepChange
    first: Steps
    """Where the outermost of them stood."""
    old: Steps
    """How far all of them had the same way, and below, how far they have."""
    new: Steps
    columns: list[str] = field(default_factory=list)


def find_moves(context: Context) -> list[Move]:
    """What became of all columns that do not stand where they stood."""
    moves = (_find_move(context, column) for column in context.old.columns)
    return [move for move in moves if move is not None]


def _find_move(context: Context, column: str) -> Move | None:
    before = context.steps_before(column)
    if before is None and context.old.is_recorded:
        before = ()
    if before is None:
        return None
    if column in context.lost:
        return Move(column, before, _trace(context, column, before))
    if before and context.fill_change(column) < 0:
        traced = _trace_values(context, column, before)
        if traced not in (None, before):
            return Move(column, before, traced)
    now = context.steps_now(column)
    if now is None or not before or not context.has_left(column, before):
        return None
    traced = _trace_values(context, column, before)
    if _stood_there(context, column, now):
        # The template helps itself at a second place; what became of the first is another question.
        traced = traced or _trace_double(context, column, before)
        return Move(column, before, traced or now, is_double=traced is None)
    if traced is not None and _likeness(before, traced) >= _likeness(before, now):
        return Move(column, before, traced)
    if is_state_change(before, now):
        return None
    return Move(column, before, now) if _says_the_same(context, column) else None


def _says_the_same(context: Context, column: str) -> bool:
    """Whether a column that stands elsewhere is known to be the same, or no page could tell."""
    if not any(shared_pages(context.old, context.new)):
        return True
    same = agreement(context.old, context.new, column)
    return same is not None and same > MOST


def _trace(context: Context, column: str, before: Steps) -> Steps | None:
    """Where that which a column said stands now."""
    found = _trace_values(context, column, before)
    if found is not None:
        return found
    same = context.same_in_anew.get(column)
    if same is not None:
        now = usual_steps(cell.place for cell in context.anew.cells(same))
        return None if now is None or _stood_there(context, column, now) else now
    if _is_still_filled(context, before) or _is_still_there(context, column, before):
        return before
    if context.old.is_recorded or _is_told(context, column):
        return None
    return _trace_way(context, column, before)


def _is_told(context: Context, column: str) -> bool:
    """Whether enough pages that filled a column are there again to tell what became of it."""
    filled = context.old.columns[column]
    return sum(one in filled for one, _ in shared_pages(context.old, context.new)) > MIN_SHARED


def _trace_values(context: Context, column: str, before: Steps) -> Steps | None:
    """The place at which new pages say what a column said, though they did not say it there."""
    told = 0
    counts: Counter[Steps] = Counter()
    for one, other in shared_pages(context.old, context.new):
        cells = context.old.columns[column].get(one)
        if cells and cells[0].place.steps == before:
            told += 1
            doubles = context.old.pages[one].steps_of(cells[0]) - {before}
            counts.update(context.new.pages[other].steps_of(cells[0]) - doubles)
    enough = [steps for steps, times in counts.items() if told and times >= FOUND * told]
    return max(enough, key=lambda steps: _likeness(before, steps), default=None)


def _trace_double(context: Context, column: str, before: Steps) -> Steps | None:
    """The place at which new pages say what a column says now, and no known page said it twice.

    It takes no page that both crawls have: a heading with other words, wrapped in an element, still
    says what the template reads of the head.
    """
    pages = context.new.columns[column].items()
    counts: Counter[Steps] = Counter()
    for number, cells in pages:
        counts.update(context.new.pages[number].steps_of(cells[0]))
    for number, cells in context.old.columns[column].items():
        for steps in context.old.pages[number].steps_of(cells[0]):
            counts.pop(steps, None)
    enough = [steps for steps, times in counts.items() if times >= FOUND * len(pages)]
    return max(enough, key=lambda steps: _likeness(before, steps), default=None)


def _trace_way(context: Context, column: str, before: Steps) -> Steps | None:
    """Where pages with other content say something by nearly the way of a field that is lost.

    Nothing that it said can be found on them. A way is nearly the same if one change leads to it,
    and it is new if hardly any known page says something there. A template learned anew would not
    do: it may read the same of another place.
    """
    expected = context.old.filled(column) / len(context.old)
    there = Counter(steps for page in context.old.pages for steps in page.filled_steps)
    now = Counter(steps for page in context.new.pages for steps in page.filled_steps)
    enough = [
        steps
        for steps, times in now.items()
        if times >= FOUND * expected * len(context.new)
        and there[steps] < MOST * expected * len(context.old)
        and _is_near(before, steps)
        and _differs(context.new, steps)
    ]
    return max(enough, key=lambda steps: _likeness(before, steps), default=None)


def _differs(profile: Profile, steps: Steps) -> bool:
    """Whether pages say different things at a place, as they do where a field stands."""
    texts = {frozenset(page.texts_at(steps)) for page in profile.pages}
    return len(texts - {frozenset()}) > 1


def _is_near(before: Steps, now: Steps) -> bool:
    return is_within(now, before) or explain_change(before, now).code not in MOVES


def _likeness(one: Steps, other: Steps) -> int:
    """How many steps two ways share at their beginning and at their end."""
    ahead = sum(1 for _ in _while_equal(one, other))
    return ahead + sum(1 for _ in _while_equal(one[::-1], other[::-1]))


def _while_equal(one: Steps, other: Steps) -> Iterable[int]:
    for number, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            return
        yield number


def _stood_there(context: Context, column: str, now: Steps) -> bool:
    """Whether what the column says stood at its new place before, beside the old one."""
    pages = context.old.columns[column].items()
    double = sum(now in context.old.pages[number].steps_of(cells[0]) for number, cells in pages)
    return double > MOST * len(pages)


def _is_still_filled(context: Context, before: Steps) -> bool:
    """Whether a template learned anew has a column where one stood that is lost."""
    anew = context.anew
    return any(
        usual_steps(cell.place for cell in anew.cells(column)) == before
        and anew.filled(column) > MOST * len(anew)
        for column in anew.columns
    )


def _is_still_there(context: Context, column: str, before: Steps) -> bool:
    """Whether pages with other content say something where a lost column stood.

    Then the template was learned too narrowly, and the pages did not change.
    """
    if context.has_same_content(column):
        return False
    there = sum(1 for page in context.new.pages if before in page.filled_steps)
    expected = context.old.filled(column) / len(context.old) * len(context.new)
    return there > MOST * expected


def describe_moves(context: Context, moves: Sequence[Move]) -> list[Finding]:
    """One finding for each change, however many columns it is about."""
    groups = _group(context, [m for m in moves if m.new not in (None, m.old) and not m.is_double])
    gone = [m for m in moves if m.new is None or m.is_double]
    vanished = _group(context, [move for move in gone if not _joins(move, groups)])
    if _is_redesign(context, groups, vanished):
        columns = [column for group in groups for column in group.columns]
        return [context.make("template-redesigned", columns, "", "", is_breakage=True, share=1.0)]
    findings = [
        context.make(
            "field-vanished",
            group.columns,
            context.show_before(group.old),
            context.show_now(group.new),
        )
        for group in vanished
    ]
    return findings + [_describe(context, group, groups) for group in groups]


def _joins(move: Move, groups: Sequence[_Group]) -> bool:
    """Whether a column is gone because what it held together moved; it joins that then."""
    for group in groups:
        if group.change.code in MOVES and is_within(group.first, move.old):
            group.columns.append(move.column)
            return True
    return False


def _is_redesign(context: Context, groups: Sequence[_Group], vanished: Sequence[_Group]) -> bool:
    moved = [len(group.columns) for group in groups if group.change.code in MOVES]
    gone = sum(len(group.columns) for group in vanished)
    return len(moved) > 2 and sum(moved) + gone > MOST * len(context.old.columns)


def _describe(context: Context, group: _Group, groups: Sequence[_Group]) -> Finding:
    code, old, new = group.change
    if code == "wrapped" and not _is_around_everything(context, group, groups):
        code = "field-moved"
    if code in MOVES:
        old, new = context.show_before(group.old), context.show_now(group.new)
    return context.make(code, group.columns, old, new)


def _is_around_everything(context: Context, group: _Group, groups: Sequence[_Group]) -> bool:
    moved = sum(len(one.columns) for one in groups)
    ways = {name: context.steps_before(name) for name in context.old.columns}
    shown = {name: steps for name, steps in ways.items() if _is_in_body(steps)}
    stayed = sum(context.steps_now(name) == steps for name, steps in shown.items())
    is_outermost = group.change.old == "body" and len(group.columns) > stayed
    is_most = len(group.columns) >= MOST * len(shown)
    return len(group.columns) >= MOST * moved and (is_outermost or is_most)


def _is_in_body(steps: Steps | None) -> bool:
    return steps is not None and len(steps) > 1 and steps[1].tag == "body"


def _group(context: Context, moves: Sequence[Move]) -> list[_Group]:
    """Join moves with the same explanation, and those of what stands in what moved."""
    groups: list[_Group] = []
    for move in sorted(moves, key=lambda move: len(move.old)):
        new = move.new or ()
        change = _explain(context, move.old, new) if new else StepChange("", "", "")
        group = next((one for one in groups if _belongs(move, new, change, one)), None)
        if group is None:
            groups.append(_Group(change, move.old, move.old, new, [move.column]))
        else:
            group.columns.append(move.column)
            group.old = _shared_beginning(group.old, move.old) or group.old
            group.new = _shared_beginning(group.new, new)
    return groups


def _explain(context: Context, old: Steps, new: Steps) -> StepChange:
    return explain_change(old, new, context.old.spell(old), context.new.spell(new))


def _belongs(move: Move, new: Steps, change: StepChange, group: _Group) -> bool:
    if change.code and change == group.change:
        return True
    if change.code != group.change.code or change.code in ("class-renamed", "id-renamed"):
        return False
    if is_within(move.old, group.old) and is_within(new, group.new):
        return True
    part, dot, _ = move.column.partition(".")
    return bool(dot) and any(name.startswith(f"{part}.") for name in group.columns)


def _shared_beginning(one: Steps, other: Steps) -> Steps:
    return one[: sum(1 for _ in _while_equal(one, other))]
