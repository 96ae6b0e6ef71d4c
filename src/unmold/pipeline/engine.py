"""What an engine does that works on pages elsewhere than in this process.

A run keeps its steps, its journal and its tables, whoever works on the pages: an engine does the
five works that touch them. Without one they are done here, on all cores of this machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from unmold.errors import Failure

if TYPE_CHECKING:
    from unmold.clusters.base import Labels
    from unmold.pipeline.extract_step import Unit
    from unmold.pipeline.extraction import Extracted
    from unmold.pipeline.induce_step import Result
    from unmold.pipeline.job import Job
    from unmold.pipeline.judged_clusters import Joined
    from unmold.store.journal import StepDetails
    from unmold.store.rows import PageRow


class Engine(Protocol):
    """Works on pages; every result is what this process would have made."""

    rows_of_part: int
    """Rows of a record table that are in one file; one of more rows is a folder of files."""

    has_index: bool
    """Whether a search index is asked for."""

    def begin(self, job: Job, step: str, digest: str) -> None:
        """A step is next, done already or not, which depends on what the digest says."""

    def read(self, job: Job) -> StepDetails:
        """Read all pages into the generation: their rows, features and problems."""

    def cluster(self, job: Job, sites: Sequence[list[PageRow]]) -> Iterator[Labels | Failure]:
        """The clusters of each site's pages, in the order of the sites and their pages."""

    def induce(self, job: Job, clusters: Sequence[list[PageRow]]) -> Iterator[Result]:
        """What is learned from a sample of each cluster, in their order."""

    def learn_joined(self, job: Job, clusters: Sequence[list[PageRow]]) -> Iterator[Joined]:
        """The template of each cluster, in their order; pages stay together whatever it says."""

    def extract(self, job: Job, units: Sequence[Unit]) -> Iterator[Extracted]:
        """What is extracted, unit by unit in their order, and of each at least one portion."""

    def index(
        self, job: Job, records: Mapping[str, int]
    ) -> AbstractContextManager[IndexedElsewhere]:
        """Index records where they were extracted; `records` says how many a template has anew."""


@dataclass(frozen=True, slots=True)
class IndexedElsewhere:
    """Indexes of some records, each of others."""

    templates: frozenset[str]
    """Those whose new records are in them, all of them."""
    parts: list[Path]
    """Folders of this machine."""
    keys: list[str]
    """The pages of these records."""
    failures: dict[str, str]
    """By page why its record is in none."""
