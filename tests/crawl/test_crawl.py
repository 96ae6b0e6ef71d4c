"""`crawl_site` against a real server on loopback: order, budgets, manners and every failure."""

import gzip
import os
import time
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from crawl.conftest import LocalSite, redirect, send

from unmold.crawl import CrawlSettings, CrawlSummary, crawl_site
from unmold.errors import MachineError, UsageError
from unmold.model import Problem
from unmold.pages import read_pages
from unmold.store.check import check_workspace

QUICK = {"throttle": False, "retries": 0, "timeout": 5.0}


def crawl(site: LocalSite, workspace: Path, **settings: object) -> CrawlSummary:
    return crawl_site(site.address + "/", workspace, CrawlSettings(**{**QUICK, **settings}))


def inbound(workspace: Path) -> list[dict[str, object]]:
    return pq.read_table(workspace / "crawl" / "inbound.parquet").to_pylist()


def paths(site: LocalSite, workspace: Path) -> list[str]:
    return [str(row["url"]).removeprefix(site.address) for row in inbound(workspace)]


def stored(workspace: Path) -> list[bytes]:
    archives = sorted((workspace / "pages").glob("*.warc.gz"))
    return [page.data for page in read_pages([str(path) for path in archives])]


def slow(body: str, seconds: float):  # type: ignore[no-untyped-def]
    def answer(handler: BaseHTTPRequestHandler) -> None:
        time.sleep(seconds)
        send(handler, body.encode())

    return answer


def test_tuples_follow_the_frontier_whatever_the_concurrency(
    site: LocalSite, tmp_path: Path
) -> None:
    site.links("/", "/slow", "/b", "/c")
    site.pages["/slow"] = slow('<a href="/d">d</a><a href="/e">e</a>', 0.4)
    site.links("/b", "/e", "/f")
    site.links("/c", "/", "/g")
    for name in "defg":
        site.pages[f"/{name}"] = f"<p>{name}"
    crawl(site, tmp_path / "many", concurrency=8)
    crawl(site, tmp_path / "one", concurrency=1)

    assert paths(site, tmp_path / "many") == ["/", "/slow", "/b", "/c", "/d", "/e", "/f", "/g"]
    rows = [
        {name: value for name, value in row.items() if name != "page"}
        for row in inbound(tmp_path / "many")
    ]
    assert rows == [
        {name: value for name, value in row.items() if name != "page"}
        for row in inbound(tmp_path / "one")
    ]
    assert stored(tmp_path / "many") == stored(tmp_path / "one")


def test_the_first_place_of_a_link_counts(site: LocalSite, tmp_path: Path) -> None:
    site.pages["/"] = (
        '<p><a href="/x#top">first</a></p><div><a href="/x?PHPSESSID=1">second</a></div>'
    )
    site.pages["/x"] = (
        '<p>x</p><a href="http://elsewhere.example/">out</a><a href="mailto:a@b">m</a>'
    )
    summary = crawl(site, tmp_path)
    page = inbound(tmp_path)[1]
    assert (page["xpath"], page["text"]) == ("/html[1]/body[1]/p[1]/a[1]", "first")
    assert page["source_url"] == site.address + "/"
    assert summary.reasons == {"no-web-link": 1, "outside": 1}
    links = pq.read_table(tmp_path / "crawl" / "links.parquet").to_pylist()
    assert [link["target"] for link in links] == [2, 2, None, None]


def test_keys_of_the_tuples_are_those_of_the_archive(site: LocalSite, tmp_path: Path) -> None:
    site.links("/", "/a", "/b")
    site.pages["/a"], site.pages["/b"] = "<p>a", "<p>b"
    crawl(site, tmp_path, archive_bytes=1)
    archives = sorted(map(str, (tmp_path / "pages").iterdir()))
    assert len(archives) == 3, "a new file after each page"
    assert [(page.key, page.url) for page in read_pages(archives)] == [
        (str(tmp_path / str(row["page"])), row["final_url"]) for row in inbound(tmp_path)
    ]


