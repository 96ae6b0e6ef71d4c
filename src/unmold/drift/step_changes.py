"""What became of a way: the steps to a value before and now enter, the kind of change leaves."""

from __future__ import annotations

from typing import NamedTuple

from unmold.drift.places import Step, Steps, hide_numbers, show_steps

LINK = "a"
TABLE_ROW = "tr"


class StepChange(NamedTuple):
    """How the way to a value changed."""

    code: str
    old: str
    new: str


def explain_change(
    old: Steps, new: Steps, spelled_old: Steps | None = None, spelled_new: Steps | None = None
) -> StepChange:
    """The simplest change that leads from one way to the other.

    Ways are compared without the numbers in their names; the spelled ones, which have them, are
    what people are shown.

    >>> body = Step("body")
    >>> explain_change((body, Step("p")), (body, Step("div"), Step("p")))
    StepChange(code='wrapped', old='body', new='body > div')
    >>> explain_change((body, Step("p", "", ("a", "x"))), (body, Step("p", "", ("b", "x"))))
    StepChange(code='class-renamed', old='.a', new='.b')
    """
    compared, shown = _Ways(old, new), _Ways(spelled_old or old, spelled_new or new)
    return (
        _renamed(compared, shown)
        or _linked(compared, shown)
        or _wrapped(compared, shown)
        or StepChange(_moved_code(old, new), *map(show_steps, shown))
    )


class _Ways(NamedTuple):
    """The steps to a value before and now."""

    old: Steps
    new: Steps


def _renamed(compared: _Ways, shown: _Ways) -> StepChange | None:
    """Another class or id, all else as it was; nested elements may share a class."""
    if [step.tag for step in compared.old] != [step.tag for step in compared.new]:
        return None
    pairs = list(zip(zip(*compared, strict=True), zip(*shown, strict=True), strict=True))
    found = {_other_name(*pair, *spelled) for pair, spelled in pairs if pair[0] != pair[1]}
    return found.pop() if len(found) == 1 else None


def _other_name(before: Step, now: Step, shown: Step, shown_now: Step) -> StepChange | None:
    """What was renamed at one element: no more than differs, so that nothing else is blamed."""
    if before.classes == now.classes:
        return StepChange("id-renamed", _show_id(shown), _show_id(shown_now))
    if before.id != now.id:
        return None
    gone = set(before.classes) - set(now.classes)
    come = set(now.classes) - set(before.classes)
    if not gone or not come:
        return StepChange("class-renamed", shown.show(), shown_now.show())
    return StepChange("class-renamed", _show_classes(shown, gone), _show_classes(shown_now, come))


def _show_id(step: Step) -> str:
    return f"#{step.id}" if step.id else step.show()


def _show_classes(step: Step, names: set[str]) -> str:
    """Some classes of an element, as the page spells them."""
    return "".join(f".{name}" for name in step.classes if hide_numbers(name) in names)


def _linked(compared: _Ways, shown: _Ways) -> StepChange | None:
    """A link in the place of the last element, or in it."""
    old, new = compared
    is_link = bool(new) and new[-1].tag == LINK and LINK not in [step.tag for step in old]
    if is_link and (new[:-1] in (old, old[:-1])):
        return StepChange("became-link", *map(show_steps, shown))
    return None


def _wrapped(compared: _Ways, shown: _Ways) -> StepChange | None:
    """Some elements more between two that were parent and child."""
    old, new = compared
    more = len(new) - len(old)
    if more <= 0:
        return None
    same = next((at for at, step in enumerate(old) if new[at] != step), len(old))
    if same == len(old) or new[same + more :] != old[same:]:
        return None
    above = max(same - 1, 0)
    return StepChange(
        "wrapped", show_steps(shown.old[above:same]), show_steps(shown.new[above : same + more])
    )


def _moved_code(old: Steps, new: Steps) -> str:
    was_table, is_table = (TABLE_ROW in [step.tag for step in steps] for steps in (old, new))
    return "list-to-table" if old and is_table and not was_table else "field-moved"


def is_state_change(old: Steps, new: Steps) -> bool:
    """Whether elements only gained or lost classes beside those that they have: a sale, say."""
    if [(step.tag, step.id) for step in old] != [(step.tag, step.id) for step in new]:
        return False
    pairs = [(set(one.classes), set(other.classes)) for one, other in zip(old, new, strict=True)]
    changed = [(one, other) for one, other in pairs if one != other]
    return bool(changed) and all(
        one & other in (one, other) and one & other for one, other in changed
    )


def is_within(inner: Steps, outer: Steps) -> bool:
    """Whether a way leads on from another."""
    return inner[: len(outer)] == outer


__all__ = ["Step", "StepChange", "explain_change", "is_state_change", "is_within"]
