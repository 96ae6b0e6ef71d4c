"""What every source needs to know while it reads, and what it yields.

A source is a function that takes its own description and a `Reading`, and yields pages and problems
in their order. `unmold.pages.read` joins the streams, counts to the limit and hands the problems
on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from unmold.model import Page, Problem
from unmold.pages.file_stamps import FileStamps
from unmold.pages.places import BaseUrl
from unmold.pages.selection import Selection
from unmold.settings import Limits

Found: TypeAlias = Page | Problem
Stream: TypeAlias = Iterator[Found]


@dataclass(frozen=True, slots=True)
class Reading:
    """The caller's wishes for one reading."""

    limits: Limits = field(default_factory=Limits)
    selection: Selection = field(default_factory=Selection)
    jobs: int = 1
    base_url: BaseUrl | None = None
    """Where the folder or the files came from."""
    stamps: FileStamps | None = None
    """Where to remember how files were."""
