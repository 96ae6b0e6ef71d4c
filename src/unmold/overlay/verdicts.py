"""What every text of a page is: a value, fixed, noise, of the second tier, or read by nothing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Literal

from unmold.overlay.model import TextVerdict
from unmold.overlay.readings import TEXT, Leaf, Piece, Reading

Verdict = Literal["fixed", "noise", "second", "unread"]


class Cover:
    """Which letters of the page have a place already."""

    def __init__(self) -> None:
        self._pieces: dict[tuple[int, int], list[tuple[int, int, int]]] = defaultdict(list)

    def add(self, piece: Piece, tier: int) -> None:
        self._pieces[piece.mark, piece.node].append((piece.start, piece.end, tier))

    def is_covered(self, piece: Piece) -> bool:
        """Whether any letter of a piece has a place."""
        return any(
            (start < piece.end and piece.start < end) or piece.node < 0
            for start, end, _ in self._pieces.get((piece.mark, piece.node), [])
        )

    def parts(self, piece: Piece) -> list[tuple[int, int, int]]:
        """The parts of a text that have a place, in order, each with the tier."""
        return sorted(self._pieces.get((piece.mark, piece.node), []))


def judge_texts(
    leaves: Sequence[Leaf], readings: Sequence[Reading], cover: Cover
) -> list[TextVerdict]:
    """The verdict on all that can be seen and is no value of the record.

    What is read only as noise, or always says the same, is told by the second tier with noise,
    which is the last of the readings.
    """
    first, second, noisy = readings
    noise = _read_leaves(noisy)
    found: list[TextVerdict] = []
    for number, leaf in enumerate(leaves):
        if leaf.kind != TEXT or leaf.why is not None:
            continue
        for piece in leaf.pieces:
            parts = cover.parts(piece)
            if parts:
                found += _judge_parts(leaf, piece, parts)
                continue
            verdict: Verdict = "unread"
            if first.is_fixed[number] or second.is_fixed[number]:
                verdict = "fixed"
            elif (piece.mark, piece.node) in noise:
                verdict = noise[piece.mark, piece.node]
            elif not any(letter.isalnum() for letter in leaf.value):
                # A comma between two values says nothing that anybody would read.
                verdict = "fixed"
            found.append(TextVerdict(*piece, verdict, leaf.xpath))
    return found


def _read_leaves(reading: Reading) -> dict[tuple[int, int], Verdict]:
    """By text what the columns that show no place make of it."""
    found: dict[tuple[int, int], Verdict] = {}
    for spot in reading.spots:
        field = reading.ready.fields[spot.column]
        verdict: Verdict = "noise" if field.is_noise else "fixed" if field.is_constant else "second"
        for piece in spot.pieces:
            known = found.get((piece.mark, piece.node))
            if known is None or verdict == "second":
                found[piece.mark, piece.node] = verdict
    return found


def _judge_parts(
    leaf: Leaf, piece: Piece, parts: Iterable[tuple[int, int, int]]
) -> list[TextVerdict]:
    """What stands around values in the same text is fixed; the second tier has its own word."""
    found: list[TextVerdict] = []
    at = piece.start
    for start, end, tier in parts:
        if start > at:
            found.append(TextVerdict(piece.mark, piece.node, at, start, "fixed", leaf.xpath))
        if tier == 2:
            second = TextVerdict(piece.mark, piece.node, start, end, "second", leaf.xpath)
            found.append(second)
        at = max(at, end)
    if at < piece.end:
        found.append(TextVerdict(piece.mark, piece.node, at, piece.end, "fixed", leaf.xpath))
    return found
