"""Where values stand, in a way that can be compared: a page enters, the place of any XPath leaves.

A place is the way from the body to an element, each step with tag, id and classes but without
positions: a page with one paragraph more has the same places. Numbers in ids and classes are left
out, since they name things, not kinds of things; `PagePlaces.spellings` knows them, so that people
are shown names that are on the page. Next: `profiles` notes the place of each value.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property
from typing import NamedTuple

from unmold._core import Tree
from unmold.model import Page
from unmold.settings import Limits

SHOWN_STEPS = 4

_NUMBERS = re.compile(r"\d+")
_END = re.compile(r"/(?:@[^/]+|text\(\)\[\d+\])$")
_OUTSIDE = ("head", "script", "style")


class Step(NamedTuple):
    """One element on the way to a value."""

    tag: str
    id: str = ""
    classes: tuple[str, ...] = ()

    def show(self) -> str:
        """As a CSS selector has it.

        >>> Step("p", "top", ("big", "red")).show()
        'p#top.big.red'
        """
        return (
            self.tag + (f"#{self.id}" if self.id else "") + "".join(f".{c}" for c in self.classes)
        )


Steps = tuple[Step, ...]


class Place(NamedTuple):
    """The way to an element, and how far down the page it stands."""

    steps: Steps
    order: int


def is_shown(steps: Steps) -> bool:
    """Whether a way leads to where people read."""
    return not any(step.tag in _OUTSIDE for step in steps)


def show_steps(steps: Steps) -> str:
    """The end of a way as a CSS selector, from an id on where there is one near the end."""
    shown = steps[-SHOWN_STEPS:]
    with_id = [number for number, step in enumerate(shown) if step.id]
    return " > ".join(step.show() for step in shown[with_id[-1] if with_id else 0 :])


class PagePlaces:
    """The places of one page's elements, found when the first is asked for."""

    def __init__(self, page: Page, limits: Limits) -> None:
        self._page = page
        self._limits = limits

    def find(self, xpath: str) -> Place:
        """The place of the element that a value stands in."""
        return self._places.get(_END.sub("", xpath), Place((), -1))

    @property
    def spellings(self) -> dict[Steps, Step]:
        """By way its last step as the page has it, numbers included where they are the same."""
        return self._walked[1]

    @property
    def _places(self) -> dict[str, Place]:
        return self._walked[0]

    @cached_property
    def _walked(self) -> tuple[dict[str, Place], dict[Steps, Step]]:
        page = self._page
        tree = Tree.parse(page.data, page.charset, **self._limits.parser_options())
        found: dict[str, Place] = {}
        spellings: dict[Steps, Step] = {}
        above: list[tuple[str, Steps, Counter[str]]] = [("", (), Counter())]
        base: int | None = None
        for order, (depth, kind, tag, attributes) in enumerate(tree.events()):
            if kind != "element":
                continue
            base = depth if base is None else base
            del above[depth - base + 1 :]
            path, steps, counts = above[-1]
            counts[tag] += 1
            path = f"{path}/{tag}[{counts[tag]}]"
            spelled = _spelled_step(tag, attributes or {})
            steps = (*steps, without_numbers(spelled))
            spellings[steps] = agreed_step(spelled, spellings.get(steps, spelled))
            found[path] = Place(steps, order)
            above.append((path, steps, Counter()))
        return found, spellings


def _spelled_step(tag: str, attributes: dict[str, str]) -> Step:
    if tag in ("html", "body"):
        return Step(tag)
    names = sorted(set(attributes.get("class", "").split()))
    return Step(tag, attributes.get("id", "").strip(), tuple(names))


def agreed_step(one: Step, other: Step) -> Step:
    """What two steps that differ in numbers at most have in common.

    >>> agreed_step(Step("li", "", ("col-4", "post-7")), Step("li", "", ("col-4", "post-8"))).show()
    'li.col-4.post-*'
    """
    if one == other:
        return one
    same = {name if name in other.classes else hide_numbers(name) for name in one.classes}
    name = one.id if one.id == other.id else hide_numbers(one.id)
    return Step(one.tag, name, tuple(sorted(same)))


def hide_numbers(name: str) -> str:
    """A class or an id without its numbers."""
    return _NUMBERS.sub("*", name)


def without_numbers(step: Step) -> Step:
    """A step without what differs from thing to thing.

    >>> without_numbers(Step("li", "item-12", ("post-7", "post-8"))).show()
    'li#item-*.post-*'
    """
    names = sorted(set(map(hide_numbers, step.classes)))
    return Step(step.tag, hide_numbers(step.id), tuple(names))
