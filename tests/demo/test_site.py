"""The demo site is the same everywhere, hangs together, and its gold says what its pages say."""

import csv
import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from page_text import read_page

from unmold.demo import DemoSite, build_site

TEMPLATES = {"home", "category", "product", "set", "journal", "article", "info"}

# Shown behind or within other text ("No. 1001", "by Ada Lindqvist on 9 January 2023").
WITHIN_TEXT = {"author", "date", "number", "rating"}

# Changes whenever the generator does. Where no change was meant, something is not reproducible.
DIGEST_OF_SEED_0 = "dda95b86a48150a61f998eb03afb0fffa4205b8d1ea9d1a153653e34955b9139"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> DemoSite:
    return build_site(tmp_path_factory.mktemp("demo"))


def digest(directory: Path) -> str:
    """One hash over the names and bytes of all files."""
    total = hashlib.sha256()
    for path in sorted(directory.rglob("*"), key=lambda path: path.as_posix()):
        if path.is_file():
            total.update(path.relative_to(directory).as_posix().encode() + b"\0")
            total.update(path.read_bytes())
    return total.hexdigest()


def manifest_rows(site: DemoSite) -> list[dict[str, str]]:
    with site.manifest.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def gold_records(site: DemoSite) -> list[dict[str, Any]]:
    lines = site.gold_records.read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def leaves(values: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Every text of a record with the name it goes by."""
    for name, value in values.items():
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, dict):
                yield from item.items()
            else:
                yield name, item


def test_a_seed_gives_the_same_bytes_on_every_machine(tmp_path: Path) -> None:
    build_site(tmp_path, seed=0, pages=60)
    assert digest(tmp_path) == DIGEST_OF_SEED_0


def test_seeds_give_different_sites(tmp_path: Path) -> None:
    build_site(tmp_path / "one", seed=1, pages=20)
    build_site(tmp_path / "two", seed=2, pages=20)
    assert digest(tmp_path / "one") != digest(tmp_path / "two")


@pytest.mark.parametrize("pages", [12, 13, 14, 19, 39, 40, 100, 257])
def test_a_site_has_as_many_pages_as_asked_for(tmp_path: Path, pages: int) -> None:
    site = build_site(tmp_path, pages=pages)
    rows = manifest_rows(site)
    assert site.pages == len(rows) == len({row["path"] for row in rows}) == pages
    assert {row["template"] for row in rows} == TEMPLATES


def test_a_site_is_never_smaller_than_one_page_of_each_kind(tmp_path: Path) -> None:
    assert build_site(tmp_path, pages=1).pages == 12


def test_building_again_leaves_nothing_of_the_earlier_site(tmp_path: Path) -> None:
    build_site(tmp_path / "again", seed=3, pages=80)
    build_site(tmp_path / "again", seed=4, pages=20)
    build_site(tmp_path / "once", seed=4, pages=20)
    assert digest(tmp_path / "again") == digest(tmp_path / "once")


def test_building_again_removes_nothing_outside_the_site(tmp_path: Path) -> None:
    kept = tmp_path / "kept.html"
    kept.write_text("mine")
    (tmp_path / "demo").mkdir()
    (tmp_path / "demo" / "manifest.csv").write_text("path\n../kept.html\nsite/../../kept.html\n")
    build_site(tmp_path / "demo", pages=12)
    assert kept.read_text() == "mine"


def test_the_manifest_lists_every_page_and_no_other(site: DemoSite) -> None:
    root = site.manifest.parent
    on_disk = {path.relative_to(root).as_posix() for path in root.rglob("*.html")}
    assert {row["path"] for row in manifest_rows(site)} == on_disk
    assert site.example.is_file()


def test_every_link_leads_to_a_page(site: DemoSite) -> None:
    for path in site.manifest.parent.rglob("*.html"):
        for link in read_page(path).links:
            if not link.startswith(("https:", "#")):
                assert (path.parent / link).is_file(), f"{path}: {link}"


def test_gold_and_manifest_agree(site: DemoSite) -> None:
    described = [
        {name: text for name, text in record.items() if name != "values"}
        for record in gold_records(site)
    ]
    assert described == manifest_rows(site)


def test_every_gold_value_is_the_text_of_an_element(site: DemoSite) -> None:
    for record in gold_records(site):
        texts = read_page(site.manifest.parent / record["path"]).texts
        for name, value in leaves(record["values"]):
            if name in WITHIN_TEXT:
                assert any(value in text for text in texts), (record["path"], name, value)
            else:
                assert value in texts, (record["path"], name, value)


@pytest.mark.parametrize(
    ("template", "table", "mark"),
    [
        ("product", "reviews", "review"),
        ("product", "related", "card"),
        ("category", "products", "card"),
        ("home", "featured", "card"),
        ("journal", "articles", "entry"),
    ],
)
def test_gold_has_a_row_for_every_repeat(
    site: DemoSite, template: str, table: str, mark: str
) -> None:
    for record in gold_records(site):
        if record["template"] == template:
            classes = Counter(read_page(site.manifest.parent / record["path"]).classes)
            assert len(record["values"].get(table, [])) == classes[mark], record["path"]


@pytest.mark.parametrize("field", ["old_price", "rating", "reviews", "related"])
def test_optional_parts_are_there_on_some_product_pages_only(site: DemoSite, field: str) -> None:
    products = [record for record in gold_records(site) if record["template"] == "product"]
    having = sum(field in record["values"] for record in products)
    assert 0 < having < len(products)


def test_advertisements_rotate(site: DemoSite) -> None:
    pages = (site.manifest.parent / "site" / "products").glob("*.html")
    counts = {Counter(read_page(path).classes)["ad"] for path in pages}
    assert counts == {0, 1, 2}
