"""The numbers and pictures in the documents are those that were measured."""

import json

import msgspec
import pytest

from benchmarks.papers.registry import PAPERS
from benchmarks.papers.report import PICTURES
from benchmarks.papers.report import RESULTS as PAPER_RESULTS
from benchmarks.update_docs import (
    BLOCKS,
    PUBLISHED,
    RESULTS,
    WRITERS,
    render_document,
    replace_between,
)
from unmold.bench.quality import QualityReport
from unmold.bench.quality_table import draw_quality
from unmold.bench.registry import BENCHMARKS


@pytest.mark.parametrize("name", BLOCKS)
def test_documents_show_the_kept_results(name: str) -> None:
    assert render_document(name) == BLOCKS[name].read_text(encoding="utf-8")


def test_every_benchmark_and_paper_has_a_document_and_results() -> None:
    assert set(BLOCKS) == {*BENCHMARKS, *WRITERS, *PAPERS, PUBLISHED}
    assert {*BENCHMARKS, *WRITERS} == {path.stem for path in RESULTS.glob("*.json")}
    assert set(PAPERS) == {path.stem for path in PAPER_RESULTS.glob("*.json")}


def test_the_picture_of_quality_shows_the_kept_results() -> None:
    report = msgspec.convert(
        json.loads((RESULTS / "quality.json").read_text("utf-8")), QualityReport
    )
    assert (PICTURES / "quality.svg").read_text(encoding="utf-8") == draw_quality(report)


@pytest.mark.parametrize("name", PAPERS)
def test_charts_of_papers_show_the_kept_results(name: str) -> None:
    # Matplotlib draws a little differently from version to version, so digests of data compare.
    paper = PAPERS[name]
    for file_name, chart in paper.make_charts(paper.read()).items():
        assert chart.digest in (PICTURES / file_name).read_text(encoding="utf-8"), file_name


def test_replacing_touches_only_the_block() -> None:
    text = "before\n<!-- x -->\nold\n<!-- end -->\nafter"
    replaced = replace_between(text, "<!-- x -->", "new")
    assert replaced == "before\n<!-- x -->\n\nnew\n\n<!-- end -->\nafter"


def test_a_document_without_marks_is_refused() -> None:
    with pytest.raises(SystemExit, match="lacks the marks"):
        replace_between("nothing", "<!-- x -->", "new")
