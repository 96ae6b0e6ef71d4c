"""The quality benchmark on generated sites: numbers, sampling, what is left out."""

import csv
import json
from pathlib import Path

import msgspec
import numpy as np
import pytest

from unmold.bench.corpus import find_corpora, load_features
from unmold.bench.quality import (
    QualityReport,
    QualitySettings,
    measure_quality,
    run_method,
)
from unmold.bench.quality_table import draw_quality, explain_columns, summarize, tables_of
from unmold.clusters.published.baselines import Md5Clusterer
from unmold.demo import build_site
from unmold.errors import UsageError
from unmold.features import compare_pairs, prepare_pages
from unmold.settings import Comparison, Limits


@pytest.fixture(scope="module")
def shops(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corpora")
    build_site(folder / "one", seed=1, pages=30)
    build_site(folder / "two", seed=2, pages=30)
    return folder


def write_corpus(folder: Path, rows: list[dict[str, str]], page: str = "<p>x") -> Path:
    folder.mkdir(parents=True)
    for row in rows:
        (folder / row["path"]).write_text(page, encoding="utf-8")
    with (folder / "manifest.csv").open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return folder


def rows_of(*labels: tuple[str, str]) -> list[dict[str, str]]:
    return [
        {"path": f"{number}.html", "site": site, "template": template}
        for number, (site, template) in enumerate(labels)
    ]


def test_every_method_is_measured_on_every_corpus(shops: Path) -> None:
    seen: list[tuple[str, str]] = []
    report = measure_quality(
        find_corpora([shops]), ["md5", "mdh5"], started=lambda *step: seen.append(step)
    )
    assert seen == [("one", "md5"), ("one", "mdh5"), ("two", "md5"), ("two", "mdh5")]
    assert [(result.corpus, result.method) for result in report.results] == seen
    assert [facts.pages for facts in report.corpora] == [30, 30]
    assert all(result.sample is None and result.seconds > 0 for result in report.results)


def test_equal_pages_of_one_template_are_perfect_and_of_two_are_not(tmp_path: Path) -> None:
    same = write_corpus(tmp_path / "same", rows_of(("a", "x"), ("a", "x"), ("a", "x")))
    mixed = write_corpus(tmp_path / "mixed", rows_of(("a", "x"), ("a", "x"), ("a", "y")))
    good, bad = measure_quality(find_corpora([same, mixed]), ["md5"]).results
    assert good.rates == {"ari": 1, "precision": 1, "recall": 1, "f1": 1, "purity": 1}
    assert bad.rates["precision"] == pytest.approx(1 / 3)
    assert bad.rates["recall"] == 1
    assert (bad.clusters, bad.templates) == (1, 2)


def test_dont_care_pairs_cost_nothing(tmp_path: Path) -> None:
    rows = rows_of(("a", "x"), ("a", "x"), ("a", "y"))
    coarse = [row | {"template_coarse": "z"} for row in rows]
    result = measure_quality(find_corpora([write_corpus(tmp_path / "c", coarse)]), ["md5"])
    assert result.results[0].rates["precision"] == 1


def test_rates_are_means_over_sites(tmp_path: Path) -> None:
    labels = [("a", "x")] * 2 + [("b", "x"), ("b", "y")] + [("c", "x"), ("c", "y")]
    found = find_corpora([write_corpus(tmp_path / "c", rows_of(*labels))])
    result = measure_quality(found, ["md5"]).results[0]
    assert result.rates["precision"] == pytest.approx(1 / 3)
    assert result.by_site["a"]["precision"] == 1
    assert result.sites == 3


def test_pages_that_cannot_be_judged_are_left_out(tmp_path: Path) -> None:
    labels = [("a", "x"), ("a", "x"), ("lonely", "x"), ("a", "")]
    corpus = find_corpora([write_corpus(tmp_path / "c", rows_of(*labels))])[0]
    assert [page.path for page in corpus.read_pages()] == ["0.html", "1.html"]
    lonely = write_corpus(tmp_path / "d", rows_of(("a", "x")))
    assert measure_quality(find_corpora([lonely]), ["md5"]).corpora == []


def test_methods_do_not_see_the_class_of_the_body(tmp_path: Path) -> None:
    rows = rows_of(("a", "x"), ("a", "x"))
    corpus = find_corpora([write_corpus(tmp_path / "c", rows, '<body class="leak"><p>x')])[0]
    assert all(b"leak" not in page.data for page in corpus.read_pages())


def test_quadratic_methods_see_a_sample(shops: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Md5Clusterer, "is_quadratic", True)
    loaded = load_features(find_corpora([shops / "one"])[0], ["sequence_digests"], sample=7)
    result = run_method(loaded, "md5", QualitySettings(sample=7))
    assert (result.pages, result.sample) == (7, 7)
    report = QualityReport(QualitySettings(sample=7), [], [result])
    assert "at most 7 random pages of each site (seed 0)" in explain_columns(report)


def test_a_report_survives_the_way_through_json(shops: Path) -> None:
    report = measure_quality(find_corpora([shops / "one"]), ["md5"])
    assert msgspec.convert(json.loads(json.dumps(report.to_dict())), QualityReport) == report


def test_tables_and_picture_show_every_method(shops: Path) -> None:
    report = measure_quality(find_corpora([shops]), ["md5", "mdh5"])
    tables = tables_of(report)
    assert [table.title for table in tables] == ["one:", "two:"]
    assert [row[0] for row in tables[0].rows] == ["md5", "mdh5"]
    assert summarize(report).columns == ["method", "one", "two"]
    picture = draw_quality(report)
    assert picture.count(">mdh5<") == 1
    assert ">two<" in picture


def test_features_hold_links_and_texts_only_if_a_method_reads_them(shops: Path) -> None:
    corpus = find_corpora([shops / "one"])[0]
    assert "links" not in load_features(corpus, [], sample=5).features
    assert "links" in load_features(corpus, ["links"], sample=5).features


def test_trees_are_kept_of_the_sample_in_its_order(shops: Path) -> None:
    corpus = find_corpora([shops / "one"])[0]
    sampled = load_features(corpus, ["comparands"], sample=5).sampled
    assert set(sampled.paths) == corpus.sample_paths(5, 0)
    expected = [page for page in corpus.read_pages() if page.path in set(sampled.paths)]
    assert [page.path for page in expected] == sampled.paths
    both = [*sampled.comparands, *prepare_pages(expected, Comparison(), Limits())]
    scores = compare_pairs(both, [(row, row + 5) for row in range(5)], ["ted"])
    assert scores.values("ted") == [1.0] * 5


def test_methods_that_compare_trees_run_on_the_sample(shops: Path) -> None:
    corpora = find_corpora([shops / "one"])
    report = measure_quality(corpora, ["md5", "pq-grams"], QualitySettings(sample=10))
    assert [(result.pages, result.sample) for result in report.results] == [(30, None), (10, 10)]


def test_labels_of_the_evaluation_follow_the_rows(shops: Path) -> None:
    loaded = load_features(find_corpora([shops / "one"])[0], ["fingerprints"], sample=5)
    gold = loaded.corpus.gold.template
    assert loaded.templates == [gold[path] for path in loaded.features.paths]
    assert isinstance(loaded.features.fingerprints, np.ndarray)


@pytest.mark.parametrize("where", ["", "nothing"])
def test_no_corpus_is_the_callers_mistake(where: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        find_corpora([tmp_path / where])


def test_without_folders_the_variable_names_them(
    shops: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UNMOLD_CORPORA", str(shops))
    assert [corpus.name for corpus in find_corpora()] == ["one", "two"]
    monkeypatch.delenv("UNMOLD_CORPORA")
    with pytest.raises(UsageError, match="no corpus"):
        find_corpora()


def test_two_corpora_of_one_name_are_refused(shops: Path, tmp_path: Path) -> None:
    build_site(tmp_path / "one", pages=18)
    with pytest.raises(UsageError, match="'one'"):
        find_corpora([shops, tmp_path / "one"])


def test_a_sample_of_one_page_is_refused() -> None:
    with pytest.raises(UsageError):
        QualitySettings(sample=1)
