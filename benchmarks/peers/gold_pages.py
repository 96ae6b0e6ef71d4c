"""The pages of gold tables that peers are compared on: some to learn from, others to be scored."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from unmold._core import decode
from unmold.bench.corpus import Corpus, find_corpora
from unmold.bench.extraction.gold_tables import VARIABLE, find_gold_tables, read_some_pages
from unmold.evaluation.gold_tables import GoldTable
from unmold.model import Page

SCORED, EXAMPLES, LEARNED = 10, 2, 20
"""Pages of each template that are scored, whose gold values are given as examples, and that may be
learned from without their gold; the last include the examples, never those scored."""

ARTICLES = (
    *("dice-job", "enchufa2-post", "izquierda-post", "mapofkent-post"),
    *("openems-article", "semifluid-post", "ties-article"),
)
"""The gold tables whose pages are mostly one text: what trafilatura was made for."""


@dataclass(frozen=True)
class GoldPages:
    """Pages of one template, by their path in gold."""

    gold: GoldTable
    scored: dict[str, Page]
    examples: dict[str, Page]
    learned: list[Page]

    @property
    def name(self) -> str:
        return self.gold.name

    @property
    def is_article(self) -> bool:
        return self.name in ARTICLES


def decode_page(page: Page) -> str:
    """The text of a page, for packages that leave decoding to their caller."""
    return decode(page.data)[0]


def read_gold_pages(seed: int = 0) -> Iterator[GoldPages]:
    """The pages of every gold table, drawn with a seed."""
    found = find_gold_tables(find_corpora())
    if found is None:
        hint = f"set {VARIABLE} to a folder of gold tables"
        raise SystemExit(f"error: this benchmark needs gold tables\nhint: {hint}")
    for corpus, gold in found.tables:
        yield draw_pages(corpus, gold, seed)


def draw_pages(corpus: Corpus, gold: GoldTable, seed: int) -> GoldPages:
    """Some pages of one gold table, and others of its template."""
    order = Random(seed).sample(sorted(gold.records), len(gold.records))
    known = set(order)
    others = sorted(
        path
        for path, template in corpus.gold.template.items()
        if template == gold.template and corpus.site_of(path) == gold.site and path not in known
    )
    others = Random(seed).sample(others, len(others))
    scored, rest = order[:SCORED], order[SCORED:]
    pages = read_some_pages(corpus, [*scored, *(rest + others)[:LEARNED]])
    return GoldPages(
        gold,
        {path: pages[path] for path in scored if path in pages},
        {path: pages[path] for path in rest[:EXAMPLES] if path in pages},
        [pages[path] for path in (rest + others)[:LEARNED] if path in pages],
    )
