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
from unmold.bench.tables import Table
from unmold.bench.text import TextReport
from unmold.bench.text import show as text_tables
from unmold.bench.uxclust import UxClustReport
from unmold.bench.uxclust import show as uxclust_tables

DOCUMENTS = Path(__file__).parent.parent / "docs"
RESULTS = Path(__file__).parent / "results" / "bench"
END = "<!-- end -->"

Render = Callable[[Any], str]


def render_quality(content: Any) -> str:
    report = QualityReport.from_dict(content)
    tables = [summarize(report), *tables_of(report)]
    parts = [explain_columns(report), *(table.to_markdown() for table in tables)]
    return "\n\n".join([*parts, f"({report.machine})"])


def render_with(report: type[Any], tables_of: Callable[[Any], list[Table]]) -> Render:
    """Renders the tables of one kind of report."""

    def render(content: Any) -> str:
        loaded = report.from_dict(content)
        tables = [table.to_markdown() for table in tables_of(loaded)]
        return "\n\n".join([*tables, f"({loaded.machine})"])

    return render


BLOCKS: dict[str, tuple[Path, Render]] = {
    "quality": (DOCUMENTS / "reference" / "quality.md", render_quality),
    **{
        name: (DOCUMENTS / "concepts" / document, render_with(report, tables))
        for name, document, report, tables in [
            ("fingerprints", "fingerprints.md", FingerprintReport, fingerprint_tables.tables_of),
            (
                "structure-style",
                "structure-and-style.md",
                StructureStyleReport,
                structure_style_tables.tables_of,
            ),
            ("uxclust", "uxclust.md", UxClustReport, uxclust_tables.tables_of),
            ("text", "text-clusters.md", TextReport, text_tables.tables_of),
            ("pattern-trees", "pattern-trees.md", PatternTreeReport, pattern_tree_tables),
            ("extraction", "templates.md", ExtractionReport, extraction_tables.tables_of),
        ]
    },
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
