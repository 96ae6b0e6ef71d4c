"""Exclusions: elements that are rows and such that are not enter, what tells them apart leaves.

A query for rows often finds more: headings, separators, rows of another kind. What these hold and
rows never do is a test by which they are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from unmold.export.parsed_leaves import Element
from unmold.export.steps import Step, bare_step, named_steps

DEPTH, LOOKED_AT = 3, 60
"""How deep elements in a row are looked at, and how many."""

MAX_TESTS = 2
RARE = 0.02
"""What so few rows hold may tell them from others all the same."""


def exclusions(rows: Sequence[Element], others: Sequence[Element]) -> Iterator[Step]:
    """Tests that others fail and nearly all rows pass, the best first; then two together."""
    held = Counter(step for row in rows for step in _held(row))
    usual = {step for step, count in held.items() if count > RARE * len(rows)}
    counts = Counter(step for other in others for step in _held(other) - usual)
    gains = {step: count - held[step] for step, count in counts.items() if count > held[step]}
    ranked = sorted(gains, key=lambda step: (-gains[step], len(step.xpath), step.xpath))
    tests = [_lacks(step) for step in ranked[:MAX_TESTS]]
    yield from tests
    if len(tests) == MAX_TESTS:
        first, second = tests
        yield first.joined(second.xpath, second.css, second.cost)


def _lacks(step: Step) -> Step:
    return Step(f"[not({step.xpath})]", f":not(:has({step.css}))", 1.0 + step.cost)


def _held(row: Element) -> set[Step]:
    """The elements in a row, each by the tags on the way to it and by its name."""
    return set(islice(_walk(row), LOOKED_AT))


def _walk(row: Element) -> Iterator[Step]:
    waiting: list[tuple[Element, Step, int]] = [(row, Step("", "", 0.0), 0)]
    while waiting:
        element, way, depth = waiting.pop(0)
        start, css = (f"{way.xpath}/", f"{way.css} ") if way.xpath else ("", "")
        for child in element:
            if not isinstance(child.tag, str):
                continue
            steps = [bare_step(child), *islice(named_steps(child), 2)]
            found = [Step(start + step.xpath, f"{css}> {step.css}", 1.0) for step in steps]
            yield from found
            if depth + 1 < DEPTH:
                waiting.append((child, found[0], depth + 1))
