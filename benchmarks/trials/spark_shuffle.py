"""What Spark shuffles of crawls whose sites have few pages, where features share little.

    python -m benchmarks.trials.spark_shuffle [PAGES]

Needs Java and PySpark. Heavy pages of an invented shop are put at many addresses, few at each, and
spread over archives such that none has two pages of a site if there are archives enough. Bytes come
from Spark's own log of events. The figures go to `benchmarks/results/trials/spark_shuffle.json`.
"""

import json
import sys
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.results import RESULTS
from benchmarks.spark import measure
from benchmarks.spark_shops import invent_shop, move_page
from unmold.bench.measuring import Measured
from unmold.pages.warc_writer import WarcWriter

KEPT = RESULTS / "trials" / "spark_shuffle.json"
PAGES, ARCHIVES = 1_000, 4
PAGES_OF_SITES = (1, 4, 40)
STAGES = ("cluster", "induce", "extract")
MOST = 1024
"""Bytes a page that clustering may shuffle. Extraction shuffles templates, some 10 KB each: where a
template has few pages, that is most of it."""


def write_sites(folder: Path, pages: int, each: int) -> tuple[list[Path], int]:
    """Archives of sites with so many pages each, and the bytes of all pages."""
    shop = invent_shop(1, min(pages, PAGES))
    paths = [folder / f"part-{number}.warc.gz" for number in range(ARCHIVES)]
    size = 0
    for number, path in enumerate(paths):
        with path.open("wb") as stream:
            writer = WarcWriter(stream)
            for place in range(number, pages, ARCHIVES):
                page = move_page(shop[place % len(shop)], 1 + place // each)
                size += len(page.data)
                writer.add(page)
    return paths, size


def describe(pages: int, each: int) -> dict[str, Any]:
    """What is shuffled, and what stages cost, where sites have so many pages."""
    with TemporaryDirectory() as name:
        archives, size = write_sites(Path(name), pages, each)
        cost = measure("spark", archives, pages, size, has_index=False)
    shuffled = {stage: round(cost.shuffled.get(stage, 0) / pages) for stage in STAGES}
    seconds = {stage: round(1000 * spent / pages, 2) for stage, spent in cost.seconds.items()}
    about = {"pages of a site": each, "pages": pages, "bytes a page": size // pages}
    return about | {"shuffled bytes a page": shuffled, "ms of processor a page": seconds}


def main() -> int:
    """Measure, and keep what was found."""
    pages = int(sys.argv[1]) if len(sys.argv) > 1 else PAGES
    rows = []
    for each in PAGES_OF_SITES:
        rows.append(describe(pages, each))
        print(json.dumps(rows[-1]), flush=True)
    kept = asdict(Measured()) | {"crawls": rows}
    KEPT.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    return 0 if all(row["shuffled bytes a page"]["cluster"] <= MOST for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
