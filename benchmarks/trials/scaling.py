"""Whether a run takes as long for each page, and little memory, however many pages a site has.

    python -m benchmarks.trials.scaling [PAGES ...]

Builds invented shops of these sizes and does the whole job on each, in a process of its own. Kept
are, for each step, processor time per page and the most memory that was resident meanwhile (Linux
only). The figures go to `benchmarks/results/trials/scaling.json`; sizes that are there and were not
asked for stay.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.results import RESULTS
from unmold.bench.measuring import Measured
from unmold.demo import build_site

KEPT = RESULTS / "trials" / "scaling.json"
SIZES = (1_000, 10_000, 100_000)

PROGRAM = """
import json, os, sys
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
workspace = unmold.run(sys.argv[2], sys.argv[1], jobs=os.cpu_count(), progress=watch)
watch.note()
print(json.dumps({"megabytes": watch.peaks, "stages": workspace.summary["stages"]}))
"""


@dataclass(frozen=True)
class Scaling(Measured):
    """What runs on sites of several sizes took."""

    sizes: list[dict[str, Any]]


def measure(pages: int) -> dict[str, Any]:
    """What a run on a shop of that many pages took."""
    with TemporaryDirectory() as folder:
        site, workspace = Path(folder) / "site", Path(folder) / "workspace"
        build_site(site, seed=1, pages=pages)
        command = [sys.executable, "-c", PROGRAM, str(workspace), str(site)]
        output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    found = json.loads(output)
    each = {
        name: round(1000 * stage["cpu_seconds"] / pages, 3)
        for name, stage in found["stages"].items()
    }
    return {"pages": pages, "ms_a_page": each, "megabytes": found["megabytes"]}


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
