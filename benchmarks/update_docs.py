"""Puts what `unmold bench` found into the documents, between two marks.

In: `results/bench/*.json`. Out: the blocks in docs/, rewritten. A test holds the two together.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from unmold.bench.extraction import ExtractionReport
from unmold.bench.extraction import show as extraction_tables
from unmold.bench.fingerprints import FingerprintReport
from unmold.bench.fingerprints import show as fingerprint_tables
from unmold.bench.pattern_tree_report import PatternTreeReport
from unmold.bench.pattern_tree_report import tables_of as pattern_tree_tables
from unmold.bench.quality import QualityReport
from unmold.bench.quality_table import explain_columns, summarize, tables_of
from unmold.bench.structure_style import StructureStyleReport
from unmold.bench.structure_style import show as structure_style_tables
from unmold.bench.text import TextReport
from unmold.bench.text import show as text_tables
from unmold.bench.uxclust import UxClustReport
from unmold.bench.uxclust import show as uxclust_tables

CHECKOUT = Path(__file__).parent.parent
RESULTS = Path(__file__).parent / "results" / "bench"
END = "<!-- end -->"


def render_quality(content: Any) -> str:
    report = QualityReport.from_dict(content)
    tables = [summarize(report), *tables_of(report)]
    parts = [explain_columns(report), *(table.to_markdown() for table in tables)]
    return "\n\n".join([*parts, f"({report.machine})"])


def render_fingerprints(content: Any) -> str:
    report = FingerprintReport.from_dict(content)
    tables = [table.to_markdown() for table in fingerprint_tables.tables_of(report)]
    return "\n\n".join([*tables, f"({report.machine})"])


def render_structure_style(content: Any) -> str:
    report = StructureStyleReport.from_dict(content)
    tables = [table.to_markdown() for table in structure_style_tables.tables_of(report)]
    return "\n\n".join([*tables, f"({report.machine})"])


def render_text(content: Any) -> str:
    report = TextReport.from_dict(content)
    tables = [table.to_markdown() for table in text_tables.tables_of(report)]
    return "\n\n".join([*tables, f"({report.machine})"])


def render_uxclust(content: Any) -> str:
    report = UxClustReport.from_dict(content)
    tables = [table.to_markdown() for table in uxclust_tables.tables_of(report)]
    return "\n\n".join([*tables, f"({report.machine})"])


def render_extraction(content: Any) -> str:
    report = ExtractionReport.from_dict(content)
    tables = [table.to_markdown() for table in extraction_tables.tables_of(report)]
    return "\n\n".join([*tables, f"({report.machine})"])


def render_pattern_trees(content: Any) -> str:
    report = PatternTreeReport.from_dict(content)
    tables = [table.to_markdown() for table in pattern_tree_tables(report)]
    return "\n\n".join([*tables, f"({report.machine})"])


BLOCKS: dict[str, tuple[Path, Callable[[Any], str]]] = {
    "quality": (CHECKOUT / "docs" / "reference" / "quality.md", render_quality),
    "fingerprints": (CHECKOUT / "docs" / "concepts" / "fingerprints.md", render_fingerprints),
    "structure-style": (
        CHECKOUT / "docs" / "concepts" / "structure-and-style.md",
        render_structure_style,
    ),
    "uxclust": (CHECKOUT / "docs" / "concepts" / "uxclust.md", render_uxclust),
    "text": (CHECKOUT / "docs" / "concepts" / "text-clusters.md", render_text),
    "pattern-trees": (CHECKOUT / "docs" / "concepts" / "pattern-trees.md", render_pattern_trees),
    "extraction": (CHECKOUT / "docs" / "concepts" / "templates.md", render_extraction),
}
"""For each benchmark the document that shows it, and how."""


def render_document(name: str) -> str:
    """The document of a benchmark with its block made anew from the kept results."""
    path, render = BLOCKS[name]
    content = json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8"))
    start = f"<!-- {name}: written by unmold bench {name} -->"
    return replace_between(path.read_text(encoding="utf-8"), start, render(content))


def replace_between(text: str, start: str, block: str) -> str:
    """The text with what stands between the mark and the next end replaced."""
    before, found, rest = text.partition(start)
    _, end, after = rest.partition(END)
    if not (found and end):
        raise SystemExit(f"error: a document lacks the marks {start} and {END}")
    return f"{before}{start}\n\n{block}\n\n{END}{after}"


def main() -> None:
    for name, (path, _) in BLOCKS.items():
        path.write_text(render_document(name), encoding="utf-8")


if __name__ == "__main__":
    main()
