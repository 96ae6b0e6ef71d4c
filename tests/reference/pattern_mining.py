"""Pattern mining as it is described, on expressions over letters: `a(bc)+(d)?`.

A piece is a letter, or a pair of `+` or `?` and a tuple of pieces.
"""

from __future__ import annotations

from itertools import product

Piece = str | tuple[str, tuple["Piece", ...]]
Pieces = tuple[Piece, ...]


def read_pieces(expression: str) -> Pieces:
    """An expression as pieces."""
    open_rows: list[list[Piece]] = [[]]
    letters = iter(expression)
    for letter in letters:
        if letter == "(":
            open_rows.append([])
        elif letter == ")":
            body = tuple(open_rows.pop())
            open_rows[-1].append(wrap(next(letters), body))
        else:
            open_rows[-1].append(letter)
    return tuple(open_rows[0])


def wrap(kind: str, body: Pieces) -> Piece:
    if len(body) == 1 and body[0][0] == kind:
        return body[0]
    return kind, body


def write_pieces(pieces: Pieces) -> str:
    return "".join(p if isinstance(p, str) else f"({write_pieces(p[1])}){p[0]}" for p in pieces)


def length(pieces: Pieces) -> int:
    return sum(1 if isinstance(piece, str) else length(piece[1]) for piece in pieces)


class Automaton:
    """States with steps on letters and on nothing (None)."""

    def __init__(self, pieces: Pieces) -> None:
        self.steps: list[list[tuple[str | None, int]]] = [[]]
        self.end = self.row(0, pieces)

    def new_state(self) -> int:
        self.steps.append([])
        return len(self.steps) - 1

    def row(self, start: int, pieces: Pieces) -> int:
        for piece in pieces:
            if isinstance(piece, str):
                end = self.new_state()
                self.steps[start].append((piece, end))
            else:
                # A state of its own, so that a repeat does not lead back before the piece.
                begin = self.new_state()
                self.steps[start].append((None, begin))
                end = self.row(begin, piece[1])
                again = (end, begin) if piece[0] == "+" else (begin, end)
                self.steps[again[0]].append((None, again[1]))
            start = self.new_state()
            self.steps[end].append((None, start))
        return start

    def closure(self, states: set[int]) -> frozenset[int]:
        reached, waiting = set(states), list(states)
        while waiting:
            for letter, target in self.steps[waiting.pop()]:
                if letter is None and target not in reached:
                    reached.add(target)
                    waiting.append(target)
        return frozenset(reached)

    def read(self, states: frozenset[int], letter: str) -> frozenset[int]:
        return self.closure({t for state in states for on, t in self.steps[state] if on == letter})


def accepts(pieces: Pieces, word: str) -> bool:
    automaton = Automaton(pieces)
    states = automaton.closure({0})
    for letter in word:
        states = automaton.read(states, letter)
    return automaton.end in states


def contains(outer: Pieces, inner: Pieces) -> bool:
    """Whether every word of `inner` is a word of `outer`."""
    big, small = Automaton(outer), Automaton(inner)
    letters = {letter for steps in small.steps for letter, _ in steps if letter is not None}
    start = (small.closure({0}), big.closure({0}))
    seen, waiting = {start}, [start]
    while waiting:
        inner_states, outer_states = waiting.pop()
        if small.end in inner_states and big.end not in outer_states:
            return False
        for letter in letters:
            pair = (small.read(inner_states, letter), big.read(outer_states, letter))
            if pair[0] and pair not in seen:
                seen.add(pair)
                waiting.append(pair)
    return True


def is_nullable(pieces: Pieces) -> bool:
    return accepts(pieces, "")


def unwrapped(block: Pieces) -> Pieces:
    while len(block) == 1 and not isinstance(block[0], str):
        block = block[0][1]
    return block


def join(left: Pieces, right: Pieces, extended: bool) -> Piece | None:
    """What two neighbouring blocks become, if one contains the other."""
    if extended and unwrapped(left) == unwrapped(right):
        repeated = wrap("+", unwrapped(left))
        return wrap("?", (repeated,)) if is_nullable(left) and is_nullable(right) else repeated
    if contains(left, right):
        return wrap("+", left)
    return wrap("+", right) if contains(right, left) else None


def end_of_block(pieces: Pieces, start: int, symbols: int) -> int | None:
    """Where the block of exactly `length` symbols ends."""
    for end in range(start + 1, len(pieces) + 1):
        if length(pieces[start:end]) >= symbols:
            return end if length(pieces[start:end]) == symbols else None
    return None


def mine_slowly(expression: str, extended: bool = False) -> str:
    """The mined expression."""
    pieces = read_pieces(expression)
    for symbols in range(1, length(pieces) // 2 + 1):
        at = 0
        while at < len(pieces):
            end = end_of_block(pieces, at, symbols)
            last = None if end is None else end_of_block(pieces, end, symbols)
            joined = None
            if end is not None and last is not None:
                joined = join(pieces[at:end], pieces[end:last], extended)
            if joined is None:
                at += 1
            else:
                pieces = (*pieces[:at], joined, *pieces[last:])
    return write_pieces(pieces)


def some_words(pieces: Pieces, most: int = 20) -> list[str]:
    """A few words of an expression: each set once or twice, each optional there or not."""
    words = [""]
    for piece in pieces:
        if isinstance(piece, str):
            endings = [piece]
        else:
            once = some_words(piece[1], 4)
            twice = ["".join(pair) for pair in product(once, repeat=2)]
            endings = [*once, *twice] if piece[0] == "+" else ["", *once]
        words = [word + ending for word in words for ending in endings][:most]
    return words
