"""What became of a way: the steps to a value before and now enter, the kind of change leaves."""

from __future__ import annotations

from typing import NamedTuple

from unmold.drift.places import Step, Steps, show_steps

LINK = "a"
TABLE_ROW = "tr"


class StepChange(NamedTuple):
    """How the way to a value changed."""

    code: str
    old: str
    new: str


def explain_change(old: Steps, new: Steps) -> StepChange:
    """The simplest change that leads from one way to the other.

    >>> body = Step("body")
    >>> explain_change((body, Step("p")), (body, Step("div"), Step("p")))
    StepChange(code='wrapped', old='body', new='body > div')
    >>> explain_change((body, Step("p", "", ("a",))), (body, Step("p", "", ("b",))))
    StepChange(code='class-renamed', old='p.a', new='p.b')
    """
    return (
        _renamed(old, new)
        or _linked(old, new)
        or _wrapped(old, new)
        or StepChange(_moved_code(old, new), show_steps(old), show_steps(new))
    )


def _renamed(old: Steps, new: Steps) -> StepChange | None:
    """Another class or id at one element, all others as they were."""
    if [step.tag for step in old] != [step.tag for step in new]:
        return None
    pairs = [(one, other) for one, other in zip(old, new, strict=True) if one != other]
    if len(pairs) != 1:
        return None
    before, now = pairs[0]
    if before.classes == now.classes:
        return StepChange("id-renamed", before.show(), now.show())
    return StepChange("class-renamed", before.show(), now.show()) if before.id == now.id else None


def _linked(old: Steps, new: Steps) -> StepChange | None:
    """A link in the place of the last element, or in it."""
    is_link = bool(new) and new[-1].tag == LINK and LINK not in [step.tag for step in old]
    if is_link and (new[:-1] in (old, old[:-1])):
        return StepChange("became-link", show_steps(old), show_steps(new))
    return None


def _wrapped(old: Steps, new: Steps) -> StepChange | None:
    """Some elements more between two that were parent and child."""
    more = len(new) - len(old)
    if more <= 0:
        return None
    same = next((at for at, step in enumerate(old) if new[at] != step), len(old))
    if same == len(old) or new[same + more :] != old[same:]:
        return None
    above = old[max(same - 1, 0) : same]
    return StepChange("wrapped", show_steps(above), show_steps((*above, *new[same : same + more])))


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
