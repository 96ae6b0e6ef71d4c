"""The stages of a job as DataFrames: pages, features, clusters, templates, records.

Everything is `mapInArrow`; what belongs together is brought together by `repartition` and put in
order by `sortWithinPartitions`. Nothing but the DataFrame API is used, which Spark Connect has too.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from unmold.clusters.registry import DEFAULT_METHOD
from unmold.errors import UsageError
from unmold.pages.reading import Reading
from unmold.pages.selection import Selection
from unmold.pipeline.given_clusters import ClustersSource, GivenClusters
from unmold.pipeline.job import MIN_PAGES, RunSettings
from unmold.pipeline.page_batches import kept_columns
from unmold.settings import Induction, Limits
from unmold.spark.archives import Portion, list_portions
from unmold.spark.arrow_types import (
    LABELS,
    PAGE_LABELS,
    PAGES,
    PLACES,
    READ,
    RECORDS,
    SAMPLES,
    TEMPLATES,
    to_ddl,
)
from unmold.spark.grouping import iterate_rows
from unmold.spark.reading import (
    HTML_ROWS,
    Describing,
    Numbered,
    describe_all,
    page_values,
    read_portion,
    to_found,
)
from unmold.spark.session import check_pyspark
from unmold.spark.stage_parts import Stage
from unmold.spark.working import (
    EXTRACTED,
    again_task,
    begin_task,
    cluster_task,
    extract_task,
    induce_task,
    label_task,
    record_task,
    sample_task,
)

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    Batches = Iterator[pa.RecordBatch]

CHUNKS = 4
"""Parts of a template's pages that are extracted apart, if that is done alone. A guess."""

Paths = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]


def read_pages(
    spark: SparkSession,
    paths: Paths,
    *,
    include: Iterable[str] = (),
    exclude: Iterable[str] = (),
    limits: Limits | None = None,
    partitions: int | None = None,
) -> DataFrame:
    """The pages of archives, each read by one task; what could not be read is a row with a `code`.

    A path may be a pattern, and lie where PyArrow can open it: `s3a://bucket/crawl/*.warc.gz`.
    """
    check_pyspark()
    portions = list_portions(paths)
    reading = Reading(limits or Limits(), Selection.of(include, exclude))
    return _over(spark, portions, partitions).mapInArrow(
        partial(_read_task, portions, reading), to_ddl(PAGES)
    )


def _over(spark: SparkSession, portions: Sequence[Portion], partitions: int | None) -> DataFrame:
    """A row for each portion, in a task of its own."""
    count = len(portions)
    return spark.range(0, count, 1, min(partitions or count, count))


def _read_task(portions: Sequence[Portion], reading: Reading, batches: Batches) -> Batches:
    begin_task()
    waiting: list[dict[str, Any]] = []
    for row in iterate_rows(batches):
        for one in read_portion(row["id"], portions[row["id"]], reading):
            waiting.append(page_values(one))
            if len(waiting) >= HTML_ROWS:
                yield pa.RecordBatch.from_pylist(waiting, schema=PAGES)
                waiting = []
    if waiting:
        yield pa.RecordBatch.from_pylist(waiting, schema=PAGES)


def read_and_describe(
    spark: SparkSession,
    portions: Sequence[Portion],
    reading: Reading,
    settings: RunSettings,
    partitions: int | None,
    limit: int | None = None,
) -> Stage:
    """`features` of `read_pages` in one task, so that Spark never sees the bytes of a page.

    Of each portion no more than `limit` pages are read: any of them may be the first that has any.
    """
    how = Describing(tuple(kept_columns(settings.method)), settings.limits)
    task = partial(_read_and_describe, portions, reading, how, limit)
    return Stage(_over(spark, portions, partitions), task, READ)


def _read_and_describe(
    portions: Sequence[Portion],
    reading: Reading,
    how: Describing,
    limit: int | None,
    batches: Batches,
) -> Batches:
    begin_task()
    for row in iterate_rows(batches):
        found = read_portion(row["id"], portions[row["id"]], reading, limit)
        yield from describe_all(found, how)


def look_again(
    places: DataFrame, settings: RunSettings, partitions: int | None, *, describe: bool
) -> Stage:
    """Known pages that are as they were, as `features` gives them, and problems of the others."""
    how = Describing(tuple(kept_columns(settings.method)), settings.limits)
    task = partial(again_task, how if describe else None, settings.limits)
    # One task opens an archive, from its beginning to its end.
    return Stage(together(places, ["file"], ("file", "number"), partitions), task, READ)


def features(
    pages: DataFrame, *, method: str = DEFAULT_METHOD, limits: Limits | None = None
) -> DataFrame:
    """The rows of pages without their bytes, and what the method compares of them."""
    return describe_pages(pages, method, limits or Limits()).frame()


def describe_pages(pages: DataFrame, method: str, limits: Limits) -> Stage:
    """The same for a run."""
    how = Describing(tuple(kept_columns(method)), limits)
    names = [field.name for field in PAGES]
    return Stage(pages.select(*names), partial(_describe_task, how), READ)


def _describe_task(how: Describing, batches: Batches) -> Batches:
    begin_task()
    found = (Numbered(row["source"], row["number"], to_found(row)) for row in iterate_rows(batches))
    yield from describe_all(found, how)


def cluster(
    features: DataFrame,
    *,
    method: str = DEFAULT_METHOD,
    limits: Limits | None = None,
    partitions: int | None = None,
) -> DataFrame:
    """The pages with their `label`: the clusters of a site count from 0, -1 stands for none."""
    return cluster_sites(features, make_settings(method, limits=limits), partitions)


