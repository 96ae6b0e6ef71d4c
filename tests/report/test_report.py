"""The report of a workspace: what it shows, and that nothing of a page gets out of its place."""

import json
import shutil
from dataclasses import fields
from pathlib import Path

import parsel
import pytest
from support.run_sites import write_site

import unmold
from unmold import Workspace
from unmold.cli import run
from unmold.model import ProblemCode
from unmold.report import write_report
from unmold.report.detail import LEVELS, MAX_TEMPLATES, choose_detail
from unmold.report.problem_causes import CAUSES
from unmold.report.rendering import make_environment
from unmold.report.views import NumberView
from unmold.store.verified import write_generation_checksums

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def read(path: Path) -> parsel.Selector:
    return parsel.Selector(path.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def page(shop_report: Path) -> parsel.Selector:
    return read(shop_report)


def card_of(page: parsel.Selector, name: str) -> parsel.Selector:
    cards = page.css("article.template")
    return next(card for card in cards if card.css("h2 bdi::text").get() == name)


def cells(table: parsel.Selector) -> list[list[str]]:
    return [
        [" ".join(cell.css("*::text").getall()).strip() for cell in row.xpath("./th|./td")]
        for row in table.css("tbody tr")
    ]


def test_numbers_are_those_of_the_workspace(shop: Workspace, page: parsel.Selector) -> None:
    shown = {
        one.css("dt::text").get(): one.css("dd::text").get() for one in page.css(".numbers div")
    }
    assert shown["pages"] == str(len(shop.pages))
    assert shown["templates"] == str(len(shop.templates))
    tables = [row for row in shop.tables.to_pylist() if row["tier"] == 1]
    assert shown["tables"] == str(len(tables))


def test_every_template_is_listed_drawn_and_described(
    shop: Workspace, page: parsel.Selector
) -> None:
    names = set(shop.templates)
    assert {card.css("h2 bdi::text").get() for card in page.css("article.template")} == names
    lines = page.xpath("//h2[@id='templates']/following::table[1]")[0]
    assert {row[0] for row in cells(lines)} == names
    anchors = {card.attrib["id"] for card in page.css("article.template")}
    tiles = page.css(".picture.wide svg a::attr(href)").getall()
    assert {tile.removeprefix("#") for tile in tiles} == anchors
    assert len(page.css("article svg.pattern")) == len(names)


def test_columns_are_those_of_the_tables(shop: Workspace, page: parsel.Selector) -> None:
    for table in shop.stored_tables.values():
        if table.tier != 1 or not table.template:
            continue
        card = card_of(page, table.template)
        shown = [
            row[0]
            for one in card.css("table.columns")
            if one.xpath("ancestor::div[1]/@aria-label").get() == f"Columns of {table.name}"
            for row in cells(one)
        ]
        wanted = [name for name in table.columns if not name.startswith("_")]
        assert shown == wanted, table.name


def test_a_sample_shows_values_of_records(shop: Workspace, page: parsel.Selector) -> None:
    titles = {row["title"] for row in shop.records("products").to_pylist()}
    sample = card_of(page, "products").css("table.sample")[0]
    head = sample.css("thead th::text").getall()
    assert head[0] == "page"
    shown = [row[head.index("title")] for row in cells(sample)]
    assert shown
    assert set(shown) <= titles


def test_numbers_have_histograms_and_the_second_tier_is_listed(page: parsel.Selector) -> None:
    card = card_of(page, "products")
    assert card.css("svg.histogram")
    assert len(cells(card.css("table.further")[0])) > 10


def test_what_changed_since_the_previous_generation(shop: Workspace, page: parsel.Selector) -> None:
    section = page.xpath("//h2[@id='changes']/..")[0]
    words = " ".join(section.css("*::text").getall())
    assert f"Generation {shop.generation.number} beside generation 1" in " ".join(words.split())
    changed = {row[0]: row for row in cells(section.css("table")[0])}
    # Without the journal there were no articles.
    assert changed["posts"][1:] == ["–", changed["posts"][2], "new"]


def test_a_first_run_has_nothing_to_compare_with(small: Workspace, tmp_path: Path) -> None:
    words = read(write_report(small, tmp_path / "r.html").path).css("main *::text").getall()
    assert any("no previous generation" in text for text in words)


def test_nothing_in_it_runs_or_is_fetched(shop_report: Path, page: parsel.Selector) -> None:
    assert page.xpath("//meta[@http-equiv='Content-Security-Policy']/@content").get() == POLICY
    assert not page.css("script, iframe, object, embed, form, base, link, video, audio")
    assert not page.xpath("//@*[starts-with(name(), 'on')]")
    assert "url(" not in shop_report.read_text(encoding="utf-8")
    assert "@import" not in page.css("style::text").get("")


def test_hostile_values_stay_text(hostile_report: Path) -> None:
    text = hostile_report.read_text(encoding="utf-8")
    page = parsel.Selector(text)
    assert not page.css("script, img, iframe")
    assert not page.xpath("//@*[starts-with(name(), 'on')]")
    assert "<script" not in text
    assert "&lt;script&gt;" in text
    assert "{{ 7 * 7 }}" in text
    assert not any(sign in text for sign in "\u202e\u2066\u2069")
    # Of a cell with 200,000 letters a line is shown.
    assert "x" * 500 not in text


def test_links_lead_to_the_web_or_inside(hostile_report: Path, page: parsel.Selector) -> None:
    for one in (page, read(hostile_report)):
        links = one.css("a::attr(href)").getall()
        assert links
        assert all(link.startswith(("#", "http://", "https://")) for link in links)
    outside = read(hostile_report).css("a[href^=http]")
    assert any("good.example" in link.attrib["href"] for link in outside)
    assert all("noreferrer" in link.attrib["rel"] for link in outside)


def test_pages_that_are_gone_leave_the_rest(tmp_path: Path) -> None:
    site = write_site(tmp_path / "site", 24)
    workspace = unmold.run(site, tmp_path / "ws")
    shutil.rmtree(site)
    page = read(write_report(workspace, tmp_path / "r.html").path)
    assert page.css("article table.columns")
    assert not page.css("article svg.pattern")
    assert "not where they were" in " ".join(page.css("article *::text").getall())


def test_a_workspace_without_templates_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "one.html").write_text("<h1>alone</h1>", encoding="utf-8")
    (tmp_path / "site" / "empty.html").write_text(" ", encoding="utf-8")
    workspace = unmold.run(tmp_path / "site", tmp_path / "ws")
    page = read(write_report(workspace, tmp_path / "r.html").path)
    words = " ".join(page.css("main *::text").getall())
    assert "No template was learned" in words
    problems = page.xpath("//h2[@id='problems']/following::table[1]")[0]
    assert cells(problems)[0][:3] == ["empty", "1", "nothing but white space"]


