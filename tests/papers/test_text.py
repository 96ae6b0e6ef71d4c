"""The benchmark of the TEXT papers on generated sites."""

import json
from pathlib import Path

import pytest

from benchmarks.papers.text import PAPER, TextReport, TextSettings, measure_text
from benchmarks.papers.text.growth import METHODS
from benchmarks.papers.text.sweeps import FAMILY, VARIANTS
from unmold.bench.corpus import find_corpora
from unmold.demo import build_site

SETTINGS = TextSettings(sample=20, lengths=(8, 512), thresholds=(0.1, 0.3))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corpora")
    build_site(folder / "one", seed=1, pages=30)
    build_site(folder / "two", seed=2, pages=40)
    return folder


@pytest.fixture(scope="module")
def report(folder: Path) -> TextReport:
    return measure_text(find_corpora([folder]), SETTINGS)


def test_every_choice_is_measured_on_every_corpus(report: TextReport) -> None:
    measured = {(one.corpus, one.variant, one.method) for one in report.variants}
    assert measured == {
        (corpus, variant, method)
        for corpus in ("one", "two")
        for variant in VARIANTS
        for method in FAMILY
    }
    assert len(report.lengths) == 2 * 2 * 2
    assert len(report.thresholds) == 2 * 2 * 2


def test_longer_signatures_estimate_better(report: TextReport) -> None:
    errors = {(one.corpus, one.length): one.cost_error for one in report.lengths}
    for corpus in ("one", "two"):
        assert errors[corpus, 512] < errors[corpus, 8]
        assert errors[corpus, 512] < 0.1


def test_the_largest_site_grows(report: TextReport) -> None:
    assert [(one.method, one.pages) for one in report.growth] == [(name, 40) for name in METHODS]


def test_a_method_that_took_too_long_is_asked_no_more(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("benchmarks.papers.text.growth.SIZES", (10, 20))
    quick = TextSettings(sample=4, lengths=(8,), thresholds=(0.1,), most_seconds=0)
    report = measure_text(find_corpora([folder / "one"]), quick)
    assert [(one.method, one.pages) for one in report.growth] == [(name, 10) for name in METHODS]


def test_a_report_survives_json(report: TextReport) -> None:
    again = TextReport.from_dict(json.loads(json.dumps(report.to_dict())))
    assert again == report


def test_tables_and_pictures(report: TextReport) -> None:
    for table in PAPER.make_tables(report):
        assert table.rows
        assert all(len(row) == len(table.columns) for row in table.rows)
    for chart in PAPER.make_charts(report).values():
        assert [series.name for series in chart.series] == list(METHODS)


def test_steps_are_announced(folder: Path) -> None:
    corpora = find_corpora([folder])
    steps: list[str] = []
    measure_text(
        corpora, TextSettings(sample=4, lengths=(8,), thresholds=(0.1,)), started=steps.append
    )
    assert steps == ["one", "two", "growth"]
