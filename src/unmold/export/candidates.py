"""Candidates: places of a value enter, queries that might find it on every page leave.

Many more queries are made than are right; `choosing` keeps what agrees with the records. A query is
made of an anchor, an element that the page names or labels, and the way from there to the value.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterator, Sequence

from unmold.export.labels import labelled_steps, section_steps, text_steps
from unmold.export.parsed_leaves import Element, Target
from unmold.export.steps import (
    BARE_COST,
    Step,
    bare_step,
    column_step,
    named_steps,
    placed_step,
    tag_of,
    wide_cell,
)
from unmold.export.wrapper import CSS, XPATH, Query

LEVELS = 6
"""Elements around a value that are tried as anchors."""

MAX_CELLS = 3
"""Cells by which a row is known."""

LENGTH_COST = 1 / 40
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
    """From the head of a row to what stands beside it."""
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
    """The way from a row, cells of tables by the column that they stand in."""
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
