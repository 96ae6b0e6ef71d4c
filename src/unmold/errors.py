"""The exceptions of unmold, drawn once.

    UnmoldError
    ├── UsageError      the caller's mistake: a wrong name, option or column        exit 2
    │   ├── PatternError    pages that have no pattern tree in common
    │   ├── NoPagesError    sources without a page; it has their problems
    │   ├── UnknownTableError   a table that a workspace does not have; a KeyError, too
    │   └── EditConflictError   somebody else edited the workspace meanwhile
    ├── MachineError    the disk, the memory or unmold itself failed                exit 3
    ├── InternalError   one part of unmold gave another what it cannot take: a bug  exit 3
    └── PageError       one page cannot be used; never leaves `unmold.pages`

Each has a message and, where there is one, a hint: what to do about it. The command line prints
both and ends with `exit_code`. A bad page is no exception: `unmold.pages` catches every PageError
and hands on a `Problem` in its place.

What nobody foresaw is a bug of unmold's, but no reason to lose the work on everything else:
`attempt` does one piece of a larger work, and returns a `Failure` in place of such an exception.
"""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, ParamSpec, TypeVar

if TYPE_CHECKING:
    from unmold.edits.model import AnyEdit
    from unmold.model import Problem, ProblemCode

TRACEBACK_VARIABLE = "UNMOLD_TRACEBACK"
"""If set, exceptions are shown with where they were raised."""

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")
Item = TypeVar("Item")


class UnmoldError(Exception):
    """The root of all exceptions that unmold raises on purpose."""

    exit_code = 3

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class UsageError(UnmoldError):
    """The caller asked for something that cannot be."""

    exit_code = 2


class PatternError(UsageError):
    """The pages have no pattern tree in common."""

    def __init__(self, message: str) -> None:
        super().__init__(message, hint="give the pages of one template")


class NoPagesError(UsageError):
    """The sources hold no page that can be used."""

    def __init__(self, message: str, hint: str, problems: tuple[Problem, ...] = ()) -> None:
        super().__init__(message, hint)
        self.problems = problems
        """What was tried as a page, and why it is none."""


class UnknownTableError(UsageError, KeyError):
    """A workspace has no table of that name."""

    def __str__(self) -> str:
        # KeyError would show the message as a quoted key, and nobody would see the hint.
        return f"{self.message}; {self.hint}" if self.hint else self.message


class EditConflictError(UsageError):
    """Somebody else edited the workspace meanwhile."""

    def __init__(self, message: str, hint: str, changes: tuple[AnyEdit, ...] = ()) -> None:
        super().__init__(message, hint)
        self.changes = changes
        """The edits that were added."""


class MachineError(UnmoldError):
    """The machine, or unmold itself, failed."""

    exit_code = 3


class InternalError(UnmoldError):
    """One part of unmold gave another what contradicts itself, as arrays of unequal length."""

    exit_code = 3

    def __init__(self, message: str) -> None:
        super().__init__(
            message, hint=f"this is a bug in unmold; {TRACEBACK_VARIABLE}=1 shows where it happened"
        )


class PageError(UnmoldError):
    """One page cannot be used, for the reason that `code` names."""

    def __init__(self, code: ProblemCode, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True, slots=True)
class Failure:
    """What is left of a piece of work that failed in a way that nobody foresaw."""

    reason: str


@dataclass(frozen=True, slots=True)
class Together(Generic[Result]):
    """What a work on many things gave, and those that it failed on."""

    result: Result | None
    """Of all that did not fail; None if the work fails without them as well."""

    failures: dict[int, Failure] = field(default_factory=dict)
    """By position."""


def attempt(
    function: Callable[Parameters, Result], *args: Parameters.args, **kwargs: Parameters.kwargs
) -> Result | Failure:
    """Do one piece of a larger work; a failure that nobody foresaw is a result like any other.

    What concerns the whole work still ends it: errors that unmold raises on purpose, those of disk
    and memory, and Ctrl-C.
    """
    try:
        return function(*args, **kwargs)
    except BaseException as error:
        if not _is_unforeseen(error):
            raise
        if os.environ.get(TRACEBACK_VARIABLE):
            traceback.print_exception(error)
        said = " ".join(str(error).split())[:200]
        return Failure(
            f"unmold failed on it, which is a bug ({type(error).__name__}: {said}); "
            f"{TRACEBACK_VARIABLE}=1 shows where"
        )


def attempt_together(
    function: Callable[[list[Item]], Result], items: list[Item]
) -> Together[Result]:
    """Do a work on all items, or on those that do not make it fail when alone."""
    whole = attempt(function, items)
    if not isinstance(whole, Failure):
        return Together(whole)
    alone = [attempt(function, [item]) for item in items]
    failures = {number: one for number, one in enumerate(alone) if isinstance(one, Failure)}
    rest = [item for number, item in enumerate(items) if number not in failures]
    again = attempt(function, rest)
    if isinstance(again, Failure):
        return Together(None, dict.fromkeys(range(len(items)), whole) | failures)
    return Together(again, failures)


def is_panic(error: BaseException) -> bool:
    """Whether native code panicked: that comes as an exception which no module exports."""
    return type(error).__name__ == "PanicException"


def _is_unforeseen(error: BaseException) -> bool:
    if is_panic(error):
        return True
    if isinstance(error, InternalError):
        return True
    return isinstance(error, Exception) and not isinstance(
        error, UnmoldError | OSError | MemoryError
    )
