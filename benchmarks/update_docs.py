"""Puts what `unmold bench` found into the documents, between two marks.

In: `results/bench/*.json`. Out: the blocks in docs/, rewritten. A test holds the two together.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from unmold.bench.fingerprints import FingerprintReport
from unmold.bench.fingerprints import show as fingerprint_tables
from unmold.bench.quality import QualityReport
from unmold.bench.quality_table import explain_columns, summarize, tables_of
from unmold.bench.structure_style import StructureStyleReport
from unmold.bench.structure_style import show as structure_style_tables

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


def render_extraction(content: Any) -> str:
    """Means over sites, then every site; for list pages every template."""
    fields, lists = content["fields"], content["lists"]
    names = [name for name in fields[0] if name != "site"]
    means = {"site": "**mean of sites**"} | {
        name: round(sum(site[name] for site in fields) / len(fields), 3) for name in names
    }
    parts = ["Values:", markdown([means, *fields]), "Titles on list pages:", markdown(lists)]
    return "\n\n".join([*parts, f"({content['machine']})"])


def render_pattern_trees(content: Any) -> str:
    corpora = {name: found for name, found in content.items() if name != "machine"}
    parts = [f"{name}:\n\n```text\n{found}\n```" for name, found in corpora.items()]
    return "\n\n".join([*parts, f"({content['machine']})"])


def markdown(rows: list[dict[str, Any]]) -> str:
    """A table of rows that have the same keys."""
    heads = [head.replace("_", " ") for head in rows[0]]
    lines = [heads, ["---"] * len(heads), *([str(cell) for cell in row.values()] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


BLOCKS: dict[str, tuple[Path, Callable[[Any], str]]] = {
    "quality": (CHECKOUT / "docs" / "reference" / "quality.md", render_quality),
    "fingerprints": (CHECKOUT / "docs" / "concepts" / "fingerprints.md", render_fingerprints),
    "structure-style": (
        CHECKOUT / "docs" / "concepts" / "structure-and-style.md",
        render_structure_style,
    ),
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
