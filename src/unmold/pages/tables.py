"""What JSONL and Parquet tables share: a row enters, a page or a problem leaves."""

from __future__ import annotations

from unmold.model import Problem, Reason
from unmold.pages.assembly import Origin, assemble
from unmold.pages.reading import Found, Reading


def read_row(table: str, number: int, row: dict[str, object], reading: Reading) -> Found | None:
    """The page of a row; None where the caller does not want it."""
    key = f"{table}#{number}"
    url, site, html = row.get("url"), row.get("site"), row.get("html")
    names = (key, url) if isinstance(url, str) else (key,)
    if reading.selection.excludes(*names):
        return None
    found = _make(table, key, html, url, site, reading)
    if isinstance(found, Problem):
        return found if reading.selection.includes(*names) else None
    return found if reading.selection.accepts(found) else None


def _make(table: str, key: str, html: object, url: object, site: object, reading: Reading) -> Found:
    if not isinstance(html, str | bytes):
        return Problem(Reason.BAD_ROW, key, "a row without `html`")
    if url is not None and not isinstance(url, str):
        return Problem(Reason.BAD_ROW, key, "`url` is not text")
    is_text = isinstance(html, str)
    origin = Origin(
        key,
        path=key,
        fallback_site=lambda declared: table,
        url=url or None,
        site=site if isinstance(site, str) else None,
        file=table,
        charset="utf-8" if is_text else None,
    )
    data = html.encode("utf-8", "replace") if isinstance(html, str) else html
    return assemble(origin, data, reading.limits)
