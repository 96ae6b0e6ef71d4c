"""Clusters of sites that are too large for one task: a sample is clustered, all tasks assign.

Pages lie in files of portions, a portion being the pages that a site has in one block. In each
round tasks look for the pages that are drawn, one task clusters those of a site, and then tasks
compare the others with what it found, a file each. Only keys, clusters and how near pages are come
to the driver, which draws the next sample from what is near to nothing. The clusters are those of
`cluster_by_sample` on one machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from unmold.clusters.base import Labels
from unmold.clusters.large_sites import (
    PAGES_AT_A_TIME,
    Positions,
    SampleClusters,
    SampleRounds,
    SampleSettings,
    hash_key,
)
from unmold.clusters.registry import make_clusterer
from unmold.errors import Failure, attempt
from unmold.features import Features
from unmold.features.packing import pack_features, unpack_features
from unmold.pipeline import cluster_step
from unmold.pipeline.cluster_step import cluster_drawn, compute_rows, identify_page, page_identity
from unmold.pipeline.job import RunSettings
from unmold.settings import Limits
from unmold.spark.arrow_types import PLACES, to_ddl, to_rows
from unmold.spark.folders import Folder
from unmold.spark.grouping import Row, group_rows, iterate_rows
from unmold.spark.site_pages import SitePages
from unmold.spark.stage_files import StageFiles
from unmold.spark.stage_parts import Stage
from unmold.spark.stages import pages_to_cluster, together
from unmold.spark.working import begin_task
from unmold.store.rows import PageRow
from unmold.templates.signature import VIEWS

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    Batches = Iterable[pa.RecordBatch]

PAGES = pa.schema(
    [
        pa.field("source", pa.int32()),
        pa.field("number", pa.int64()),
        pa.field("inbound_source", pa.string()),
        pa.field("inbound_xpath", pa.string()),
        *PLACES,
    ]
)
"""What is known of the pages of a portion."""

PORTIONS = pa.schema(
    [
        pa.field("site", pa.string()),
        pa.field("block", pa.string()),
        pa.field("pages", pa.binary()),
        pa.field("features", pa.binary()),
    ]
)
"""Portions: the table of their pages and their features, each packed."""

ASSIGNED = pa.schema(
    [
        *PORTIONS,
        pa.field("keys", pa.list_(pa.string())),
        pa.field("nearest", pa.binary()),
        pa.field("nearness", pa.binary()),
        pa.field("reason", pa.string()),
    ]
)
"""The pages of a portion that are not in the sample: by key the nearest cluster of each. Those that
are near to none are a portion of the next round. A `reason` says why none were compared."""

MODELS = pa.schema(
    [
        pa.field("site", pa.string()),
        pa.field("keys", pa.list_(pa.string())),
        pa.field("labels", pa.binary()),
        pa.field("model", pa.binary()),
        pa.field("reason", pa.string()),
    ]
)
"""The clusters of a site's sample: which pages it has, and by what others are assigned."""


@dataclass(frozen=True, slots=True)
class Portion:
    """Some pages of a site, in their order, with what clustering compares of them."""

    site: str
    block: str
    pages: pa.Table
    packed: bytes | None
    """Their features; None if pages are read again for them."""

    @classmethod
    def of(cls, row: Row) -> Portion:
        pages = pa.ipc.open_stream(pa.BufferReader(row["pages"])).read_all()
        return cls(row["site"], row["block"], pages, row["features"])

    def values(self) -> Row:
        stream = pa.BufferOutputStream()
        options = pa.ipc.IpcWriteOptions(compression="zstd")
        with pa.ipc.new_stream(stream, PAGES, options=options) as writer:
            writer.write_table(self.pages)
        packed = stream.getvalue().to_pybytes()
        return {"site": self.site, "block": self.block, "pages": packed, "features": self.packed}

    @property
    def keys(self) -> list[str]:
        keys: list[str] = self.pages["key"].to_pylist()
        return keys

    def hash_pages(self) -> list[int]:
        """The numbers by which its pages are drawn."""
        urls, paths, digests = (self.pages[name] for name in ("url", "path", "sha256"))
        each = zip(urls.to_pylist(), paths.to_pylist(), digests.to_pylist(), strict=True)
        return [hash_key(identify_page(url, path, digest.hex())) for url, path, digest in each]

    def select(self, places: Positions) -> Portion:
        """Some of its pages."""
        if len(places) == self.pages.num_rows:
            return self
        packed = self.packed
        if packed is not None:
            packed = pack_features(unpack_features([packed]).select(places), "zstd")
        return replace(self, pages=self.pages.take(pa.array(places)), packed=packed)

    def read_views(self, limits: Limits) -> Features:
        """What is compared with the clusters of a sample."""
        if self.packed is not None:
            return unpack_features([self.packed], VIEWS)
        rows = [row | {"sha256": row["sha256"].hex()} for row in self.pages.to_pylist()]
        return compute_rows(to_rows(rows), VIEWS, limits, 1)


