"""Paths from the body to an element, made comparable, and how the path to a value changed.

Each step of a path has a tag, an id and classes but no position: a page with one paragraph more
has the same paths. Numbers in ids and classes are left out, since they often name one thing
(`post-17`); `PagePlaces.spellings` keeps them, so that people are shown names that are on the page.
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
"""The last steps of a path say where it ends; more do not fit in a line."""

_NUMBERS = re.compile(r"\d+")
_END = re.compile(r"/(?:@[^/]+|text\(\)\[\d+\])$")
_OUTSIDE = ("head", "script", "style")


class Step(NamedTuple):
    """One element on the path to a value."""

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


ElementPath = tuple[Step, ...]


class Place(NamedTuple):
    """The path to an element, and its position in document order."""

    steps: ElementPath
    order: int


def is_shown(steps: ElementPath) -> bool:
    """Whether a path leads to where people read."""
    return not any(step.tag in _OUTSIDE for step in steps)


def show_path(steps: ElementPath) -> str:
    """The end of a path as a CSS selector, from an id on where there is one near the end."""
    shown = steps[-SHOWN_STEPS:]
    with_id = [number for number, step in enumerate(shown) if step.id]
    return " > ".join(step.show() for step in shown[with_id[-1] if with_id else 0 :])


class PagePlaces:
    """The places of one page's elements, found when the first is asked for."""

    def __init__(self, page: Page, limits: Limits) -> None:
        self._page = page
        self._limits = limits

    def find(self, xpath: str) -> Place:
        """The place of the element that holds a value."""
        return self._places.get(_END.sub("", xpath), Place((), -1))

    @property
    def spellings(self) -> dict[ElementPath, Step]:
        """By path its last step as the page spells it, with numbers that all such elements have."""
        return self._walked[1]

    @property
    def _places(self) -> dict[str, Place]:
        return self._walked[0]

    @cached_property
    def _walked(self) -> tuple[dict[str, Place], dict[ElementPath, Step]]:
        page = self._page
        tree = Tree.parse(page.data, page.charset, self._limits)
        found: dict[str, Place] = {}
        spellings: dict[ElementPath, Step] = {}
        above: list[tuple[str, ElementPath, Counter[str]]] = [("", (), Counter())]
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


LINK = "a"
TABLE_ROW = "tr"


class PathChange(NamedTuple):
    """How the path to a value changed."""

    code: str
    old: str
    new: str


def explain_change(
    old: ElementPath,
    new: ElementPath,
    spelled_old: ElementPath | None = None,
    spelled_new: ElementPath | None = None,
) -> PathChange:
    """The simplest change that leads from one path to the other.

    Paths are compared without the numbers in their names; the spelled ones, which have them, are
    what people are shown.

    >>> body = Step("body")
    >>> explain_change((body, Step("p")), (body, Step("div"), Step("p")))
    PathChange(code='wrapped', old='body', new='body > div')
    >>> explain_change((body, Step("p", "", ("a", "x"))), (body, Step("p", "", ("b", "x"))))
    PathChange(code='class-renamed', old='.a', new='.b')
    """
    compared, shown = _PathPair(old, new), _PathPair(spelled_old or old, spelled_new or new)
    return (
        _renamed(compared, shown)
        or _linked(compared, shown)
        or _wrapped(compared, shown)
        or PathChange(_moved_code(old, new), *map(show_path, shown))
    )


class _PathPair(NamedTuple):
    """The previous and the current path to a value."""

    old: ElementPath
    new: ElementPath


def _renamed(compared: _PathPair, shown: _PathPair) -> PathChange | None:
    """Another class or id, all else as it was; nested elements may share a class."""
    if [step.tag for step in compared.old] != [step.tag for step in compared.new]:
        return None
    pairs = list(zip(zip(*compared, strict=True), zip(*shown, strict=True), strict=True))
    found = {_find_renaming(*pair, *spelled) for pair, spelled in pairs if pair[0] != pair[1]}
    return found.pop() if len(found) == 1 else None


def _find_renaming(before: Step, now: Step, shown: Step, shown_now: Step) -> PathChange | None:
    """What was renamed at one element: no more than differs, so that nothing else is blamed."""
    if before.classes == now.classes:
        return PathChange("id-renamed", _show_id(shown), _show_id(shown_now))
    if before.id != now.id:
        return None
    gone = set(before.classes) - set(now.classes)
    come = set(now.classes) - set(before.classes)
    if not gone or not come:
        return PathChange("class-renamed", shown.show(), shown_now.show())
    return PathChange("class-renamed", _show_classes(shown, gone), _show_classes(shown_now, come))


def _show_id(step: Step) -> str:
    return f"#{step.id}" if step.id else step.show()


def _show_classes(step: Step, names: set[str]) -> str:
    """Some classes of an element, as the page spells them."""
    return "".join(f".{name}" for name in step.classes if hide_numbers(name) in names)


def _linked(compared: _PathPair, shown: _PathPair) -> PathChange | None:
    """A link in the place of the last element, or in it."""
    old, new = compared
    is_link = bool(new) and new[-1].tag == LINK and LINK not in [step.tag for step in old]
    if is_link and (new[:-1] in (old, old[:-1])):
        return PathChange("became-link", *map(show_path, shown))
    return None


def _wrapped(compared: _PathPair, shown: _PathPair) -> PathChange | None:
    """Some elements more between two that were parent and child."""
    old, new = compared
    more = len(new) - len(old)
    if more <= 0:
        return None
    same = next((at for at, step in enumerate(old) if new[at] != step), len(old))
    if same == len(old) or new[same + more :] != old[same:]:
        return None
    above = max(same - 1, 0)
    return PathChange(
        "wrapped", show_path(shown.old[above:same]), show_path(shown.new[above : same + more])
    )


def _moved_code(old: ElementPath, new: ElementPath) -> str:
    was_table, is_table = (TABLE_ROW in [step.tag for step in steps] for steps in (old, new))
    return "list-to-table" if old and is_table and not was_table else "field-moved"


def is_state_change(old: ElementPath, new: ElementPath) -> bool:
    """Whether elements only gained or lost classes beside those that they have: a sale, say."""
    if [(step.tag, step.id) for step in old] != [(step.tag, step.id) for step in new]:
        return False
    pairs = [(set(one.classes), set(other.classes)) for one, other in zip(old, new, strict=True)]
    changed = [(one, other) for one, other in pairs if one != other]
    return bool(changed) and all(
        one & other in (one, other) and one & other for one, other in changed
    )


def is_within(inner: ElementPath, outer: ElementPath) -> bool:
    """Whether a path begins with another."""
    return inner[: len(outer)] == outer
