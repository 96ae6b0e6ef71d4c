"""What it costs to learn a template: in seconds of one processor, and in bare parses of its pages.

Real templates of `UNMOLD_CORPORA`, given by the names of their pages, and two invented ones of a
known size: one like a shop, and one whose pages are little but a list of very many rows. Parses are
selectolax's of the same pages, in the same run: learning and parsing take turns, and of each the
quickest counts. As in the processes of a run, Python's collector waits until a template is learned,
and what it takes then is counted.
"""

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from benchmarks.corpora import corpora_folder
from benchmarks.parse import parse_with_selectolax
from benchmarks.results import Result
from unmold._core import decode
from unmold.model import Page
from unmold.templates import induce_from_pages

TURNS = 3
SAMPLE = 50
TEMPLATES = {
    "imdb (swde)": "swde/pages/movie/movie-imdb/*",
    "newegg (swde)": "swde/pages/camera/camera-newegg/*",
    "openjdk17, classes": "openjdk17/pages/java.base/java/util/*.html",
}
"""Pages of one template each, below the folder of corpora."""
WORDS = """amber birch cedar delta ember fjord grove heath islet jetty knoll ledge marsh north ocean
prairie quarry river stone timber upland valley willow yarrow""".split()  # noqa: SIM905


@dataclass(frozen=True)
class Learned:
    """What learning one template took."""

    name: str
    pages: int
    size: int
    """Bytes of all pages."""
    seconds: float
    parse: float
    """Seconds of a bare parse of the same pages."""

    def row(self) -> list[str]:
        return [
            self.name,
            str(self.pages),
            f"{self.size / self.pages / 1000:.0f}",
            f"{self.seconds:.2f}",
            f"{5e6 * self.seconds / self.size:.2f}",
            f"{self.seconds / self.parse:.1f}",
        ]


def words(random: Random, count: int) -> str:
    return " ".join(random.choice(WORDS) for _ in range(count))


def shop_page(number: int) -> bytes:
    """A page of 100 KB: labels with values, prose, reviews, a list of other things."""
    random = Random(number)
    menu = "".join(f'<li><a href="/{word}">{word.title()}</a></li>' for word in WORDS)
    facts = "".join(
        f'<tr><th>{word.title()}</th><td><span class="v">{random.randrange(999)}</span></td></tr>'
        for word in WORDS
        if random.random() < 0.9
    )
    reviews = "".join(
        f'<li class="review"><b class="who">{words(random, 2)}</b><i>{random.randrange(1, 6)} of 5'
        f'</i><p class="said">{words(random, 40)}. {words(random, 30)}.</p></li>'
        for _ in range(random.randrange(130, 150))
    )
    others = "".join(
        f'<div class="card"><a href="/item/{random.randrange(9999)}"><img src="/i/{n}.jpg" alt="">'
        f'<span class="name">{words(random, 3)}</span></a><em>${random.randrange(99)}.50</em></div>'
        for n in range(100)
    )
    prose = "".join(f"<p>{words(random, 60).capitalize()}.</p>" for _ in range(30))
    return (
        f"<html><head><title>{words(random, 3)} | Shop</title></head><body><ul class=menu>{menu}"
        f"</ul><h1>{words(random, 3)} {number}</h1><b class=price>${random.randrange(99)}.50</b>"
        f"<table class=facts>{facts}</table><div class=story>{prose}</div><ul class=reviews>"
        f"{reviews}</ul><div class=others>{others}</div><p>All rights reserved</p></body></html>"
    ).encode()


def index_page(number: int, rows: int = 1_125) -> bytes:
    """A page of 600 KB that is an index: 8 of them have 9,000 rows, each of one of many classes."""
    random = Random(number)
    entries = "".join(
        f'<div class="entry e{random.randrange(40)}"><dt><a href="/{number}/{row}" title='
        f'"{words(random, 6)}">{words(random, 2)}.{row}</a> - <b>{words(random, 1)}</b></dt>'
        f'<dd class="where">{words(random, 26)}</dd><dd class="{words(random, 1)}">'
        f"{words(random, 31)}</dd></div>"
        for row in range(rows)
    )
    return f"<html><body><h1>Index {number}</h1><dl>{entries}</dl></body></html>".encode()


def invented(make: Callable[[int], bytes], number: int) -> list[Page]:
    return [
        Page(str(n), f"{n}.html", f"https://site.example/{n}.html", "site.example", make(n))
        for n in range(number)
    ]


def real(pattern: str) -> list[Page]:
    """Pages of a template, the first of them by name."""
    folder = corpora_folder()
    files = sorted(folder.glob(pattern))[:SAMPLE]
    if not files:
        raise SystemExit(f"error: there is no page {pattern} in UNMOLD_CORPORA")
    return [
        Page(file.name, file.name, f"https://site.example/{file.name}", "site", file.read_bytes())
        for file in files
    ]


def time_of(action: Callable[[], object]) -> float:
    start = time.process_time()
    action()
    return time.process_time() - start


def learn(pages: list[Page]) -> None:
    """Learns a template, and frees what that left, as `unmold.pipeline.workers` does."""
    gc.disable()
    induce_from_pages(pages, jobs=1)
    gc.collect()
    gc.freeze()
    gc.enable()


def measure(name: str, pages: list[Page]) -> Learned:
    decoded = [decode(page.data, page.charset)[0].encode() for page in pages]
    learning, parsing = [], []
    for _ in range(TURNS):
        parsing.append(time_of(lambda: parse_with_selectolax(decoded)))
        learning.append(time_of(lambda: learn(pages)))
    size = sum(map(len, decoded))
    return Learned(name, len(pages), size, min(learning), min(parsing))


def main() -> None:
    found = [
        measure("a shop, invented", invented(shop_page, SAMPLE)),
        measure("9,000 rows, invented", invented(index_page, 8)),
        *(measure(name, real(pattern)) for name, pattern in TEMPLATES.items()),
    ]
    shop, index, *_ = found
    Result(
        name="learning",
        title="Learning a template.",
        note="One template from a sample of its pages, on one thread, Python's collector paused as "
        "in a run and then counted; a parse is selectolax's of the same pages, in the same run. "
        "What 5 MB take is what a template of 50 pages of 100 KB takes.",
        columns=["template", "pages", "KB a page", "CPU seconds", "for 5 MB", "parses"],
        rows=[one.row() for one in found],
        headline=f"A template of {shop.pages} pages of {shop.size / shop.pages / 1000:.0f} KB is "
        f"learned in {shop.seconds:.2f} s, one of {index.pages} pages with 9,000 rows in "
        f"{index.seconds:.1f} s.",
    ).publish()
