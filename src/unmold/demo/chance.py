"""Draws that come out the same on every machine and under every Python.

Each part of the site draws from its own key, such as the seed and the name of a page, so that a new
part changes nothing in the others.
"""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """A source of draws named by its key."""

    def __init__(self, *key: object) -> None:
        # Of Random's methods only `random` is promised to stay the same between versions of Python.
        self._draw = Random("/".join(str(part) for part in key)).random

    def below(self, bound: int) -> int:
        """A whole number from 0 to `bound - 1`."""
        return int(self._draw() * bound)

    def between(self, lowest: int, highest: int) -> int:
        """A whole number from `lowest` to `highest`, both included."""
        return lowest + self.below(highest - lowest + 1)

    def happens(self, probability: float) -> bool:
        return self._draw() < probability

    def pick(self, choices: Sequence[T]) -> T:
        return choices[self.below(len(choices))]

    def sample(self, choices: Sequence[T], count: int) -> list[T]:
        """Up to `count` different choices, in random order."""
        left = list(choices)
        return [left.pop(self.below(len(left))) for _ in range(min(count, len(left)))]
