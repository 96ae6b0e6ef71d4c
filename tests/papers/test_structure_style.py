"""The benchmark of the paper on structure and style, on a generated site."""

import json
from pathlib import Path

import pytest

from benchmarks.papers.structure_style import (
    PAPER,
    StructureStyleReport,
    StructureStyleSettings,
    measure_structure_style,
)
from benchmarks.papers.structure_style.structure_style_report import (
    BEST,
    KAPPAS,
    LISTS,
    MODES,
    OVERLAPS,
    THRESHOLDS,
)
from unmold.bench.corpus import find_corpora
from unmold.demo import build_site
from unmold.errors import UsageError


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corpora")
    build_site(folder / "shop", seed=1, pages=40)
    return folder


@pytest.fixture(scope="module")
def report(folder: Path) -> StructureStyleReport:
    return measure_structure_style(find_corpora([folder]), StructureStyleSettings(sample=12))


def test_one_setting_varies_at_a_time(report: StructureStyleReport) -> None:
    settings = {(run.kappa, run.threshold, run.overlap) for run in report.shared}
    assert settings == {
        *((0.5, threshold, threshold) for threshold in THRESHOLDS),
        *((kappa, BEST, BEST) for kappa in KAPPAS),
        *((0.5, BEST, overlap) for overlap in OVERLAPS),
    }
    assert len(report.shared) == len(settings)
    assert len(report.nearest) == len(LISTS) * len(MODES)


def test_pages_are_a_sample(report: StructureStyleReport) -> None:
    assert [(one["name"], one["pages"], one["sites"]) for one in report.corpora] == [
        ("shop", 12, 1)
    ]
    assert all(decided.counts["pairs"] == 66 for decided in report.decided)


def test_looser_settings_join_more(report: StructureStyleReport) -> None:
    clusters = {
        run.overlap: run.clusters
        for run in report.shared
        if run.kappa == 0.5 and run.threshold == BEST
    }
    assert clusters[min(OVERLAPS)] < clusters[max(OVERLAPS)]
    modes = {run.membership: run.clusters for run in report.nearest if run.shared == 4}
    assert modes["any"] <= modes["one-sided"] <= modes["mutual"]


def test_every_step_is_announced(folder: Path) -> None:
    steps: list[str] = []
    corpora = find_corpora([folder])
    measure_structure_style(corpora, StructureStyleSettings(sample=3), started=steps.append)
    assert len(steps) == len(THRESHOLDS) + len(KAPPAS) - 1 + 1
    assert steps[0] == "shop, kappa 0.5, threshold 0.7"
    assert steps[-1] == "shop, nearest pages"


def test_a_report_survives_json(report: StructureStyleReport) -> None:
    again = StructureStyleReport.from_dict(json.loads(json.dumps(report.to_dict())))
    assert again == report


def test_tables_and_pictures_show_all_corpora(report: StructureStyleReport) -> None:
    for table in PAPER.make_tables(report):
        assert all(len(row) == len(table.columns) for row in table.rows)
        assert any(row[0] == "shop" for row in table.rows)
    for chart in PAPER.make_charts(report).values():
        assert [series.name for series in chart.series] == ["shop"]


@pytest.mark.parametrize("settings", [{"sample": 1}, {"sites": 0}])
def test_settings_without_a_pair_are_refused(settings: dict[str, int]) -> None:
    with pytest.raises(UsageError, match="needs a site"):
        StructureStyleSettings(**settings)
