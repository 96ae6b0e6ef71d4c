"""Shapes of rows: which siblings come in turns, and what the cells of a row say of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence
from itertools import combinations, pairwise

from unmold.templates.slots.outline import Element
from unmold.templates.slots.siblings import HEADINGS, consists_of_headers, jaccard

REGULAR = 0.8
"""Share of turns that hold every shape of sibling once. A guess."""
MAX_TURNS = 4
"""Different turns, as siblings in them may be missing."""
SOME_TURNS = 0.3
"""Share of parents in which siblings come in turns, so that they do. A guess."""
MAX_SHAPES = 8
"""Siblings that one entry may consist of. A guess."""
WIDE = 3
"""Cells from which on a row is one of a table, and not a label with its value."""


def find_turns(sequences: Sequence[Sequence[str]], leader: str) -> set[str]:
    """The shapes of siblings that come in turns behind a leader; empty if they do not."""
    repeated = [sequence for sequence in sequences if sequence.count(leader) >= 2]
    if sum(1 for sequence in repeated if sequence.count(leader) >= 3) < 0.25 * len(repeated):
        return set()
    turns: Counter[tuple[str, ...]] = Counter()
    for sequence in repeated:
        starts = [at for at, shape in enumerate(sequence) if shape == leader]
        turns.update(tuple(sequence[a:b]) for a, b in pairwise(starts))
    usual = [turn for turn in turns if len(turn) >= 2 and len({*turn}) == len(turn)]
    regular = sum(turns[turn] for turn in usual)
    if regular < REGULAR * turns.total() or len(usual) > MAX_TURNS:
        return set()
    return {shape for turn in usual for shape in turn}


def find_order(sequences: Sequence[Sequence[str]]) -> dict[str, int]:
    """The place in a turn of each shape of siblings, where turns leave out shapes; empty if none.

    A turn ends where the order begins again, so that a parent with a single one fits, too. Any of
    its siblings may be missing: of constructors, only some have a modifier before their name.
    """
    order = _first_order(sequences)
    if not 2 <= len(order) <= MAX_SHAPES or not all("." in shape for shape in order):
        return {}
    if not all(shape in order for sequence in sequences for shape in sequence):
        return {}
    turns = [split_turns(sequence, order) for sequence in sequences]
    several = [own for own in turns if len(own) > 1]
    if len(several) < (2 if len(sequences) > 1 else 1):
        return {}
    counts = Counter(tuple(turn) for own in turns for turn in own)
    usual, _ = counts.most_common(1)[0]
    whole = sum(n for turn, n in counts.items() if len(turn) > 1 and {*usual} <= {*turn})
    later = [turn for own in several for turn in own[1:]]
    again = sum(1 for turn in later if {*usual} <= {*turn})
    is_regular = whole >= REGULAR * counts.total() and again >= REGULAR * len(later)
    return order if is_regular and len(usual) > 1 and len(counts) <= MAX_TURNS else {}


def find_followed(sequences: Sequence[Sequence[str]]) -> tuple[str, set[str]]:
    """A shape of siblings that begins entries, and the shapes of what always follows it.

    Of a function its declaration, its description and the descriptions of its parameters stand
    behind each other: how many of these there are, and whether there are any, differs.
    """
    before: Counter[tuple[str, str]] = Counter()
    for sequence in sequences:
        before.update(pairwise(sequence))
    total = Counter(shape for sequence in sequences for shape in sequence)
    for (leader, follower), times in before.most_common():
        if times < MIN_FOLLOWED:
            break
        is_followed = leader != follower and times >= FOLLOWED * total[leader]
        if not is_followed or not _may_lead(leader) or times < ALWAYS * total[follower]:
            continue
        several = sum(1 for own in sequences if own.count(leader) > 1 and own.count(follower) > 1)
        if "." not in follower or several < max(2, SOME_TURNS * len(sequences)):
            continue
        return leader, _followers(leader, follower, total, before)
    return "", set()


def _may_lead(shape: str) -> bool:
    """Whether entries may begin with a shape: one of a class, a heading, or code."""
    return "." in shape or shape == "pre" or shape in HEADINGS


def _followers(
    leader: str, follower: str, total: Counter[str], before: Counter[tuple[str, str]]
) -> set[str]:
    """The shape, and those of a class that hardly ever stand behind anything else."""
    found = {leader, follower}
    grown = 0
    while grown != len(found):
        grown = len(found)
        for shape, times in total.items():
            if "." in shape and shape not in found and shape.split(".")[0] not in HEADINGS:
                inside = sum(before[other, shape] for other in (*found, shape))
                if inside >= ALWAYS * times:
                    found.add(shape)
    return found


MIN_FOLLOWED = 6
"""Siblings with another behind them that show an order. A guess."""
FOLLOWED, ALWAYS = 0.5, 0.9
"""Shares of leaders with the same behind them, and of these behind a leader. Guesses."""


def _first_order(sequences: Sequence[Sequence[str]]) -> dict[str, int]:
    """The shapes in the order in which they stand before one of them comes again."""
    before: Counter[tuple[str, str]] = Counter()
    shapes: dict[str, int] = {}
    for sequence in sequences:
        seen: list[str] = []
        for shape in sequence:
            if shape in seen:
                break
            before.update((other, shape) for other in seen)
            shapes[shape] = 0
            seen.append(shape)
    if len(shapes) > MAX_SHAPES or any(before[b, a] > 0.1 * n for (a, b), n in before.items()):
        return {}
    ranks = {shape: sum((other, shape) in before for other in shapes) for shape in shapes}
    return {shape: rank for rank, shape in enumerate(sorted(shapes, key=ranks.__getitem__))}


def split_turns(sequence: Sequence[str], order: dict[str, int]) -> list[list[str]]:
    """The turns of siblings: each ends where the order begins again.

    >>> split_turns(["name", "text", "price", "name", "price"], {"name": 0, "text": 1, "price": 2})
    [['name', 'text', 'price'], ['name', 'price']]
    """
    turns: list[list[str]] = []
    last = len(order)
    for shape in sequence:
        if order[shape] <= last:
            turns.append([])
        turns[-1].append(shape)
        last = order[shape]
    return turns


def turn_shape(element: Element) -> str:
    """Tag and first word of an element: the shape that counts where siblings come in turns.

    Of rows of a table it is what their cells are: two may make up one entry.
    """
    shape = f"{element.tag}.{element.words[0]}" if element.words else element.tag
    if element.tag != "tr":
        return shape
    return f"{shape}({','.join(turn_shape(cell) for cell in element.children())})"


def is_header(row: Element) -> bool:
    """Whether a row consists of header cells, and they are those of a table with columns."""
    return len(row.children()) >= WIDE and consists_of_headers(row)


def count_columns(row: Element) -> int:
    """How many columns a row of a table reaches over; empty cells and those above it count."""
    return max((cell.column + 1 for cell in row.children()), default=0)


def find_headed(elements: Sequence[Element], fixed: Container[int]) -> list[list[Element]]:
    """Tables beside each other by what heads their columns; none if that is the same for all.

    Scorers and matches of a season stand below each other in tables of one class, but only rows
    below the same headers are of one kind.
    """
    kinds: list[tuple[frozenset[str], list[Element]]] = []
    for element in elements:
        headers = _headers_of(element, fixed)
        if not headers:
            continue
        near = max(kinds, key=lambda kind: jaccard(kind[0], headers), default=None)
        if near is None or jaccard(near[0], headers) < SAME_HEADERS:
            kinds.append((headers, [element]))
        else:
            near[1].append(element)
    if len(kinds) < 2:
        return []
    on = [{id(element.parent) for element in own} for _, own in kinds]
    beside = sum(
        1 for one, other in combinations(on[:MAX_HEADED], 2) if len(one & other) >= SOME_BESIDE
    )
    return [own for _, own in kinds] if beside and len(kinds) <= MAX_HEADED else []


SAME_HEADERS = 0.5
"""Jaccard of the headers of tables of one kind: a table may leave out columns. A guess."""
SOME_BESIDE = 2
"""Parents with tables of two kinds, if these are two. A guess."""
MAX_HEADED = 8
"""Kinds of tables beside each other. A guess."""


def _headers_of(element: Element, fixed: Container[int]) -> frozenset[str]:
    """The template's own headers in the first row of the table that an element begins with."""
    current = element
    while current.tag != "tr":
        first = current.content[0] if current.content else None
        if not isinstance(first, Element):
            return frozenset()
        current = first
    if not is_header(current):
        return frozenset()
    return frozenset(run.text for run in current.runs() if id(run) in fixed)
