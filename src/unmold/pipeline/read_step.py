"""The first step: sources enter, the table of pages and their features leave.

Pages that the run before knew, and that did not change, keep what was computed of them. Next is
`assign_step`.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from unmold.clusters.registry import find_method
from unmold.disk import replacing
from unmold.errors import UsageError, attempt_together
from unmold.features import Features, compute_features
from unmold.features.compute import batches
from unmold.model import Page, Problem, Reason
from unmold.pages.again import digest_of, read_again
from unmold.pages.assembly import failed
from unmold.pages.trees import cut_problems
from unmold.pages.warc_writer import WarcWriter
from unmold.pipeline.job import Job, read_work
from unmold.store.feature_files import FORMAT, columns_to_keep, write_features
from unmold.store.stored_pages import places_of
from unmold.store.tables import (
    PROBLEMS,
    WORK_PAGES,
    TableWriter,
    safe_text,
    write_rows,
    writing_table,
)
from unmold.store.verified import share_verified
from unmold.templates.looks import COLUMNS

SAME = ("sha256", "site", "charset")
"""What must be as it was for a page to be known, and its URL with it."""


def settings(job: Job) -> dict[str, Any]:
    accepted = {"accepted": job.accepted.digest()} if job.accepted else {}
    return accepted | {
        "sources": job.sources.identity,
        "limits": asdict(job.settings.limits),
        "features_format": FORMAT,
        "base": job.base.number if job.base else None,
    }


def read_sources(job: Job) -> dict[str, Any]:
    """Read all pages, compute the features of those that are new, and list all problems."""
    with ExitStack() as stack:
        path = job.generation.work("pages")
        reader = _Reader(job, stack, stack.enter_context(writing_table(path, WORK_PAGES)))
        job.progress.begin("reading", None)
        for batch in batches(reader.new_keys(job.sources.pages)):
            reader.add(batch)
            job.progress.advance(len(batch))
        if job.accepted is None:
            reader.add_unseen()
        else:
            reader.leave_unseen()
    if not reader.table.rows:
        raise UsageError(
            "there is no page to run on",
            hint="the sources hold no HTML, or --include, --exclude and --limit leave none",
        )
    reader.share_features()
    problems = {(found.code, found.where): found for found in reader.problems}
    rows = [
        {name: safe_text(str(value)) for name, value in asdict(problem).items()}
        for problem in problems.values()
    ]
    write_rows(job.generation.work("problems"), PROBLEMS, rows)
    job.progress.end()
    return {"pages": sum(reader.counts.values()) - reader.counts["gone"], **reader.counts}


@dataclass
class _Reader:
    """The reading under way."""

    job: Job
    stack: ExitStack
    table: TableWriter
    counts: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.problems = self.job.sources.problems
        self.known = _known_pages(self.job)
        self.are_features_valid = _have_same_features(self.job)
        reads = find_method(self.job.settings.method).load().reads
        self.columns = columns_to_keep({*COLUMNS, *reads})
        self.seen: set[str] = set()
        self.shared: set[str] = set()
        self.files = 0
        self.archive: WarcWriter | None = None

    def new_keys(self, pages: Iterator[Page]) -> Iterator[Page]:
        """Every page once, though sources may overlap."""
        for page in pages:
            if page.key not in self.seen:
                self.seen.add(page.key)
                yield page

    def add(self, batch: list[Page]) -> None:
        """Take a batch of pages."""
        rows = [self._describe(page) for page in batch]
        fresh = [number for number, row in enumerate(rows) if row["features_file"] is None]
        if fresh:
            self._compute([batch[number] for number in fresh], [rows[number] for number in fresh])
        rows = [row for row in rows if row["features_file"] is not None]
        for row in rows:
            self._note_cuts(row)
        self.table.write_rows(rows)

    def _describe(self, page: Page) -> dict[str, Any]:
        row: dict[str, Any] = {
            "key": safe_text(page.key),
            "path": safe_text(page.path),
            "url": safe_text(page.url),
            "site": safe_text(page.site),
            "bytes": len(page.data),
            "sha256": digest_of(page.data),
            "charset": page.charset,
            "status": page.http.status if page.http else None,
            "declared_url": page.declared_url and safe_text(page.declared_url),
            "inbound_source": page.inbound and page.inbound.source,
            "inbound_xpath": page.inbound and page.inbound.xpath,
            "soft_404": page.is_soft_404,
            "problems": [],
            "features_file": None,
            "features_row": None,
        }
        known = self.known.pop(row["key"], None)
        state = _state(known, row)
        self.counts[state] += 1
        if known is not None and state == "known" and self.are_features_valid:
            self.shared.add(known["features_file"])
            # The same page may be reached by another path now, and that of before be gone.
            place = self._place(page) if page.file is not None else {}
            return {**known, "state": state, **place}
        if state == "changed":
            reason = "the page changed since the run before, and was read anew"
            self.problems.append(Problem(Reason.CHANGED, page.key, reason))
        return {**row, "state": state, **self._place(page)}

    def _place(self, page: Page) -> dict[str, Any]:
        """Where the page can be read again; one from memory is put into an archive."""
        if page.file is not None:
            return {"file": os.fsencode(Path(page.file).absolute()), "offset": page.offset}
        path = self.job.building.layout.memory_archive(self.job.generation.number)
        if self.archive is None:
            path.parent.mkdir(exist_ok=True)
            self.archive = WarcWriter(self.stack.enter_context(replacing(path)))
        return {"file": os.fsencode(path.absolute()), "offset": self.archive.add(page)}

    def _compute(self, pages: list[Page], rows: list[dict[str, Any]]) -> None:
        """Compute the features of pages, and note in their rows where they are kept.

        A page on which that fails has no features, and so no place in the workspace.
        """
        found = attempt_together(self._features, pages)
        for number, failure in found.failures.items():
            self.problems.append(failed(pages[number].key, failure))
            self.counts[rows[number]["state"]] -= 1
        if found.result is None:
            return
        features, cuts = found.result
        self.files += 1
        name = f"{self.job.generation.number:04}-{self.files:05}.arrow"
        write_features(self.job.generation.features / name, features)
        numbers = (number for number in range(len(pages)) if number not in found.failures)
        for position, number in enumerate(numbers):
            problems = cuts.get(pages[number].key, [])
            rows[number].update(features_file=name, features_row=position, problems=problems)

    def _features(self, pages: list[Page]) -> tuple[Features, dict[str, list[str]]]:
        """The features of pages, and by key what of a page was cut."""
        cuts: dict[str, list[str]] = {}

        def note(problem: Problem) -> None:
            cuts.setdefault(problem.where, []).append(problem.code)

        features = compute_features(
            pages,
            columns=self.columns,
            jobs=self.job.jobs,
            limits=self.job.settings.limits,
            problems=note,
        )
        return features, cuts

    def _note_cuts(self, row: dict[str, Any]) -> None:
        self.problems += cut_problems(row["key"], row["problems"], self.job.settings.limits)

    def add_unseen(self) -> None:
        """Keep pages of the run before that are not among the sources, if they are as they were."""
        rows = {row["key"]: row for row in self.known.values()}
        pages = read_again(
            places_of(list(rows.values())),
            limits=self.job.settings.limits,
            jobs=max(self.job.jobs, 1),
        )
        for batch in batches(self._unchanged(pages)):
            if self.are_features_valid:
                self._keep([rows[page.key] for page in batch])
            else:
                self.add(batch)

    def leave_unseen(self) -> None:
        """Let pages go that the new crawl does not have."""
        self.counts["gone"] += len(self.known)

    def _unchanged(self, found: Iterator[Page | Problem]) -> Iterator[Page]:
        for item in found:
            if isinstance(item, Page):
                yield item
                continue
            self.counts["gone"] += 1
            reason = f"{item.reason}; the page was left out, give its source to read it anew"
            self.problems.append(Problem(item.code, item.where, reason))

    def _keep(self, rows: list[dict[str, Any]]) -> None:
        for row in rows:
            self.counts["kept"] += 1
            self.shared.add(row["features_file"])
            self._note_cuts(row)
        self.table.write_rows([{**row, "state": "kept"} for row in rows])

    def share_features(self) -> None:
        if self.job.base is not None:
            for name in sorted(self.shared):
                share_verified(self.job.base.features / name, self.job.generation.features / name)


def _known_pages(job: Job) -> dict[str, dict[str, Any]]:
    """The pages of the run before by key."""
    return {row["key"]: row for row in read_work(job.base, "pages")} if job.base else {}


def _have_same_features(job: Job) -> bool:
    """Whether features of the run before are what they would be now."""
    if job.base is None:
        return False
    before = job.building.journal.steps(job.base.number).get("read")
    if before is None or before.settings.get("features_format") != FORMAT:
        return False
    return bool(before.settings["limits"] == asdict(job.settings.limits))


def _state(known: dict[str, Any] | None, row: dict[str, Any]) -> str:
    if known is None:
        return "new"
    if _url_of(known) == _url_of(row) and all(known[name] == row[name] for name in SAME):
        return "known"
    return "changed" if known["sha256"] != row["sha256"] else "new"


def _url_of(row: dict[str, Any]) -> str | None:
    """The URL of a page; None for one called by its path, which may be written otherwise."""
    url: str = row["url"]
    return None if url == row["path"] else url
