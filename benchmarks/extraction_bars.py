"""What parsing with features and extracting cost beside a bare parse and a wrapper by hand.

All take turns on the pages of one site of SWDE, round after round in one process, and each one's
best round counts: in processor time, and for two threads against one in elapsed time.
"""

import time
from collections.abc import Callable
from functools import partial

from parsel import Selector

from benchmarks.corpora import corpora_folder
from benchmarks.parse import parse_with_selectolax
from benchmarks.results import Result
from unmold._core import decode
from unmold.clusters.auto import AutoClusterer
from unmold.features.compute import compute_columns
from unmold.model import Page
from unmold.pages import read_pages
from unmold.pipeline.extraction import Batch, TemplateTiers, extract_batch, fill_batches
from unmold.records.extract import apply_templates
from unmold.settings import Limits
from unmold.store.feature_files import columns_to_keep
from unmold.templates import induce_template
from unmold.templates.signature import COLUMNS

SITE = "university-collegeboard"
SAMPLE = 30
ROUNDS = 15
THREAD_ROUNDS = 25
"""Extraction alone takes 15 ms on two threads: less than others may have them for in between."""

FIELDS = (
    "//title/text()",
    "//h1//text()",
    "//h2//text()",
    "//meta[@name='description']/@content",
    "//link[@rel='canonical']/@href",
    "//img/@src",
    "//table//td//text()",
    "//ul/li//text()",
    "//p//text()",
    "//*[contains(@class, 'price')]//text()",
)
"""What a person writes for ten fields; of each the first value counts."""

BARE_PARSE = "selectolax, bare parse"
PARSEL = "parsel, ten fields by hand"
FEATURES = "unmold, parse and features of a run"
EXTRACT = "unmold, both tiers as typed tables"
BARS = {FEATURES: (BARE_PARSE, 0.35), EXTRACT: (BARE_PARSE, 1.9)}
"""What each may cost at most, and of what."""


def read_with_parsel(texts: list[str]) -> None:
    for text in texts:
        page = Selector(text)
        for field in FIELDS:
            page.xpath(field).get()


def extract_with_unmold(tiers: TemplateTiers, pages: list[Page]) -> None:
    for batch in fill_batches(Batch(tiers, Limits(), jobs=1), pages):
        extract_batch(batch)


def site_pages() -> list[Page]:
    """The pages of the site, or of the largest where the corpus has another choice of sites."""
    by_site: dict[str, list[Page]] = {}
    for page in read_pages(corpora_folder() / "swde" / "manifest.csv"):
        by_site.setdefault(page.site, []).append(page)
    return by_site.get(SITE) or max(by_site.values(), key=len)


def best_of(action: Callable[[], object], clock: Callable[[], float]) -> float:
    start = clock()
    action()
    return clock() - start


def measure(pages: list[Page]) -> dict[str, float]:
    """The best processor time of each in seconds."""
    tiers = TemplateTiers(induce_template(pages[:SAMPLE]))
    columns = columns_to_keep({*COLUMNS, *AutoClusterer.reads})
    texts = [decode(page.data, page.charset)[0] for page in pages]
    encoded = [text.encode() for text in texts]
    actions: dict[str, Callable[[], object]] = {
        BARE_PARSE: lambda: parse_with_selectolax(encoded),
        PARSEL: lambda: read_with_parsel(texts),
        FEATURES: lambda: compute_columns(pages, columns, jobs=1),
        EXTRACT: lambda: extract_with_unmold(tiers, pages),
    }
    times: dict[str, float] = {}
    for _ in range(ROUNDS):
        for name, action in actions.items():
            seconds = best_of(action, time.process_time)
            times[name] = min(seconds, times.get(name, seconds))
    return times | measure_threads(tiers, pages)


def measure_threads(tiers: TemplateTiers, pages: list[Page]) -> dict[str, float]:
    """The best elapsed time of extraction with one thread and with two."""
    times: dict[str, float] = {}
    for _ in range(THREAD_ROUNDS):
        for jobs in (1, 2):
            name = f"unmold, extraction alone, elapsed, threads: {jobs}"
            work = partial(
                apply_templates, tiers.native, pages, Limits(), jobs=jobs, with_sources=False
            )
            seconds = best_of(work, time.perf_counter)
            times[name] = min(seconds, times.get(name, seconds))
    return times


def render_row(name: str, times: dict[str, float], pages: int) -> list[str]:
    parses = times[name] / times[BARE_PARSE]
    bar = f"{BARS[name][1]:.2f}" if name in BARS else ""
    each = 1000 * times[name] / pages
    return [name, f"{each:.3f}", f"{parses:.2f}", f"{times[name] / times[PARSEL]:.2f}", bar]


def publish() -> None:
    pages = site_pages()
    times = measure(pages)
    single, double = [seconds for name, seconds in times.items() if "threads" in name]
    Result(
        name="whole_job-bars",
        title="Parts of the job.",
        note=f"{len(pages):,} pages of {pages[0].site} (swde), taking turns, best of {ROUNDS} "
        f"rounds, of threads of {THREAD_ROUNDS}. Milliseconds are those of one processor for a "
        "page, of threads elapsed ones. "
        f"Two threads are {single / double:.2f} times as fast as one.",
        columns=["what", "ms a page", "parses", "of parsel", "bar, in parses"],
        rows=[render_row(name, times, len(pages)) for name in times],
    ).publish()
