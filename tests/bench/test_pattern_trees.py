"""The report's experiment on a tiny corpus with known figures, and on a real one."""

import json
from pathlib import Path

import pytest

from unmold.bench.corpus import Corpus, find_corpora
from unmold.bench.pattern_trees import PatternTreeResult, measure_pattern_trees

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
    result = measure_pattern_trees(write_corpus(tmp_path), training_sizes=[2, 4, 50])
    assert {figures.training_pages for figures in result.figures} == {2, 4}
    for figures in result.figures:
        assert figures.unseen_pages == PAGES - figures.training_pages
        assert figures.strict == figures.tolerant == 1
        assert figures.gold_strict == figures.gold_tolerant == 1
        assert figures.leak == 0
    assert json.loads(json.dumps(result.as_json()))["corpus"] == tmp_path.name
    lines = result.table().splitlines()
    assert len(lines) == 1 + 2 * 3 * 2
    assert lines[0].split()[:4] == ["variant", "deltas", "k", "templates"]


def test_fixed_text_that_leaks_is_counted(tmp_path: Path) -> None:
    # One page in twenty has another heading: headings are taken for data, but nearly all are equal.
    corpus = write_corpus(tmp_path, count=20, odd_heading="Sale")
    result = measure_pattern_trees(corpus, training_sizes=[19], deltas=[(0.8, 0.9)])
    assert [figures.leak for figures in result.figures] == [pytest.approx(1 / 3)] * 2


def test_the_same_seed_gives_the_same_figures(tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path)

    def figures(seed: int) -> list[tuple[object, ...]]:
        result = measure_pattern_trees(corpus, training_sizes=[3], seed=seed)
        return [(one.strict, one.paper, one.tolerant, one.pattern_nodes) for one in result.figures]

    assert figures(1) == figures(1)


def test_real_pages_match_the_pattern_that_was_made_from_others(corpora: Path) -> None:
    result: PatternTreeResult = measure_pattern_trees(
        find_corpora([corpora / "swde"])[0], deltas=[(0.8, 0.9)], training_sizes=[10], max_pages=20
    )
    extended = [figures for figures in result.figures if figures.variant == "extended"]
    assert len(extended) == 24
    assert sum(figures.tolerant for figures in extended) / 24 > 0.8
    assert all(one.strict <= one.tolerant and one.paper <= one.strict for one in extended)
