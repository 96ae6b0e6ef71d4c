"""`crawl --assets`: what pages look by is kept, inside the site and within bounds."""

from http.server import BaseHTTPRequestHandler
from pathlib import Path

from crawl.conftest import Answer, LocalSite, send

from unmold.crawl import CrawlSettings, CrawlSummary, crawl_site
from unmold.overlay import PageAssets
from unmold.pages import read_pages

PIXEL = bytes.fromhex(
    "47494638396101000100800000ffffff00000021f90400000000002c00000000010001000002024401003b"
)


def given(body: bytes, kind: str) -> Answer:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        send(handler, body, kind=kind)

    return answer


def crawl(site: LocalSite, workspace: Path, **settings: object) -> CrawlSummary:
    quick = {"throttle": False, "retries": 0, "timeout": 5.0, "assets": True}
    return crawl_site(site.address + "/", workspace, CrawlSettings(**{**quick, **settings}))


def dress(site: LocalSite, elsewhere: LocalSite) -> None:
    site.pages["/"] = (
        "<link rel=stylesheet href=/look.css><img src=dot.gif><img src=gone.gif>"
        f"<img src={elsewhere.address}/dot.gif><img src=page2><a href=page2>more</a>"
    )
    site.pages["/page2"] = "<link rel=stylesheet href=/look.css><p>two"
    css = b"@import 'more.css'; p { background: \\75rl(back.gif) }"
    site.pages["/look.css"] = given(css, "text/css; charset=utf-8")
    site.pages["/more.css"] = given(b"p { color: red }", "text/css")
    for name in ("/dot.gif", "/back.gif"):
        site.pages[name] = given(PIXEL, "image/gif")


def test_style_sheets_and_images_are_kept(
    site: LocalSite, elsewhere: LocalSite, tmp_path: Path
) -> None:
    dress(site, elsewhere)
    crawl(site, tmp_path)
    assert [site.asked(path) for path in ("/look.css", "/more.css", "/back.gif")] == [1, 1, 1]
    assert elsewhere.requests == []
    pages = list(read_pages(tmp_path))
    assert len(pages) == 2
    assets = PageAssets(pages[0])
    found = assets.read(f"{site.address}/back.gif", "image")
    assert found is not None
    assert (found.type, found.data) == ("image/gif", PIXEL)
    assert assets.has(f"{site.address}/more.css", "style")
    assert not assets.has(f"{site.address}/more.css", "image")
    assert not assets.has(f"{site.address}/gone.gif", "image")
    assert not assets.has(f"{site.address}/page2", "image")


def test_without_the_option_nothing_is_asked_for(
    site: LocalSite, elsewhere: LocalSite, tmp_path: Path
) -> None:
    dress(site, elsewhere)
    crawl(site, tmp_path, assets=False)
    assert site.asked("/look.css") == 0
    assert not (tmp_path / "assets").exists()
    assert not PageAssets(next(iter(read_pages(tmp_path)))).has(f"{site.address}/dot.gif", "image")


def test_number_and_bytes_are_bounded(
    site: LocalSite, elsewhere: LocalSite, tmp_path: Path
) -> None:
    dress(site, elsewhere)
    crawl(site, tmp_path / "number", max_assets=2)
    assert site.asked("/more.css") + site.asked("/back.gif") + site.asked("/gone.gif") == 0
    crawl(site, tmp_path / "bytes", max_asset_bytes=10)
    assert site.asked("/back.gif") == 0


def test_a_crawl_goes_on_with_what_it_has(
    site: LocalSite, elsewhere: LocalSite, tmp_path: Path
) -> None:
    dress(site, elsewhere)
    crawl(site, tmp_path, max_pages=1)
    archive = next((tmp_path / "assets").glob("*.warc.gz"))
    with archive.open("ab") as stream:
        stream.write(b"half a record of a crawl that was killed")
    site.pages["/page2"] = "<img src=later.gif><p>two"
    site.pages["/later.gif"] = given(PIXEL + b"x", "image/gif")
    crawl(site, tmp_path)
    assert site.asked("/look.css") == 1
    assets = PageAssets(next(iter(read_pages(tmp_path))))
    for name, data in (("dot.gif", PIXEL), ("later.gif", PIXEL + b"x")):
        found = assets.read(f"{site.address}/{name}", "image")
        assert found is not None
        assert found.data == data
