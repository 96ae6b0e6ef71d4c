"""Every change of the demo site changes what it says and nothing else."""

import csv
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from support.page_text import read_page

from unmold.demo import CHANGES, DemoSite, build_site
from unmold.errors import UsageError

SEED, PAGES = 6, 90
Lines = Counter[str]


class Page(NamedTuple):
    """One page as it was written."""

    template: str
    lines: Lines
    """Without indentation, and how often each is there."""
    values: dict[str, Any]


class Expected(NamedTuple):
    """What a change does: to pages of which templates, to which gold fields, to which lines."""

    templates: set[str]
    fields: set[str]
    is_right: Callable[[Lines, Lines], bool]
    """Given the lines that are gone and those that are new."""


def all_hold(lines: Lines, text: str) -> bool:
    return bool(lines) and all(text in line for line in lines)


EXPECTED = {
    "renamed-class": Expected({"product"}, set(), lambda gone, new: all_hold(new, "money-now")),
    "renamed-id": Expected({"product"}, set(), lambda gone, new: all_hold(new, 'id="voices"')),
    "moved-block": Expected({"product"}, set(), lambda gone, new: not gone and not new),
    "dropped-field": Expected(
        {"product"}, {"number"}, lambda gone, new: len(gone) == 1 and not new
    ),
    "new-field": Expected({"product"}, {"delivery"}, lambda gone, new: len(new) == 1 and not gone),
    "text-to-link": Expected({"product"}, set(), lambda gone, new: all_hold(new, "?brand=1")),
    "currency": Expected(
        {"product"},
        {"price", "old_price", "variants", "related"},
        lambda gone, new: gone.total() == new.total() > 0,
    ),
    "date-format": Expected(
        {"article"}, {"date", "comments"}, lambda gone, new: all_hold(new, "<time ")
    ),
    "reworded-label": Expected({"product"}, set(), lambda gone, new: all_hold(new, "Can be had")),
    "list-to-table": Expected({"category"}, set(), lambda gone, new: new["<tr>"] > 0),
}
"""Of those changes that keep the templates."""


def read_pages_of(site: DemoSite) -> dict[str, Page]:
    pages = {}
    for line in site.gold_records.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        html = (site.manifest.parent / record["path"]).read_text(encoding="utf-8")
        lines = Counter(line.strip() for line in html.splitlines())
        pages[record["path"]] = Page(record["template"], lines, record["values"])
    return pages


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Page]:
    return read_pages_of(build_site(tmp_path_factory.mktemp("demo"), seed=SEED, pages=PAGES))


def build_changed(folder: Path, change: str) -> dict[str, Page]:
    return read_pages_of(build_site(folder, seed=SEED, pages=PAGES, change=change))


def raw_pages(folder: Path) -> dict[str, bytes]:
    files = folder.rglob("*.html")
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@pytest.mark.parametrize("change", EXPECTED)
def test_one_thing_changes(before: dict[str, Page], tmp_path: Path, change: str) -> None:
    expected = EXPECTED[change]
    after = build_changed(tmp_path, change)
    assert after.keys() == before.keys()
    templates, fields = set(), set()
    for path, new in after.items():
        old = before[path]
        assert new.template == old.template
        names = {*old.values, *new.values}
        fields |= {name for name in names if old.values.get(name) != new.values.get(name)}
        if new != old:
            templates.add(new.template)
            assert expected.is_right(old.lines - new.lines, new.lines - old.lines), path
    assert fields == expected.fields
    if change != "moved-block":
        assert templates == expected.templates


def test_a_moved_block_moves(tmp_path: Path) -> None:
    build_site(tmp_path / "old", seed=SEED, pages=PAGES)
    build_site(tmp_path / "new", seed=SEED, pages=PAGES, change="moved-block")
    old, new = raw_pages(tmp_path / "old"), raw_pages(tmp_path / "new")
    differing = {name for name in old if old[name] != new[name]}
    assert differing == {
        name for name in old if name.startswith("site/products/") and "-gone" not in name
    }


def test_a_wrapper_stands_on_all_pages(before: dict[str, Page], tmp_path: Path) -> None:
    for path, new in build_changed(tmp_path, "wrapper").items():
        assert new.lines - before[path].lines == Counter(['<div class="everything">', "</div>"])
        assert not before[path].lines - new.lines
        assert new.values == before[path].values


@pytest.mark.parametrize(("change", "every"), [("redesign", 1), ("split", 2)])
def test_a_new_design_shows_the_same(
    before: dict[str, Page], tmp_path: Path, change: str, every: int
) -> None:
    after = build_changed(tmp_path, change)
    products = [path for path, page in before.items() if page.template == "product"]
    redesigned = set(products[::every])
    for path, new in after.items():
        assert new.values == before[path].values
        assert new.template == ("product-new" if path in redesigned else before[path].template)
        assert (new.lines == before[path].lines) == (path not in redesigned)


def test_new_content_keeps_the_templates(tmp_path: Path) -> None:
    old = build_site(tmp_path / "old", seed=SEED, pages=PAGES)
    new = build_site(tmp_path / "new", seed=SEED, pages=PAGES, change="new-content")
    assert raw_pages(tmp_path / "old").keys() != raw_pages(tmp_path / "new").keys()
    with old.manifest.open(encoding="utf-8") as one, new.manifest.open(encoding="utf-8") as two:
        templates = [
            Counter(row["template"] for row in csv.DictReader(file)) for file in (one, two)
        ]
    assert templates[0] == templates[1]
    assert set(read_page(new.example).classes) & set(read_page(old.example).classes)


def test_some_pages_break(tmp_path: Path) -> None:
    before = build_site(tmp_path / "old", seed=SEED, pages=1000)
    after = build_site(tmp_path / "new", seed=SEED, pages=1000, change="broken-pages")
    old, new = read_pages_of(before), read_pages_of(after)
    broken = {path for path, page in new.items() if page.template == "broken"}
    assert 10 <= len(broken) <= 35
    assert {path for path in old if old[path] != new[path]} == broken
    assert not any(new[path].values for path in broken)


def test_all_changes_are_tested() -> None:
    others = {"", "wrapper", "redesign", "split", "new-content", "broken-pages"}
    assert set(CHANGES) == {*EXPECTED, *others}


def test_a_change_must_be_known(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no change 'repainted'") as error:
        build_site(tmp_path, change="repainted")
    assert "renamed-class" in str(error.value.hint)
