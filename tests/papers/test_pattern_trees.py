"""The report's experiment on a tiny corpus with known figures, and on a real one."""

import json
from pathlib import Path

import pytest

from benchmarks.papers.pattern_trees.matching import (
    PatternTreeSettings,
    match_templates,
    templates_of,
)
from benchmarks.papers.pattern_trees.pattern_tree_report import PatternTreeReport, make_tables
from unmold.bench.corpus import Corpus, find_corpora

PAGES = 8


def write_corpus(folder: Path, count: int = PAGES, odd_heading: str = "Shop") -> Corpus:
    (folder / "pages").mkdir()
    manifest, gold = ["path,site,template"], []
    for number in range(count):
        path = f"pages/{number}.html"
        heading = "Shop" if number else odd_heading
        page = f"<h1>{heading}</h1><p>name {number}</p><ul><li>a{number}</li><li>b</li></ul>"
        (folder / path).write_text(page, encoding="utf-8")
        manifest.append(f"{path},shop,product")
        gold.append(json.dumps({"path": path, "fields": {"name": [f"name  {number}"], "x": []}}))
    (folder / "manifest.csv").write_text("\n".join(manifest), encoding="utf-8")
    (folder / "gold_fields.jsonl").write_text("\n".join(gold), encoding="utf-8")
    return find_corpora([folder])[0]


def test_a_site_without_surprises(tmp_path: Path) -> None:
    settings = PatternTreeSettings(training_sizes=(2, 4, 50), unseen=3)
    figures = list(match_templates(write_corpus(tmp_path), settings))
    assert [one.training_pages for one in figures] == [2, 4] * 2 * 3
    for one in figures:
        assert one.unseen_pages == 3
        assert one.strict == one.tolerant == 1
        assert one.gold_strict == one.gold_tolerant == 1
        assert one.leak == 0


def test_unseen_pages_are_at_most_half(tmp_path: Path) -> None:
    settings = PatternTreeSettings(training_sizes=(2, PAGES // 2, PAGES), unseen=30)
    figures = list(match_templates(write_corpus(tmp_path), settings))
    assert {one.training_pages for one in figures} == {2, PAGES // 2}
    assert {one.unseen_pages for one in figures} == {PAGES // 2}


def test_a_template_with_too_few_pages_is_left_out(tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path)
    assert templates_of(corpus, PatternTreeSettings(training_sizes=(PAGES,))) == []
    assert len(templates_of(corpus, PatternTreeSettings(training_sizes=(4, PAGES)))) == 1


def test_fixed_text_that_leaks_is_counted(tmp_path: Path) -> None:
    # One page in twenty has another heading: headings are taken for data, but nearly all are equal.
    corpus = write_corpus(tmp_path, count=20, odd_heading="Sale")
    settings = PatternTreeSettings(training_sizes=(19,), unseen=1, deltas=((0.8, 0.9),), seed=1)
    figures = list(match_templates(corpus, settings))
    assert [one.leak for one in figures] == [pytest.approx(1 / 3)] * 2


def test_means_are_kept_and_shown(tmp_path: Path) -> None:
    settings = PatternTreeSettings(training_sizes=(2, 4), unseen=3, deltas=((0.8, 0.9),))
    report = PatternTreeReport.of(settings, match_templates(write_corpus(tmp_path), settings))
    assert [(row.variant, row.training_pages, row.templates) for row in report.rows] == [
        *(("strict-seed", 2, 1), ("strict-seed", 4, 1)),
        *(("extended", 2, 1), ("extended", 4, 1)),
    ]
    assert PatternTreeReport.from_dict(json.loads(json.dumps(report.to_dict()))) == report
    (table,) = make_tables(report)
    assert table.rows[0][:8] == ["strict-seed", "0.80/0.90", "2", "1", *["1.000"] * 4]


def test_what_no_template_has_is_no_number(tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path)
    (tmp_path / "gold_fields.jsonl").unlink()
    settings = PatternTreeSettings(training_sizes=(2,), unseen=3, deltas=((0.8, 0.9),))
    report = PatternTreeReport.of(settings, match_templates(corpus, settings))
    assert report.rows[0].means["gold_strict"] is None
    assert "-" in make_tables(report)[0].rows[0]


def test_the_same_seed_gives_the_same_figures(tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path)

    def figures(seed: int) -> list[tuple[object, ...]]:
        settings = PatternTreeSettings(training_sizes=(3,), seed=seed)
        found = match_templates(corpus, settings)
        return [(one.strict, one.paper, one.tolerant, one.pattern_nodes) for one in found]

    assert figures(1) == figures(1)


def test_real_pages_match_the_pattern_that_was_made_from_others(corpora: Path) -> None:
    settings = PatternTreeSettings(training_sizes=(10,), unseen=10, deltas=((0.8, 0.9),))
    figures = list(match_templates(find_corpora([corpora / "swde"])[0], settings))
    extended = [one for one in figures if one.variant == "extended"]
    assert len(extended) == 24
    assert sum(one.tolerant for one in extended) / 24 > 0.8
    assert all(one.strict <= one.tolerant and one.paper <= one.strict for one in extended)
