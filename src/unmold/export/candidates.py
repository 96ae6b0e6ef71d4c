"""Candidates: queries that might find a value on every page, made from the places it has on some.

Many more queries are made than are right; `choosing` keeps what agrees with the records. A query is
made of an anchor, an element that the page names or labels, and the way from there to the value.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterator, Sequence
from dataclasses import dataclass

from unmold.export.literals import css_literal, is_plain_name
from unmold.export.page_view import Element, Target, texts_of, written
from unmold.export.reading import collapse, xpath_literal
from unmold.export.wrapper import CSS, XPATH, Query

# Steps of queries: the ways to describe one element, each in XPath and CSS. What a page's author
# named comes first: ids and properties, then classes; a position comes last.


# What queries cost, and how many are tried, are guesses: a bad choice shows when `wrap` verifies
# the queries on all pages.
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
    """A name that can be written in a query; any element where the page wrote something else."""
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
    """A cell of a table by the column that it is in, counting how wide those before it are.

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


# Labels: short texts before a value, in an element before it or before one of its ancestors, in the
# same element, or as the heading of a section. Whether a text is a label, and no value, shows when
# the query is tried on other pages.


LABEL_LEVELS, SIBLINGS = 4, 3


def labelled_steps(
    element: Element, context: Element | None, known: Container[str]
) -> Iterator[Step]:
    """The ways from a label to an element; `known` are the texts that may be one."""
    at, way = element, Step("", "", 0.0)
    for _ in range(LABEL_LEVELS):
        if at is None or at is context:
            return
        for step in (*_after_siblings(at, known), *_after_text(at, known)):
            yield step.joined(way.xpath, way.css, way.cost)
        placed = placed_step(at)
        css = None if way.css is None or placed.css is None else f" > {placed.css}{way.css}"
        way = Step(f"/{placed.xpath}{way.xpath}", css, placed.cost + way.cost)
        at = at.getparent()


def section_steps(element: Element, known: Container[str]) -> Iterator[Step]:
    """A section by the heading that it begins with."""
    for child in list(element)[:2]:
        label = label_of(child, known) if child.tag in HEADINGS else None
        if label:
            step = label_step(child, label)
            css = f"{bare_step(element).css}:has(> {step.css})"
            yield Step(f"{tag_of(element)}[{step.xpath}]", css, step.cost + 0.5)


def _after_siblings(element: Element, known: Container[str]) -> Iterator[Step]:
    """From an element with the label to one behind it."""
    bare = bare_step(element)
    before, number = element.getprevious(), 1
    for distance in range(1, SIBLINGS + 1):
        if before is None:
            return
        label = label_of(before, known)
        if label:
            step = label_step(before, label)
            css = f" + {bare.css}" if distance == 1 else None
            way = f"/following-sibling::{bare.xpath}[{number}]"
            yield Step(f"//{step.xpath}{way}", _joined(step.css, css), step.cost + number - 1)
            yield Step(
                f"//{step.xpath}/following-sibling::{bare.xpath}",
                _joined(step.css, f" ~ {bare.css}"),
                step.cost + 0.5,
            )
        number += before.tag == element.tag
        before = before.getprevious()


def _joined(first: str | None, second: str | None) -> str | None:
    return None if first is None or second is None else first + second


def _after_text(element: Element, known: Container[str]) -> Iterator[Step]:
    """From a text directly before an element, in the one around both."""
    before = element.getprevious()
    parent = element.getparent()
    if parent is None:
        return
    label = collapse((parent.text if before is None else before.tail) or "")
    if 0 < len(label) <= MAX_LABEL and label in known:
        test = "normalize-space(preceding-sibling::text()[normalize-space()][1])"
        yield Step(f"//{tag_of(element)}[{test}={xpath_literal(label)}]", None, 2.0)


def text_steps(target: Target, known: Container[str]) -> Iterator[Step]:
    """From an element with the label to the text behind it, as in `<b>Price:</b> $5`."""
    if target.end != "text()":
        return
    wanted = list(texts_of(target.element))[target.position]
    for child in target.element:
        if child.tail == wanted and (label := label_of(child, known)):
            step = label_step(child, label)
            way = "/following-sibling::text()[normalize-space()][1]"
            yield Step(f"//{step.xpath}{way}", None, step.cost + 0.5)


# Whole queries.


LEVELS = 6
"""Elements around a value that are tried as anchors."""

MAX_CELLS = 3
"""Cells by which a row is known."""

