"""Counts the problems of a command and, if asked for, writes them as CSV."""

from __future__ import annotations

import csv
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Protocol

import click

from unmold.cli.terminal import safe
from unmold.errors import UsageError
from unmold.model import Problem

COLUMNS = ("code", "where", "reason")
SHOWN = 3
"""Problems that are shown in full where there is no file to list them in."""


class _Writer(Protocol):
    def writerow(self, row: tuple[str, ...], /) -> object: ...


class ProblemLog:
    """Counts problems, remembers the first few, and writes them all to a file if there is one."""

    def __init__(self, file: str | None) -> None:
        self.file = file
        self.counts: Counter[str] = Counter()
        self.first: list[Problem] = []
        self._stack = ExitStack()
        self._writer: _Writer | None = None

    def __enter__(self) -> ProblemLog:
        if self.file is not None:
            self._writer = self._open(self.file)
            self._writer.writerow(COLUMNS)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()

    def _open(self, file: str) -> _Writer:
        try:
            stream = Path(file).open("w", newline="", encoding="utf-8", errors="surrogateescape")  # noqa: SIM115
        except OSError as error:
            raise UsageError(
                f"cannot write problems to {file}: {error.strerror}",
                hint="--problems takes the name of a file that may be written",
            ) from None
        return csv.writer(self._stack.enter_context(stream), lineterminator="\n")

    def add(self, problem: Problem) -> None:
        """Take one more."""
        self.counts[problem.code] += 1
        if len(self.first) < SHOWN:
            self.first.append(problem)
        if self._writer is not None:
            self._writer.writerow((problem.code, problem.where, problem.message))

    def print_summary(self, count: int, noun: str = "page", verb: str = "read") -> None:
        """Say on standard error how many pages were read and how many problems there were."""
        if self.file is None:
            for problem in self.first:
                click.echo(f"problem: {describe(problem)}", err=True)
        click.echo(f"{_plural(count, noun)} {verb}, {self._count()}", err=True)

    def _count(self) -> str:
        total = self.counts.total()
        if not total:
            return "0 problems"
        codes = ", ".join(f"{count:,} {code}" for code, count in self.counts.most_common())
        where = f"listed in {safe(self.file)}" if self.file else "--problems FILE lists them"
        return f"{_plural(total, 'problem')} ({codes}); {where}"


def describe(problem: Problem) -> str:
    """A problem as one safe line."""
    return f"{safe(problem.where, 200)}: {safe(problem.code)}: {safe(problem.message, 300)}"


def _plural(count: int, noun: str) -> str:
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"
