"""Steps of queries: an element enters, the ways to describe it leave, each in XPath and CSS.

What a page's author named comes first: ids and properties, then classes; a position comes last.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass

from unmold.export.literals import css_literal, is_plain_name
from unmold.export.parsed_leaves import Element, written
from unmold.export.reading import collapse, xpath_literal

PROPERTIES = ("itemprop", "property", "name", "rel", "data-testid", "data-field", "http-equiv")
MAX_NAME, MAX_CLASSES, MAX_LABEL = 60, 4, 80
POSITION_COST, ONLY_COST, BARE_COST = 3.0, 0.6, 1.5
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6", "legend", "caption", "dt", "th", "summary")


@dataclass(frozen=True, slots=True)
class Step:
    """One part of a query; `css` is None where CSS has no words for it."""

    xpath: str
    css: str | None
    cost: float

    def joined(self, xpath: str, css: str | None, cost: float = 0.0) -> Step:
        """The step with more behind it."""
        both = None if self.css is None or css is None else self.css + css
        return Step(self.xpath + xpath, both, self.cost + cost)


def tag_of(element: Element) -> str:
    """A name that can stand in a query; any element where the page wrote something else."""
    tag = element.tag
    return tag if isinstance(tag, str) and tag.replace("-", "").isalnum() and tag.isascii() else "*"


def named_steps(element: Element) -> Iterator[Step]:
    """By id, property or class."""
    tag = tag_of(element)
    identity = element.get("id")
    if _is_usable(identity):
        css = f"#{identity}" if is_plain_name(identity) else f"[id={css_literal(identity)}]"
        yield Step(f"{tag}[@id={xpath_literal(identity)}]", _css_tag(tag) + css, 1.0)
    for name in PROPERTIES:
        value = element.get(name)
        if _is_usable(value):
            xpath = f"{tag}[@{name}={xpath_literal(value)}]"
            yield Step(xpath, f"{_css_tag(tag)}[{name}={css_literal(value)}]", 1.0)
    yield from _class_steps(element, tag)


def _class_steps(element: Element, tag: str) -> Iterator[Step]:
    attribute = element.get("class")
    if not _is_usable(attribute):
        return
    classes = list(dict.fromkeys(attribute.split()))[:MAX_CLASSES]
    is_whole = attribute == " ".join(classes)
    if is_whole:
        css = _css_tag(tag) + "".join(map(_css_class, classes))
        xpath, cost = f"{tag}[@class={xpath_literal(attribute)}]", 1.2 + 0.3 * len(classes)
        yield Step(xpath, css, cost)
        # In CSS the dots ask for these classes among others; the attribute, for these alone.
        yield Step(xpath, f"{_css_tag(tag)}[class={css_literal(attribute)}]", cost + 0.3)
    if len(classes) > 1 or not is_whole:
        for name in classes:
            test = f"contains(concat(' ', normalize-space(@class), ' '), {_spaced(name)})"
            yield Step(f"{tag}[{test}]", _css_tag(tag) + _css_class(name), 1.7)


def _spaced(name: str) -> str:
    return xpath_literal(f" {name} ")


def _css_class(name: str) -> str:
    return f".{name}" if is_plain_name(name) else f"[class~={css_literal(name)}]"


def _css_tag(tag: str) -> str:
    return "" if tag == "*" else tag


def _is_usable(value: str | None) -> bool:
    return bool(value) and len(value or "") <= MAX_NAME and not _has_control(value or "")


def _has_control(text: str) -> bool:
    # Attributes are normalised when a query is read, so line breaks would never be found again.
    return any(ord(character) < 32 for character in text)


def bare_step(element: Element) -> Step:
    """By its tag alone."""
    tag = tag_of(element)
    return Step(tag, tag, BARE_COST)


def placed_step(element: Element) -> Step:
    """By its tag, and its position where several siblings have it."""
    tag = tag_of(element)
    parent = element.getparent()
    alike = [element] if parent is None else [one for one in parent if one.tag == element.tag]
    if len(alike) == 1 or tag == "*":
        return Step(tag, tag, ONLY_COST)
    number = alike.index(element) + 1
    return Step(f"{tag}[{number}]", f"{tag}:nth-of-type({number})", POSITION_COST)


def column_step(element: Element) -> Step:
    """A cell of a table by the column that it stands in, counting how wide those before it are.

    CSS cannot count that; there the row says which wide cell it has, and the cell its position.
    """
    placed = placed_step(element)
    if element.tag in ("td", "th"):
        before = list(element.itersiblings(preceding=True))
        column = sum(_width(cell) for cell in before)
        count = "sum(preceding-sibling::*/@colspan) + count(preceding-sibling::*[not(@colspan)])"
        return Step(f"{element.tag}[{count} = {column}]", placed.css, POSITION_COST + 2)
    wide = wide_cell(element) if element.tag == "tr" else None
    if wide is None:
        return placed
    return Step(placed.xpath, f"{placed.css}:has(> {wide})", placed.cost + 1)


def wide_cell(row: Element) -> str | None:
    """The first cell of a row that is wider than one column."""
    for cell in row:
        if cell.tag in ("td", "th") and _width(cell) > 1:
            return f"{cell.tag}[colspan={css_literal(cell.get('colspan'))}]"
    return None


def _width(cell: Element) -> int:
    text = (cell.get("colspan") or "1").strip()
    return int(text) if text.isdecimal() else 1


def label_of(element: Element, known: Container[str]) -> str | None:
    """What an element says, if it is short and plain enough for a label, and a known text."""
    if not isinstance(element.tag, str) or len(element) > 1:
        return None
    if not any(collapse(text) in known for text in element.itertext()):
        return None
    text = written(element)
    return text if 0 < len(text) <= MAX_LABEL else None


def label_step(element: Element, label: str) -> Step:
    """By what it says."""
    tag = tag_of(element)
    css = f"{_css_tag(tag)}:contains({css_literal(label)})"
    return Step(f"{tag}[{said(element)}={xpath_literal(label)}]", css, 1.5 + len(label) / 40)


def said(element: Element) -> str:
    """What an element says, in XPath, which takes blanks that may not break for letters."""
    has_them = any("\xa0" in text for text in element.itertext())
    return "normalize-space(translate(., '\xa0', ' '))" if has_them else "normalize-space()"
