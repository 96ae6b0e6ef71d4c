"""The benchmark of the UXClust paper on a generated shop, and the generated tuples."""

import json
from pathlib import Path

import numpy as np
import pytest

from benchmarks.papers.uxclust import (
    PAPER,
    UxClustReport,
    UxClustSettings,
    measure_uxclust,
    uxclust_report,
)
from benchmarks.papers.uxclust.experiments import SWEEPS
from benchmarks.papers.uxclust.million import MillionResult
from benchmarks.papers.uxclust.one_template import evaluate_one_template
from benchmarks.papers.uxclust.published_crawls import SITES
from benchmarks.papers.uxclust.tuples import CUTOFF, make_site, read_site_tuples, write_tuples


@pytest.fixture(scope="module")
def report() -> UxClustReport:
    with pytest.MonkeyPatch.context() as patch:
        million = MillionResult(1, 1, 1, 1, 0, 1.0, 1.0, 0.1, None)
        patch.setattr(uxclust_report, "measure_million", lambda started: million)
        return measure_uxclust([], UxClustSettings(cutoff=3, shop_pages=200, seed=1))


def test_every_method_and_threshold_is_measured(report: UxClustReport) -> None:
    assert {one.method for one in report.comparison} == {
        "uxclust", "uxclust, verified", "common-paths", "pq-grams",
    }  # fmt: skip
    assert len(report.sweeps) == sum(map(len, SWEEPS.values()))
    assert all(0 <= one.precision <= 1 and 0 <= one.recall <= 1 for one in report.sweeps)


def test_verifying_is_not_worse(report: UxClustReport) -> None:
    plain, verified = report.comparison[:2]
    assert verified.precision >= plain.precision


def test_reports_survive_json(report: UxClustReport) -> None:
    again = UxClustReport.from_dict(json.loads(json.dumps(report.to_dict())))
    assert again == report
    assert all(table.rows for table in PAPER.make_tables(again))
    assert len(PAPER.make_charts(again)) == len(SWEEPS) + 2


@pytest.mark.parametrize("number", [0, 4, 13])
def test_generated_sites_have_the_papers_numbers(number: int) -> None:
    site = make_site(number, SITES[number])
    _, counts = np.unique(site.codes, return_counts=True)
    assert len(site) == SITES[number].pages
    assert len(counts) == SITES[number].xpaths
    assert int((counts >= CUTOFF).sum()) == SITES[number].kept


def test_tuples_go_through_parquet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.papers.uxclust.tuples.SITES", SITES[4:5])
    (site,) = write_tuples(tmp_path / "inbound.parquet")
    tuples = read_site_tuples(tmp_path / "inbound.parquet", SITES[4].name)
    same = tuples.codes[:, None] == tuples.codes[None, :50]
    assert (same == (site.codes[:, None] == site.codes[None, :50])).all()
    assert len(tuples.xpaths) == len(set(tuples.xpaths)) == SITES[4].xpaths


def test_one_known_template() -> None:
    scores = evaluate_one_template([0, 0, 0, 0, 1, 1, -1], [1, 1, 1, 0, 1, 0, 1])
    assert (scores.gold_pages, scores.precision, scores.recall) == (5, 3 / 4, 3 / 5)
    assert scores.recall_clustered == 3 / 4
    assert scores.pair_precision == 3 / (3 + 3 + 1)
    assert scores.pair_recall == 3 / 10


def test_nothing_known_or_nothing_clustered() -> None:
    assert evaluate_one_template([0, 0], [False, False]).precision == 0.0
    assert evaluate_one_template([-1, -1], [True, True]).recall == 0.0
