"""Every table and figure of the papers is listed, and what the list says of it is so."""

import re
from pathlib import Path

import pytest

from benchmarks.papers.published import EXAMPLE, MEASURED, NOT_MEASURED, STATES, PublishedItem
from benchmarks.papers.registry import PAPERS
from benchmarks.papers.report import PICTURES
from benchmarks.update_docs import PUBLISHED, render_document

ALL = [(paper, item) for paper in PAPERS.values() for item in paper.published]

COUNTED = {"fingerprints": (7, 6), "structure-style": (0, 6), "pattern-trees": (1, 7)} | {
    "uxclust": (3, 10)
}
"""Tables and figures of each paper that numbers them."""


def label(value: object) -> str:
    return value.label if isinstance(value, PublishedItem) else ""


@pytest.mark.parametrize("name", COUNTED)
def test_no_table_or_figure_is_left_out(name: str) -> None:
    labels = [item.label for item in PAPERS[name].published]
    tables, figures = COUNTED[name]
    assert sum(one.startswith("Table") for one in labels) == tables
    assert {one for one in labels if one.startswith("Figure")} == {
        f"Figure {number}" for number in range(1, figures + 1)
    }
    assert len(labels) == tables + figures


@pytest.mark.parametrize(("paper", "item"), ALL, ids=label)
def test_what_is_measured_has_a_result_and_a_place(paper, item, checkout: Path) -> None:
    assert item.state in STATES
    if item.state == MEASURED:
        assert item.published
        assert re.search(r"\d", item.ours(paper.read())), "no number of ours"
        document = (checkout / "docs" / "concepts" / paper.document).read_text(encoding="utf-8")
        if item.is_picture:
            assert (PICTURES / item.where).exists()
            assert f"pictures/{item.where}" in document
        else:
            assert f"**{item.where}" in document
    elif item.state == EXAMPLE:
        file, _, test = item.where.partition("::")
        assert f"def {test}(" in (checkout / file).read_text(encoding="utf-8")
    elif item.state == NOT_MEASURED:
        assert item.remark, "no reason"


def test_every_link_of_the_page_leads_somewhere(checkout: Path) -> None:
    folder = checkout / "docs" / "reference"
    links = re.findall(r"\]\(([^)#]+)\)", render_document(PUBLISHED))
    assert links
    assert [link for link in links if not (folder / link).exists()] == []
