"""What is connected in a graph, as DataFrames: nothing but counts comes to the driver.

Kiveris et al., "Connected components in MapReduce and beyond", SoCC 2014: edges are bent towards
the smallest neighbour of a node, in turn on both sides of it, until each component is a star around
its smallest node.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

PART_BITS = 33
"""Spark's ids that only rise have the number of the row in as many bits, that of its part above."""


def find_components(edges: DataFrame) -> DataFrame:
    """For each `node` of edges from `node` to `root` the smallest that it is connected with.

    The smallest nodes themselves are in no row. What was found stays in Spark's storage.
    """
    edges = _small_star(edges.select("node", "root")).persist()
    before, now = None, _digest(edges)
    while now != before:
        bent = _small_star(_large_star(edges)).persist()
        before, now = now, _digest(bent)
        edges.unpersist()
        edges = bent
    return edges


def _digest(edges: DataFrame) -> tuple[int, int | None]:
    """What two sets of edges have in common only if they are the same."""
    from pyspark.sql import functions as column

    mixed = column.bit_xor(column.xxhash64("node", "root"))
    (row,) = edges.agg(column.count("*").alias("rows"), mixed.alias("mixed")).collect()
    return row["rows"], row["mixed"]


def _large_star(edges: DataFrame) -> DataFrame:
    """Larger neighbours of a node go to its smallest one."""
    from pyspark.sql import Window
    from pyspark.sql import functions as column

    there = column.struct("node", "root")
    back = column.struct(column.col("root").alias("node"), column.col("node").alias("root"))
    both = edges.select(column.explode(column.array(there, back)).alias("edge")).select("edge.*")
    smallest = column.min("root").over(Window.partitionBy("node"))
    low = both.withColumn("low", column.least("node", smallest))
    larger = low.filter(low["root"] > low["node"])
    return larger.select(column.col("root").alias("node"), column.col("low").alias("root"))


def _small_star(edges: DataFrame) -> DataFrame:
    """A node and its smaller neighbours go to the smallest of them; edges point downwards."""
    from pyspark.sql import Window
    from pyspark.sql import functions as column

    high, low = column.greatest("node", "root"), column.least("node", "root")
    down = edges.select(high.alias("node"), low.alias("root")).filter("node != root").distinct()
    smallest = column.min("root").over(Window.partitionBy("node"))
    ends = column.explode(column.array("node", "root"))
    star = down.withColumn("low", smallest).select(ends.alias("node"), "low")
    return star.filter("node != low").distinct().withColumnRenamed("low", "root")


def number_rows(rows: DataFrame, name: str) -> DataFrame:
    """Distinct rows with their `number`, counted from 0 in the order of a column."""
    from pyspark.sql import functions as column

    # Each part of Spark's is a range of the order, and has its own count.
    parts = rows.repartitionByRange(name).sortWithinPartitions(name)
    numbered = parts.withColumn("rising", column.monotonically_increasing_id()).persist()
    part = column.shiftright("rising", PART_BITS)
    listed = numbered.groupBy(part.alias("part")).count().collect()
    counts = {row["part"]: row["count"] for row in listed}
    sooner, before = column.lit(0).cast("bigint"), 0
    starts: list[Column] = []
    for one in sorted(counts):
        starts += [column.lit(one).cast("bigint"), column.lit(before).cast("bigint")]
        before += counts[one]
    if starts:
        sooner = column.create_map(*starts)[part]
    inside = column.col("rising").bitwiseAND(column.lit((1 << PART_BITS) - 1))
    return numbered.withColumn("number", sooner + inside).drop("rising")
