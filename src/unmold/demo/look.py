"""How a site looks: class names, wording, markup and order of blocks, all drawn from its seed.

The page types ask a `Look` for every class, label and form of markup. A change of the site
(`changes.py`) gives some of its pages another look.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from zlib import crc32

from unmold.demo.chance import Chance
from unmold.demo.formatting import DAYS, MONEY
from unmold.demo.hostile import hostile_class, hostile_id, hostile_label
from unmold.demo.wording import BLOCKS, FORMS, LABELS, NAMINGS, TERMS


@dataclass(frozen=True)
class Look:
    """What the pages of one site have in common."""

    seed: str
    naming: str
    terms: Mapping[str, str]
    labels: Mapping[str, str]
    forms: Mapping[str, str]
    blocks: tuple[str, ...]
    money: str
    day: str
    hostile: bool = False
    renamed: Mapping[str, str] = field(default_factory=dict)
    """Classes and ids with another name than the one that the seed gives; ids begin with `#`."""
    _names: dict[str, str] = field(default_factory=dict, compare=False, repr=False)

    def css(self, words: str) -> str:
        """The class for what the words name, such as `product price`."""
        if words not in self._names:
            name = self.renamed.get(words) or self._join(words)
            self._names[words] = hostile_class(name) if self.hostile else name
        return self._names[words]

    def id(self, words: str) -> str:
        name = self.renamed.get(f"#{words}") or words.replace(" ", "-")
        return hostile_id(name) if self.hostile else name

    def say(self, label: str) -> str:
        """The site's wording of a label."""
        wording = self.labels.get(label, label)
        return hostile_label(wording) if self.hostile else wording

    def price(self, cents: int) -> str:
        return MONEY[self.money](cents)

    def show_day(self, day: date) -> str:
        return DAYS[self.day](day)

    def with_form(self, part: str, form: str) -> "Look":
        return replace(self, forms={**self.forms, part: form}, _names={})

    def with_name(self, words: str, name: str) -> "Look":
        return replace(self, renamed={**self.renamed, words: name}, _names={})

    def with_label(self, label: str, wording: str) -> "Look":
        return replace(self, labels={**self.labels, label: wording}, _names={})

    def _join(self, words: str) -> str:
        parts = [self.terms.get(word, word) for word in words.split()]
        first, rest = parts[0], parts[1:]
        if self.naming == "bem":
            return first + "".join(f"__{word}" for word in rest)
        if self.naming == "camel":
            return first + "".join(word.capitalize() for word in rest)
        if self.naming == "snake":
            return "_".join(parts)
        if self.naming == "prefixed":
            return "-".join((self.seed_letters(), *parts))
        if self.naming == "modules":
            return f"{'_'.join(parts)}__{crc32((self.seed + words).encode()) % 16**5:05x}"
        return "-".join(parts)

    def seed_letters(self) -> str:
        """Two letters that precede all classes of some sites."""
        number = crc32(self.seed.encode())
        return "".join(chr(ord("a") + number // divisor % 26) for divisor in (1, 26))


def invent_look(seed: object, hostile: bool = False) -> Look:
    """The look of the site with that seed."""
    chance = Chance(seed, "look")
    return Look(
        seed=str(seed),
        naming=chance.pick(NAMINGS),
        terms={word: chance.pick(choices) for word, choices in TERMS.items()},
        labels={label: chance.pick(choices) for label, choices in LABELS.items()},
        forms={part: chance.pick(choices) for part, choices in FORMS.items()},
        blocks=tuple(chance.sample(BLOCKS, len(BLOCKS))),
        money=chance.pick(tuple(MONEY)),
        day=chance.pick(tuple(DAYS)),
        hostile=hostile,
    )


def unlike(look: Look) -> Look:
    """A look that shares neither class names nor wording nor forms with the given one."""
    other = invent_look(f"{look.seed} anew", look.hostile)
    forms = {part: _next(FORMS[part], form) for part, form in look.forms.items()}
    return replace(
        other,
        naming=_next(NAMINGS, look.naming),
        terms={word: _next(TERMS[word], term) for word, term in look.terms.items()},
        labels={label: _next(LABELS[label], said) for label, said in look.labels.items()},
        forms=forms,
        blocks=look.blocks[::-1],
        money=look.money,
        day=look.day,
    )


def _next(choices: tuple[str, ...], choice: str) -> str:
    return choices[(choices.index(choice) + 1) % len(choices)]
