"""Sentences for descriptions, articles and reviews.

In: a source of draws. Out: sentences and paragraphs that read like a shop's, none of them copied.
"""

from unmold.demo.chance import Chance
from unmold.demo.words import COLOURS, COUNTRIES, MATERIALS, PEOPLE, SUBJECTS

PATTERNS = (
    "The {material} comes from a workshop in {country} that has changed little since it opened.",
    "We first saw it in {colour}, and have kept that shade in the range ever since.",
    "It took {number} attempts to get the balance right.",
    "{person} drew the first version on the back of a delivery note.",
    "Most people who ask about {subject} end up asking about {other} as well.",
    "After {number} years of daily use, ours looks better than it did when it was new.",
    "There is no trick to it: good {material}, enough time & a steady hand.",
    "If a part wears out, write to us and we will send another.",
    "Some customers prefer {colour}; others would not have it as a gift.",
    "In {country} they say that {subject} cannot be hurried.",
    "It weighs less than you expect and lasts longer than it needs to.",
    "Keep it dry, keep it near, and it will ask for nothing else.",
    "What {person} taught us about {subject} still hangs on the wall of the packing room.",
    "We tried {number} suppliers before we found one who would say no to us.",
    "The finish is {colour} by daylight and almost black in the evening.",
    "Nothing about it is new, which is rather the point.",
)


def write_sentence(chance: Chance) -> str:
    """One sentence."""
    return _fill(chance.pick(PATTERNS), chance)


def _fill(pattern: str, chance: Chance) -> str:
    subject, other = chance.sample(SUBJECTS, 2)
    return pattern.format(
        material=chance.pick(MATERIALS).lower(),
        country=chance.pick(COUNTRIES),
        colour=chance.pick(COLOURS),
        number=chance.between(3, 40),
        person=chance.pick(PEOPLE),
        subject=subject,
        other=other,
    )


def write_paragraph(chance: Chance, shortest: int = 2, longest: int = 5) -> str:
    """Some sentences, none of them twice, joined."""
    patterns = chance.sample(PATTERNS, chance.between(shortest, longest))
    return " ".join(_fill(pattern, chance) for pattern in patterns)


def write_paragraphs(chance: Chance, fewest: int, most: int) -> tuple[str, ...]:
    """Some paragraphs."""
    return tuple(write_paragraph(chance) for _ in range(chance.between(fewest, most)))