@dataclass(frozen=True, slots=True)
class Draw:
    """Which pages of a site are drawn: those with the smallest hashes."""

    last: int
    """The largest hash that is drawn."""
    excluded: frozenset[str]
    """The keys of pages that have this hash and are not drawn all the same."""

    @classmethod
    def of(cls, keys: Sequence[str], hashes: Sequence[int], settings: SampleSettings) -> Draw:
        """The draw of as many pages as are clustered together, as `choose_cluster_sample` has it.

        >>> Draw.of(["a", "b", "c", "d"], [5, 7, 9, 7], SampleSettings(largest=2))
        Draw(last=7, excluded=frozenset({'d'}))
        """
        order = sorted(range(len(keys)), key=hashes.__getitem__)
        chosen, others = order[: settings.largest], order[settings.largest :]
        last = hashes[chosen[-1]]
        return cls(last, frozenset(keys[page] for page in others if hashes[page] == last))

    def part(self, portion: Portion) -> tuple[Positions, Positions]:
        """The places of the pages that are drawn, and of the others."""
        drawn = np.array(
            [
                number <= self.last and key not in self.excluded
                for key, number in zip(portion.keys, portion.hash_pages(), strict=True)
            ],
            np.bool_,
        )
        return np.flatnonzero(drawn), np.flatnonzero(~drawn)


Draws = Mapping[str, Draw]
"""By site."""


def find_large(sites: Iterable[list[PageRow]], settings: RunSettings) -> dict[str, list[PageRow]]:
    """The sites of which a sample is clustered, by name."""
    if not make_clusterer(settings.method).is_sampled:
        return {}
    most = cluster_step.SAMPLE.largest
    return {rows[0].site: rows for rows in sites if len(rows) > most}


def label_large_sites(
    files: StageFiles,
    name: str,
    given: DataFrame,
    sites: Mapping[str, list[PageRow]],
    settings: RunSettings,
    count: int,
) -> dict[str, Labels | Failure]:
    """The clusters of large sites; `given` has their pages and features, as reading gives them."""
    files.keep(f"{name}-portions", list_portions_of(given, count))
    known = {site: _Large.of(rows) for site, rows in sites.items()}
    found: dict[str, Labels | Failure] = {}
    source = f"{name}-portions"
    for number in range(cluster_step.SAMPLE.rounds):
        draws = {site: one.draw() for site, one in known.items()}
        sample, assigned = f"{name}-sample-{number}", f"{name}-assigned-{number}"
        files.keep(sample, _cluster_samples(files, source, draws, settings, count))
        for row in files.rows(sample, ("site", "keys", "labels", "reason")):
            if row["reason"] is not None:
                found[row["site"]] = Failure(row["reason"])
                del known[row["site"]]
                continue
            if not known[row["site"]].take_sample(row):
                del draws[row["site"]]
        waiting = {site: draw for site, draw in draws.items() if site in known}
        if waiting:
            files.keep(assigned, _assign(files, source, sample, waiting, settings))
            for row in files.rows(assigned, ("site", "keys", "nearest", "nearness", "reason")):
                if row["reason"] is None:
                    known[row["site"]].place(row)
                else:
                    found[row["site"]] = Failure(row["reason"])
            known = {site: one for site, one in known.items() if site not in found}
        for one in known.values():
            one.rounds.end_round()
        found |= {site: one.rounds.finish() for site, one in known.items() if one.rounds.is_over}
        known = {site: one for site, one in known.items() if site not in found}
        if not known:
            break
        source = assigned
    return found


