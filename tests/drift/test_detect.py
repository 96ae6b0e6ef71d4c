"""What is found on small sites written by hand: what goes, what comes, and what proves nothing."""

from pathlib import Path

import pytest
from support.drifting_sites import KNOWN, Site, book, books, event, events

import unmold
from unmold.drift import Drift, Finding, find_drift
from unmold.errors import UsageError


def pages_of(site: Site) -> list[unmold.Page]:
    return [
        unmold.Page(path, path, f"https://shop.example/{path}", "shop.example", html.encode())
        for path, html in site.items()
    ]


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> unmold.Workspace:
    return unmold.run(pages_of(KNOWN), tmp_path_factory.mktemp("small") / "workspace")


def find(workspace: unmold.Workspace, site: Site) -> Drift:
    return find_drift(workspace, pages_of(site))


def only(drift: Drift) -> Finding:
    (finding,) = drift.findings
    return finding


def test_same_pages(workspace: unmold.Workspace) -> None:
    assert len(workspace.templates) == 2
    assert find(workspace, KNOWN).findings == []


def test_other_pages_of_the_same_templates(workspace: unmold.Workspace) -> None:
    assert find(workspace, books(range(50, 70)) | events(range(50, 58))).findings == []


def test_field_that_is_gone_breaks(workspace: unmold.Workspace) -> None:
    site = books(range(1, 21), lambda number: book(number, pages=False)) | events(range(1, 9))
    drift = find(workspace, site)
    finding = only(drift)
    assert finding.code == "field-vanished"
    assert any("pages" in name for name in finding.fields)
    assert finding.old.endswith("p.pages > b")
    assert drift.breakages(0.5) == [finding]
    assert drift.breakages(1.0) == []


def test_field_that_is_gone_from_new_pages(workspace: unmold.Workspace) -> None:
    site = books(range(50, 70), lambda number: book(number, pages=False)) | events(range(1, 9))
    assert only(find(workspace, site)).code == "field-vanished"


def test_field_that_few_pages_lack_is_chance(workspace: unmold.Workspace) -> None:
    site = books(range(1, 21), lambda number: book(number, pages=number > 2)) | events(range(1, 9))
    assert find(workspace, site).findings == []


def test_field_that_half_of_the_pages_lack(workspace: unmold.Workspace) -> None:
    site = books(range(1, 21), lambda number: book(number, pages=number > 12))
    findings = find(workspace, site | events(range(1, 9))).findings
    assert {finding.code for finding in findings} == {"fill-changed"}
    assert {(finding.old, finding.new) for finding in findings} == {("100%", "40%")}


def test_template_without_pages(workspace: unmold.Workspace) -> None:
    finding = only(find(workspace, books(range(1, 21))))
    assert (finding.code, finding.pages) == ("template-vanished", 8)


def test_part_of_a_site_says_nothing_of_the_rest(workspace: unmold.Workspace) -> None:
    assert find(workspace, books(range(1, 9))).findings == []


def test_new_template(workspace: unmold.Workspace) -> None:
    def news(number: int) -> str:
        items = "".join(f"<dt>Point {number * k}</dt><dd>It is {k * 7}</dd>" for k in range(1, 5))
        return f"<body><article><h2>News {number}</h2><dl>{items}</dl></article></body>"

    new = {f"news/{number}.html": news(number) for number in range(1, 7)}
    finding = only(find(workspace, KNOWN | new))
    assert (finding.code, finding.template, finding.pages) == ("new-template", "", 6)
    assert find(workspace, KNOWN | new).breakages() == []


def test_redesign_under_other_addresses(workspace: unmold.Workspace) -> None:
    def anew(number: int) -> str:
        cells = [f"Book {number * 37} of tales", f"Writer {number * 13}", f"${number}.50"]
        cells += [f"{number * 7 + 100} leaves", f"All about the number {number * 11}."]
        rows = "".join(
            f"<li class=r{at}><i>{label}</i><em>{cell}</em></li>"
            for at, (label, cell) in enumerate(zip("ABCDE", cells, strict=True))
        )
        return f"<body><header>Shop</header><section><ol>{rows}</ol></section></body>"

    moved = {f"shop/b/{number}/": anew(number) for number in range(1, 21)}
    finding = only(find(workspace, moved | events(range(1, 9))))
    assert finding.code == "template-redesigned"
    assert finding.template == _book_template(workspace)
    assert len(finding.matches) >= 3


def test_page_of_another_template(workspace: unmold.Workspace) -> None:
    changed = KNOWN | {"books/3.html": event(77)}
    finding = only(find(workspace, changed))
    assert (finding.code, finding.examples) == ("unfit-page", ("books/3.html",))


def test_pages_that_hold_nothing(workspace: unmold.Workspace) -> None:
    broken = {"books/3.html": "<html><body><h1>502</h1></body></html>", "books/4.html": " "}
    finding = only(find(workspace, KNOWN | broken))
    assert finding.code == "broken-page"
    assert set(finding.examples) == {"books/3.html", "books/4.html"}


def test_changed_sign(workspace: unmold.Workspace) -> None:
    site = books(range(1, 21), lambda number: book(number, price="€")) | events(range(1, 9))
    finding = only(find(workspace, site))
    assert (finding.code, finding.old, finding.new) == ("format-changed", "$0.00", "€0.00")


def test_nothing_to_compare(workspace: unmold.Workspace, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no page to compare"):
        find_drift(workspace, [])
    empty = unmold.run(pages_of(books([1, 2])), tmp_path / "empty")
    with pytest.raises(UsageError, match="has no template"):
        find_drift(empty, pages_of(KNOWN))


def _book_template(workspace: unmold.Workspace) -> str:
    rows = workspace.pages.select(["path", "template"]).to_pylist()
    return next(str(row["template"]) for row in rows if "books/1.html" in row["path"])
