"""The numbers in the documents are those that were measured."""

import json

import pytest

from benchmarks.update_docs import BLOCKS, RESULTS, render_document, replace_between
from unmold.bench.fingerprints import FingerprintReport
from unmold.bench.fingerprints.figures import draw_figures
from unmold.bench.quality import QualityReport
from unmold.bench.quality_table import draw_quality
from unmold.bench.registry import BENCHMARKS
from unmold.bench.structure_style import StructureStyleReport
from unmold.bench.structure_style.figures import draw_figures as draw_sweeps
from unmold.bench.text import TextReport
from unmold.bench.text.figures import draw_figures as draw_text


@pytest.mark.parametrize("name", BLOCKS)
def test_documents_show_the_kept_results(name: str) -> None:
    assert render_document(name) == BLOCKS[name][0].read_text(encoding="utf-8")


def test_every_benchmark_has_a_document_and_results() -> None:
    assert set(BLOCKS) == set(BENCHMARKS) == {path.stem for path in RESULTS.glob("*.json")}


def test_pictures_show_the_kept_results() -> None:
    pictures = RESULTS.parents[2] / "docs" / "pictures"
    quality = json.loads((RESULTS / "quality.json").read_text(encoding="utf-8"))
    fingerprints = json.loads((RESULTS / "fingerprints.json").read_text(encoding="utf-8"))
    drawn = draw_figures(FingerprintReport.from_dict(fingerprints))
    structure_style = json.loads((RESULTS / "structure-style.json").read_text(encoding="utf-8"))
    drawn |= draw_sweeps(StructureStyleReport.from_dict(structure_style))
    text = json.loads((RESULTS / "text.json").read_text(encoding="utf-8"))
    drawn |= draw_text(TextReport.from_dict(text))
    drawn["quality.svg"] = draw_quality(QualityReport.from_dict(quality))
    for name, picture in drawn.items():
        assert (pictures / name).read_text(encoding="utf-8") == picture, name


def test_replacing_touches_only_the_block() -> None:
    text = "before\n<!-- x -->\nold\n<!-- end -->\nafter"
    replaced = replace_between(text, "<!-- x -->", "new")
    assert replaced == "before\n<!-- x -->\n\nnew\n\n<!-- end -->\nafter"


def test_a_document_without_marks_is_refused() -> None:
    with pytest.raises(SystemExit, match="lacks the marks"):
        replace_between("nothing", "<!-- x -->", "new")
