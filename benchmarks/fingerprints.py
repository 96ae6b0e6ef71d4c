"""How fingerprints cluster by the million, with both variants of the index.

Generated fingerprints are clustered in a fresh process each time; some more are then looked up.
"""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from benchmarks.generated_fingerprints import (
    ALIKE,
    CRAWL,
    generate_fingerprints,
    generate_training,
)
from benchmarks.results import Result
from unmold.clusters.fingerprint_index import FingerprintIndex, IndexSettings

RUNS = 3
LOOKUPS = 20_000
QUARTER = CRAWL // 4
TRAINING = [1_000, 10_000, 100_000, 1_000_000]
VARIANTS = ["masked", "split"]


def print_clustering(file: str, documents: int, variant: Literal["masked", "split"]) -> None:
    """Clusters the first fingerprints of a file, looks its last ones up, prints what it took."""
    prints = np.load(file)
    index = FingerprintIndex(IndexSettings(variant=variant))
    start, processor_start = time.perf_counter(), time.process_time()
    index.add(prints[:documents])
    sizes = np.bincount(index.cluster()[index.documents])
    seconds, processor = time.perf_counter() - start, time.process_time() - processor_start
    found = index.find(prints[-LOOKUPS:])
    report = {
        "clusters": len(sizes),
        "lone": int((sizes == 1).sum()),
        "largest": int(sizes.max()),
        "seconds": seconds,
        "processor": processor,
        "megabytes": peak_megabytes(),
        "near": len(found.near) / LOOKUPS,
        "compared": float(found.candidates.mean()),
        "most": int(found.candidates.max()),
    }
    print(json.dumps(report))


def peak_megabytes() -> float:
    """The peak of this process alone; `getrusage` would count the process that started it."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    kilobytes = next(line.split()[1] for line in lines if line.startswith("VmHWM"))
    return int(kilobytes) / 1024


def measure(file: Path, documents: int, variant: str) -> dict[str, Any]:
    """The best of a few fresh processes."""
    call = f"print_clustering({str(file)!r}, {documents}, {variant!r})"
    command = [sys.executable, "-c", f"from benchmarks.fingerprints import *; {call}"]
    runs = []
    for _ in range(RUNS):
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
        runs.append(json.loads(done.stdout))
    return min(runs, key=lambda run: float(run["seconds"]))


def measure_all(name: str, prints: NDArray[np.uint8], counts: list[int]) -> list[list[str]]:
    """One row for each variant and each number of documents."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "fingerprints.npy"
        np.save(file, prints)
        return [
            show(name, documents, variant, measure(file, documents, variant))
            for variant in VARIANTS
            for documents in counts
        ]


def show(name: str, documents: int, variant: str, found: dict[str, Any]) -> list[str]:
    return [
        name,
        variant,
        f"{documents:,}",
        f"{found['clusters']:,}",
        f"{found['lone']:,}",
        f"{found['largest']:,}",
        f"{found['seconds']:.2f} s",
        f"{1e6 * found['processor'] / documents:.2f} µs",
        f"{found['megabytes']:,.0f} MB",
        f"{found['near']:.1f}",
        f"{found['compared']:.1f}",
        f"{found['most']:,}",
    ]


def summarize(rows: list[list[str]]) -> str:
    largest = next(row for row in rows if row[2] == f"{CRAWL:,}")
    _, variant, documents, clusters, *_ = largest
    seconds, memory = largest[6], largest[8]
    return (
        f"{documents} fingerprints into {clusters} clusters, index `{variant}`: {seconds} and "
        f"{memory}."
    )


def main() -> None:
    crawl = generate_fingerprints(CRAWL + LOOKUPS)
    alike = generate_fingerprints(QUARTER + LOOKUPS, ALIKE)
    training = generate_training(max(TRAINING) + LOOKUPS)
    rows = measure_all("a crawl", crawl, [QUARTER, CRAWL])
    rows += measure_all("a crawl of pages that begin alike", alike, [QUARTER])
    rows += measure_all("50 templates", training, TRAINING)
    Result(
        name="fingerprints",
        title="Clustering by fingerprints.",
        note=(
            "Generated fingerprints: in a crawl most pages stand alone, the others in clusters "
            f"whose sizes follow a power law. Then {LOOKUPS:,} more of the same kind are looked "
            "up: how many near fingerprints each has, how many were compared to find them. `each` "
            "is the time of all processors for one document; memory is that of the whole process "
            f"at its peak. Best of {RUNS} runs."
        ),
        columns=[
            "pages",
            "index",
            "documents",
            "clusters",
            "lone pages",
            "largest",
            "time",
            "each",
            "memory",
            "near",
            "compared",
            "at most",
        ],
        rows=rows,
        headline=summarize(rows),
    ).publish()
