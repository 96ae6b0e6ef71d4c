"""Progress of a run: which stage is under way, and how far it is."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Takes what a run reports."""

    def begin(self, stage: str, total: int | None, unit: str = "pages") -> None:
        """A stage begins; `total` things are to be done, if that is known."""

    def advance(self, count: int = 1) -> None:
        """More things are done."""

    def end(self) -> None:
        """The stage is finished."""

    def say(self, message: str) -> None:
        """Something that a person should know, once."""


class NullProgress:
    """Where nobody watches."""

    def begin(self, stage: str, total: int | None, unit: str = "pages") -> None:
        return

    def advance(self, count: int = 1) -> None:
        return

    def end(self) -> None:
        return

    def say(self, message: str) -> None:
        return
