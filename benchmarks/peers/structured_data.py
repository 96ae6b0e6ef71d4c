"""Reads the JSON-LD of a page with extruct, as columns: `Product.offers.price`, for example."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from typing import Any

from benchmarks.peers.gold_pages import decode_page
from unmold.model import Page

SYNTAX = "json-ld"

_ISO_DATE = re.compile(r"\d{4}-\d\d-\d\d(?=T|$)")


def read_json_ld(page: Page) -> dict[str, list[Any]]:
    """The values of a page's JSON-LD by type and key; those of several entities in one list."""
    import extruct

    data = decode_page(page).encode()
    found = extruct.extract(
        data, base_url=page.url, encoding="UTF-8", syntaxes=[SYNTAX], errors="ignore"
    )
    said: dict[str, list[Any]] = {}
    for name, value in _walk("", found.get(SYNTAX, [])):
        said.setdefault(name, []).append(_read_value(value))
    return said


def _walk(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """The leaves below a value, with the path of keys that leads there."""
    if isinstance(value, list):
        for one in value:
            yield from _walk(name, one)
    elif isinstance(value, dict):
        # An entity that is no value of another is named by its type.
        kind = value.get("@type", "")
        start = name or (kind if isinstance(kind, str) else "+".join(map(str, kind)))
        for key, inner in value.items():
            if key == "@graph":
                yield from _walk(name, inner)
            elif not key.startswith("@"):
                yield from _walk(f"{start}.{key}", inner)
    elif value is not None:
        yield name, value


def _read_value(value: Any) -> Any:
    """A value as its vocabulary means it: schema.org writes dates by ISO 8601."""
    if isinstance(value, str) and (found := _ISO_DATE.match(value)):
        try:
            return datetime.date.fromisoformat(found[0])
        except ValueError:
            return value
    return value
