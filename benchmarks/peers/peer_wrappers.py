"""Wrappers of ten fields that a person wrote, beside a learned template: how fast, how right.

The pages are job offers of one site. Each wrapper is written as the documents of its package would
have it; all begin with the text of a page, unmold with its bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.metadata import version
from statistics import mean
from time import process_time

import lxml.html
from lxml import etree
from parsel import Selector
from selectolax.lexbor import LexborHTMLParser

from benchmarks.peers.gold_pages import GoldPages, decode_page, read_gold_pages
from benchmarks.peers.peer_tables import find_named
from benchmarks.peers.registry import UNMOLD, collect_columns
from benchmarks.results import Result
from unmold.bench.text_tables import show_rate
from unmold.evaluation.columns import field_agreement
from unmold.evaluation.found_tables import FoundTables
from unmold.records import extract_records
from unmold.templates import induce_template

TEMPLATE = "dice-job"
ROUNDS, TIMES = 5, 5
"""Rounds, and how often each page is read in one: a template is made ready once for all pages."""

LABELS = {
    "title": "Title:",
    "company": "Company:",
    "location": "Location:",
    "date": "Date:",
    "skills": "Skills:",
    "employment_type": "Employ. Type:",
    "pay_rate": "Pay Rate:",
    "position_id": "Position ID:",
    "telecommute": "Telecommute:",
}
"""Nine of the fields stand in a list of labels and values; the tenth is the website."""
FIELDS = (*LABELS, "website")

Values = dict[str, str | None]


def _pick(facts: Mapping[str, str | None], website: str | None) -> Values:
    return {name: facts.get(label) for name, label in LABELS.items()} | {"website": website}


def read_with_parsel(text: str) -> Values:
    page = Selector(text=text)
    facts = {
        item.css("dt::text").get(""): item.xpath("normalize-space(dd)").get()
        for item in page.css("div.job_overview dl")
    }
    return _pick(facts, page.css("#siteUrl a::text").get())


_ITEMS = etree.XPath("//div[@class='job_overview']/dl")
_LABEL, _VALUE = etree.XPath("string(dt)"), etree.XPath("normalize-space(dd)")
_WEBSITE = etree.XPath("string(//*[@id='siteUrl']/a)")


def read_with_lxml(text: str) -> Values:
    page = lxml.html.document_fromstring(text)
    return _pick({_LABEL(item): _VALUE(item) for item in _ITEMS(page)}, _WEBSITE(page))


def read_with_selectolax(text: str) -> Values:
    page = LexborHTMLParser(text)
    facts = {}
    for item in page.css("div.job_overview dl"):
        label, value = item.css_first("dt"), item.css_first("dd")
        if label and value:
            facts[label.text()] = " ".join(value.text().split())
    website = page.css_first("#siteUrl a")
    return _pick(facts, website.text() if website else None)


WRAPPERS: dict[str, Callable[[str], Values]] = {
    "selectolax": read_with_selectolax,
    "lxml": read_with_lxml,
    "parsel": read_with_parsel,
}
"""By package the wrapper that is written with it."""


def share_right(group: GoldPages, found: FoundTables) -> float:
    """F1 of the ten fields in the mean; the column of each is the one with its name."""
    columns = [column for column in found.columns if not column.part]
    pages = list(group.scored)
    wanted = [field for field in group.gold.fields() if field.label in FIELDS]
    named = [(field, find_named(field, columns)) for field in wanted]
    return mean(
        field_agreement(field, column, pages).f1 if column else 0.0 for field, column in named
    )


def time_best(call: Callable[[], object], pages: int) -> float:
    """Milliseconds of processor time for a page, in the best of some rounds."""
    times = []
    for _ in range(ROUNDS):
        start = process_time()
        call()
        times.append(process_time() - start)
    return 1000 * min(times) / pages


def measure_wrapper(group: GoldPages, read: Callable[[str], Values]) -> tuple[float, float]:
    """Milliseconds for a page, and how right it is."""
    texts = [decode_page(page) for page in group.learned] * TIMES
    said = {path: read(decode_page(page)) for path, page in group.scored.items()}
    milliseconds = time_best(lambda: [read(text) for text in texts], len(texts))
    return milliseconds, share_right(group, collect_columns(said))


def measure_template(group: GoldPages) -> tuple[float, float, int]:
    """The same of a learned template, and the number of its columns."""
    template = induce_template(group.learned, jobs=1).best
    found = UNMOLD.learn(group)(group.scored)
    pages = group.learned * TIMES
    milliseconds = time_best(lambda: list(extract_records(template, pages, jobs=1)), len(pages))
    return milliseconds, share_right(group, found), len(found.columns)


def measure() -> list[Result]:
    group = next(group for group in read_gold_pages() if group.name == TEMPLATE)
    milliseconds, right, columns = measure_template(group)
    rows = [["unmold, learned", str(columns), f"{milliseconds:.2f}", show_rate(right)]]
    for package, read in WRAPPERS.items():
        milliseconds, right = measure_wrapper(group, read)
        name = f"{package} {version(package)}, by hand"
        rows.append([name, str(len(FIELDS)), f"{milliseconds:.2f}", show_rate(right)])
    return [
        Result(
            name="peers-wrappers",
            title="Extraction beside wrappers written by hand.",
            note=f"Job offers of a development site, {len(group.learned)} pages, one thread, "
            f"processor time, best of {ROUNDS} rounds: from bytes to a record of all of unmold's "
            "columns, child tables included, and from decoded text to ten values. *right* is the "
            f"F1 of these ten, by name, on {len(group.scored)} other pages.",
            columns=["wrapper", "columns", "ms a page", "right"],
            rows=rows,
            headline="A page of job offers to values: "
            + ", ".join(f"{row[2]} ms ({row[0]}, {row[1]} columns)" for row in rows)
            + ".",
        )
    ]
