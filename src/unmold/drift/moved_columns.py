"""Columns that moved, vanished, are no longer shown, or are in another order.

A column that is lost is searched on the current pages by what it said on the same pages before.
What was on the page twice all along has not moved when one of the two is gone.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from unmold.drift.comparison import (
    MIN_SHARED,
    TemplateComparison,
    agreement,
    has_vanished,
    shared_pages,
)
from unmold.drift.element_paths import (
    ElementPath,
    PathChange,
    explain_change,
    is_shown,
    is_state_change,
    is_within,
)
from unmold.drift.findings import Finding
from unmold.drift.profiles import Cell, Profile, usual_path

# The shares below are guesses. tests/drift checks them together, on the changes of the demo site
# and on unchanged pages; none was measured by itself.
FOUND = 0.6
"""The share of pages on which the content of a lost column must be found in one place."""

MOST = 0.5
"""The share of columns from which on an element is around everything, and moves are a redesign."""


MOVES = ("field-moved", "list-to-table")
"""Changes of a path that no single step explains."""


@dataclass(slots=True)
class Move:
    """A column that is not where it was; without a new path it is gone."""

    column: str
    old: ElementPath
    new: ElementPath | None
    is_duplicate: bool = False
    """Whether its value was at the new place before, too."""


@dataclass(slots=True)
class _Group:
    """Columns that underwent one change."""

    change: PathChange
    first: ElementPath
    """Where the outermost of them was."""
    old: ElementPath
    """The beginning that their previous paths share, and below, their current ones."""
    new: ElementPath
    columns: list[str] = field(default_factory=list)


def find_moves(comparison: TemplateComparison) -> list[Move]:
    """What became of all columns that are not where they were."""
    moves = (_find_move(comparison, column) for column in comparison.old.columns)
    return [move for move in moves if move is not None]


def _find_move(comparison: TemplateComparison, column: str) -> Move | None:
    before = comparison.previous_path(column)
    if before is None and comparison.old.is_recorded:
        before = ()
    if before is None:
        return None
    if column in comparison.lost:
        return Move(column, before, _trace(comparison, column, before))
    if before and comparison.fill_change(column) < 0:
        traced = _trace_values(comparison, column, before)
        if traced not in (None, before):
            return Move(column, before, traced)
    now = comparison.current_path(column)
    if now is None or not before or not comparison.has_left(column, before):
        return None
    traced = _trace_values(comparison, column, before)
    if _was_duplicate(comparison, column, now):
        # The template now reads a duplicate; what became of the first place is another question.
        traced = traced or _trace_duplicate(comparison, column, before)
        return Move(column, before, traced or now, is_duplicate=traced is None)
    if traced is not None and _likeness(before, traced) >= _likeness(before, now):
        return Move(column, before, traced)
    if is_state_change(before, now):
        return None
    return Move(column, before, now) if _says_the_same(comparison, column) else None


def _says_the_same(comparison: TemplateComparison, column: str) -> bool:
    """Whether a column that is elsewhere has the same content, or no page can tell."""
    if not any(shared_pages(comparison.old, comparison.new)):
        return True
    same = agreement(comparison.old, comparison.new, column)
    return same is not None and same > MOST


def _trace(comparison: TemplateComparison, column: str, before: ElementPath) -> ElementPath | None:
    """Where the content of a column is now."""
    found = _trace_values(comparison, column, before)
    if found is not None:
        return found
    same = comparison.same_in_relearned.get(column)
    if same is not None:
        now = usual_path(cell.place for cell in comparison.relearned.cells(same))
        return None if now is None or _was_duplicate(comparison, column, now) else now
    if _is_still_filled(comparison, before) or _is_still_there(comparison, column, before):
        return before
    if comparison.old.is_recorded or _can_be_compared(comparison, column):
        return None
    return _trace_similar_path(comparison, column, before)


def _can_be_compared(comparison: TemplateComparison, column: str) -> bool:
    """Whether both crawls have enough pages with a column to tell what became of it."""
    filled = comparison.old.columns[column]
    return (
        sum(one in filled for one, _ in shared_pages(comparison.old, comparison.new)) > MIN_SHARED
    )


def _trace_values(
    comparison: TemplateComparison, column: str, before: ElementPath
) -> ElementPath | None:
    """The place at which current pages have the content of a column, and had it not before."""
    compared = 0
    counts: Counter[ElementPath] = Counter()
    for one, other in shared_pages(comparison.old, comparison.new):
        cells = comparison.old.columns[column].get(one)
        if cells and cells[0].place.steps == before:
            compared += 1
            duplicates = comparison.old.pages[one].paths_of(cells[0]) - {before}
            counts.update(comparison.new.pages[other].paths_of(cells[0]) - duplicates)
    enough = [steps for steps, times in counts.items() if compared and times >= FOUND * compared]
    return max(enough, key=lambda steps: _likeness(before, steps), default=None)


def _trace_duplicate(
    comparison: TemplateComparison, column: str, before: ElementPath
) -> ElementPath | None:
    """The place of a duplicate of a column on current pages that previous pages do not have.

    It needs no page that both crawls have: a wrapped heading of a new page still has the text that
    the template reads from the head of that page.
    """
    pages = comparison.new.columns[column].items()
    counts: Counter[ElementPath] = Counter()
    for number, cells in pages:
        counts.update(comparison.new.pages[number].paths_of(cells[0]))
    for number, cells in comparison.old.columns[column].items():
        for steps in comparison.old.pages[number].paths_of(cells[0]):
            counts.pop(steps, None)
    enough = [steps for steps, times in counts.items() if times >= FOUND * len(pages)]
    return max(enough, key=lambda steps: _likeness(before, steps), default=None)


def _trace_similar_path(
    comparison: TemplateComparison, column: str, before: ElementPath
) -> ElementPath | None:
    """Where pages with other content have a text at nearly the path of a field that is lost.

    Its values cannot be found on them. A path is nearly the same if one change leads to it, and it
    is new if hardly any previous page has a text there. A template learned again
    would not do: it may read the same from another place.
    """
    expected = comparison.old.filled(column) / len(comparison.old)
    there = Counter(steps for page in comparison.old.pages for steps in page.filled_paths)
    now = Counter(steps for page in comparison.new.pages for steps in page.filled_paths)
    enough = [
        steps
        for steps, times in now.items()
        if times >= FOUND * expected * len(comparison.new)
        and there[steps] < MOST * expected * len(comparison.old)
        and _is_near(before, steps)
        and _differs(comparison.new, steps)
    ]
    return max(enough, key=lambda steps: _likeness(before, steps), default=None)


def _differs(profile: Profile, steps: ElementPath) -> bool:
    """Whether pages have different texts at a place, as they do where a field is."""
    texts = {frozenset(page.texts_at(steps)) for page in profile.pages}
    return len(texts - {frozenset()}) > 1


def _is_near(before: ElementPath, now: ElementPath) -> bool:
    return is_within(now, before) or explain_change(before, now).code not in MOVES


def _likeness(one: ElementPath, other: ElementPath) -> int:
    """How many steps two paths share at their beginning and at their end."""
    ahead = sum(1 for _ in _while_equal(one, other))
    return ahead + sum(1 for _ in _while_equal(one[::-1], other[::-1]))


def _while_equal(one: ElementPath, other: ElementPath) -> Iterable[int]:
    for number, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            return
        yield number


def _was_duplicate(comparison: TemplateComparison, column: str, now: ElementPath) -> bool:
    """Whether the value of a column was at its new place before, too."""
    pages = comparison.old.columns[column].items()
    duplicates = sum(
        now in comparison.old.pages[number].paths_of(cells[0]) for number, cells in pages
    )
    return duplicates > MOST * len(pages)


def _is_still_filled(comparison: TemplateComparison, before: ElementPath) -> bool:
    """Whether a template learned again has a column where a lost one was."""
    relearned = comparison.relearned
    return any(
        usual_path(cell.place for cell in relearned.cells(column)) == before
        and relearned.filled(column) > MOST * len(relearned)
        for column in relearned.columns
    )


def _is_still_there(comparison: TemplateComparison, column: str, before: ElementPath) -> bool:
    """Whether pages with other content have a text where a lost column was.

    Then the template was learned too narrowly, and the pages did not change.
    """
    if comparison.has_same_content(column):
        return False
    there = sum(1 for page in comparison.new.pages if before in page.filled_paths)
    expected = comparison.old.filled(column) / len(comparison.old) * len(comparison.new)
    return there > MOST * expected


def describe_moves(comparison: TemplateComparison, moves: Sequence[Move]) -> list[Finding]:
    """One finding for each change, however many columns it is about."""
    groups = _group(
        comparison, [m for m in moves if m.new not in (None, m.old) and not m.is_duplicate]
    )
    gone = [m for m in moves if m.new is None or m.is_duplicate]
    vanished = _group(comparison, [move for move in gone if not _joins(move, groups)])
    if _is_redesign(comparison, groups, vanished):
        columns = [column for group in groups for column in group.columns]
        return [
            comparison.make_finding(
                "template-redesigned", columns, "", "", is_breakage=True, share=1.0
            )
        ]
    findings = [
        comparison.make_finding(
            "field-vanished",
            group.columns,
            comparison.show_previous(group.old),
            comparison.show_current(group.new),
        )
        for group in vanished
    ]
    return findings + [_describe(comparison, group, groups) for group in groups]


def _joins(move: Move, groups: Sequence[_Group]) -> bool:
    """Whether a column is gone because what was inside its element moved; it joins that move."""
    for group in groups:
        if group.change.code in MOVES and is_within(group.first, move.old):
            group.columns.append(move.column)
            return True
    return False


def _is_redesign(
    comparison: TemplateComparison, groups: Sequence[_Group], vanished: Sequence[_Group]
) -> bool:
    moved = [len(group.columns) for group in groups if group.change.code in MOVES]
    gone = sum(len(group.columns) for group in vanished)
    return len(moved) > 2 and sum(moved) + gone > MOST * len(comparison.old.columns)


def _describe(comparison: TemplateComparison, group: _Group, groups: Sequence[_Group]) -> Finding:
    code, old, new = group.change
    if code == "wrapped" and not _is_around_everything(comparison, group, groups):
        code = "field-moved"
    if code in MOVES:
        old, new = comparison.show_previous(group.old), comparison.show_current(group.new)
    return comparison.make_finding(code, group.columns, old, new)


def _is_around_everything(
    comparison: TemplateComparison, group: _Group, groups: Sequence[_Group]
) -> bool:
    moved = sum(len(one.columns) for one in groups)
    paths = {name: comparison.previous_path(name) for name in comparison.old.columns}
    shown = {name: steps for name, steps in paths.items() if _is_in_body(steps)}
    stayed = sum(comparison.current_path(name) == steps for name, steps in shown.items())
    is_outermost = group.change.old == "body" and len(group.columns) > stayed
    is_most = len(group.columns) >= MOST * len(shown)
    return len(group.columns) >= MOST * moved and (is_outermost or is_most)


def _is_in_body(steps: ElementPath | None) -> bool:
    return steps is not None and len(steps) > 1 and steps[1].tag == "body"


def _group(comparison: TemplateComparison, moves: Sequence[Move]) -> list[_Group]:
    """Join moves with the same explanation, and moves of what is inside a moved element."""
    groups: list[_Group] = []
    for move in sorted(moves, key=lambda move: len(move.old)):
        new = move.new or ()
        change = _explain(comparison, move.old, new) if new else PathChange("", "", "")
        group = next((one for one in groups if _belongs(move, new, change, one)), None)
        if group is None:
            groups.append(_Group(change, move.old, move.old, new, [move.column]))
        else:
            group.columns.append(move.column)
            group.old = _shared_beginning(group.old, move.old) or group.old
            group.new = _shared_beginning(group.new, new)
    return groups


def _explain(comparison: TemplateComparison, old: ElementPath, new: ElementPath) -> PathChange:
    return explain_change(old, new, comparison.old.spell(old), comparison.new.spell(new))


def _belongs(move: Move, new: ElementPath, change: PathChange, group: _Group) -> bool:
    if change.code and change == group.change:
        return True
    if change.code != group.change.code or change.code in ("class-renamed", "id-renamed"):
        return False
    if is_within(move.old, group.old) and is_within(new, group.new):
        return True
    part, dot, _ = move.column.partition(".")
    return bool(dot) and any(name.startswith(f"{part}.") for name in group.columns)


def _shared_beginning(one: ElementPath, other: ElementPath) -> ElementPath:
    return one[: sum(1 for _ in _while_equal(one, other))]


USUALLY = 0.6
"""The share of its pages on which a field must have been shown at one place."""


def find_hidden(comparison: TemplateComparison) -> list[Finding]:
    """Fields that were shown at one place of all pages, and are shown nowhere now."""
    findings: list[Finding] = []
    if comparison.old.is_recorded:
        return findings
    for column in comparison.old.columns:
        now = comparison.current_path(column)
        if column in comparison.lost or now is None or is_shown(now):
            continue
        places = _shown_places(comparison.old, column)
        steps, times = places.most_common(1)[0] if places else ((), 0)
        filled, filled_now = comparison.old.filled(column), comparison.new.filled(column)
        still = sum(1 for page in _pages_showing(comparison.new, column))
        is_gone = has_vanished(times, filled, still, filled_now, comparison.settings.doubt)
        if times >= USUALLY * filled and is_gone and not _is_filled(comparison.new, steps):
            where = comparison.show_previous(steps), comparison.show_current(now)
            findings.append(comparison.make_finding("field-vanished", [column], *where))
    return findings


def _shown_places(profile: Profile, column: str) -> Counter[ElementPath]:
    """On how many pages the values of a column are shown at each place."""
    counts: Counter[ElementPath] = Counter()
    for steps in _pages_showing(profile, column):
        counts.update(steps)
    return counts


def _pages_showing(profile: Profile, column: str) -> list[set[ElementPath]]:
    """For pages that show the value of a column the places at which they do."""
    found = []
    for number, cells in profile.columns.get(column, {}).items():
        page = profile.pages[number]
        steps = {
            page.place_of(leaf).steps for leaf in page.leaves_by_ending.get(cells[0].value, ())
        }
        if shown := set(filter(is_shown, steps)):
            found.append(shown)
    return found


def _is_filled(profile: Profile, steps: ElementPath) -> bool:
    """Whether pages still have a text at a place: the same value, written differently."""
    filled = sum(1 for page in profile.pages if steps in page.filled_paths)
    return filled > USUALLY * len(profile)


ALWAYS = 0.95
"""The share of pages on which one column must come before another."""

LONGEST_PATH = 512
"""Characters of paths that are compared; bounds the work on hostile pages."""

MIN_SAME, MIN_OTHER = 3, 12
"""How many pages must show both columns; on pages that differ their order may be chance."""

Ranks = dict[str, dict[int, tuple[int, int]]]


def find_reordering(comparison: TemplateComparison, moved: set[str]) -> list[Finding]:
    """Columns that come before what they came after, or after what they came before."""
    columns = [name for name in comparison.old.columns if name not in moved | comparison.lost]
    enough = _enough(comparison)
    if min(len(comparison.old), len(comparison.new)) < enough:
        return []
    before, now = _ranks(comparison.old, columns), _ranks(comparison.new, columns)
    swapped = [
        (one, other)
        for number, one in enumerate(columns)
        for other in columns[number + 1 :]
        if _is_swapped(_precedes(before, one, other, enough), _precedes(now, one, other, enough))
    ]
    if not swapped:
        return []
    blocks = _blocks(comparison, sorted({name for pair in swapped for name in pair}))
    movers = _fewest_movers([(blocks[one], blocks[other]) for one, other in swapped])
    found = [name for name in columns if name in blocks and blocks[name] in movers]
    old, new = (_neighbour(ranks, found, columns) for ranks in (before, now))
    # A class that was renamed may make some columns read others' values: no block has moved then.
    return [comparison.make_finding("field-moved", found, old, new)] if old != new else []


def _enough(comparison: TemplateComparison) -> int:
    """How many pages must tell; fewer do where they are the same pages with the same content."""
    return MIN_SAME if comparison.has_same_content("") else MIN_OTHER


def _is_swapped(before: bool | None, now: bool | None) -> bool:
    return before is not None and now is not None and before != now


def _blocks(comparison: TemplateComparison, columns: Sequence[str]) -> dict[str, ElementPath]:
    """Each column's block: its path up to the first step in which the paths of all differ."""
    paths = {name: comparison.previous_path(name) or () for name in columns}
    common = 0
    while len({path[: common + 1] for path in paths.values()}) == 1 and common < LONGEST_PATH:
        common += 1
    return {name: path[: common + 1] for name, path in paths.items()}


