"""Each change of the demo site is reported as what it is, and nothing beside it."""

import csv
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest
from support.learned_sites import Crawl, Learned

import unmold
from unmold.demo import CHANGES
from unmold.drift import CODES, DriftSettings, Finding, Severity, find_drift

QUICK = DriftSettings(sample_size=30)


class Expected(NamedTuple):
    template: str
    code: str
    severity: str
    old: str = ""
    new: str = ""


EXPECTED = {
    "renamed-class": Expected("product", "class-renamed", "notice", "amount", "money-now"),
    "renamed-id": Expected("product", "id-renamed", "notice", "#reviews", "#voices"),
    "moved-block": Expected("product", "field-moved", "notice"),
    "dropped-field": Expected("product", "field-vanished", "notice", "p.", "script"),
    "new-field": Expected("product", "new-field", "notice", "", "delivery"),
    "text-to-link": Expected("product", "became-link", "notice", "span", "> a"),
    "currency": Expected("product", "format-changed", "breakage", "$0.00", "£0.00"),
    "date-format": Expected("article", "format-changed", "breakage", "YYYY-MM-DD", "D Month YYYY"),
    "list-to-table": Expected("category", "list-to-table", "breakage", "", "tr"),
    "reworded-label": Expected("product", "label-reworded", "notice", "Status:", "Can be had:"),
    "redesign": Expected("product", "template-redesigned", "breakage"),
    "split": Expected("product", "template-split", "breakage"),
}


def find(learned: Learned, manifest: Path) -> list[Finding]:
    return list(find_drift(learned.open(), manifest, QUICK).findings)


@pytest.mark.parametrize("change", EXPECTED)
def test_change_is_reported_as_what_it_is(change: str, learned: Learned, crawl: Crawl) -> None:
    template, code, severity, old, new = EXPECTED[change]
    (finding,) = find(learned, crawl(change))
    assert (finding.code, finding.severity.value) == (code, severity)
    assert finding.template == learned.template_of(template)
    assert old in finding.old
    assert new in finding.new
    assert 0 < finding.share <= 1


def test_every_change_has_a_test() -> None:
    others = {"", "wrapper", "new-content", "broken-pages"}
    assert set(CHANGES) == set(EXPECTED) | others


@pytest.mark.parametrize("change", ["", "new-content"])
def test_unchanged_templates_are_not_reported(change: str, learned: Learned, crawl: Crawl) -> None:
    drift = find_drift(learned.open(), crawl(change), QUICK)
    assert drift.findings == []
    assert all(fit.fitting == fit.pages for fit in drift.templates)


def test_wrapper_is_one_finding_for_the_site(learned: Learned, crawl: Crawl) -> None:
    drift = find_drift(learned.open(), crawl("wrapper"), QUICK)
    (finding,) = drift.findings
    assert (finding.code, finding.template) == ("wrapped", "")
    assert finding.new == "body > div.everything"
    assert len(finding.templates) >= len(learned.open().templates) - 1
    assert drift.changed_templates() == set(finding.templates)
    assert 0 < finding.share <= 1


def test_broken_pages_are_named(learned: Learned, crawl: Crawl) -> None:
    manifest = crawl("broken-pages")
    (finding,) = find(learned, manifest)
    with manifest.open(encoding="utf-8", newline="") as file:
        broken = {row["path"] for row in csv.DictReader(file) if row["template"] == "broken"}
    assert finding.code == "broken-page"
    assert set(finding.examples) == broken
    assert finding.share < 0.05


def test_redesign_says_which_field_is_which(learned: Learned, crawl: Crawl) -> None:
    (finding,) = find(learned, crawl("redesign"))
    title = next(name for name in ("title", "name") if name in finding.matches)
    assert len(finding.matches) > 10
    assert finding.matches[title] in ("title", "name", "headline")


def test_split_keeps_what_fits(learned: Learned, crawl: Crawl) -> None:
    drift = find_drift(learned.open(), crawl("split"), QUICK)
    product = learned.template_of("product")
    (fit,) = [one for one in drift.templates if one.template == product]
    assert 0.4 < fit.share < 0.6


@pytest.fixture(scope="module")
def overwritten(crawl: Crawl, tmp_path_factory: pytest.TempPathFactory) -> Learned:
    """A workspace whose site lies where later crawls will."""
    root = tmp_path_factory.mktemp("overwritten")
    shutil.copytree(crawl("").parent, root / "site")
    workspace = unmold.run(root / "site" / "manifest.csv", root / "workspace")
    return Learned(workspace.path, root / "site" / "manifest.csv")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ("", None),
        ("new-content", None),
        ("renamed-class", None),
        ("currency", "format-changed"),
        ("list-to-table", "field-moved"),
        ("redesign", "template-redesigned"),
    ],
)
def test_site_crawled_into_the_same_folder(
    change: str, code: str | None, crawl: Crawl, overwritten: Learned
) -> None:
    """The previous pages are gone; their records are not."""
    folder = overwritten.manifest.parent
    shutil.rmtree(folder)
    shutil.copytree(crawl(change).parent, folder)
    drift = find_drift(overwritten.open(), overwritten.manifest, QUICK)
    assert {finding.code for finding in drift.findings} == ({code} if code else set())
    if change == "currency":
        assert {one.compared_by for one in drift.templates} == {"pages", "records"}


def test_findings_as_plain_values(learned: Learned, crawl: Crawl) -> None:
    drift = find_drift(learned.open(), crawl("currency"), QUICK)
    plain = drift.to_json()
    (finding,) = plain["findings"]
    assert finding["says"] == CODES["format-changed"]
    assert finding["severity"] == Severity.BREAKAGE
    assert plain["pages"] == 130
    assert {one["share"] for one in plain["templates"]} == {1.0}