LENGTH_COST = 1 / 40
"""What a character of a query costs: forty cost as much as one step. A guess."""
WHOLE_COST = 1.0
"""For reading all that an element says, where its only text is enough here."""

PLAIN_COST = 1.5
"""For saying whether an element holds a text alone."""


def candidates(
    target: Target,
    context: Element | None,
    known: Container[str],
    free: Collection[Element] = (),
) -> Iterator[Query]:
    """Queries for the value at a place; in a row, relative to it.

    `known` are texts that may be labels, `free` elements around the value whose position does not
    count, as it differs within a list.
    """
    is_whole = target.end == "text()" and _says_nothing_else(target.element)
    for step in element_steps(target.element, context, known, free):
        yield from _queries(_ended(step, target), context is not None)
        if is_whole and step.xpath:
            yield from _queries(step.joined("", "", WHOLE_COST), context is not None)
        if target.end == "text()" and step.xpath:
            yield from _queries(_by_markup(step, target), context is not None)
    for step in labelled_steps(target.element, context, known):
        yield from _queries(_ended(step, target), context is not None)
    for step in text_steps(target, known):
        yield from _queries(step, context is not None)


def _says_nothing_else(element: Element) -> bool:
    """Whether one text is all that an element says; on other pages there may be markup in it."""
    return not len(element) and element.tag not in ("a", "b", "i", "span", "font", "strong")


def row_candidates(
    row: Element,
    cells: Sequence[Element],
    context: Element | None,
    known: Container[str],
    free: Collection[Element],
) -> Iterator[Query]:
    """Queries for the rows of a table, made from one of them and its cells."""
    for step in element_steps(row, context, known, free):
        yield from _queries(step, context is not None)
    holding = [test for cell in cells[:MAX_CELLS] for test in _holding(row, cell)]
    for step in _own_steps(row) if row is not context else ():
        for test in holding:
            both = _anywhere(step).joined(f"[{test.xpath}]", f":has({test.css})", test.cost)
            yield from _queries(both, context is not None)


def _holding(row: Element, cell: Element) -> Iterator[Step]:
    """That a row holds a cell: by the tags between them, and by what the cell is named."""
    tags, at = [], cell
    while at is not None and at is not row:
        tags.append(at)
        at = at.getparent()
    if at is None or not tags:
        return
    way = [bare_step(element) for element in reversed(tags[1:])]
    for end in _own_steps(cell):
        steps = [*way, end]
        yield Step(
            "/".join(step.xpath for step in steps),
            "".join(f"> {step.css} " for step in steps).rstrip(),
            1.0 + end.cost / 2,
        )


def free_elements(one: Element, other: Element) -> list[Element]:
    """The elements around one of a list whose positions differ from those around the other."""
    first, second = list(_chain(one)), list(_chain(other))
    if [element.tag for element in first] != [element.tag for element in second]:
        return []
    return [
        element
        for element, twin in zip(first, second, strict=True)
        if element is not twin and placed_step(element) != placed_step(twin)
    ]


def _chain(element: Element) -> Iterator[Element]:
    while element is not None:
        yield element
        element = element.getparent()


def _queries(step: Step, is_relative: bool) -> Iterator[Query]:
    """A step in both languages. It begins with `/` or `//`, or is empty: the context itself."""
    cost = step.cost + LENGTH_COST * len(step.xpath)
    yield Query(XPATH, f".{step.xpath}" if is_relative else step.xpath, cost=cost)
    if step.css is not None and step.css.strip():
        css_cost = step.cost + LENGTH_COST * len(step.css)
        yield Query(CSS, step.css.strip(), cost=css_cost)


def _by_markup(step: Step, target: Target) -> Step:
    """Only elements that hold other elements beside the text, or only those that hold none."""
    if len(target.element):
        return step.joined("[*]/text()", ":has(*)::text", PLAIN_COST)
    return step.joined("[not(*)]/text()", ":not(:has(*))::text", PLAIN_COST)


def _ended(step: Step, target: Target) -> Step:
    if target.end == "text()":
        return step.joined("/text()", "::text")
    if target.end:
        return step.joined(f"/{target.end}", f"::attr({target.end[1:]})")
    return step


