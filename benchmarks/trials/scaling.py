"""Whether a run takes as long for each page, and little memory, however many pages a site has.

    python -m benchmarks.trials.scaling [--kind KIND] [--folder FOLDER] [--draw] [PAGES ...]

Writes invented sites of these sizes into archives and does the whole job on each, in a process of
its own: a `shop`; one site whose pages are `unlike`, so that no two have a template in common; or
`small` sites of ten pages each, which come in turns as in a crawl. Kept are, for each step,
processor time per page and the most memory that was resident meanwhile, that of worker processes
included (Linux only), and how long all of it took. Archives in a folder that is named stay there
and are used again; `--draw` writes these and measures nothing. The figures go to
`benchmarks/results/trials/scaling.json`; sizes that are there and were not asked for stay.
"""

from __future__ import annotations

import argparse
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
from unmold.demo.page import Blueprint
from unmold.demo.site import draw_blueprint, draw_pages
from unmold.model import Page
from unmold.pages.warc_writer import WarcWriter

KEPT = RESULTS / "trials" / "scaling.json"
SIZES = (1_000, 10_000, 100_000)
SIZES_UNLIKE = (5_000, 50_000)
SIZES_SMALL = (1_000, 10_000)
PAGES_OF_SMALL = 10
ARCHIVE_PAGES = 10_000
"""Twenty megabytes, compressed."""
DRAWN = 100_000
"""Pages of a shop that are invented one by one, which takes as long as all that is measured; of
more, each has editions that differ in address, title and heading."""
TAGS = ("div", "section", "p", "ul", "li", "article", "span", "h2", "h3", "table", "blockquote")

PROGRAM = """
import json, os, sys, threading, time
from pathlib import Path
import unmold
from unmold.pipeline import whole_job

def peak_of(process):
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in status.splitlines() if "VmHWM" in line), 0)

class Watch:
    workers = 0

    def __init__(self):
        self.peaks = {}

    def do(self, job, step, *given):
        Path("/proc/self/clear_refs").write_text("5")  # the peak is counted anew
        self.workers = 0
        do_step(job, step, *given)
        self.peaks[step.name] = (peak_of("self") + self.workers) // 1024

    def watch_workers(self):
        while True:
            tasks = Path("/proc/self/task").glob("*/children")
            children = " ".join(task.read_text() for task in tasks).split()
            self.workers = max(self.workers, sum(map(peak_of, children)))
            time.sleep(0.5)

watch, do_step = Watch(), whole_job._do
whole_job._do = watch.do
threading.Thread(target=watch.watch_workers, daemon=True).start()
begun = time.monotonic()
workspace = unmold.run(sys.argv[2:], sys.argv[1], jobs=os.cpu_count())
took = time.monotonic() - begun
found = {"seconds": took, "megabytes": watch.peaks, "stages": workspace.summary["stages"]}
print(json.dumps(found))
"""


@dataclass(frozen=True)
class Scaling(Measured):
    """What runs on sites of several sizes took."""

    sizes: list[dict[str, Any]]
    unlike: list[dict[str, Any]]
    small: list[dict[str, Any]]


def measure(
    pages: int, draw: Callable[[int], Iterator[Page]], folder: Path | None = None
) -> dict[str, Any]:
    """What a run on a site of that many pages took; its archives stay in the folder, if given."""
    with TemporaryDirectory() as name:
        archives, size = keep_archives(folder or Path(name), draw, pages)
        workspace = str(Path(name, "workspace"))
        command = [sys.executable, "-c", PROGRAM, workspace, *archives]
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


def keep_archives(
    folder: Path, draw: Callable[[int], Iterator[Page]], pages: int
) -> tuple[list[str], int]:
    """The archives of such a site, and how many bytes of HTML they hold; as they are if known."""
    own = folder / f"{draw.__name__}-{pages}"
    about = own / "bytes"
    if about.exists():
        return sorted(map(str, own.glob("*.warc.gz"))), int(about.read_text(encoding="utf-8"))
    own.mkdir(parents=True, exist_ok=True)
    archives, size = write_archives(own, draw(pages))
    about.write_text(str(size), encoding="utf-8")
    return archives, size


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
    """The pages of an invented shop; of a very large one some are editions of others."""
    settings = DemoSettings(seed=1, pages=min(pages, DRAWN))
    blueprint = draw_blueprint(settings)
    editions = -(-pages // DRAWN)
    return islice(_draw_editions(blueprint, settings, editions), pages)


def _draw_editions(blueprint: Blueprint, settings: DemoSettings, editions: int) -> Iterator[Page]:
    for page in draw_pages(blueprint, settings):
        url = page_url(blueprint, page.path)
        yield Page(url, url, url, blueprint.shop.site, page.html.encode())
        for edition in range(2, editions + 1):
            other = f"{url}?edition={edition}"
            html = page.html.replace("</h1>", f" (edition {edition})</h1>")
            html = html.replace("</title>", f" (edition {edition})</title>")
            yield Page(other, other, other, blueprint.shop.site, html.encode())


def draw_unlike(pages: int) -> Iterator[Page]:
    """Pages of one site that have tags, classes, nesting and words of their own."""
    for number in range(pages):
        chance = Random(number)
        url = f"https://unlike.example/{number}"
        html = f"<title>Page {number}</title><body>{_draw_tree(chance, 4)}</body>"
        yield Page(url, url, url, "unlike.example", html.encode())


def draw_small(pages: int) -> Iterator[Page]:
    """Pages of sites of ten pages each, one of every site and then the next one of every site."""
    sites = max(1, pages // PAGES_OF_SMALL)
    for number in range(pages):
        chance, (turn, site) = Random(number), divmod(number, sites)
        url = f"https://site{site}.example/{turn}.html"
        words = "".join(f"<p class=w{site}>{_draw_tree(chance, 0)}.</p>" for _ in range(8))
        html = (
            f"<title>Site {site}</title><body class=c{site}><ul><li><a href=/>Home</a></ul>"
            f"<h1>{_draw_tree(chance, 0)}</h1><b class=price>${chance.randint(1, 99)}.50</b>{words}"
        )
        yield Page(url, url, url, f"site{site}.example", html.encode())


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


KINDS = {
    "shop": ("sizes", draw_shop, SIZES),
    "unlike": ("unlike", draw_unlike, SIZES_UNLIKE),
    "small": ("small", draw_small, SIZES_SMALL),
}
"""What can be measured: under which name it is kept, how it is drawn, and its usual sizes."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pages", type=int, nargs="*")
    parser.add_argument("--kind", choices=KINDS, default="shop")
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--draw", action="store_true")
    given = parser.parse_args()
    kept, draw, usual = KINDS[given.kind]
    sizes = given.pages or list(usual)
    if given.draw:
        for size in sizes:
            keep_archives(given.folder, draw, size)
        return
    for size in sizes:
        measured = measure(size, draw, given.folder)
        print(json.dumps(measured), flush=True)
        keep(kept, measured)


def keep(name: str, measured: dict[str, Any]) -> None:
    """Keep the figures of a size among those of others."""
    kept = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    entries = {name: kept.get(name, []) for name, _, _ in KINDS.values()}
    others = [entry for entry in entries[name] if entry["pages"] != measured["pages"]]
    entries[name] = sorted([*others, measured], key=itemgetter("pages"))
    KEPT.write_text(json.dumps(asdict(Scaling(**entries)), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