def cluster_sites(features: DataFrame, settings: RunSettings, partitions: int | None) -> DataFrame:
    """The same with the settings of a run."""
    pages = send_less(features.filter(features["code"].isNull())).drop("code", "reason")
    order = ("site", "block", "source", "number")
    return together(pages, ["site"], order, partitions).mapInArrow(
        partial(cluster_task, settings), to_ddl(LABELS)
    )


FEATURES_SENT = 768
"""Bytes of features a page that are sent to the task that clusters it: with its row, a kilobyte.
Pages that are alone in their block have several, and reading them again is a small part of what
they cost."""


def send_less(features: DataFrame) -> DataFrame:
    """The same without features that are larger than that; tasks read these pages again.

    Only pages of archives: of a table, one page takes as long to find as all.
    """
    from pyspark.sql import functions as column

    is_small = column.length("features") <= FEATURES_SENT * column.col("packed_pages")
    sent = column.when(is_small | column.isnull("offset"), column.col("features"))
    return features.withColumn("features", sent).drop("packed_pages")


CLUSTERED = (
    *("source", "number", "block", "inbound_source", "inbound_xpath", "features"),
    "features_row",
)
"""What of pages their clustering asks for, besides their places."""


def pages_to_cluster(features: DataFrame) -> DataFrame:
    """What of pages clustering needs, and no problems."""
    from pyspark.sql import functions as column

    names = [name for name in PLACES.names if name != "sha256"]
    digest = column.unhex("sha256").alias("sha256")
    pages = send_less(features.filter(features["code"].isNull()))
    return pages.select(*CLUSTERED, *names, digest)


def label_pages(features: DataFrame, settings: RunSettings, partitions: int | None) -> Stage:
    """The labels of pages by their keys; only what clustering needs is sent to its tasks."""
    pages = pages_to_cluster(features)
    order = ("site", "block", "source", "number")
    given = together(pages, ["site"], order, partitions)
    return Stage(given, partial(label_task, settings), PAGE_LABELS)


def induce(
    clusters: DataFrame,
    *,
    min_pages: int = MIN_PAGES,
    induction: Induction | None = None,
    limits: Limits | None = None,
    partitions: int | None = None,
) -> DataFrame:
    """A template of each cluster, in `whole` as the bytes of its file.

    Where its columns show two kinds of pages, `parts` has one for each.
    """
    settings = make_settings(DEFAULT_METHOD, min_pages, induction, limits)
    return induce_clusters(clusters, settings, partitions)


def induce_clusters(
    clusters: DataFrame, settings: RunSettings, partitions: int | None
) -> DataFrame:
    """The same with the settings of a run: one task chooses the samples of a site."""
    from pyspark.sql import functions as column

    names = [name for name in PLACES.names if name != "sha256"]
    pages = clusters.select(
        *("source", "number", "label", "bytes", *names), column.unhex("sha256").alias("sha256")
    )
    by_site = together(pages, ["site"], ("site", "source", "number"), partitions)
    samples = by_site.mapInArrow(partial(sample_task, settings), to_ddl(SAMPLES))
    return induce_samples(samples, settings, partitions).frame()


def induce_samples(samples: DataFrame, settings: RunSettings, partitions: int | None) -> Stage:
    """What is learned from samples that are chosen already."""
    order = ("sample", "role", "rank")
    given = together(samples, ["sample"], order, partitions)
    return Stage(given, partial(induce_task, settings), TEMPLATES)


def extract(
    clusters: DataFrame,
    templates: DataFrame,
    *,
    limits: Limits | None = None,
    partitions: int | None = None,
) -> DataFrame:
    """The record of each page of a cluster that has a template, as a line of JSON."""
    from pyspark.sql import functions as column

    rows = clusters.withColumn("chunk", column.pmod(column.hash("key"), column.lit(CHUNKS)))
    heads = (
        templates.filter(templates["whole"].isNotNull())
        .select("site", "label", "whole")
        .withColumn("chunk", column.explode(column.sequence(column.lit(0), column.lit(CHUNKS - 1))))
    )
    both = heads.unionByName(rows.withColumn("whole", column.lit(None)), allowMissingColumns=True)
    unit = ["site", "label", "chunk"]
    # Nulls come first: the row with the template has no key.
    return together(both, unit, (*unit, "key"), partitions).mapInArrow(
        partial(record_task, limits or Limits()), to_ddl(RECORDS)
    )


def extract_units(units: DataFrame, limits: Limits, partitions: int | None) -> Stage:
    """What is extracted from the units of a run."""
    chunk = ("unit", "chunk")
    given = together(units, chunk, chunk, partitions)
    return Stage(given, partial(extract_task, limits), EXTRACTED)


def together(
    frame: DataFrame, names: Sequence[str], order: Sequence[str], partitions: int | None
) -> DataFrame:
    """Rows that agree in some columns in one partition, one after another."""
    count = partitions or int(frame.sparkSession.conf.get("spark.sql.shuffle.partitions") or 200)
    return frame.repartition(count, *names).sortWithinPartitions(*order)


def make_settings(
    method: str = DEFAULT_METHOD,
    min_pages: int = MIN_PAGES,
    induction: Induction | None = None,
    limits: Limits | None = None,
    clusters: ClustersSource | None = None,
) -> RunSettings:
    """The settings of a run, checked."""
    if clusters is not None and method != DEFAULT_METHOD:
        raise UsageError(
            "pages are clustered by a method or as given", hint="leave one of them out"
        )
    given = None if clusters is None else GivenClusters.of(clusters)
    return RunSettings(method, min_pages, induction or Induction(), limits or Limits(), given)
