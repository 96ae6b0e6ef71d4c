"""Puts what tasks have read into the generation under way: rows of pages, features, problems.

Where a run extends another, pages are settled here as the local engine does it: known ones keep
what was computed of them, changed ones are read anew, and those that no source has are looked at
again, by tasks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from operator import itemgetter
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from unmold.errors import NoPagesError
from unmold.features import Features
from unmold.features.packing import unpack_features
from unmold.model import Problem
from unmold.pages.trees import cut_problems
from unmold.pipeline.job import Job
from unmold.pipeline.known_pages import (
    PageIdentity,
    have_same_features,
    note_changed,
    note_gone,
    read_known_pages,
    state_of,
)
from unmold.pipeline.read_step import share_features, write_problems
from unmold.spark.arrow_types import READ, to_rows
from unmold.spark.stage_files import StageFiles
from unmold.store.feature_files import write_features
from unmold.store.journal import StepDetails
from unmold.store.rows import PageRow
from unmold.store.table_files import WORK_PAGES, writing_table

FILE_PAGES = 4096
"""Pages whose features are in one file of the workspace."""

LookAgain = Callable[[list[PageRow], bool], str]
"""Lets tasks read known pages again, and describe them if that is asked for; the stage's name."""


@dataclass
class Taken:
    """What a run has of pages, once all are read."""

    pages: pa.Table
    problems: list[Problem]
    counts: Counter[str] = field(default_factory=Counter)
    shared: set[str] = field(default_factory=set)
    """The files of features that the previous run wrote."""


def take_pages(
    job: Job, files: StageFiles, name: str, limit: int | None, look_again: LookAgain
) -> StepDetails:
    """Put what was read into the generation: rows in the order of sources, features, problems."""
    pages, problems = _read_stage(files, name, limit)
    stages = [name]
    if job.base is None:
        taken = Taken(pages.cast(WORK_PAGES), problems, Counter(new=pages.num_rows))
    else:
        known = read_known_pages(job)
        taken = _settle(job, to_rows(pages.to_pylist()), problems, known)
        if known:
            again = look_again([*known.values()], not have_same_features(job))
            stages.append(again)
            _add_unseen(job, taken, known, *_read_stage(files, again, None))
    if not taken.pages.num_rows:
        raise NoPagesError(
            "there is no page to run on",
            "the sources hold no HTML, or what is included, excluded and limited leaves none",
            tuple(taken.problems),
        )
    _write(job, files, stages, taken)
    counts = taken.counts
    return {
        "pages": taken.pages.num_rows,
        "new": counts["new"],
        "changed": counts["changed"],
        "known": counts["known"],
        "kept": counts["kept"],
        "gone": counts["gone"],
    }


_PACKED = ("block", "features", "packed_pages")
_ABOUT = pa.schema([field for field in READ if field.name not in _PACKED])


def _read_stage(files: StageFiles, name: str, limit: int | None) -> tuple[pa.Table, list[Problem]]:
    """The pages and problems that tasks found, in the order of sources."""
    found = _in_order(files.table(name, _ABOUT))
    if limit is not None:
        found = _first_pages(found, limit)
    is_page = pc.is_null(found.column("code"))
    problems = [
        Problem(row["code"], row["key"], row["reason"] or "")
        for row in found.filter(pc.invert(is_page)).to_pylist()
    ]
    return _each_once(found.filter(is_page).select(WORK_PAGES.names)), problems


def has_twice(files: StageFiles, name: str) -> bool:
    """Whether tasks found a page twice."""
    about = pa.schema([_ABOUT.field("key"), _ABOUT.field("code")])
    found = files.table(name, about)
    keys = found.filter(pc.is_null(found["code"]))["key"]
    return bool(pc.count_distinct(keys).as_py() < len(keys))


def _in_order(found: pa.Table) -> pa.Table:
    """Rows in the order of sources, in which tasks that read an archive each leave them."""
    source, number = (found.column(name).to_numpy() for name in ("source", "number"))
    step = np.diff(source)
    if np.all((step > 0) | ((step == 0) & (np.diff(number) >= 0))):
        return found
    return found.sort_by([("source", "ascending"), ("number", "ascending")])


def _first_pages(found: pa.Table, limit: int) -> pa.Table:
    """All up to the page that makes the limit: what follows would not have been read."""
    places = pc.indices_nonzero(pc.is_null(found.column("code"))).to_pylist()
    if limit > len(places):
        return found
    return found.slice(0, places[limit - 1] + 1 if limit else 0)


def _each_once(pages: pa.Table) -> pa.Table:
    """The first of the pages with one key."""
    keys = pages.column("key").to_pylist()
    first = {key: number for number, key in reversed(list(enumerate(keys)))}
    return pages if len(first) == len(keys) else pages.take(sorted(first.values()))


