"""A whole shop on loopback: the crawl meets every page, in the order that can be foretold."""

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from crawl.conftest import LocalSite
from crawl.test_crawl import crawl

from unmold.crawl import CrawlSettings, crawl_site
from unmold.demo import build_site
from unmold.pages import read_pages
from unmold.pages.links import read_links

PAGES = 500


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a shop that is being served."""
    folder = tmp_path_factory.mktemp("shop")
    build_site(folder, seed=12, pages=PAGES)
    handler = partial(QuietHandler, directory=str(folder / "site"))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def crawled(shop: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    workspace = tmp_path_factory.mktemp("crawl")
    settings = CrawlSettings(throttle=False, concurrency=16)
    assert crawl_site(shop, workspace, settings).stored == PAGES
    return workspace


def test_a_crawl_records_what_the_simulation_predicts(crawled: Path) -> None:
    rows = pq.read_table(crawled / "crawl" / "inbound.parquet").to_pylist()
    table = read_links(read_pages(crawled))
    urls = {entry.number: table.pages[entry.page][1] for entry in table.inbound}
    simulated = [
        (urls[entry.number], entry.depth, urls.get(entry.source or 0), entry.xpath, entry.text)
        for entry in table.inbound
    ]
    recorded = [
        (row["final_url"], row["depth"], row["source_url"], row["xpath"], row["text"])
        for row in rows
    ]
    assert recorded == simulated
    assert max(row["depth"] for row in rows) >= 3


def test_every_page_is_there_once(crawled: Path) -> None:
    urls = [page.url for page in read_pages(crawled)]
    assert len(urls) == len(set(urls)) == PAGES


def test_missing_pages_are_flagged(crawled: Path) -> None:
    flagged = [page for page in read_pages(crawled) if page.is_soft_404]
    assert 0 < len(flagged) < PAGES / 10


def test_requests_keep_their_distance(site: LocalSite, tmp_path: Path) -> None:
    """Scrapy varies the delay between a half and one and a half of what it is told."""
    names = [f"/{number}" for number in range(5)]
    site.links("/", *names)
    site.pages |= dict.fromkeys(names, "<p>page")
    crawl(site, tmp_path, delay=0.2, throttle=True)
    gaps = [later - sooner for sooner, later in zip(site.times, site.times[1:], strict=False)]
    assert min(gaps) >= 0.08
