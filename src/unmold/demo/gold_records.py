"""Reads the gold values from the elements of a page.

An element's `gold` is the name of a value, its text as shown. `tags[]` is one of a list of texts,
`reviews{}` a row of a table with the names below it, and `video@href` an attribute; some
elements show two values: `title url@href`. So what is gold is in the page, and a part that is
left out is left out of both.

>>> from unmold.demo.markup import element
>>> row = element("li", element("b", "Ada", gold="author"), ": fine", gold="reviews{}")
>>> read_gold(element("ul", row, row))
{'reviews': [{'author': 'Ada'}, {'author': 'Ada'}]}
"""

from typing import Any
from urllib.parse import urljoin

from unmold.demo.markup import Element, Raw

Values = dict[str, Any]
"""By name: a text, a list of texts, or a list of rows, each with values of its own."""


def read_gold(node: Element | Raw | str) -> Values:
    """All gold values below an element."""
    values: Values = {}
    _collect(node, values)
    return values


def _collect(node: Element | Raw | str, values: Values) -> None:
    if not isinstance(node, Element):
        return
    for name in node.gold.split():
        values = _take(node, name, values)
    for child in node.children:
        _collect(child, values)


def _take(node: Element, name: str, values: Values) -> Values:
    """Put one value of an element where it belongs; gives where those below it belong."""
    if name.endswith("{}"):
        row: Values = {}
        values.setdefault(name[:-2], []).append(row)
        return row
    if name.endswith("[]"):
        values.setdefault(name[:-2], []).append(shown_text(node))
    elif "@" in name:
        field, _, attribute = name.partition("@")
        values[field] = str(dict(node.attributes)[attribute])
    else:
        values[name] = shown_text(node)
    return values


def resolve_addresses(values: Values, base: str) -> Values:
    """The same values with every `url` as an absolute address, as a reader would note it."""

    def resolve(name: str, value: Any) -> Any:
        if isinstance(value, list):
            return [resolve(name, item) for item in value]
        if isinstance(value, dict):
            return resolve_addresses(value, base)
        return urljoin(base, value) if name == "url" else value

    return {name: resolve(name, value) for name, value in values.items()}


def shown_text(node: Element) -> str:
    """The text of an element, white space folded."""
    return " ".join("".join(_texts(node)).split())


def _texts(node: Element | Raw | str) -> list[str]:
    if isinstance(node, str):
        return [node]
    if isinstance(node, Raw):
        return []
    return [text for child in node.children for text in _texts(child)]
