"""Writes the archives that both engines are measured on: invented shops with heavy pages.

The pages of `unmold demo` are 6 KB. Those of real shops carry style sheets, scripts and a directory
of the whole shop as well, which reading and parsing must get through: with these a page has the
26 KB of the corpora. Larger runs have the same shops at more addresses, since inventing pages takes
longer than what is measured.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from unmold.demo import build_site
from unmold.model import Page
from unmold.pages import read_pages
from unmold.pages.warc_writer import WarcWriter

PAGES_OF_SHOP = 2_000
"""Each shop is a site."""
SHOPS = 5
"""That are invented."""
ARCHIVE_PAGES = 2_500
"""Twenty megabytes; those of Common Crawl have fifty times as many."""

RULES, STATEMENTS, LINKS = 140, 80, 90
"""Of style sheets, of scripts and in the directory: 20 KB together."""


def write_shops(folder: Path, pages: int) -> tuple[list[Path], int]:
    """Archives of that many pages, in which all shops are spread over all of them; their bytes."""
    folder.mkdir()
    found = list(_build_pages(pages))
    count = -(-len(found) // ARCHIVE_PAGES)
    archives, size = [], 0
    for number in range(count):
        path = folder / f"part-{number:03}.warc.gz"
        with path.open("wb") as stream:
            writer = WarcWriter(stream)
            for page, address in found[number::count]:
                moved = move_page(page, address)
                writer.add(moved)
                size += len(moved.data)
        archives.append(path)
    return archives, size


def _build_pages(pages: int) -> Iterator[tuple[Page, int]]:
    """The pages of shops, and the number of the address at which each is."""
    each = min(pages, PAGES_OF_SHOP)
    sites = max(1, pages // each)
    for seed in range(min(sites, SHOPS)):
        for address in range(seed, sites, SHOPS):
            yield from ((page, address // SHOPS) for page in invent_shop(seed, each))


@cache
def invent_shop(seed: int, pages: int) -> list[Page]:
    """The heavy pages of a shop."""
    with TemporaryDirectory() as folder:
        site = build_site(folder, seed=seed, pages=pages)
        return [
            replace(page, data=add_weight(page.data, seed))
            for page in read_pages(site.manifest, problems=lambda problem: None)
        ]


def add_weight(html: bytes, seed: int, share: float = 1) -> bytes:
    """The page with what all pages of its shop carry, or with a share of that."""
    head, directory = _invent_weight(seed, share)
    html = html.replace(b"</head>", head + b"</head>", 1)
    before, end, after = html.rpartition(b"</body>")
    return before + directory + end + after


@cache
def _invent_weight(seed: int, share: float) -> tuple[bytes, bytes]:
    chance = Random(seed)

    def word() -> str:
        return "".join(chance.choice("abcdeghilmnoprstu") for _ in range(chance.randint(4, 9)))

    rules = [
        f".{word()}-{word()} .{word()}{{margin:{chance.randint(0, 40)}px;color:#{word()}}}"
        for _ in range(int(share * RULES))
    ]
    script = [
        f"window.{word()}=function({word()}){{return {word()}.{word()}({chance.random():.6f})}};"
        for _ in range(int(share * STATEMENTS))
    ]
    links = [
        f'<li class="directory-entry"><a class="directory-link" href="/all/{one}">{one}</a></li>'
        for one in (word() for _ in range(int(share * LINKS)))
    ]
    head = f"<style>{''.join(rules)}</style><script>{''.join(script)}</script>"
    directory = f'<nav class="directory"><ul>{"".join(links)}</ul></nav>'
    return head.encode(), directory.encode()


def move_page(page: Page, address: int) -> Page:
    """The same page at another address; at the first it is left as it is."""
    if not address:
        return page
    host = page.site.encode()
    name = host.replace(b".", b"-%d." % address, 1)
    url = page.url.replace(host.decode(), name.decode())
    return replace(page, url=url, data=page.data.replace(host, name))