def test_failures_are_counted_by_name(site: LocalSite, tmp_path: Path) -> None:
    def endless(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "text/html")
        handler.end_headers()
        while True:
            handler.wfile.write(b"<p>more" * 1000)

    def cut_off(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "text/html")
        handler.send_header("Content-Length", "1000")
        handler.end_headers()
        handler.wfile.write(b"<p>short")
        handler.close_connection = True

    bomb = gzip.compress(b"<p>" + b"\0" * 60_000_000)
    site.pages |= {
        "/bomb": lambda handler: send(handler, bomb, Content_Encoding="gzip"),
        "/cut": cut_off,
        "/empty": "",
        "/endless": endless,
        "/image": lambda handler: send(handler, b"GIF89a", kind="image/gif"),
        "/loop": redirect("/loop"),
        "/nowhere": lambda handler: send(handler, b"", 301),
        "/out": redirect("http://localhost:1/secret"),
        "/scheme": redirect("ftp://127.0.0.1/x"),
        "/slow": slow("<p>late", 4),
        "/known": redirect("/"),
        "/moved": redirect("/target"),
        "/target": "<p>target",
        "/broken": lambda handler: send(handler, b"<p>oops", 500),
    }
    site.links("/", *[path for path in site.pages if path != "/target"], "/missing")
    summary = crawl(site, tmp_path, timeout=1.5, max_page_bytes=1 << 20, concurrency=16)
    assert summary.reasons == {
        "too-large": 2,
        "redirect-outside": 2,
        "cut-off": 1,
        "duplicate": 1,
        "empty": 1,
        "http-404": 1,
        "http-500": 1,
        "not-html": 1,
        "redirect-loop": 1,
        "redirect-nowhere": 1,
        "timeout": 1,
    }
    assert paths(site, tmp_path) == ["/", "/moved"]
    assert inbound(tmp_path)[1]["final_url"] == site.address + "/target"
    assert summary.ended == "finished"


def test_robots_are_obeyed_unless_told_otherwise(site: LocalSite, tmp_path: Path) -> None:
    robots = b"User-agent: *\nDisallow: /private\n"
    site.pages["/robots.txt"] = lambda handler: send(handler, robots, kind="text/plain")
    site.links("/", "/private/a", "/public")
    site.pages["/private/a"], site.pages["/public"] = "<p>p", "<p>q"
    assert crawl(site, tmp_path).reasons == {"robots": 1}
    assert not site.asked("/private/a")
    assert crawl(site, tmp_path, obey_robots=False).stored == 3, "the same workspace goes on"
    assert site.asked("/public") == 1


def test_budgets_end_a_crawl_that_then_goes_on(site: LocalSite, tmp_path: Path) -> None:
    names = [f"/{number}" for number in range(12)]
    site.links("/", *names)
    site.pages |= dict.fromkeys(names, "<p>page")
    first = crawl(site, tmp_path, max_pages=5)
    assert (first.stored, first.ended, first.queued) == (5, "max-pages", 8)
    second = crawl(site, tmp_path, max_bytes=10)
    assert (second.stored, second.ended) == (5, "max-bytes")
    third = crawl(site, tmp_path)
    assert (third.stored, third.ended) == (13, "finished")
    assert all(site.asked(name) == 1 for name in names)
    assert paths(site, tmp_path) == ["/", *names]


def test_depth_can_be_raised_later(site: LocalSite, tmp_path: Path) -> None:
    for number in range(4):
        site.links(f"/{number or ''}", f"/{number + 1}")
    site.pages["/4"] = "<p>end"
    assert crawl(site, tmp_path, max_depth=2).reasons == {"depth": 1}
    assert crawl(site, tmp_path).stored == 5


def test_a_calendar_without_end_is_left(site: LocalSite, tmp_path: Path) -> None:
    class Calendar(dict[str, object]):
        def get(self, path: str, default: object = None) -> object:
            if path == "/":
                return '<a href="/calendar/1">c</a><a href="/loop/a">l</a>'
            if path.startswith("/calendar/"):
                return f'<a href="/calendar/{int(path.rpartition("/")[2]) + 1}">next</a>'
            return f'<a href="{path}/a">deeper</a>' if path.startswith("/loop") else default

    site.pages = Calendar()  # type: ignore[assignment]
    summary = crawl(site, tmp_path, max_per_pattern=20)
    assert summary.reasons == {"trap-pattern": 1, "trap-repeats": 1}
    assert summary.stored == 1 + 20 + 3


def test_a_small_crawl_sees_every_template(site: LocalSite, tmp_path: Path) -> None:
    products = [f"/p/{number}" for number in range(40)]
    articles = [f"/a/{number}" for number in range(40)]
    site.pages["/"] = "".join(
        f'<ul><li><a href="{product}">p</a></li></ul><h2><a href="{article}">a</a></h2>'
        for product, article in zip(products, articles, strict=True)
    )
    product = "<table><tr><td>1<td>2</table><div><b>price</b></div>"
    site.pages |= dict.fromkeys(products, product)
    site.pages |= dict.fromkeys(articles, "<article><h1>t</h1><p>text<i>x</i></article>")
    summary = crawl(site, tmp_path, per_template=3, concurrency=1)
    found = paths(site, tmp_path)
    for kind in ("/p/", "/a/"):
        assert 3 <= sum(path.startswith(kind) for path in found) <= 4, "one may be under way"
    assert summary.reasons == {"template-budget": 81 - len(found)}