def _to_table(rows: Iterable[PageRow]) -> pa.Table:
    names = WORK_PAGES.names
    values = [{name: getattr(row, name) for name in names} for row in rows]
    return pa.Table.from_pylist(values, schema=WORK_PAGES)


def _settle(
    job: Job, pages: list[PageRow], problems: list[Problem], known: dict[str, PageRow]
) -> Taken:
    """What pages are to the previous run; those that it knew are no longer in `known`."""
    is_valid, rows = have_same_features(job), []
    taken = Taken(pa.table({}), problems)
    for row in pages:
        before = known.pop(row.key, None)
        state = state_of(before, PageIdentity.of(row))
        taken.counts[state] += 1
        if before is not None and state == "known" and is_valid:
            assert before.features_file is not None
            taken.shared.add(before.features_file)
            # The same page may be reached by another path now, and the previous one be gone.
            row = replace(before, file=row.file, offset=row.offset)
        elif state == "changed":
            problems.append(note_changed(row.key))
        rows.append(replace(row, state=state))
    taken.pages = _to_table(rows)
    return taken


def _add_unseen(
    job: Job,
    taken: Taken,
    known: Mapping[str, PageRow],
    pages: pa.Table,
    problems: list[Problem],
) -> None:
    """Keep the pages of the previous run that no source has, if they are as they were."""
    taken.counts["gone"] += len(problems)
    taken.problems += map(note_gone, problems)
    if not have_same_features(job):
        rows = [replace(row, state="known") for row in to_rows(pages.to_pylist())]
        taken.counts["known"] += len(rows)
    else:
        rows = [replace(known[key], state="kept") for key in pages.column("key").to_pylist()]
        taken.counts["kept"] += len(rows)
        taken.shared.update(row.features_file for row in rows if row.features_file is not None)
    taken.pages = pa.concat_tables([taken.pages, _to_table(rows)])


def _write(job: Job, files: StageFiles, stages: list[str], taken: Taken) -> None:
    """Write pages, their features and all problems."""
    pages = taken.pages
    cut = pages.filter(pc.greater(pc.list_value_length(pages["problems"]), 0))
    for row in cut.select(["key", "problems"]).to_pylist():
        taken.problems += cut_problems(row["key"], row["problems"], job.settings.limits)
    share_features(job, taken.shared)
    wanted = set(pages.column("features_file").to_pylist()) - taken.shared
    names = ("site", "features_file", "features")
    packed = chain.from_iterable(files.rows(one, names, "features") for one in stages)
    # Site by site, so that who reads the features of one opens few files, though its pages are in
    # all archives; packed they are a third of a kilobyte a page.
    found = [row for row in packed if row["features_file"] in wanted]
    kept = _keep_features(job, sorted(found, key=itemgetter("site")))
    with writing_table(job.generation.work("pages"), WORK_PAGES) as writer:
        writer.write(_place_features(pages, kept))
    write_problems(job, taken.problems)


def _keep_features(job: Job, rows: Iterable[dict[str, Any]]) -> dict[str, tuple[str, int]]:
    """Write features to files of many pages; by name of each block's portion where it is now."""
    kept: dict[str, tuple[str, int]] = {}
    waiting: list[pa.Table] = []
    number, count = 1, 0
    for row in rows:
        file = f"{job.generation.number:04}-{number:05}.arrow"
        kept[row["features_file"]] = file, count
        waiting.append(unpack_features([row["features"]]).to_arrow())
        count += len(waiting[-1])
        if count >= FILE_PAGES:
            _write_features(job, file, waiting)
            waiting, number, count = [], number + 1, 0
    if waiting:
        _write_features(job, f"{job.generation.number:04}-{number:05}.arrow", waiting)
    return kept


def _write_features(job: Job, name: str, tables: list[pa.Table]) -> None:
    # A file of many small portions takes hundreds of times as long to read as one of a large one.
    features = Features.from_arrow(pa.concat_tables(tables).combine_chunks())
    write_features(job.generation.features / name, features)


def _place_features(pages: pa.Table, kept: Mapping[str, tuple[str, int]]) -> pa.Table:
    """The rows of pages, which say where their features are now."""
    names = pages.column("features_file").to_pylist()
    rows = pages.column("features_row").to_pylist()
    # What the previous run wrote has its name already.
    places = [kept.get(name, (name, 0)) for name in names]
    found = {
        "features_file": [file for file, _ in places],
        "features_row": [first + row for (_, first), row in zip(places, rows, strict=True)],
    }
    for name, values in found.items():
        at = pages.schema.get_field_index(name)
        column = pages.schema.field(at)
        pages = pages.set_column(at, column, pa.array(values, column.type))
    return pages
