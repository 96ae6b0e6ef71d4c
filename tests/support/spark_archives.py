"""Archives for tests of the Spark engine: sites of a few templates, spread over files."""

from collections.abc import Iterable
from pathlib import Path
from random import Random

from support.small_sites import TEMPLATES, build_page
from support.warc_files import archive, http_response, record

SITES = ("one.example", "two.example", "three.example")


def small_pages(pages: int = 18, sites: Iterable[str] = SITES) -> list[tuple[str, str]]:
    """Addresses and pages of three templates on each site."""
    chance, names, found = Random(7), sorted(TEMPLATES), []
    for number in range(pages):
        for site in sites:
            words = [f"word{chance.randrange(99)}" for _ in range(chance.randint(2, 6))]
            html = build_page(names[number % len(names)], words)
            found.append((f"https://{site}/{names[number % len(names)]}/{number}", html))
    return found


def write_archives(
    folder: Path, pages: list[tuple[str, str | bytes]], count: int = 3
) -> list[Path]:
    """The pages in turn over some archives, so that every site is in all of them."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for number in range(count):
        own = [
            record(http_response(_to_bytes(html), content_type="text/html"), url=url)
            for url, html in pages[number::count]
        ]
        path = folder / f"part-{number}.warc.gz"
        path.write_bytes(archive(*own))
        paths.append(path)
    return paths


def _to_bytes(html: str | bytes) -> bytes:
    return html.encode() if isinstance(html, str) else html
