"""Whether a run takes as long for each page, and little memory, however many pages a site has.

    python -m benchmarks.trials.scaling [--unlike] [PAGES ...]

Writes invented sites of these sizes into archives and does the whole job on each, in a process of
its own: shops, or with `--unlike` sites of which no two pages have a template in common. Kept are,
for each step, processor time per page and the most memory that was resident meanwhile (Linux only),
and how long all of it took. The figures go to `benchmarks/results/trials/scaling.json`; sizes that
are there and were not asked for stay.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from itertools import islice
from operator import itemgetter
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.results import RESULTS
from unmold.bench.measuring import Measured
from unmold.demo import DemoSettings
from unmold.demo.chrome import page_url
from unmold.demo.site import draw_blueprint, draw_pages
from unmold.model import Page
from unmold.pages.warc_writer import WarcWriter

KEPT = RESULTS / "trials" / "scaling.json"
SIZES = (1_000, 10_000, 100_000)
SIZES_UNLIKE = (5_000, 50_000)
ARCHIVE_PAGES = 10_000
"""Twenty megabytes, compressed."""
TAGS = ("div", "section", "p", "ul", "li", "article", "span", "h2", "h3", "table", "blockquote")

PROGRAM = """
import json, os, sys, time
from pathlib import Path
import unmold
from unmold.pipeline.step_progress import NullProgress

class Watch(NullProgress):
    stage = "begin"
    peaks = {}

    def begin(self, stage, total, unit="pages"):
        self.note()
        self.stage = stage

    def note(self):
        status = Path("/proc/self/status").read_text()
        peak = next(int(line.split()[1]) for line in status.splitlines() if "VmHWM" in line)
        self.peaks[self.stage] = max(peak // 1024, self.peaks.get(self.stage, 0))
        Path("/proc/self/clear_refs").write_text("5")  # the peak is counted anew

watch = Watch()
begun = time.monotonic()
workspace = unmold.run(sys.argv[2:], sys.argv[1], jobs=os.cpu_count(), progress=watch)
took = time.monotonic() - begun
watch.note()
found = {"seconds": took, "megabytes": watch.peaks, "stages": workspace.summary["stages"]}
print(json.dumps(found))
"""


@dataclass(frozen=True)
class Scaling(Measured):
    """What runs on sites of several sizes took."""

    sizes: list[dict[str, Any]]
    unlike: list[dict[str, Any]]


def measure(pages: int, draw: Callable[[int], Iterator[Page]]) -> dict[str, Any]:
    """What a run on a site of that many pages took."""
    with TemporaryDirectory() as name:
        archives, size = write_archives(Path(name), draw(pages))
        command = [sys.executable, "-c", PROGRAM, str(Path(name, "workspace")), *archives]
        output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    found = json.loads(output)
    each = {
        name: round(1000 * stage["cpu_seconds"] / pages, 3)
        for name, stage in found["stages"].items()
    }
    return {
        "pages": pages,
        "bytes_a_page": size // pages,
        "seconds": round(found["seconds"], 1),
        "ms_a_page": each,
        "megabytes": found["megabytes"],
    }


def write_archives(folder: Path, pages: Iterator[Page]) -> tuple[list[str], int]:
    """Archives of the pages, and how many bytes of HTML they hold."""
    paths: list[str] = []
    size = 0
    while batch := list(islice(pages, ARCHIVE_PAGES)):
        path = folder / f"part-{len(paths):03}.warc.gz"
        with path.open("wb") as stream:
            writer = WarcWriter(stream)
            for page in batch:
                writer.add(page)
                size += len(page.data)
        paths.append(str(path))
    return paths, size


def draw_shop(pages: int) -> Iterator[Page]:
    """The pages of an invented shop."""
    settings = DemoSettings(seed=1, pages=pages)
    blueprint = draw_blueprint(settings)
    for page in draw_pages(blueprint, settings):
        url = page_url(blueprint, page.path)
        yield Page(url, url, url, blueprint.shop.site, page.html.encode())


def draw_unlike(pages: int) -> Iterator[Page]:
    """Pages of one site that have tags, classes, nesting and words of their own."""
    for number in range(pages):
        chance = Random(number)
        url = f"https://unlike.example/{number}"
        html = f"<title>Page {number}</title><body>{_draw_tree(chance, 4)}</body>"
        yield Page(url, url, url, "unlike.example", html.encode())


def _draw_tree(chance: Random, depth: int) -> str:
    if not depth:
        return " ".join(_draw_word(chance) for _ in range(chance.randint(1, 12)))
    children = (
        f'<{tag} class="{_draw_word(chance)}">{_draw_tree(chance, depth - 1)}</{tag}>'
        for tag in chance.choices(TAGS, k=chance.randint(2, 4))
    )
    return "".join(children)


def _draw_word(chance: Random) -> str:
    return "".join(chance.choices("abcdefghilmnoprstu", k=chance.randint(4, 9)))


def main() -> None:
    given = sys.argv[1:]
    unlike = "--unlike" in given
    draw, usual = (draw_unlike, SIZES_UNLIKE) if unlike else (draw_shop, SIZES)
    sizes = [int(size) for size in given if size != "--unlike"] or list(usual)
    kept = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    entries = {name: kept.get(name, []) for name in ("sizes", "unlike")}
    name = "unlike" if unlike else "sizes"
    for size in sizes:
        measured = measure(size, draw)
        print(json.dumps(measured), flush=True)
        others = [entry for entry in entries[name] if entry["pages"] != size]
        entries[name] = sorted([*others, measured], key=itemgetter("pages"))
        KEPT.write_text(json.dumps(asdict(Scaling(**entries)), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
