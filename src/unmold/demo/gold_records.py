"""Reads the gold values from the elements of a page.

An element's `gold` is the name of a value, its text as shown. `tags[]` is one of a list of texts,
`reviews{}` a row of a table, to which the names below it belong, and `video@href` an attribute. So
the gold is read from the page itself, and a part that is left out is left out of both.

>>> from unmold.demo.markup import element
>>> row = element("li", element("b", "Ada", gold="author"), ": fine", gold="reviews{}")
>>> read_gold(element("ul", row, row))
{'reviews': [{'author': 'Ada'}, {'author': 'Ada'}]}
"""

from typing import Any

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
    name = node.gold
    if not name:
        pass
    elif name.endswith("{}"):
        row: Values = {}
        values.setdefault(name[:-2], []).append(row)
        values = row
    elif name.endswith("[]"):
        values.setdefault(name[:-2], []).append(shown_text(node))
    elif "@" in name:
        field, _, attribute = name.partition("@")
        values[field] = str(dict(node.attributes)[attribute])
    else:
        values[name] = shown_text(node)
    for child in node.children:
        _collect(child, values)


def shown_text(node: Element) -> str:
    """The text of an element, white space folded."""
    return " ".join("".join(_texts(node)).split())


def _texts(node: Element | Raw | str) -> list[str]:
    if isinstance(node, str):
        return [node]
    if isinstance(node, Raw):
        return []
    return [text for child in node.children for text in _texts(child)]
