"""Whether a page costs as much on Spark when there are a hundred times as many.

    python -m benchmarks.trials.spark_growth [PAGES ...]

Needs Java and PySpark. Invented shops of 10,000 pages each, one to a hundred of them, go through
the Spark engine on two cores, each run in a process of its own. Kept is the processor time of all
its processes (Java and Python's workers included), less what a run on very few pages takes: that is
what it costs to start. Pages are those of `unmold demo` as they are, some KB each; shops beyond the
first are the same at other addresses, since inventing pages takes longer than what is measured.
The figures go to `benchmarks/results/trials/spark_growth.json`; sizes that are there and were not
asked for stay.
"""

import json
import sys
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.results import RESULTS
from benchmarks.spark import Cost, measure
from benchmarks.spark_shops import move_page
from benchmarks.trials.scaling import draw_shop
from unmold.bench.measuring import Measured
from unmold.model import Page
from unmold.pages.warc_writer import WarcWriter

KEPT = RESULTS / "trials" / "spark_growth.json"
SIZES = (10_000, 100_000, 1_000_000)
SHOP_PAGES = 10_000
FEW = 60
"""Pages of the run that says what starting costs: all templates of a shop, and hardly more."""

ARCHIVE_PAGES = 10_000
MOST = 1.2
"""A page of the largest run may cost so much more than one of the smallest."""


def write_shops(folder: Path, shop: list[Page], pages: int) -> tuple[list[Path], int]:
    """Archives of the shop at as many addresses as that takes; all are spread over all archives."""
    count = -(-pages // ARCHIVE_PAGES)
    size, paths = 0, [folder / f"part-{number:03}.warc.gz" for number in range(count)]
    for number, path in enumerate(paths):
        with path.open("wb") as stream:
            writer = WarcWriter(stream)
            for place in range(number, pages, count):
                page = move_page(shop[place % len(shop)], place // len(shop))
                writer.add(page)
                size += len(page.data)
    return paths, size


def measure_size(shop: list[Page], pages: int) -> Cost:
    """What a run on that many pages takes."""
    with TemporaryDirectory() as name:
        archives, size = write_shops(Path(name), shop, pages)
        return measure("spark", archives, pages, size, has_index=False)


def describe(cost: Cost, few: Cost) -> dict[str, Any]:
    """Milliseconds a page, by stage, beyond what starting takes."""
    stages = [name for name in cost.seconds if name != "starting"]
    each = {
        name: round(1000 * (cost.seconds[name] - few.seconds.get(name, 0.0)) / cost.pages, 3)
        for name in stages
    }
    return {
        "pages": cost.pages,
        "bytes_a_page": cost.bytes // cost.pages,
        "cpu_seconds": round(sum(cost.seconds.values()), 1),
        "cpu_seconds_of_few_pages": round(sum(few.seconds.values()), 1),
        "ms_a_page": each | {"all": round(sum(each.values()), 3)},
        "shuffled_bytes_a_page": round(sum(cost.shuffled.values()) / cost.pages),
    }


def main() -> int:
    """Measure the sizes that were asked for, and keep them."""
    sizes = [int(size) for size in sys.argv[1:]] or list(SIZES)
    before = json.loads(KEPT.read_text())["sizes"] if KEPT.exists() else []
    found = {row["pages"]: row for row in before}
    shop = list(draw_shop(SHOP_PAGES))
    few = measure_size(shop[:FEW], FEW)
    for pages in sizes:
        found[pages] = describe(measure_size(shop, pages), few)
        print(json.dumps(found[pages]), flush=True)
        rows = [found[size] for size in sorted(found)]
        kept = asdict(Measured()) | {"sizes": rows}
        KEPT.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    each = [found[size]["ms_a_page"]["all"] for size in sorted(found)]
    return 0 if all(later <= MOST * sooner for sooner, later in pairwise(each)) else 1


if __name__ == "__main__":
    sys.exit(main())