def element_steps(
    element: Element,
    context: Element | None,
    known: Container[str],
    free: Collection[Element] = (),
) -> Iterator[Step]:
    """The ways to an element: named itself, or from something around it that is."""
    if element is context:
        yield Step("", ":scope", 0.5)
        return
    if context is not None and all(one is not context for one in _chain(element)):
        yield from _sibling_steps(element, context)
        return
    yield from (_anywhere(step) for step in _own_steps(element))
    way, placed = Step("", "", 0.0), Step("", "", 0.0)
    at = element
    for _ in range(LEVELS):
        way, placed = _before(bare_step(at), way), _before(_place(at, free), placed)
        at = at.getparent()
        if at is None or at is context:
            break
        for anchor in (*named_steps(at), *section_steps(at, known)):
            yield from _from_anchor(_anywhere(anchor), element, way, placed)
    yield from _from_top(element, context, free)


def _place(element: Element, free: Collection[Element]) -> Step:
    return bare_step(element) if element in free else placed_step(element)


def _sibling_steps(element: Element, context: Element) -> Iterator[Step]:
    """From the head of a row to what is beside it."""
    for place in (placed_step, column_step):
        yield from _beside(element, context, place)


def _beside(element: Element, context: Element, place: Callable[[Element], Step]) -> Iterator[Step]:
    way, at = Step("", "", 0.0), element
    while at is not None and at.getparent() is not context.getparent():
        way, at = _before(place(at), way), at.getparent()
    if at is None:
        return
    between, before = 0, at.getprevious()
    same = 0
    while before is not None and before is not context:
        between, same, before = between + 1, same + (before.tag == at.tag), before.getprevious()
    if before is None:
        return
    wide = wide_cell(at) if place is column_step else None
    for step in (bare_step(at), *named_steps(at)):
        if wide is not None:
            step = step.joined("", f":has(> {wide})", 1.0)
        near = f"/following-sibling::*[{between + 1}][self::{step.xpath}]{way.xpath}"
        css = None if way.css is None else f":scope{' + *' * between} + {step.css}{way.css}"
        yield Step(near, css, 1.5 + between + way.cost + step.cost - BARE_COST)
    last = f"/following-sibling::{tag_of(at)}[{same + 1}]{way.xpath}"
    yield Step(last, None, 1.0 + same + way.cost)


def _own_steps(element: Element) -> Iterator[Step]:
    yield from named_steps(element)
    yield bare_step(element)


def _from_anchor(anchor: Step, element: Element, way: Step, placed: Step) -> Iterator[Step]:
    yield anchor.joined(way.xpath, way.css, way.cost / 2)
    if placed.xpath != way.xpath:
        yield anchor.joined(placed.xpath, placed.css, placed.cost)
    for step in _own_steps(element):
        yield anchor.joined(f"//{step.xpath}", _below(step.css), step.cost)


def _from_top(
    element: Element, context: Element | None, free: Collection[Element]
) -> Iterator[Step]:
    """The whole way from the row, or from the page's root."""
    way, placed, at = Step("", "", 0.0), Step("", "", 0.0), element
    while at is not None and at is not context:
        way, placed = _before(bare_step(at), way), _before(_place(at, free), placed)
        at = at.getparent()
    if context is None:
        yield Step(placed.xpath, _inner(placed.css), placed.cost + 0.5)
    else:
        yield Step(placed.xpath, _from_row(placed.css), placed.cost + 0.5)
        yield Step(way.xpath, _from_row(way.css), way.cost / 2)
        yield from _by_columns(element, context)


def _by_columns(element: Element, context: Element) -> Iterator[Step]:
    """The way from a row, cells of tables by the column that they are in."""
    way, at = Step("", "", 0.0), element
    while at is not None and at is not context:
        way, at = _before(column_step(at), way), at.getparent()
    if at is not None and any(name in way.xpath for name in ("td[", "th[")):
        yield Step(way.xpath, _from_wide_row(way.css, context), way.cost + 0.5)


def _before(step: Step, way: Step) -> Step:
    css = None if step.css is None or way.css is None else f" > {step.css}{way.css}"
    return Step(f"/{step.xpath}{way.xpath}", css, step.cost + way.cost)


def _from_wide_row(css: str | None, row: Element) -> str | None:
    wide = wide_cell(row)
    return None if css is None or wide is None else f":scope:has(> {wide}){css}"


def _from_row(css: str | None) -> str | None:
    return None if css is None else f":scope{css}"


def _inner(css: str | None) -> str | None:
    return None if css is None else css.removeprefix(" > ")


def _below(css: str | None) -> str | None:
    return None if css is None else f" {css}"


def _anywhere(step: Step) -> Step:
    return Step(f"//{step.xpath}", step.css, step.cost)
