"""How much memory trees take, and how much a run over many pages keeps resident."""

import resource
import subprocess
import sys
from itertools import islice

import numpy

from benchmarks.corpora import corpora_folder, corpus_names, corpus_pages
from benchmarks.results import Result
from unmold import read_pages
from unmold._core.testing import parse_pages

BATCH = 256
RESIDENT_CORPUS = "openjdk17"
RESIDENT_PAGES = 10_000


def measure_arenas(corpus: str) -> tuple[int, int]:
    """The bytes of all pages of a corpus, and of all their trees."""
    page_bytes = tree_bytes = 0
    paths = iter(corpus_pages(corpus))
    while pages := [path.read_bytes() for path in islice(paths, BATCH)]:
        page_bytes += sum(map(len, pages))
        arrays = parse_pages(pages, 0)
        tree_bytes += int(numpy.frombuffer(arrays["arena_bytes"], "<u8").sum())
    return page_bytes, tree_bytes


def print_resident() -> None:
    """Reads and parses pages in batches, then prints their number and the peak of memory."""
    source = read_pages(corpora_folder() / RESIDENT_CORPUS / "manifest.csv", limit=RESIDENT_PAGES)
    count = 0
    while batch := [page.data for page in islice(source, BATCH)]:
        count += len(parse_pages(batch, 0)["problems"])
    print(count, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)


def measure_resident() -> tuple[int, float]:
    """Pages read by a process of its own, and the megabytes it kept resident at most."""
    command = [sys.executable, "-c", "from benchmarks.memory import print_resident as p; p()"]
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    count, kilobytes = map(int, output.split())
    return count, kilobytes / 1024


def main() -> None:
    rows = []
    for corpus in corpus_names():
        page_bytes, tree_bytes = measure_arenas(corpus)
        share = f"{tree_bytes / page_bytes:.2f}"
        rows.append([corpus, f"{page_bytes / 1e6:.0f} MB", f"{tree_bytes / 1e6:.0f} MB", share])
    count, resident = measure_resident()
    Result(
        name="memory",
        title="Memory.",
        note="All pages of each corpus and their trees, without the text that trees point into. "
        f"Reading and parsing {count:,} pages of {RESIDENT_CORPUS} keeps at most {resident:.0f} MB "
        "resident.",
        columns=["corpus", "pages", "trees", "trees per byte of page"],
        rows=rows,
        headline=f"Reading and parsing {count:,} pages keeps at most {resident:.0f} MB resident.",
    ).publish()
