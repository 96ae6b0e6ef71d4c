"""Writes the site: pages, manifest and gold records.

In: a directory and a seed. Out: `site/**.html`, `manifest.csv` (path, url, site, template) and
`gold_records.jsonl` (one line per page, values as shown). Reading pages starts from the manifest.
"""

import csv
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from unmold.demo.catalogue import Shop, invent_shop
from unmold.demo.kinds import KINDS
from unmold.demo.layouts import page_url
from unmold.demo.page import DemoPage
from unmold.demo.plan import plan_site

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


def build_site(directory: str | PathLike[str], seed: int = 0, pages: int = 120) -> DemoSite:
    """Writes a shop of that many pages into the directory; the same seed gives the same bytes.

    A shop has at least 12 pages, so that each kind occurs. What an earlier call wrote there is
    replaced.
    """
    root = Path(directory)
    _remove_earlier_pages(root)
    shop = invent_shop(seed, plan_site(pages))
    written = list(_all_pages(shop))
    for page in written:
        _write(root / FOLDER / page.path, page.html)
    rows = [_manifest_row(shop, page) for page in written]
    _write_manifest(root / MANIFEST, rows)
    _write_gold(root / GOLD_RECORDS, rows, written)
    example = next(page.path for page in written if page.template == "product")
    return DemoSite(root / MANIFEST, root / GOLD_RECORDS, len(written), root / FOLDER / example)


def _all_pages(shop: Shop) -> Iterator[DemoPage]:
    for pages_of in KINDS:
        yield from pages_of(shop)


def _manifest_row(shop: Shop, page: DemoPage) -> Row:
    return {
        "path": f"{FOLDER}/{page.path}",
        "url": page_url(shop, page.path),
        "site": shop.site,
        "template": page.template,
    }


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
