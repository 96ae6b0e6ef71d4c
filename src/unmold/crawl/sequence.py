"""Hands on concurrent answers in the order of their requests.

Several requests are under way at one time, but what a page brings into the frontier must not depend
on which server thread was quicker. So an answer waits here until all asked before it are dealt
with. Only a window's worth of answers is ever held.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Generic, TypeVar

Answer = TypeVar("Answer")


class Sequence(Generic[Answer]):
    """Answers in the order in which their questions were asked."""

    def __init__(self, window: int) -> None:
        self._window = window
        self._asked: deque[int] = deque()
        self._answers: dict[int, Answer] = {}

    def __len__(self) -> int:
        """Questions that are under way, or whose answers still wait."""
        return len(self._asked)

    @property
    def is_full(self) -> bool:
        """Whether no more may be asked before the oldest question is answered."""
        return len(self._asked) >= self._window

    def ask(self, number: int) -> None:
        self._asked.append(number)

    def answer(self, number: int, answer: Answer) -> Iterator[tuple[int, Answer]]:
        """Take one answer; give all whose turn has come."""
        self._answers[number] = answer
        while self._asked and self._asked[0] in self._answers:
            turn = self._asked.popleft()
            yield turn, self._answers.pop(turn)
