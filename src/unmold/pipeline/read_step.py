"""The first step: reads sources into the table of pages and their features.

Pages that the previous run knew, and that did not change, keep what was computed of them.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field, replace

from unmold.clusters.registry import find_method
from unmold.clusters.second_opinion import TEXTS
from unmold.disk import replacing
from unmold.errors import NoPagesError
from unmold.features.compute import batches
from unmold.model import Page, Problem, ProblemCode
from unmold.pages.file_stamps import absolute_path
from unmold.pages.reopen import digest_of
from unmold.pages.trees import cut_problems
from unmold.pages.warc_writer import WarcWriter
from unmold.pipeline.job import Job
from unmold.pipeline.known_pages import (
    PageIdentity,
    have_same_features,
    note_changed,
    note_gone,
    read_known_pages,
    state_of,
)
from unmold.pipeline.page_batches import compute_batch, describe_page, kept_columns
from unmold.store.feature_files import FORMAT, FeatureFiles
from unmold.store.journal import StepDetails, StepSettings
from unmold.store.rows import PageRow, ProblemRow, read_rows
from unmold.store.stored_pages import read_pages_again
from unmold.store.table_files import (
    PROBLEMS,
    WORK_PAGES,
    TableWriter,
    safe_text,
    write_rows,
    writing_table,
)
from unmold.store.verified import share_verified


def settings(job: Job) -> StepSettings:
    accepted = {"accepted": job.accepted.digest()} if job.accepted else {}
    return accepted | {
        "sources": job.sources.identity,
        "limits": asdict(job.settings.limits),
        "features_format": FORMAT,
        "base": job.base.number if job.base else None,
    }


def read_sources(job: Job) -> StepDetails:
    """Read all pages, compute the features of those that are new, and list all problems."""
    if job.engine is not None:
        return job.engine.read(job)
    with ExitStack() as stack:
        path = job.generation.work("pages")
        reader = _Reader(job, stack, stack.enter_context(writing_table(path, WORK_PAGES)))
        job.progress.begin("reading", None)
        for batch in batches(reader.new_keys(job.sources.pages)):
            reader.add(batch)
            job.progress.advance(len(batch))
        if job.keeps_pages:
            reader.keep_all()
        elif job.accepted is None:
            reader.add_unseen()
        else:
            reader.leave_unseen()
    if not reader.table.rows:
        raise NoPagesError(
            "there is no page to run on",
            "the sources hold no HTML, or --include, --exclude and --limit leave none",
            tuple(reader.problems),
        )
    reader.share_features()
    write_problems(job, reader.problems)
    job.progress.end()
    counts = reader.counts
    return {
        "pages": counts.total() - counts["gone"],
        "new": counts["new"],
        "changed": counts["changed"],
        "known": counts["known"],
        "kept": counts["kept"],
        "gone": counts["gone"],
    }


def will_look_up_texts(job: Job) -> bool:
    """Whether the pages that are read are clustered by a method that asks for their texts.

    Where there are templates already, most pages go to these.
    """
    is_first = job.base is None and job.settings.clusters is None
    return is_first and TEXTS in find_method(job.settings.method).load().reads_later


def write_problems(job: Job, problems: Iterable[Problem]) -> None:
    """Keep what was wrong with sources and pages, each problem once."""
    found = {(problem.code, problem.where): problem for problem in problems}
    rows = [
        {name: safe_text(text) for name, text in problem.to_json().items()}
        for problem in found.values()
    ]
    write_rows(job.generation.work("problems"), PROBLEMS, rows)


@dataclass
class _Reader:
    """The reading under way."""

    job: Job
    stack: ExitStack
    table: TableWriter
    counts: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.problems = self.job.sources.problems
        self.known = read_known_pages(self.job)
        self.are_features_valid = have_same_features(self.job)
        self.columns = kept_columns(self.job.settings.method)
        self.is_clustered_next = will_look_up_texts(self.job)
        self.seen: set[str] = set()
        self.shared: set[str] = set()
        generation = self.job.generation
        files = FeatureFiles(generation.features, generation.number)
        self.features = self.stack.enter_context(files)
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
        fresh = [number for number, row in enumerate(rows) if row.features_file is None]
        if fresh:
            self._compute([batch[number] for number in fresh], [rows[number] for number in fresh])
        rows = [row for row in rows if row.features_file is not None]
        for row in rows:
            if row.problems:
                self._note_cuts(row)
        self.table.write_rows(rows)

    def _describe(self, page: Page) -> PageRow:
        known = self.known.pop(safe_text(page.key), None)
        if known is None:
            self.counts["new"] += 1
            return describe_page(page, *self._place(page))
        return self._compare(page, known)

    def _compare(self, page: Page, known: PageRow) -> PageRow:
        """The row of a page that the previous run had as well."""
        url, path, site = safe_text(page.url), safe_text(page.path), safe_text(page.site)
        digest = digest_of(page.data)
        state = state_of(known, PageIdentity(url, path, digest, site, page.charset))
        self.counts[state] += 1
        if state == "known" and self.are_features_valid:
            assert known.features_file is not None
            self.shared.add(known.features_file)
            if page.file is None:
                return replace(known, state=state)
            # The same page may be reached by another path now, and the previous one be gone.
            file, offset = self._place(page)
            return replace(known, state=state, file=file, offset=offset)
        if state == "changed":
            self.problems.append(note_changed(page.key))
        file, offset = self._place(page)
        return describe_page(page, file, offset, digest, state)

    def _place(self, page: Page) -> tuple[bytes, int | None]:
        """Where the page can be read again; one from memory is put into an archive."""
        if page.file is not None:
            return os.fsencode(absolute_path(page.file)), page.offset
        path = self.job.writer.layout.memory_archive(self.job.generation.number)
        if self.archive is None:
            path.parent.mkdir(exist_ok=True)
            self.archive = WarcWriter(self.stack.enter_context(replacing(path)))
        return os.fsencode(path.absolute()), self.archive.add(page)

    def _compute(self, pages: list[Page], rows: list[PageRow]) -> None:
        """Compute the features of pages, whose rows then say where these are kept.

        A page on which that fails has no features, and so no place in the workspace.
        """
        texts = self.job.texts
        has_texts = self.is_clustered_next and texts.is_worth_it(pages)
        columns = [*self.columns, TEXTS] if has_texts else self.columns
        found = compute_batch(pages, columns, self.job.settings.limits, self.job.jobs)
        for number, problem in found.failures.items():
            self.problems.append(problem)
            self.counts[rows[number].state] -= 1
        features = found.features
        if features is None:
            return
        if has_texts:
            done = [row.key for number, row in enumerate(rows) if number not in found.failures]
            texts.keep(done, features.content_paths)
            features = features.without(TEXTS)
        found.complete_rows(pages, rows, *self.features.add(features))

    def _note_cuts(self, row: PageRow) -> None:
        self.problems += cut_problems(row.key, row.problems, self.job.settings.limits)

    def add_unseen(self) -> None:
        """Keep pages of the previous run that no source has, if they are as they were."""
        rows = dict(self.known)
        limits = self.job.settings.limits
        pages = read_pages_again(rows.values(), limits=limits, jobs=self.job.jobs)
        for batch in batches(self._unchanged(pages)):
            if self.are_features_valid:
                self._keep([rows[page.key] for page in batch])
            else:
                self.add(batch)

    def keep_all(self) -> None:
        """Keep all pages of the previous run, without a look at them, and its problems."""
        assert self.job.base is not None
        for row in read_rows(self.job.base.work("problems"), ProblemRow):
            self.problems.append(Problem(ProblemCode(row.code), row.where, row.reason))
        self._keep(list(self.known.values()))

    def leave_unseen(self) -> None:
        """Let pages go that the new crawl does not have."""
        self.counts["gone"] += len(self.known)

    def _unchanged(self, found: Iterator[Page | Problem]) -> Iterator[Page]:
        for item in found:
            if isinstance(item, Page):
                yield item
                continue
            self.counts["gone"] += 1
            self.problems.append(note_gone(item))

    def _keep(self, rows: list[PageRow]) -> None:
        for row in rows:
            assert row.features_file is not None
            self.counts["kept"] += 1
            self.shared.add(row.features_file)
            self._note_cuts(row)
        self.table.write_rows([replace(row, state="kept") for row in rows])

    def share_features(self) -> None:
        share_features(self.job, self.shared)


def share_features(job: Job, names: Iterable[str]) -> None:
    """Let the generation have files of features that the previous one wrote."""
    if job.base is not None:
        for name in sorted(names):
            share_verified(job.base.features / name, job.generation.features / name)
