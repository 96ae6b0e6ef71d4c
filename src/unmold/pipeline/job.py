"""What all steps of a run share: the job itself, its settings, and where it writes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from unmold.clusters.registry import find_method
from unmold.edits import EditLog
from unmold.errors import UsageError
from unmold.model import Page, Problem
from unmold.pages.file_stamps import FileStamps
from unmold.pipeline.given_clusters import GivenClusters
from unmold.pipeline.step_progress import Progress
from unmold.pipeline.texts_at_hand import TextsAtHand
from unmold.settings import Induction, Limits
from unmold.store import Generation, WorkspaceWriter
from unmold.store.journal import StepSettings
from unmold.store.rows import PageRow, ProblemRow, read_rows
from unmold.store.stored_pages import read_page_rows
from unmold.store.table_files import PROBLEMS, read_table, write_rows

if TYPE_CHECKING:
    from unmold.pipeline.engine import Engine

MIN_PAGES = 3
"""One page says nothing about a template, two say little."""


@dataclass(frozen=True, slots=True)
class RunSettings:
    """How a run works."""

    method: str
    """The clustering method."""

    min_pages: int
    """Clusters of fewer pages are reported, but no template is learned from them."""

    induction: Induction
    limits: Limits

    clusters: GivenClusters | None = None
    """What the caller brings instead of a method."""

    @property
    def clustering(self) -> StepSettings:
        """What of them decides the clusters."""
        if self.clusters is None:
            return {"method": self.method}
        return {"method": self.method, "clusters": self.clusters.digest}

    @property
    def learning(self) -> StepSettings:
        """What of them decides the templates of clusters."""
        return {"min_pages": self.min_pages, **asdict(self.induction)}

    def __post_init__(self) -> None:
        find_method(self.method)
        if self.min_pages < 1:
            raise UsageError(f"min_pages must be at least 1, not {self.min_pages}")


@dataclass(frozen=True, slots=True)
class Sources:
    """What the caller gave to read."""

    identity: StepSettings | None
    """What tells these sources from others; None for pages from memory, which are read once."""

    pages: Iterator[Page]
    problems: list[Problem]
    """Filled while pages are read."""
    stamps: FileStamps = field(default_factory=FileStamps)
    """How files were when they were read: what nobody touched since needs no second look."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """What a new crawl changed and somebody agreed to: the new pages replace the known ones."""

    assigned: Mapping[str, str]
    """By key of each page its template."""

    relearned: frozenset[str]
    """The templates that are learned anew from their new pages, and keep their ids."""

    def digest(self) -> str:
        """What tells it from another."""
        text = json.dumps([sorted(self.assigned.items()), sorted(self.relearned)])
        return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Job:
    """One run under way."""

    sources: Sources
    settings: RunSettings
    writer: WorkspaceWriter
    jobs: int
    progress: Progress
    accepted: Accepted | None = None
    edits: EditLog = field(default_factory=EditLog)
    """As they were when the run began."""

    engine: Engine | None = None
    """Who works on the pages; None if this process does."""

    keeps_pages: bool = False
    """Whether the pages are those of the previous run, which are not read again."""

    texts: TextsAtHand = field(default_factory=TextsAtHand, init=False, repr=False)
    """What reading leaves for clustering."""

    _rows: list[list[PageRow]] = field(default_factory=list, init=False, repr=False)
    """The rows of all pages, once a step has asked for them."""

    @property
    def generation(self) -> Generation:
        return self.writer.generation

    @property
    def base(self) -> Generation | None:
        return self.writer.base

    def rows(self) -> list[PageRow]:
        """The pages that were read; all steps share the rows, which take nearly a KB a page."""
        if not self._rows:
            self._rows.append(read_page_rows(self.generation))
        return self._rows[0]


def note_failures(job: Job, step: str, failures: Iterable[Problem]) -> None:
    """Keep what a step failed on, for the table of problems."""
    rows = [ProblemRow.of(failure) for failure in failures]
    write_rows(job.generation.work(_failures_name(step)), PROBLEMS, rows)


def read_failures(job: Job, steps: Iterable[str]) -> dict[str, list[ProblemRow]]:
    """By step what it failed on."""
    paths = {step: job.generation.work(_failures_name(step)) for step in steps}
    return {step: read_rows(path, ProblemRow) for step, path in paths.items() if path.exists()}


def _failures_name(step: str) -> str:
    return f"failures-{step}"


def rank_pages(pages: Sequence[PageRow]) -> tuple[str, int, str]:
    """The position of a group of pages among others: by its site, its size, and what it holds."""
    return pages[0].site, -len(pages), min(page.sha256 for page in pages)


def read_work_column(generation: Generation, name: str, column: str) -> list[Any]:
    """One column of a table that a step left for those after it."""
    found: list[Any] = read_table(generation.work(name), [column]).column(column).to_pylist()
    return found
