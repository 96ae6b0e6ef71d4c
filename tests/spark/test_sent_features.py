"""Features of pages that share little are not sent: who clusters such pages reads them again."""

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from support.compared_workspaces import find_differences
from support.spark_archives import small_pages, write_archives

import unmold.spark as us
from unmold import run
from unmold.pages.reading import Reading
from unmold.spark.archives import list_portions
from unmold.spark.reading import Describing, describe_all, read_portion
from unmold.spark.site_pages import SitePages
from unmold.spark.stages import FEATURES_SENT, kept_columns, make_settings, send_less

SETTINGS = make_settings()
COLUMNS = ["leaf_paths", "class_tokens", "fingerprints"]


def lone_pages(folder: Path) -> list[Path]:
    """Forty sites with three pages each, of which every archive has one."""
    pages = small_pages(3, [f"site-{number}.example" for number in range(40)])
    sites = {url.split("/")[2]: number for number, (url, _) in enumerate(pages[:40])}
    # In turn, so that no archive has two pages of a site.
    pages.sort(key=lambda page: sites[page[0].split("/")[2]])
    return write_archives(folder, pages)


def test_what_is_sent_is_small(spark: Any, tmp_path: Path) -> None:
    lone = us.features(us.read_pages(spark, [*lone_pages(tmp_path / "lone")]))
    many = small_pages(400, ["one.example"])
    same = us.features(us.read_pages(spark, [*write_archives(tmp_path / "many", many, 1)]))
    for features, is_sent in ((lone, False), (same, True)):
        packed = [row["features"] for row in features.collect() if row["features"] is not None]
        rows = send_less(features).collect()
        sent = [row["features"] for row in rows if row["features"] is not None]
        assert sent == (packed if is_sent else [])
        assert sum(map(len, sent)) <= FEATURES_SENT * len(rows)


def test_pages_of_a_table_are_not_looked_for_again(spark: Any, tmp_path: Path) -> None:
    """A table is read from its beginning, whichever page is wanted."""
    urls, html = zip(*small_pages(1, ["one.example", "two.example"]), strict=True)
    pq.write_table(pa.table({"url": urls, "html": html}), tmp_path / "pages.parquet")
    features = us.features(us.read_pages(spark, tmp_path / "pages.parquet"))
    assert all(row["features"] for row in send_less(features).collect())


def test_sites_of_few_pages_are_clustered_as_locally(spark: Any, tmp_path: Path) -> None:
    archives = lone_pages(tmp_path)
    run([*archives], tmp_path / "local", jobs=1)
    us.run([*archives], tmp_path / "spark", spark=spark, partitions=2)
    assert find_differences(tmp_path / "local", tmp_path / "spark") == []


def test_some_features_were_sent_and_some_were_not(tmp_path: Path) -> None:
    """Those of pages that are read again are the same, and come in the order asked for."""
    archives = write_archives(tmp_path, small_pages(60, ["one.example"]))
    how = Describing(tuple(kept_columns(SETTINGS.method)), SETTINGS.limits)
    rows = [
        row
        for number, portion in enumerate(list_portions([*archives]))
        for batch in describe_all(read_portion(number, portion, Reading()), how)
        for row in batch.to_pylist()
    ]
    whole, some = SitePages.of(rows), SitePages.of(rows)
    assert len(some.packed) == 3
    some.packed[1] = b""
    places = np.random.default_rng(5).permutation(60)[:50]
    expected, found = (site.unpack(COLUMNS, places, SETTINGS.limits) for site in (whole, some))
    assert found.to_arrow().equals(expected.to_arrow())
    assert len({tuple(row.tolist()) for row in found.leaf_paths}) > 1