@dataclass(frozen=True, slots=True)
class _Large:
    """What the driver knows of a large site."""

    site: str
    keys: list[str]
    hashes: list[int]
    place_of: dict[str, int]
    rounds: SampleRounds

    @classmethod
    def of(cls, rows: list[PageRow]) -> _Large:
        keys = [row.key for row in rows]
        hashes = [hash_key(page_identity(row)) for row in rows]
        places = {key: place for place, key in enumerate(keys)}
        rounds = SampleRounds(len(rows), cluster_step.SAMPLE)
        return cls(rows[0].site, keys, hashes, places, rounds)

    def draw(self) -> Draw:
        left = self.rounds.left.tolist()
        keys, hashes = [self.keys[page] for page in left], [self.hashes[page] for page in left]
        return Draw.of(keys, hashes, cluster_step.SAMPLE)

    def take_sample(self, row: Row) -> bool:
        """Note the clusters of the sample; whether other pages are to be compared with them."""
        labels = np.frombuffer(row["labels"], np.int64)
        return len(self.rounds.take_sample(self._find(row["keys"]), labels)) > 0

    def place(self, row: Row) -> None:
        """Note how near pages of a portion are."""
        nearest = np.frombuffer(row["nearest"], np.int64)
        nearness = np.frombuffer(row["nearness"], np.float64)
        self.rounds.place(self._find(row["keys"]), nearest, nearness)

    def _find(self, keys: list[str]) -> Positions:
        return np.array([self.place_of[key] for key in keys], np.int64)


# Stages and their tasks.


def list_portions_of(given: DataFrame, count: int) -> Stage:
    """The pages of sites in portions."""
    order = ("site", "block", "source", "number")
    pages = together(pages_to_cluster(given), ["site", "block"], order, count)
    return Stage(pages, portion_task, PORTIONS)


def portion_task(batches: Batches) -> Iterator[pa.RecordBatch]:
    """Portions of pages, which come one after another; one of each carries the features."""
    begin_task()
    for (site, block), rows in group_rows(batches, ["site", "block"]):
        own = list(rows)
        pages = pa.Table.from_pylist(own, schema=PAGES)
        packed = next((row["features"] for row in own if row["features"] is not None), None)
        places = [row["features_row"] for row in own]
        if packed is not None and places != list(range(len(places))):
            features = unpack_features([packed]).select(np.array(places, np.int64))
            packed = pack_features(features, "zstd")
        portion = Portion(site, block, pages, packed)
        yield pa.RecordBatch.from_pylist([portion.values()], schema=PORTIONS)


def _cluster_samples(
    files: StageFiles, source: str, draws: Draws, settings: RunSettings, count: int
) -> Stage:
    task = partial(draw_task, files.folder, files.parts(source), draws)
    drawn = files.over_parts(source).mapInArrow(task, to_ddl(PORTIONS))
    given = together(drawn, ["site"], ("site", "block"), min(count, len(draws)))
    return Stage(given, partial(model_task, settings), MODELS)


def draw_task(
    folder: Folder, parts: Sequence[str], draws: Draws, batches: Batches
) -> Iterator[pa.RecordBatch]:
    """The pages of files that are drawn."""
    begin_task()
    for row in iterate_rows(batches):
        for portion in _read_portions(folder, parts[row["id"]], draws):
            drawn, _ = draws[portion.site].part(portion)
            if len(drawn):
                values = portion.select(drawn).values()
                yield pa.RecordBatch.from_pylist([values], schema=PORTIONS)


