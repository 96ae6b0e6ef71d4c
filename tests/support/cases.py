"""What is asked of the pages of a case, area by area; the answers are plain JSON.

An answer holds what a user would notice and nothing that depends on the machine: paths are
relative to the case, and scores are left out.
"""

import json
from pathlib import Path
from typing import Any

import unmold
from unmold.drift import find_drift
from unmold.model import Page, Problem
from unmold.pages.trees import parse_page
from unmold.settings import Limits

EXPECTED = "expected.json"
SITE = "https://site.example/"

SOURCES = ("manifest.csv", "pages.jsonl", "pages")
"""What a case of reading may have; the first that is there is read."""


def read_expected(folder: Path) -> Any:
    path = folder / EXPECTED
    assert path.exists(), f"{path} is missing: run pytest with --write-cases and read what it wrote"
    return json.loads(path.read_text(encoding="utf-8"))


def write_expected(folder: Path, found: Any) -> None:
    text = json.dumps(found, indent=2, ensure_ascii=False)
    (folder / EXPECTED).write_text(f"{text}\n", encoding="utf-8")


def check_reading(folder: Path, _: Path) -> Any:
    """The pages that are read, with their addresses and titles, and what was refused."""
    problems: list[Problem] = []
    source = next(folder / name for name in SOURCES if (folder / name).exists())
    pages = [
        _describe_page(page, folder) for page in unmold.read_pages(source, problems=problems.append)
    ]
    refused = [
        {"where": _shorten(problem.where, folder), "code": str(problem.code)}
        for problem in problems
    ]
    return {"pages": pages, "problems": refused}


def check_columns(folder: Path, _: Path) -> Any:
    """What each page says, by column, and the types of the columns."""
    template = unmold.induce_template(folder / "pages").best
    records = unmold.extract_records(template, folder / "pages")
    return {
        "types": {field.name: field.type for field in template.fields},
        "pages": {Path(record.path).name: record.values for record in records},
    }


def check_naming(folder: Path, _: Path) -> Any:
    """By the first page's text, the name of the column that holds it."""
    template = unmold.induce_template(folder / "pages").best
    first = next(iter(unmold.extract_records(template, folder / "pages")))
    return {str(value): name for name, value in first.values.items()}


def check_tables(folder: Path, scratch: Path) -> Any:
    """The rows of the record tables that a person would keep."""
    workspace = unmold.run(folder / "pages", scratch / "workspace", base_url=SITE)
    listed = workspace.sql('SELECT * FROM "tables" ORDER BY name').to_pylist()
    tables = {}
    for table in listed:
        if table["tier"] == 1:
            rows = workspace.sql(f'SELECT * FROM "{table["name"]}"').to_pylist()
            tables[table["name"]] = [_without_keys(row) for row in rows]
    return tables


def check_drift(folder: Path, scratch: Path) -> Any:
    """What changed from the pages in `before` to those in `after`."""
    # The same addresses for both, as crawls of one site at two times have.
    workspace = unmold.run(folder / "before", scratch / "workspace", base_url=SITE)
    findings = find_drift(workspace, folder / "after", base_url=SITE).findings
    return [
        {
            "code": finding.code,
            "severity": finding.severity.value,
            "old": finding.old,
            "new": finding.new,
            "pages": finding.pages,
        }
        for finding in findings
    ]


AREAS = {
    "columns": check_columns,
    "drift": check_drift,
    "naming": check_naming,
    "reading": check_reading,
    "tables": check_tables,
}
"""By the name of a folder of `tests/cases/`: what is asked of its cases."""


def _describe_page(page: Page, folder: Path) -> dict[str, Any]:
    tree, _ = parse_page(page, Limits())
    titles = (node for node in tree.root.iter() if node.kind == "element" and node.tag == "title")
    return {
        "key": _shorten(page.key, folder),
        "url": _shorten(page.url, folder),
        "site": _shorten(page.site, folder),
        "is_soft_404": page.is_soft_404,
        "title": next(("".join(child.text for child in node.children) for node in titles), ""),
    }


def _shorten(name: str, folder: Path) -> str:
    return name.replace(f"{folder.resolve()}/", "").replace(f"{folder}/", "")


def _without_keys(row: dict[str, Any]) -> dict[str, Any]:
    return {
        name: str(value) if not isinstance(value, int | float | list | None) else value
        for name, value in row.items()
        if not name.startswith("_") or name in ("_record", "_row", "_parent")
    }
