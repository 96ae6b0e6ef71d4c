"""Whether a page costs as much on Spark when there are a hundred times as many.

    python -m benchmarks.trials.spark_growth [PAGES ...]

Needs Java and PySpark. Invented shops of 10,000 pages each, one to a hundred of them, go through
the Spark engine on two cores, each run in a process of its own. Kept is the processor time of all
its processes (Java and Python's workers included), and by the difference of each size and the next
what a page more costs: starting costs the same, however many there are. Pages are those of `unmold
demo` as they are, some KB each; shops beyond the first are the same at other addresses, since
inventing pages takes longer than what is measured.
The figures go to `benchmarks/results/trials/spark_growth.json`, each with its commit; sizes that
are there and were not asked for stay.
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
"""Far apart: what starting Spark takes differs by some seconds from run to run."""
SHOP_PAGES = 10_000
ARCHIVE_PAGES = 10_000
FIELDS = ("pages", "bytes_a_page", "cpu_seconds", "shuffled_bytes_a_page")
MOST = 1.2
"""So much more, or less, may a page cost between two sizes than between the two before."""


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


def describe(cost: Cost) -> dict[str, Any]:
    """What is kept of a run."""
    values = (
        cost.pages,
        cost.bytes // cost.pages,
        round(sum(cost.seconds.values()), 1),
        round(sum(cost.shuffled.values()) / cost.pages),
    )
    return asdict(Measured()) | dict(zip(FIELDS, values, strict=True))


def compare(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What a page more costs between each size and the next."""
    return [
        {
            "from": sooner["pages"],
            "to": later["pages"],
            "ms_a_page": round(
                1000
                * (later["cpu_seconds"] - sooner["cpu_seconds"])
                / (later["pages"] - sooner["pages"]),
                3,
            ),
        }
        for sooner, later in pairwise(rows)
    ]


def main() -> int:
    """Measure the sizes that were asked for, and keep them."""
    sizes = [int(size) for size in sys.argv[1:]] or list(SIZES)
    before = json.loads(KEPT.read_text())["sizes"] if KEPT.exists() else []
    found = {row["pages"]: row for row in before}
    shop = list(draw_shop(SHOP_PAGES))
    between: list[dict[str, Any]] = []
    for pages in sizes:
        found[pages] = describe(measure_size(shop, pages))
        print(json.dumps(found[pages]), flush=True)
        rows = [found[size] for size in sorted(found)]
        between = compare(rows)
        # Each says its own commit, the file that of the last.
        kept = asdict(Measured()) | {"sizes": rows, "a page more": between}
        KEPT.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    each = [one["ms_a_page"] for one in between]
    steady = all(one / MOST <= other <= one * MOST for one, other in pairwise(each))
    return 0 if steady else 1


if __name__ == "__main__":
    sys.exit(main())
