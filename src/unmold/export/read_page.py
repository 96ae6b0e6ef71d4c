"""Reads a page by a wrapper: `python read_page.py WRAPPER.json PAGE.html` prints what it says.

Needs parsel, and `reading.py` beside it. As a function: `read_wrapper(wrapper, page)`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from parsel import Selector, css2xpath

try:
    from .reading import Part, every, every_json, rows
except ImportError:
    from reading import Part, every, every_json, rows  # type: ignore[import-not-found, no-redef]


def read_wrapper(wrapper: dict[str, Any], page: Selector) -> dict[str, Any]:
    """The values of all fields and tables that the page, or row, has."""
    found = {one["name"]: _read_field(one, page) for one in wrapper["fields"]}
    for table in wrapper["tables"]:
        elements = rows(page, *map(as_xpath, table["rows"]))
        read = (read_wrapper(table, element) for element in elements)
        found[table["name"]] = [row for row in read if row]
    return {name: value for name, value in found.items() if value}


def _read_field(field: dict[str, Any], page: Selector) -> Any:
    for query in field["queries"]:
        if path := query.get("json-ld"):
            found = every_json(page, path, prefix=field["prefix"])
        else:
            found = every(page, as_part(query), prefix=field["prefix"])
        if found:
            return found if field["list"] else found[0]
    return None


def as_part(query: dict[str, Any]) -> Part:
    """A query with the part of its results that is meant."""
    marks = query.get("marks", "")
    if marks and "css" in query:
        marks = css2xpath(marks)
    names = ("after", "until", "without")
    after, until, without = (tuple(query.get(name, ())) for name in names)
    index, begins = query.get("index"), query.get("begins", "")
    return Part(as_xpath(query), marks, after, until, without, index, begins)


def as_xpath(query: dict[str, Any]) -> str:
    """A query as the XPath that is run."""
    return query["xpath"] if "xpath" in query else css2xpath(query["css"])


def main() -> None:
    """Print the values of a page as JSON."""
    if len(sys.argv) != 3:
        sys.exit("usage: python read_page.py WRAPPER.json PAGE.html")
    wrapper, page = map(Path, sys.argv[1:])
    values = read_wrapper(
        json.loads(wrapper.read_bytes()),
        Selector(body=page.read_bytes()),
    )
    print(json.dumps(values, ensure_ascii=False, indent=1))


if __name__ == "__main__":
    main()