def _read_portions(folder: Folder, file: str, draws: Draws) -> Iterator[Portion]:
    """The portions of a file that are of sites with a draw."""
    with folder.open(file) as stream:
        for batch in pq.ParquetFile(stream).iter_batches(1, columns=PORTIONS.names):
            (row,) = batch.to_pylist()
            # Of pages that all found their cluster, no portion is left.
            if row["site"] in draws and row["pages"] is not None:
                yield Portion.of(row)


def model_task(settings: RunSettings, batches: Batches) -> Iterator[pa.RecordBatch]:
    """The clusters of samples, whose portions come site by site."""
    begin_task()
    for site, rows in group_rows(batches, ["site"]):
        drawn = SitePages.of(chain.from_iterable(_rows_of(Portion.of(row)) for row in rows))
        order = drawn.sort()
        own = [drawn.rows[place] for place in order]
        read = drawn.read_in_order(order, settings.limits)
        found = attempt(cluster_drawn, own, read, settings, 1, lambda message: None)
        values = {"site": site}
        if isinstance(found, Failure):
            values |= {"reason": found.reason}
        else:
            labels, clusters = found
            values |= {"keys": [row.key for row in own], "labels": labels.tobytes()}
            values |= {"model": clusters.to_bytes()}
        yield pa.RecordBatch.from_pylist([values], schema=MODELS)


def _rows_of(portion: Portion) -> Iterator[Row]:
    """A portion as rows of pages, of which the first carries the features."""
    for number, row in enumerate(portion.pages.to_pylist()):
        packed = None if number else portion.packed
        yield row | {"block": portion.block, "features": packed, "features_row": number}


def _assign(
    files: StageFiles, source: str, sample: str, draws: Draws, settings: RunSettings
) -> Stage:
    models = (files.folder, files.parts(sample))
    how = _Assigning(*models, files.parts(source), draws, settings.limits, cluster_step.SAMPLE)
    return Stage(files.over_parts(source), partial(assign_task, how), ASSIGNED)


def assign_task(how: _Assigning, batches: Batches) -> Iterator[pa.RecordBatch]:
    """How near the pages of files are to the clusters of their site's sample."""
    begin_task()
    site, clusters = None, None
    for row in iterate_rows(batches):
        for portion in _read_portions(how.folder, how.portions[row["id"]], how.draws):
            if portion.site != site or clusters is None:
                site, clusters = portion.site, how.read_model(portion.site)
            compared = attempt(how.compare, portion, clusters)
            if isinstance(compared, Failure):
                values = {"site": portion.site, "block": portion.block, "reason": compared.reason}
            else:
                values = compared
            yield pa.RecordBatch.from_pylist([values], schema=ASSIGNED)


@dataclass(frozen=True, slots=True)
class _Assigning:
    """What tasks need to know to assign pages."""

    folder: Folder
    models: Sequence[str]
    """The files of what was clustered."""
    portions: Sequence[str]
    draws: Draws
    limits: Limits
    settings: SampleSettings

    def compare(self, portion: Portion, clusters: SampleClusters) -> Row:
        _, others = self.draws[portion.site].part(portion)
        rest = portion.select(others)
        views = rest.read_views(self.limits)
        starts = range(0, len(others), PAGES_AT_A_TIME)
        places = [np.arange(start, min(start + PAGES_AT_A_TIME, len(others))) for start in starts]
        found = [clusters.assign(views.select(some)) for some in places]
        nearest = np.concatenate([np.empty(0, np.int64), *(own for own, _ in found)])
        nearness = np.concatenate([np.empty(0), *(near for _, near in found)])
        left = rest.select(np.flatnonzero(nearness < self.settings.similarity))
        own = {"keys": rest.keys, "nearest": nearest.tobytes(), "nearness": nearness.tobytes()}
        about = {"site": portion.site, "block": portion.block}
        return about | own | (left.values() if left.pages.num_rows else {})

    def read_model(self, site: str) -> SampleClusters:
        for file in self.models:
            with self.folder.open(file) as stream:
                rows = pq.read_table(stream, columns=["model"], filters=[("site", "=", site)])
            if rows.num_rows:
                return SampleClusters.from_bytes(rows["model"][0].as_py())
        raise AssertionError(f"the sample of {site} was clustered")
