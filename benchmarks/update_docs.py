"""Puts what `unmold bench` and `make papers` found into the documents, between two marks.

Reads `results/bench/*.json` and `results/papers/*.json`; a test compares them with the blocks in
docs/.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.ablation_tables import render_ablation
from benchmarks.papers.registry import PAPERS, render_published
from unmold.bench.extraction import ExtractionReport
from unmold.bench.extraction import extraction_tables as extraction_tables
from unmold.bench.quality import QualityReport
from unmold.bench.quality_table import explain_columns, summarize, tables_of

DOCUMENTS = Path(__file__).parent.parent / "docs"
RESULTS = Path(__file__).parent / "results" / "bench"
END = "<!-- end -->"

Render = Callable[[Any], str]


def render_quality(content: Any) -> str:
    report = msgspec.convert(content, QualityReport)
    tables = [summarize(report), *tables_of(report)]
    parts = [explain_columns(report), *(table.to_markdown() for table in tables)]
    return "\n\n".join([*parts, f"({report.origin})"])


def render_extraction(content: Any) -> str:
    report = msgspec.convert(content, ExtractionReport)
    tables = [table.to_markdown() for table in extraction_tables.tables_of(report)]
    return "\n\n".join([*tables, f"({report.origin})"])


BENCHMARKS: dict[str, tuple[Path, Render]] = {
    "quality": (DOCUMENTS / "reference" / "quality.md", render_quality),
    "extraction": (DOCUMENTS / "concepts" / "templates.md", render_extraction),
    "ablation": (DOCUMENTS / "reference" / "auto.md", render_ablation),
}
"""For each benchmark, of `unmold bench` or of `auto`, the document that shows it, and how."""

WRITERS = {"ablation": "python -m benchmarks.ablation"}
"""Who writes a block that `unmold bench` does not write."""

PUBLISHED = "papers"
"""The block that lists what was published."""

BLOCKS: dict[str, Path] = {
    **{name: path for name, (path, _) in BENCHMARKS.items()},
    **{name: DOCUMENTS / "concepts" / paper.document for name, paper in PAPERS.items()},
    PUBLISHED: DOCUMENTS / "reference" / "papers.md",
}
"""For each benchmark and each paper the document that shows it, and the list of all papers."""


def render_document(name: str) -> str:
    """The document of a benchmark or paper with its block made anew from the kept results."""
    if name == PUBLISHED:
        writer, block = "make papers", render_published()
    elif name in PAPERS:
        writer = "make papers"
        block = PAPERS[name].render_markdown(PAPERS[name].read())
    else:
        writer = WRITERS.get(name, f"unmold bench {name}")
        content = json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8"))
        block = BENCHMARKS[name][1](content)
    start = f"<!-- {name}: written by {writer} -->"
    return replace_between(BLOCKS[name].read_text(encoding="utf-8"), start, block)


def replace_between(text: str, start: str, block: str) -> str:
    """The text with what lies between the mark and the next end replaced."""
    before, found, rest = text.partition(start)
    _, end, after = rest.partition(END)
    if not (found and end):
        raise SystemExit(f"error: a document lacks the marks {start} and {END}")
    return f"{before}{start}\n\n{block}\n\n{END}{after}"


def main() -> None:
    for name, path in BLOCKS.items():
        path.write_text(render_document(name), encoding="utf-8")


if __name__ == "__main__":
    main()