def test_a_workspace_without_kept_distances_has_a_map(small: Workspace, tmp_path: Path) -> None:
    copy = tmp_path / "ws"
    shutil.copytree(small.path, copy, symlinks=True)
    generation = Workspace(copy).generation
    generation.work("distances").unlink()
    write_generation_checksums(generation, None)
    first = read(write_report(small, tmp_path / "a.html").path)
    again = read(write_report(copy, tmp_path / "b.html").path)
    dots = "//h2[@id='alike']/following::svg[1]//circle/@cx"
    assert first.xpath(dots).getall()
    assert sorted(again.xpath(dots).getall()) == sorted(first.xpath(dots).getall())


def test_the_command_writes_a_file(
    small: Workspace,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["report", str(small.path)]) == 0
    assert capsys.readouterr().out == "ws-report.html\n"
    assert run(["report", str(small.path), "-o", "deep/r.html", "--json"]) == 0
    written = json.loads(capsys.readouterr().out)
    assert written["bytes"] == Path("deep/r.html").stat().st_size
    assert written["templates"] == len(small.templates)


def test_a_folder_that_is_no_workspace_is_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["report", str(tmp_path / "none"), "-o", str(tmp_path / "r.html")]) == 2
    assert "hint:" in capsys.readouterr().err
    assert not (tmp_path / "r.html").exists()


def test_a_place_that_cannot_be_written_is_an_error(
    small: Workspace, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert run(["report", str(small.path), "-o", str(tmp_path / "file" / "r.html")]) == 3
    assert "cannot write" in capsys.readouterr().err


def test_more_templates_get_less_each() -> None:
    for name in (
        field.name for field in fields(LEVELS[0]) if field.name not in ("templates", "show")
    ):
        values = [getattr(level, name) for level in LEVELS]
        assert values == sorted(values, reverse=True), name
    assert choose_detail(10 * MAX_TEMPLATES) is LEVELS[-1]


def test_every_problem_of_pages_has_a_cause() -> None:
    # The others are about exports.
    of_exports = {"cut-rows", "cut-columns", "cut-text", "renamed"}
    assert {str(code) for code in ProblemCode} - of_exports == {str(code) for code in CAUSES}


def test_parts_can_be_rendered_by_themselves() -> None:
    """As the web app does: a part of its own that takes the parts of the report."""
    environment = make_environment()
    source = '{% from "site.html.jinja" import numbers %}{{ numbers([view]) }}'
    text = environment.from_string(source).render(view=NumberView("a<b", "<script>", "&"))
    assert "a&lt;b" in text
    assert "<script>" not in text
