"""A renamed class is named as it is written; what was wrapped is still there."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from support.drifting_sites import Site, book, books, events, write_corpus_sites, write_pages

import unmold
from unmold.drift import DriftSettings, Finding, find_drift
from unmold.drift.element_paths import Step, explain_change
from unmold.pages import read_pages

EVENTS = events(range(1, 9))


def crowded(number: int) -> str:
    """A book page whose elements have several classes, with numbers, and nested ones alike."""
    lines = [
        f"<h1 class='title col-12'>Book {number * 37} of tales</h1>",
        f"<div class=row><div class='row tight'><p>Writer {number * 13}</p></div></div>",
        f"<p class='col-6 cost item-{number}' id=cost-{number}>${number}.50</p>",
        f"<p class=about>All about the number {number * 11}.</p>",
    ]
    head = f"<title>Book {number * 37}</title>"
    return f"<html><head>{head}</head><body><div class=book>{''.join(lines)}</div></body></html>"


def find_change(make: Callable[[int], str], changed: Callable[[int], str], folder: Path) -> Finding:
    known = write_pages(folder / "known", books(range(1, 21), make) | EVENTS)
    workspace = unmold.run(known, folder / "workspace")
    new = write_pages(folder / "new", books(range(1, 21), changed) | EVENTS)
    (finding,) = find_drift(workspace, new).findings
    return finding


@pytest.mark.parametrize(
    ("old", "new"),
    [("cost", "money"), ("col-6", "wide"), ("title", "headline"), ("row", "line")],
)
def test_renamed_class_is_the_one_that_is_named(old: str, new: str, tmp_path: Path) -> None:
    def renamed(number: int) -> str:
        return re.sub(rf"(?<=[ '=]){old}(?=[ '>])", new, crowded(number))

    finding = find_change(crowded, renamed, tmp_path)
    assert (finding.code, finding.old, finding.new) == ("class-renamed", f".{old}", f".{new}")


def test_class_that_many_fields_need(corpora: Path, tmp_path: Path) -> None:
    """One finding, though some fields are lost and others are only read on fewer pages."""
    manifest = tmp_path / "manifest.csv"
    write_corpus_sites(corpora / "swde", ["restaurant-zagat"], manifest)
    workspace = unmold.run(manifest, tmp_path / "workspace")
    changed = [
        replace(page, data=page.data.replace(b"blockBod", b"panel"))
        for page in read_pages(manifest)
    ]
    findings = find_drift(workspace, changed, DriftSettings(sample_size=20)).findings
    assert {(one.code, one.old, one.new) for one in findings} == {
        ("class-renamed", ".blockBod", ".panel")
    }
    assert len({one.template for one in findings}) == len(findings)


def test_moved_field_is_shown_with_the_names_on_the_page(tmp_path: Path) -> None:
    def moved(number: int) -> str:
        cost = re.search(r"<p class='col-6.*?</p>", crowded(number))
        assert cost is not None
        return crowded(number).replace(cost[0], f"<ul class=list-2><li>{cost[0]}</li></ul>")

    finding = find_change(crowded, moved, tmp_path)
    assert finding.code == "field-moved"
    # Numbers that differ from page to page are left out, others are not.
    assert finding.old.endswith("p#cost-*.col-6.cost.item-*")
    assert finding.new.endswith("p#cost-*.col-6.cost.item-*")


def test_nothing_but_what_changed_is_blamed() -> None:
    body, x = Step("body"), Step("p", "", ("x",))
    old = (body, Step("div", "", ("a", "post-*")), x)
    new = (body, Step("div", "", ("b", "post-*")), x)
    spelled_old = (body, Step("div", "", ("a", "post-1")), x)
    spelled_new = (body, Step("div", "", ("b", "post-2")), x)
    change = explain_change(old, new, spelled_old, spelled_new)
    assert change == ("class-renamed", ".a", ".b")
    two = (body, Step("div", "", ("b", "post-*")), Step("p", "", ("y",)))
    assert explain_change(old, two).code == "field-moved"


WRAPS = {
    "span inside": r"\1<span>\2</span>\3",
    "two elements inside": r"\1<span class=t><b>\2</b></span>\3",
    "div around": r"<div class=hero>\1\2\3</div>",
    "both": r"<div class=hero>\1<span>\2</span>\3</div>",
}


def wrap(html: str, how: str) -> str:
    return re.sub(r"(<h1[^>]*>)(.*?)(</h1>)", WRAPS[how], html)


def plain(number: int) -> str:
    """A page without classes, whose heading is in its head as well."""
    title = f"Fault {number * 37} in part {number * 5}"
    head = f'<meta property="og:title" content="{title}"><title>Fault {number * 37}</title>'
    lines = f"<h2>Person {number * 11}</h2><p>It fails at {number * 13} o'clock.</p>"
    menu = "<ul><li>Home<li>New</ul>"
    return f"<html><head>{head}</head><body>{menu}<h1>{title}</h1>{lines}<hr></body></html>"


@pytest.fixture(scope="module", params=[book, plain], ids=["book", "plain"])
def site(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Callable[[int], str], unmold.Workspace]:
    folder = tmp_path_factory.mktemp("wrapped")
    known = write_pages(folder / "known", books(range(1, 21), request.param) | EVENTS)
    return request.param, unmold.run(known, folder / "workspace")


@pytest.mark.parametrize("numbers", [range(1, 21), range(50, 70)], ids=["same", "other"])
@pytest.mark.parametrize("how", WRAPS)
def test_wrapped_heading_has_moved(
    how: str,
    numbers: range,
    site: tuple[Callable[[int], str], unmold.Workspace],
    tmp_path: Path,
) -> None:
    """Whether both crawls have the same pages, or the new one none of the known ones."""
    make, workspace = site
    changed: Site = books(numbers, lambda number: wrap(make(number), how))
    (finding,) = find_drift(workspace, write_pages(tmp_path, changed | EVENTS)).findings
    assert (finding.code, finding.fields) == ("field-moved", ("title",))
    assert "h1" in finding.old
    assert "h1" in finding.new


def test_wrapped_heading_that_is_no_longer_read(corpora: Path, tmp_path: Path) -> None:
    """The crawls share no page, so that nothing which the heading said can be found again."""
    manifest = tmp_path / "manifest.csv"
    write_corpus_sites(corpora / "swde", ["camera-newegg"], manifest)
    pages = list(read_pages(manifest))
    workspace = unmold.run(pages[::2], tmp_path / "workspace")
    wrapped = [
        replace(
            page, data=re.sub(rb"(?is)(<h1[^>]*>)(.*?)(</h1>)", rb"\1<span>\2</span>\3", page.data)
        )
        for page in pages[1::2]
    ]
    drift = find_drift(workspace, wrapped, DriftSettings(sample_size=30))
    codes = {one.code for one in drift.findings if "title" in one.fields}
    assert codes == {"field-moved"}
