"""The benchmark of the fingerprint paper on generated sites."""

import json
from pathlib import Path

import numpy as np
import pytest

from benchmarks.papers.fingerprints import (
    PAPER,
    FingerprintReport,
    FingerprintSettings,
    measure_fingerprints,
    published,
)
from benchmarks.papers.fingerprints.classifying import QUICK, SLOW
from benchmarks.papers.fingerprints.selection import choose_paths
from benchmarks.papers.fingerprints.throughput import shuffle_files
from unmold.bench.corpus import find_corpora
from unmold.demo import build_site
from unmold.errors import UsageError

SETTINGS = FingerprintSettings(
    least_pages=4, most_pages=8, training=2, folds=2, slow_pages=3, batch=20
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corpora")
    build_site(folder / "one", seed=1, pages=50)
    build_site(folder / "two", seed=2, pages=50)
    return folder


@pytest.fixture(scope="module")
def report(folder: Path) -> FingerprintReport:
    return measure_fingerprints(find_corpora([folder]), SETTINGS)


def test_every_classifier_is_measured_on_every_corpus(report: FingerprintReport) -> None:
    measured = [(one.corpus, one.classifier) for one in report.few]
    assert measured == [(name, kind) for name in ("one", "two") for kind in (*QUICK, *SLOW)]
    assert [one.classifier for one in report.folds] == [*QUICK, *QUICK]
    assert {one.pages for one in report.few if one.classifier in SLOW} == {3}


def test_published_numbers_cover_the_same_classifiers() -> None:
    assert set(published.CROSS_VALIDATION) == set(QUICK)
    assert set(published.RUNTIME_DOCS_PER_SECOND) == {*QUICK, *SLOW}


def test_templates_with_few_pages_are_left_out(report: FingerprintReport) -> None:
    for corpus in report.corpora:
        assert 4 * corpus.templates <= corpus.pages <= 8 * corpus.templates


def test_sizes_add_up_to_all_pages(report: FingerprintReport) -> None:
    together = report.grouped[-2]
    assert together.corpus == "all together"
    assert sum(size * count for size, count in report.sizes) == together.pages == 100
    assert sum(count for _, count in report.sizes) == together.clusters


def test_throughput_covers_whole_batches(report: FingerprintReport) -> None:
    assert [batch.known for batch in report.throughput] == [0, 20, 40, 60, 80]
    assert all(min(b.fingerprinting, b.looking_up, b.adding) > 0 for b in report.throughput)


def test_entropies_rise_before_the_split_and_fall_after(report: FingerprintReport) -> None:
    assert np.all(np.diff(report.splits.prefix) >= -1e-9)
    assert np.all(np.diff(report.splits.suffix) <= 1e-9)


def test_steps_are_announced(folder: Path) -> None:
    corpora = find_corpora([folder / "one"])
    steps: list[str] = []
    measure_fingerprints(corpora, SETTINGS, started=steps.append)
    assert steps == ["one: classification", "one: clustering", "throughput"]


def test_a_report_survives_the_way_through_json(report: FingerprintReport) -> None:
    assert FingerprintReport.from_dict(json.loads(json.dumps(report.to_dict()))) == report


def test_tables_show_the_published_numbers_beside_ours(report: FingerprintReport) -> None:
    tables = {table.title.split(",")[0]: table for table in PAPER.make_tables(report)}
    for name in ("Table 4", "Table 5", "Table 6", "Table 7"):
        corpora = [row[0] for row in tables[name].rows]
        assert "published" in corpora
        assert corpora[0] != "published"


def test_charts_show_what_was_measured(report: FingerprintReport) -> None:
    charts = PAPER.make_charts(report)
    splits = charts["fingerprint-splits.svg"]
    assert [y for _, y in splits.series[0].points] == report.splits.prefix
    volume = charts["fingerprint-volume.svg"].series[0].points
    assert len(volume) == len(report.throughput)
    assert all(rate > 0 for _, rate in volume)
    assert len(charts) == 4


def test_files_are_shuffled_by_the_seed(folder: Path) -> None:
    corpora = find_corpora([folder])
    assert shuffle_files(corpora, 0) == shuffle_files(corpora, 0)
    assert shuffle_files(corpora, 0) != shuffle_files(corpora, 1)
    assert sorted(shuffle_files(corpora, 0)) == sorted(shuffle_files(corpora, 1))


def test_settings_that_leave_nothing_to_ask_are_refused() -> None:
    with pytest.raises(UsageError):
        FingerprintSettings(least_pages=10, training=10)


def test_small_templates_are_left_out_and_large_ones_cut() -> None:
    labels = [(f"a{n}", "a") for n in range(30)] + [(f"b{n}", "b") for n in range(4)] + [("c", "")]
    chosen = choose_paths(labels, least=5, most=10, seed=3)
    assert len(chosen) == 10
    assert {path[0] for path in chosen} == {"a"}
    assert chosen == choose_paths(labels, least=5, most=10, seed=3)
    assert chosen != choose_paths(labels, least=5, most=10, seed=4)
