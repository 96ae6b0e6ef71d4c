"""Writes the site: pages, manifest and gold records.

The files are `site/**.html` with `style.css`, `robots.txt` and `sitemap.xml`, `manifest.csv` (path,
url, site, template) and `gold_records.jsonl` (one line per page, values as shown).
"""

import csv
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from xml.sax.saxutils import escape

from unmold.demo import style_sheet
from unmold.demo.catalogue import invent_shop
from unmold.demo.chance import Chance
from unmold.demo.changes import CHANGES
from unmold.demo.chrome import page_url
from unmold.demo.look import invent_look
from unmold.demo.page import Blueprint, DemoPage
from unmold.demo.page_types import PAGE_TYPES
from unmold.demo.paths import Paths, file_of
from unmold.demo.plan import DemoSettings, plan_site
from unmold.errors import UsageError

MANIFEST = "manifest.csv"
GOLD_RECORDS = "gold_records.jsonl"
FOLDER = "site"
COLUMNS = ("path", "url", "site", "template")

Row = dict[str, str]


@dataclass(frozen=True)
class DemoSite:
    """Where a site was written, how many pages it has, and a product page as an example."""

    manifest: Path
    gold_records: Path
    pages: int
    example: Path
    settings: DemoSettings


def build_site(
    directory: str | PathLike[str],
    seed: int = 0,
    pages: int = 120,
    *,
    light: bool = True,
    change: str = "",
    hostile: bool = False,
) -> DemoSite:
    """Writes a shop of that many pages into the directory; the same seed gives the same bytes.

    A shop has at least 18 pages, so that each type occurs. What an earlier call wrote there is
    replaced. The options are those of `DemoSettings`.
    """
    settings = DemoSettings(seed, pages, light, change, hostile)
    blueprint = draw_blueprint(settings)
    root = Path(directory)
    _remove_earlier_pages(root)
    written = []
    rows = []
    for page in draw_pages(blueprint, settings):
        _write(root / FOLDER / file_of(page.path), page.html)
        rows.append(_manifest_row(blueprint, page))
        written.append(DemoPage(page.path, page.template, "", page.values))
    _write_manifest(root / MANIFEST, rows)
    _write_gold(root / GOLD_RECORDS, rows, written)
    _write(root / FOLDER / "robots.txt", write_robots(page_url(blueprint, "")))
    _write(root / FOLDER / style_sheet.PATH, style_sheet.write_style_sheet(blueprint.look))
    _write(root / FOLDER / "sitemap.xml", write_sitemap(map(_url, filter(_is_listed, rows))))
    example = next(row["path"] for row in rows if row["path"].startswith(f"{FOLDER}/products/"))
    return DemoSite(root / MANIFEST, root / GOLD_RECORDS, len(written), root / example, settings)


def draw_blueprint(settings: DemoSettings) -> Blueprint:
    """All that the pages are made from."""
    if settings.change not in CHANGES:
        raise UsageError(
            f"the demo site knows no change {settings.change!r}",
            hint=f"one of: {', '.join(name for name in CHANGES if name)}",
        )
    change = CHANGES[settings.change]
    plan = plan_site(settings)
    look = invent_look(settings.seed, settings.hostile)
    return Blueprint(
        shop=invent_shop(settings.seed, plan, edition=int(change.new_content)),
        plan=plan,
        paths=Paths(settings.hostile),
        look=look,
        change=change,
        changed=change.edit(look),
    )


def draw_pages(blueprint: Blueprint, settings: DemoSettings) -> Iterator[DemoPage]:
    """All pages of the site, one after the other."""
    for pages_of in PAGE_TYPES:
        for page in pages_of(blueprint):
            yield break_some(page, settings.seed, blueprint.change.broken)


def _manifest_row(blueprint: Blueprint, page: DemoPage) -> Row:
    return {
        "path": f"{FOLDER}/{file_of(page.path)}",
        "url": page_url(blueprint, page.path),
        "site": blueprint.shop.site,
        "template": page.template,
    }


def _is_listed(row: Row) -> bool:
    return row["template"] != "missing" and not row["template"].endswith("-light")


def _url(row: Row) -> str:
    return row["url"]


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    # Bytes, because text mode would translate line ends on some systems.
    path.write_bytes(text.encode())


def _write_manifest(path: Path, rows: Iterable[Row]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def _write_gold(path: Path, rows: Iterable[Row], pages: Iterable[DemoPage]) -> None:
    records = (row | {"values": page.values} for row, page in zip(rows, pages, strict=True))
    lines = (json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    _write(path, "".join(lines))


def _remove_earlier_pages(root: Path) -> None:
    """Removes the pages an earlier manifest lists, and nothing that lies elsewhere."""
    manifest = root / MANIFEST
    if not manifest.is_file():
        return
    folder = (root / FOLDER).resolve()
    with manifest.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            page = (root / row["path"]).resolve()
            if page.is_relative_to(folder):
                page.unlink(missing_ok=True)


# Pages that come out broken: cut off, empty, or what a server says when it fails.


TEMPLATE = "broken"
BAD_GATEWAY = (
    "<html>\n<head><title>502 Bad Gateway</title></head>\n<body>\n"
    "<center><h1>502 Bad Gateway</h1></center>\n<hr><center>nginx</center>\n</body>\n</html>\n"
)


def break_some(page: DemoPage, seed: int, share: float) -> DemoPage:
    """The page, broken in one of three ways if it is its turn."""
    chance = Chance(seed, "broken", page.path)
    if not share or not chance.happens(share):
        return page
    cut = page.html[: chance.between(200, 900)]
    return DemoPage(page.path, TEMPLATE, chance.pick((BAD_GATEWAY, cut, "\n")), {})


# What a site tells crawlers; the light family and what is missing are not listed, as on most sites.


ROBOTS = "User-agent: *\nDisallow: /basket/\n"


def write_robots(home: str) -> str:
    """Everything may be read, and where the list of pages is."""
    return f"{ROBOTS}\nSitemap: {home}sitemap.xml\n"


def write_sitemap(urls: Iterable[str]) -> str:
    """The list of pages."""
    entries = "".join(f"  <url><loc>{escape(url)}</loc></url>\n" for url in urls)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{entries}</urlset>\n'
    )
