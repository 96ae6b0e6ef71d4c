"""Patterns of texts: several values in one text, between words of the template.

`Reviewed By: Anna on 7/5/2010` is an author and a date, `Tech Level: high - Ownership: 1 week` are
two labelled values: on all pages the same words stand between what varies.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median

from unmold.templates.naming import LINKING
from unmold.templates.prefixes import LAST, cut_out
from unmold.templates.sample import BLOCK, TEXT, SamplePage
from unmold.templates.slots.own_labels import has_word
from unmold.templates.slots.slot_columns import SlotColumn
from unmold.templates.slots.slot_names import is_byline
from unmold.templates.value_types import infer_type

ENOUGH = 6
"""Different texts from which a pattern is learned. A guess."""
NEARLY_ALL = 0.9
"""Share of the texts that have the words of a pattern, each once and in this order. A guess."""
MAX_WORDS = 14
"""Words of a text, in the median; longer ones are free text. A guess."""
MAX_PLACES = 3
"""Entries of a list that may each be something else. A guess."""
WORDS, DIGITS = 0.2, 0.8
"""Shares of values with a digit, at most for names and at least for dates and numbers. Guesses."""
MAX_VALUES = 5
"""Values in one text. A guess."""
FILLED = 0.8
"""Share of texts in which a value is not empty. A guess."""
CONSTANT = 0.8
"""Share of a value from which on it is one more word of the template. A guess."""


@dataclass(frozen=True, slots=True)
class Part:
    """A value in a text: what stands before it and behind it."""

    after: str
    before: str

    @property
    def label(self) -> str:
        """The words before it, if they name it."""
        is_name = any(word not in LINKING and word not in SIGNS for word in self._words())
        return self.after.strip("-–—|·•»/ ") if is_name else ""

    @property
    def is_parted(self) -> bool:
        """Whether a label, or words that join, stand before it; else they belong to the value."""
        return self.after.endswith(":") or all(
            word in LINKING or word in SIGNS for word in self._words()
        )

    def _words(self) -> list[str]:
        return [word.strip(":,.").casefold() for word in self.after.split()]


def split_column(column: SlotColumn, pages: Sequence[SamplePage]) -> list[SlotColumn]:
    """The columns of the values in a column of texts; the column itself if they are one value."""
    if column.form != "value" or column.name:
        return [column]
    if not all(
        len(leaves) == 1 and pages[page].kinds[leaves[0]][0] in (TEXT, BLOCK)
        for (page, _), leaves in column.cells.items()
    ):
        return [column]
    texts = {entry: pages[entry[0]].values[leaves[0]] for entry, leaves in column.cells.items()}
    distinct = [*dict.fromkeys(texts.values())]
    language = pages[0].language
    parts = find_parts(distinct)
    if len(parts) < 2 or not _are_named(parts, distinct, language):
        parts = find_date_part(distinct, language)
    if len(parts) < 2 or infer_type(distinct, TEXT, language, "").name != "text":
        return [column]
    made = []
    for number, part in enumerate(parts):
        cut = {entry: cut_out(text, part.after, part.before) for entry, text in texts.items()}
        filled = {entry: text for entry, text in cut.items() if text}
        if len(filled) < FILLED * len(texts):
            return [column]
        if Counter(filled.values()).most_common(1)[0][1] > CONSTANT * len(filled):
            return [column]
        label = part.label or (column.label if not number else "")
        made.append(
            replace(
                column,
                cells={entry: column.cells[entry] for entry in filled},
                texts=filled,
                label=label,
                after=part.after,
                before=part.before,
            )
        )
    return made


def split_places(column: SlotColumn, pages: Sequence[SamplePage]) -> list[SlotColumn]:
    """The columns of a list whose entries differ by their place: a name, then a date.

    Entries of one list are of one kind. Where nearly all cells have the same number of them, and
    numbers stand in all places behind the first, places are what distinguishes them; unless one
    label names them all.
    """
    if column.form != "list" or column.name or column.label or len(column.cells) < ENOUGH:
        return [column]
    sizes = Counter(len(leaves) for leaves in column.cells.values())
    size, times = sizes.most_common(1)[0]
    if not 2 <= size <= MAX_PLACES or times < NEARLY_ALL * len(column.cells):
        return [column]
    cells = {entry: leaves for entry, leaves in column.cells.items() if len(leaves) == size}
    places = [
        {entry: pages[entry[0]].values[leaves[place]] for entry, leaves in cells.items()}
        for place in range(size)
    ]
    shares = [_share_of_digits(own.values()) for own in places]
    # The other way round, a street stands before its town: that is one address.
    if shares[0] > WORDS or min(shares[1:]) < DIGITS or len({*places[0].values()}) < 2:
        return [column]
    return [
        replace(
            column,
            cells={entry: (cells[entry][place],) for entry in own},
            texts=own,
            form="value",
            part=place,
        )
        for place, own in enumerate(places)
    ]


def _share_of_digits(values: Iterable[str]) -> float:
    """The share of different values that hold a digit."""
    distinct = {*values}
    return sum(any(map(str.isdigit, value)) for value in distinct) / len(distinct)


def split_title(column: SlotColumn, title: SlotColumn) -> SlotColumn:
    """The column without the title that its texts begin with, as in `ls - list files`."""
    if column.form != "value" or column.is_cut or column.name:
        return column
    signs: Counter[str] = Counter()
    for entry in column.texts.keys() & title.texts.keys():
        text, start = column.texts[entry], title.texts[entry]
        rest = text[len(start) :].split(maxsplit=1)
        if text.casefold().startswith(start.casefold()) and len(rest) > 1:
            signs[rest[0]] += 1
    sign, times = signs.most_common(1)[0] if signs else ("", 0)
    if sign not in SIGNS or times < max(2, NEARLY_ALL * len(column.texts)):
        return column
    cut = {entry: cut_out(text, sign, "") for entry, text in column.texts.items()}
    filled = {entry: text for entry, text in cut.items() if text}
    cells = {entry: column.cells[entry] for entry in filled}
    return replace(column, cells=cells, texts=filled, after=sign)


def _are_named(parts: Sequence[Part], texts: Sequence[str], language: str) -> bool:
    """Whether all parts have labels, or one is a date and another a person's name.

    Without either nobody could say what they are: on the development sites, experts left such
    texts whole.
    """
    if all(part.after.endswith(":") and part.label for part in parts):
        return True
    has_person = any(is_byline(part.after) for part in parts)
    return has_person and any(_type(part, texts, language) == "date" for part in parts)


def _type(part: Part, texts: Sequence[str], language: str) -> str:
    """The type of the values that a part cuts out of texts; empty if some have none."""
    values = [value for text in texts if (value := cut_out(text, part.after, part.before))]
    is_filled = len(values) >= NEARLY_ALL * len(texts)
    return infer_type(values, TEXT, language, "").name if is_filled else ""


def find_date_part(texts: Sequence[str], language: str = "") -> list[Part]:
    """A date and the rest, if a sign parts them in nearly all texts; none otherwise.

    What a sign alone parts nobody could name, but for a date. The rest may hold the sign, too: it
    stays whole.

    >>> days = [f"{day} May 2010" for day in range(3, 9)]
    >>> parts = find_date_part([f"{hall} · Oslo · {day}" for hall, day in zip("ABCDEF", days)])
    >>> [(part.after, part.before) for part in parts]
    [('', '… ·'), ('… ·', '')]
    >>> find_date_part([f"{day} – {day}" for day in days])
    []
    """
    if len(texts) < ENOUGH:
        return []
    for sign in PARTING:
        having = sum(f" {sign} " in text for text in texts)
        if having < NEARLY_ALL * len(texts):
            continue
        for words in (f"{LAST}{sign}", sign):
            parts = [Part("", words), Part(words, "")]
            date, rest = parts[::-1] if words != sign else parts
            if _type(date, texts, language) == "date" and _type(rest, texts, language) == "text":
                values = [cut_out(text, rest.after, rest.before) for text in texts]
                if sum(map(has_word, values)) >= NEARLY_ALL * len(values):
                    return parts
    return []


def find_parts(texts: Sequence[str]) -> list[Part]:
    """The values that texts hold between words that nearly all have; none if they are one value.

    >>> days = "3 May", "4 June", "12 July", "1 May", "7 June", "2 July"
    >>> parts = find_parts([f"By: {name} on {day}" for name, day in zip("ABCDEF", days)])
    >>> [(part.after, part.before) for part in parts]
    [('By:', 'on'), ('on', '')]
    """
    if len(texts) < ENOUGH:
        return []
    # Of long texts, which are most of all words, only the first have to be seen.
    if median(len(text.split(maxsplit=2 * MAX_WORDS)) for text in texts) > MAX_WORDS:
        return []
    words = [text.split() for text in texts]
    enough = NEARLY_ALL * len(texts)
    fixed = _once_in_most(words, enough)
    while any(any(map(str.isalpha, word)) for word in fixed):
        orders = Counter(tuple(word for word in own if word in fixed) for own in words)
        order, times = orders.most_common(1)[0]
        if times < enough or len(order) != len(fixed):
            return []
        fitting = [own for own in words if tuple(word for word in own if word in fixed) == order]
        parts = _between(order, fitting)
        wrong = {word for part in parts[1:] for word in part.after.split() if not part.is_parted}
        wrong |= _before_times(parts, texts)
        if not wrong:
            return parts
        fixed -= wrong
    return []


def _once_in_most(texts: Sequence[Sequence[str]], enough: float) -> set[str]:
    """The words that stand just once in enough texts, and may join values.

    Few texts show that most words do not: only those that all texts behind them would have to hold
    are looked for there.
    """
    counts: Counter[str] = Counter()
    for number, own in enumerate(texts):
        single = {*own}
        if len(single) < len(own):
            single = {word for word, times in Counter(own).items() if times == 1}
        if len(texts) - number >= enough:
            counts.update(single)
            continue
        if number % CHECKED == 0:
            left = len(texts) - number
            counts = Counter({w: times for w, times in counts.items() if times + left >= enough})
            if not counts:
                return set()
        counts.update(single & counts.keys())
    return {word for word, times in counts.items() if times >= enough and _joins(word)}


CHECKED = 16
"""Texts behind which words that are too rare by then are given up."""


def _before_times(parts: Sequence[Part], texts: Sequence[str]) -> set[str]:
    """The words before the time of a day: it belongs to the date before it."""
    return {
        word
        for part in parts[1:]
        if 2 * sum(bool(_TIME.match(cut_out(t, part.after, part.before))) for t in texts)
        > len(texts)
        for word in part.after.split()
    }


_TIME = re.compile(r"\d{1,2}:\d\d")


def _joins(word: str) -> bool:
    """Whether a word may stand between values: letters, or a sign that only separates."""
    return has_word(word) or word in SIGNS


SIGNS = frozenset(["|", "·", "•", "»", "-", "–", "—", "/"])
PARTING = ("|", "·", "•", "–", "—", "-", "/")
"""The signs that may part a date from what else is said, with a blank on both sides."""


def _between(order: Sequence[str], texts: Sequence[Sequence[str]]) -> list[Part]:
    """The values before, between and behind fixed words, which texts have in this order."""
    phrases: list[list[str]] = []
    gaps = [0] * (len(order) + 1)
    for own in texts:
        places = [own.index(word) for word in order]
        bounds = [-1, *places, len(own)]
        for number, (one, other) in enumerate(pairwise(bounds)):
            gaps[number] += other - one > 1
    has_value = [filled >= FILLED * len(texts) for filled in gaps]
    if any(0 < filled < FILLED * len(texts) for filled in gaps):
        return []
    for number, word in enumerate(order):
        if has_value[number] or not phrases:
            phrases.append([word])
        else:
            phrases[-1].append(word)
    joined = [" ".join(_without_unit(phrase)) for phrase in phrases]
    parts = [Part(one, other) for one, other in zip(joined, [*joined[1:], ""], strict=True)]
    if has_value[0]:
        parts.insert(0, Part("", joined[0]))
    if not has_value[-1]:
        # Words at the end are a unit, unless a sign sets them off.
        parts.pop()
        if parts and joined[-1].split()[0] not in SIGNS:
            parts[-1] = Part(parts[-1].after, "")
    return parts if 2 <= len(parts) <= MAX_VALUES and _are_words(joined) else []


def _without_unit(phrase: Sequence[str]) -> Sequence[str]:
    """A phrase without the words before its first sign: `mpg - Engine:` is a unit and a label."""
    at = next((number for number, word in enumerate(phrase) if word in SIGNS), 0)
    return phrase[at:]


def _are_words(phrases: Sequence[str]) -> bool:
    """Whether words join values: signs alone part a name from a name as often as not."""
    return any(any(map(str.isalpha, phrase)) for phrase in phrases)
