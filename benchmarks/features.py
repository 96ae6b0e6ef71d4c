"""How fast pages become features, and what the features of a whole site take.

One run, one thread: all take turns on the same pages, round after round, and each one's best round
counts, in processor time. selectolax is given text that is decoded already; unmold starts from the
bytes on disk.
"""

import resource
import subprocess
import sys
import time
from collections.abc import Callable

from benchmarks.corpora import corpora_folder
from benchmarks.lexbor_walk import walk_page
from benchmarks.parse import Pages, parse_with_selectolax, read_inputs
from benchmarks.results import Result
from unmold._core import extract_features, fingerprint_pages
from unmold._core.testing import parse_pages
from unmold.features import compute_features
from unmold.features.table import COMPUTED
from unmold.pages import read_pages

ROUNDS = 5
BATCH = 64
RESIDENT_CORPUS = "openjdk17"
RESIDENT_PAGES = 10_000
STRINGS = ("links", "texts", "text_paths")

BARE_PARSE = "selectolax, bare parse"
WALK = "selectolax, walked from Python: tags, paths, links with XPath, classes, text"
FEATURES = "unmold, decode, parse and all features"
FINGERPRINTS = "unmold, fingerprints alone"


def time_call(call: Callable[[], object]) -> float:
    start = time.process_time()
    call()
    return time.process_time() - start


def walk_with_selectolax(pages: list[bytes]) -> None:
    for page in pages:
        walk_page(page)


def extract_with_unmold(pages: list[bytes]) -> None:
    """In batches, as `compute_features` does, so that results of earlier pages are let go."""
    for start in range(0, len(pages), BATCH):
        batch = pages[start : start + BATCH]
        addresses = ["https://example.com/a/b"] * len(batch)
        extract_features(batch, addresses, [None] * len(batch), COMPUTED, 1)


def measure(pages: Pages) -> dict[str, float]:
    """The best time of each in seconds."""
    actions = {
        BARE_PARSE: lambda: parse_with_selectolax(pages.texts),
        "unmold, decode and parse": lambda: parse_pages(pages.raw, 1),
        FEATURES: lambda: extract_with_unmold(pages.raw),
        FINGERPRINTS: lambda: fingerprint_pages(pages.raw, None, 1),
    }
    rounds = [{row: time_call(action) for row, action in actions.items()} for _ in range(ROUNDS)]
    best = {row: min(times[row] for times in rounds) for row in actions}
    # Far slower than the rest, so that two rounds tell enough.
    best[WALK] = min(time_call(lambda: walk_with_selectolax(pages.texts)) for _ in range(2))
    return best


def print_resident(with_texts: bool) -> None:
    """Keeps the features of many pages, then prints the peak of memory in megabytes."""
    manifest = corpora_folder() / RESIDENT_CORPUS / "manifest.csv"
    pages = read_pages(manifest, limit=RESIDENT_PAGES)
    contents = ("content_paths", "content_path_parents")
    left_out = contents if with_texts else (*contents, *STRINGS)
    features = compute_features(pages, columns=set(COMPUTED) - set(left_out))
    assert len(features) == RESIDENT_PAGES
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def measure_resident(with_texts: bool) -> float:
    """The megabytes that a process of its own kept resident at most."""
    program = f"from benchmarks.features import print_resident; print_resident({with_texts})"
    command = [sys.executable, "-c", program]
    return float(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)


def format_row(row: str, inputs: list[Pages], times: list[dict[str, float]]) -> list[str]:
    cells = []
    for pages, best in zip(inputs, times, strict=True):
        share = best[row] / best[BARE_PARSE]
        cells.append(f"{len(pages.raw) / best[row]:,.0f} pages/s ({share:.3f})")
    return [row, *cells]


def describe(inputs: list[Pages], times: list[dict[str, float]]) -> str:
    walks = ", ".join(
        f"{best[WALK] / best[FEATURES]:.0f} times on {pages.name}"
        for pages, best in zip(inputs, times, strict=True)
    )
    return (
        "One thread, processor time, and in brackets the share of selectolax's bare parse; the "
        "same pages as for parsing. All features take less time than walking selectolax's tree: "
        f"{walks}. The features of {RESIDENT_PAGES:,} pages of {RESIDENT_CORPUS} keep at most "
        f"{measure_resident(with_texts=False):.0f} MB resident, with all links and texts "
        f"{measure_resident(with_texts=True):.0f} MB."
    )


def summarize(inputs: list[Pages], times: list[dict[str, float]]) -> str:
    def cells(row: str) -> str:
        return " and ".join(format_row(row, inputs, times)[1:])

    return (
        f"Parse and all features, one thread: {cells(FEATURES)} on large and on small pages; "
        f"fingerprints alone: {cells(FINGERPRINTS)}; in brackets the share of selectolax's bare "
        "parse."
    )


def main() -> None:
    inputs = read_inputs()
    times = [measure(pages) for pages in inputs]
    Result(
        name="features",
        title="Features.",
        note=describe(inputs, times),
        columns=["what", *(pages.name for pages in inputs)],
        rows=[format_row(row, inputs, times) for row in times[0]],
        headline=summarize(inputs, times),
    ).publish()
