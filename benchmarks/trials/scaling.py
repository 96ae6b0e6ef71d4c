"""Whether a run takes as long for each page, and little memory, however many pages a site has.

    python -m benchmarks.trials.scaling [PAGES ...]

Writes invented shops of these sizes into archives and does the whole job on each, in a process of
its own. Kept are, for each step, processor time per page and the most memory that was resident
meanwhile (Linux only), and how long all of it took. The figures go to
`benchmarks/results/trials/scaling.json`; sizes that are there and were not asked for stay.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
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
ARCHIVE_PAGES = 10_000
"""Twenty megabytes, compressed."""

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


def measure(pages: int) -> dict[str, Any]:
    """What a run on a shop of that many pages took."""
    with TemporaryDirectory() as name:
        archives, size = write_archives(Path(name), pages)
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


def write_archives(folder: Path, pages: int) -> tuple[list[str], int]:
    """Archives of an invented shop, and how many bytes of HTML they hold."""
    settings = DemoSettings(seed=1, pages=pages)
    blueprint = draw_blueprint(settings)
    drawn = draw_pages(blueprint, settings)
    paths: list[str] = []
    size = 0
    while batch := list(islice(drawn, ARCHIVE_PAGES)):
        path = folder / f"part-{len(paths):03}.warc.gz"
        with path.open("wb") as stream:
            writer = WarcWriter(stream)
            for page in batch:
                url, html = page_url(blueprint, page.path), page.html.encode()
                writer.add(Page(url, url, url, blueprint.shop.site, html))
                size += len(html)
        paths.append(str(path))
    return paths, size


def main() -> None:
    sizes = [int(size) for size in sys.argv[1:]] or list(SIZES)
    kept = json.loads(KEPT.read_text(encoding="utf-8"))["sizes"] if KEPT.exists() else []
    by_size = {entry["pages"]: entry for entry in kept}
    for size in sizes:
        by_size[size] = measure(size)
        print(json.dumps(by_size[size]), flush=True)
        found = Scaling([by_size[key] for key in sorted(by_size)])
        KEPT.write_text(json.dumps(asdict(found), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
