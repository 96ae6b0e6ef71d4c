"""Labels: a value's place enters, queries that go from the words beside it to the value leave.

A label is a short text before the value: in an element before it or before one around it, in the
same element, or as the heading of a section. That it is a label, and no value, shows when the query
is tried on other pages.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

from unmold.export.parsed_leaves import Element, Target, texts_of
from unmold.export.reading import collapse, xpath_literal
from unmold.export.steps import (
    HEADINGS,
    MAX_LABEL,
    Step,
    bare_step,
    label_of,
    label_step,
    placed_step,
    tag_of,
)

LEVELS, SIBLINGS = 4, 3


def labelled_steps(
    element: Element, context: Element | None, known: Container[str]
) -> Iterator[Step]:
    """The ways from a label to an element; `known` are the texts that may be one."""
    at, way = element, Step("", "", 0.0)
    for _ in range(LEVELS):
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