def _ranks(profile: Profile, columns: Sequence[str]) -> Ranks:
    """By column and page the positions of its first and its last cell."""
    return {
        name: {number: _extent(cells) for number, cells in profile.columns.get(name, {}).items()}
        for name in columns
    }


def _extent(cells: Sequence[Cell]) -> tuple[int, int]:
    orders = [cell.place.order for cell in cells]
    return min(orders), max(orders)


def _precedes(ranks: Ranks, one: str, other: str, enough: int = 2) -> bool | None:
    """Whether one column always comes before another; None if that varies, or few pages tell."""
    pages = ranks[one].keys() & ranks[other].keys()
    if len(pages) < enough:
        return None
    ahead = sum(1 for page in pages if ranks[one][page][1] < ranks[other][page][0])
    behind = sum(1 for page in pages if ranks[one][page][0] > ranks[other][page][1])
    if ahead >= ALWAYS * len(pages):
        return True
    return False if behind >= ALWAYS * len(pages) else None


def _fewest_movers(swapped: Sequence[tuple[ElementPath, ElementPath]]) -> set[ElementPath]:
    """The fewest blocks that must have moved for all others to keep their order."""
    left: defaultdict[ElementPath, set[ElementPath]] = defaultdict(set)
    for one, other in swapped:
        left[one].add(other)
        left[other].add(one)
    movers = set()
    while any(left.values()):
        block = max(left, key=lambda one: len(left[one] - {one}))
        movers.add(block)
        for other in left.pop(block) - {block}:
            left[other].discard(block)
    return movers


def _neighbour(ranks: Ranks, movers: Sequence[str], columns: Sequence[str]) -> str:
    """After which of the others the moved columns come."""
    others = [name for name in columns if name not in movers]
    before = [name for name in others if _precedes(ranks, name, movers[0])]
    last = max(
        before,
        key=lambda name: sum(bool(_precedes(ranks, other, name)) for other in before),
        default="",
    )
    return f"after {last}" if last else "first"