def test_sitemaps_are_seeds(site: LocalSite, tmp_path: Path) -> None:
    site.pages["/"] = "<p>no links"
    index = "<sitemapindex><sitemap><loc>/maps/1.xml</loc></sitemap></sitemapindex>"
    listed = "<urlset><url><loc>{0}/hidden?a=1&amp;b=2</loc></url><url><loc>http://o.example/</loc>"
    site.pages |= {
        "/robots.txt": lambda handler: send(
            handler, f"Sitemap: {site.address}/map.xml".encode(), kind="text/plain"
        ),
        "/map.xml": lambda handler: send(handler, index.encode(), kind="application/xml"),
        "/maps/1.xml": lambda handler: send(
            handler, gzip.compress(listed.format(site.address).encode()), kind="application/gzip"
        ),
        "/hidden?a=1&b=2": "<p>found",
    }
    summary = crawl(site, tmp_path, sitemap=True)
    assert summary.reasons == {"bad-sitemap": 1}, "one is cut off; what it listed before counts"
    assert paths(site, tmp_path) == ["/", "/hidden?a=1&b=2"]


def test_a_workspace_belongs_to_one_start(site: LocalSite, tmp_path: Path) -> None:
    site.pages["/"] = "<p>home"
    crawl(site, tmp_path)
    with pytest.raises(UsageError, match="began at"):
        crawl_site("http://127.0.0.1:9/", tmp_path)
    with pytest.raises(UsageError, match="not a URL"):
        crawl_site("file:///etc/passwd", tmp_path / "other")


def test_an_archive_that_cannot_be_written_is_an_error(site: LocalSite, tmp_path: Path) -> None:
    site.pages["/"] = "<p>home"
    in_the_way = tmp_path / "pages" / "crawl-00001.warc.gz"
    in_the_way.mkdir(parents=True)
    with pytest.raises(MachineError, match="directory"):
        crawl(site, tmp_path)
    in_the_way.rmdir()
    assert crawl(site, tmp_path).stored == 1, "the page is still queued"


def test_missing_pages_are_distinguished_from_others(site: LocalSite, tmp_path: Path) -> None:
    class Forgiving(dict[str, object]):
        """A server that never says no, and does not even use words for it."""

        def get(self, path: str, default: object = None) -> object:
            excuse = "<main><img src=/sad.gif><p>Hm.</p><p>So.</p><p>Ah.</p><p>Oh.</p>"
            excuse += f"<p>Well.</p><p>{path}</p><a href=/>home</a></main>"
            return super().get(path, None if path == "/robots.txt" else excuse)

    site.pages = Forgiving()  # type: ignore[assignment]
    site.links("/", "/real", "/gone", "/lost")
    site.pages["/real"] = "<main><h1>Real</h1><table><tr><td>1</td></tr></table></main>"
    crawl(site, tmp_path)
    flags = {
        str(row["url"]).removeprefix(site.address): row["soft_404"] for row in inbound(tmp_path)
    }
    assert flags == {"/": False, "/real": False, "/gone": True, "/lost": True}
    assert sum(page.is_soft_404 for page in read_pages(tmp_path)) == 2
    assert site.requests.count(next(path for path in site.requests if "nothing" in path)) == 1


@pytest.mark.parametrize("mask", [0o022, 0o002])
def test_all_files_of_a_crawl_have_the_umasks_mode(
    mask: int, site: LocalSite, tmp_path: Path
) -> None:
    site.links("/", "/a")
    site.pages["/a"] = "<p>a"
    before = os.umask(mask)
    try:
        crawl(site, tmp_path / "ws")
    finally:
        os.umask(before)
    files = [path for path in (tmp_path / "ws").rglob("*") if path.is_file()]
    assert {path.name for path in files} >= {"frontier.sqlite", "links.parquet"}
    assert {oct(path.stat().st_mode & 0o777) for path in files} == {oct(0o666 & ~mask)}


def test_what_a_crawl_keeps_is_checked(site: LocalSite, tmp_path: Path) -> None:
    site.links("/", "/a", "/b")
    site.pages["/a"] = site.pages["/b"] = "<p>a page of some words"
    workspace = tmp_path / "ws"
    crawl(site, workspace)
    assert check_workspace(workspace).is_whole
    archive = next((workspace / "pages").glob("*.warc.gz"))
    tables = [workspace / "crawl" / name for name in ("links.parquet", "inbound.parquet")]
    for path in (archive, *tables, workspace / "crawl" / "frontier.sqlite"):
        data = path.read_bytes()
        cut = data[: data.rindex(b"\x1f\x8b\x08")] if path == archive else data[:-7]
        for harm in (bytes([*data[:30], data[30] ^ 1, *data[31:]]), cut):
            if path.suffix == ".sqlite" and harm != cut:
                continue
            path.write_bytes(harm)
            damage = check_workspace(workspace).damage
            assert {one.file.name for one in damage} == {path.name}, path
            if path.name == "inbound.parquet":
                problems: list[Problem] = []
                list(read_pages(str(workspace), problems=problems.append))
                assert [problem.where for problem in problems] == [str(path)]
        path.write_bytes(data)
    assert check_workspace(workspace).is_whole
