"""Sentences for descriptions, articles and reviews.

They read like a shop's, and none is copied. A word between asterisks is set off by inline markup
where the page type does so.
"""

from unmold.demo.chance import Chance
from unmold.demo.people import FIRST_NAMES
from unmold.demo.words import COLOURS, COUNTRIES, MATERIALS, TOWNS

SUBJECTS = (
    "cast iron", "good light", "old tools", "linen", "small gardens", "paper", "slow mornings",
    "oak & ash", "salt glaze", "blunt knives", "winter sowing", "open fires", "hand-made books",
    "wool", "rain barrels", "copper pans", "the perfect shelf", "things that last", "moths",
    "a tidy bench", "ink", "cold frames", "sourdough", "door handles", "quiet rooms",
)  # fmt: skip
ADVERBS = ("slowly", "carefully", "never", "often", "by hand", "in one go", "twice", "mostly")
TIMES = (
    "In the first winter", "After a few weeks", "On most days", "Since last spring", "Years later",
    "At first", "Before the move", "Over breakfast", "Once a month", "When it rains",
)  # fmt: skip
FINDINGS = (
    "it kept its shape", "nobody noticed the repair", "the lid fitted better than before",
    "we forgot that it was new", "the handle had darkened to {colour}", "it had become *ours*",
    "the price seemed low", "the edges were still sharp", "our neighbour asked where it came from",
    "the {material} had begun to shine", "it needed a drop of oil & nothing else",
)  # fmt: skip
PATTERNS = (
    "The {material} comes from a workshop in {country} that has changed little since {year}.",
    "We first saw it in {colour}, and have kept that shade in the range ever since.",
    "It took {number} attempts to get the balance right.",
    "{person} drew the first version on the back of a delivery note.",
    "Most people who ask about {subject} end up asking about {other} as well.",
    "After {number} years of daily use, ours looks better than it did when it was new.",
    "There is no trick to it: good {material}, enough time & a *steady hand*.",
    "If a part wears out, write to {person} and we will send another.",
    "Some customers prefer {colour}; others would not have it as a gift.",
    "In {country} they say that {subject} cannot be hurried.",
    "It weighs {number} grams less than you expect and lasts longer than it needs to.",
    "Keep it dry, keep it near, and it will ask for {subject} at most.",
    "What {person} taught us about {subject} still hangs on the wall of the packing room.",
    "We tried {number} suppliers before we found one in {town} who would say *no* to us.",
    "The finish is {colour} by daylight and almost {shade} in the evening.",
    "Nothing about {subject} is new, which is rather the point.",
    "{time}, {finding}.",
    "{time}, {finding}; {person} had said so.",
    "{time} we took it to {town} and back, and {finding}.",
    "“Treat it like {subject},” said {person}, “and do so *{adverb}*.”",
    "A {colour} one left for {town} this morning; {number} more are on the bench.",
    "Is {material} worth it? Ask {person} (or anyone in {country}).",
    "It is made {adverb}, packed {adverb} and sent from {town} within {number} hours.",
    "Between {subject} and {other} there is less difference than one thinks.",
    "My {material} one broke < {number} days after it came, yet {finding}.",
    "{person} & I share it, {adverb}.",
)


def write_sentence(chance: Chance) -> str:
    """One sentence."""
    return _fill(chance.pick(PATTERNS), chance)


def _fill(pattern: str, chance: Chance) -> str:
    words = {
        "material": chance.pick(MATERIALS).lower(),
        "country": chance.pick(COUNTRIES),
        "town": chance.pick(TOWNS),
        "colour": chance.pick(COLOURS),
        "shade": chance.pick(COLOURS),
        "number": chance.between(3, 97),
        "year": chance.between(1871, 2009),
        "person": chance.pick(FIRST_NAMES),
        "subject": chance.pick(SUBJECTS),
        "other": chance.pick(SUBJECTS),
        "adverb": chance.pick(ADVERBS),
        "time": chance.pick(TIMES),
    }
    finding = chance.pick(FINDINGS).format_map(words)
    return pattern.format_map(words | {"finding": finding})


def write_paragraph(chance: Chance, shortest: int = 2, longest: int = 5) -> str:
    """Some sentences, none of them twice, joined."""
    patterns = chance.sample(PATTERNS, chance.between(shortest, longest))
    return " ".join(_fill(pattern, chance) for pattern in patterns)


def write_paragraphs(chance: Chance, fewest: int, most: int) -> tuple[str, ...]:
    """Some paragraphs."""
    return tuple(write_paragraph(chance) for _ in range(chance.between(fewest, most)))


def without_emphasis(text: str) -> str:
    """A text for places that know no inline markup."""
    return text.replace("*", "")
