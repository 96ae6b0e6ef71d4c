"""What unmold raises: the caller's mistakes and failures of the machine, never a bad page.

UnmoldError
├── UsageError      the caller's mistake (the command exits with 2)
└── MachineError    a broken disk, a full one, a failure of unmold itself (exits with 3)
"""

from __future__ import annotations


class UnmoldError(Exception):
    """The root of all; `hint` says, where something can be done, what."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


class UsageError(UnmoldError):
    """What was asked for cannot be done as asked."""


class MachineError(UnmoldError):
    """What was asked for is fine, but the machine or unmold itself failed."""
