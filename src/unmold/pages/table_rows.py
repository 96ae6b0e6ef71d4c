"""Makes a page or a problem from a row of a JSONL or Parquet table."""

from __future__ import annotations

from unmold.model import Problem, ProblemCode
from unmold.pages.assembly import Origin, assemble
from unmold.pages.places import Container
from unmold.pages.reading import Found, Reading


def read_row(
    table: Container, number: int, row: dict[str, object], reading: Reading
) -> Found | None:
    """The page of a row; None where the caller does not want it."""
    url, path = row.get("url"), table.shown(number)
    names = (path, url) if isinstance(url, str) else (path,)
    if reading.selection.excludes(*names):
        return None
    found = _make(table, number, row, reading)
    if isinstance(found, Problem):
        return found if reading.selection.includes(*names) else None
    return found if reading.selection.accepts(found) else None


def _make(table: Container, number: int, row: dict[str, object], reading: Reading) -> Found:
    key, url, site, html = table.key(number), row.get("url"), row.get("site"), row.get("html")
    if not isinstance(html, str | bytes):
        return Problem(ProblemCode.BAD_ROW, key, "a row without `html`")
    if url is not None and not isinstance(url, str):
        return Problem(ProblemCode.BAD_ROW, key, "`url` is not text")
    is_text = isinstance(html, str)
    origin = Origin(
        key,
        path=table.shown(number),
        fallback_site=lambda declared: table.real,
        url=url or None,
        site=site if isinstance(site, str) else None,
        file=table.path,
        charset="utf-8" if is_text else None,
    )
    data = html.encode("utf-8", "replace") if isinstance(html, str) else html
    return assemble(origin, data, reading.limits)
