"""The exceptions of unmold, drawn once.

    UnmoldError
    ├── UsageError      the caller's mistake: a wrong name, option or column        exit 2
    ├── MachineError    the disk, the memory or unmold itself failed                exit 3
    └── PageError       one page cannot be used; never leaves `unmold.pages`

Nothing enters but a message and, where there is one, a hint: what to do about it. The command line
prints both and ends with `exit_code`. A bad page is no exception: `unmold.pages` catches every
PageError and hands on a `Problem` in its place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from unmold.model import Reason


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


class MachineError(UnmoldError):
    """The machine, or unmold itself, failed."""

    exit_code = 3


class PageError(UnmoldError):
    """One page cannot be used, for the reason that `code` names."""

    def __init__(self, code: Reason, message: str) -> None:
        super().__init__(message)
        self.code = code
