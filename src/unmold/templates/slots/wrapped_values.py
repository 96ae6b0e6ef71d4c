"""Columns that say the value of another column again, between words that never change.

`Chicago restaurants`, `More on Chicago` and `Who has been to Chicago?` are the city three times: a
template writes it wherever it speaks of the page.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import median

from unmold.templates.slots.own_labels import has_word
from unmold.templates.slots.slot_columns import Entry, SlotColumn, bare_text

DISTINCT = 3
"""Different texts that show which of their words never change. A guess."""
SAME = 0.9
"""Share of entries on which another column says what stands between these words. A guess."""
COVERED = 0.8
"""Share of the entries that the other column has, too. A guess."""


@dataclass(frozen=True, slots=True)
class Core:
    """What of a column's texts varies."""

    texts: dict[Entry, str]
    words: int
    """How much stands around it on all pages: words twice, and signs."""


def without_wrapped(columns: Sequence[SlotColumn], title: SlotColumn | None) -> list[SlotColumn]:
    """The columns without those that wrap the value of another one into the same words."""
    cores = [_core(column) for column in columns]
    said = [_said(column, core) for column, core in zip(columns, cores, strict=True)]
    dropped: set[int] = set()
    for at, core in enumerate(cores):
        if core is None or not core.words or columns[at] is title or _is_labelled(columns[at]):
            continue
        if not any(map(has_word, core.texts.values())):
            # The same number in two places may be chance.
            continue
        for other_at, other in enumerate(cores):
            is_barer = other is None or other.words < core.words
            if other_at != at and is_barer and _says(core.texts, said[other_at]):
                dropped.add(at)
                break
    return [column for at, column in enumerate(columns) if at not in dropped]


def without_initials(columns: Sequence[SlotColumn]) -> list[SlotColumn]:
    """The columns without the letters that stand in place of a picture: the first of a name."""
    values = [column for column in columns if column.form == "value"]

    def are_initials(column: SlotColumn) -> bool:
        return max(map(len, column.texts.values())) <= INITIALS and any(
            _begin_with(other.texts, column.texts) for other in values if other is not column
        )

    dropped = [column for column in values if are_initials(column)]
    return [column for column in columns if column not in dropped]


INITIALS = 2
"""Letters in place of a picture."""


def _begin_with(texts: Mapping[Entry, str], letters: Mapping[Entry, str]) -> bool:
    """Whether the words of texts begin with these letters, on nearly all entries."""
    both = texts.keys() & letters.keys()
    if len(both) < COVERED * len(letters) or not all(map(str.isalpha, letters.values())):
        return False
    right = 0
    for entry in both:
        own, words = letters[entry].casefold(), texts[entry].casefold().split()
        firsts = "".join(word[0] for word in words)
        right += firsts.startswith(own) or own in (firsts[:1], firsts[:1] + firsts[-1:])
    longer = sum(len(texts[entry]) > INITIALS for entry in both)
    return min(right, longer) >= SAME * len(both)


def without_quotes(columns: Sequence[SlotColumn], title: SlotColumn | None) -> list[SlotColumn]:
    """The columns without sentences that the text of their page says, too."""
    texts = [
        {entry: bare_text(text) for entry, text in column.texts.items()}
        for column in columns
        if column.form == "text"
    ]
    return [
        column
        for column in columns
        if column is title or not any(_is_quoted(column, own) for own in texts)
    ]


QUOTED = 30
"""Letters of a sentence, in the median: shorter values stand in a text by chance. A guess."""


def _is_quoted(column: SlotColumn, texts: Mapping[Entry, str]) -> bool:
    """Whether a column without a label says what stands in these texts, too."""
    if column.form not in ("value", "list") or column.label or column.name:
        return False
    if median(map(len, column.texts.values())) < QUOTED:
        return False
    held = sum(
        all(bare_text(part) in texts.get(entry, "") for part in text.split("\n"))
        for entry, text in column.texts.items()
    )
    return held >= SAME * len(column.texts)


class OwnWords:
    """The words of what each page says of itself, so that texts can be compared without them."""

    def __init__(self, columns: Sequence[SlotColumn]) -> None:
        self._words: defaultdict[int, set[str]] = defaultdict(set)
        for column in columns:
            if column.form in ("value", "list"):
                for (page, _), text in column.texts.items():
                    for part in text.split("\n"):
                        words = _words(part)
                        if len(words) <= NAME:
                            self._words[page].update(words)

    def add_title(self, texts: Mapping[Entry, str]) -> None:
        """Add the words of a title, however many."""
        for (page, _), text in texts.items():
            self._words[page].update(_words(text))

    def mask(self, page: int, text: str) -> str:
        """A text with one sign in place of words that its page says of itself.

        >>> own = OwnWords(())
        >>> own.add_title({(0, -1): "2010 Yukon"})
        >>> own.mask(0, "Yukon 2010 for sale"), own.mask(1, "Yukon for sale")
        ('# for sale', 'yukon for sale')
        """
        own = self._words[page]
        masked = ("#" if word in own else word for word in _words(text))
        return " ".join(word for word, _ in groupby(masked))


NAME = 4
"""Words of a value that names something: longer ones are texts. A guess."""


def _words(text: str) -> list[str]:
    bare = (word.strip('.,:;!?()>»›/"') for word in text.casefold().split())
    return [word for word in bare if word]


def _core(column: SlotColumn) -> Core | None:
    """What varies in the texts of a column; None where that cannot be told."""
    from unmold import _core

    distinct = [*dict.fromkeys(column.texts.values())]
    if column.form != "value" or len(distinct) < DISTINCT:
        return None
    found = _core.bare_cores(distinct)
    if found is None:
        return None
    cores, words = found
    bare = dict(zip(distinct, cores, strict=True))
    return Core({entry: bare[text] for entry, text in column.texts.items()}, words)


def _is_labelled(column: SlotColumn) -> bool:
    """Whether the words before a value name it."""
    return column.label.endswith(":") or is_cut_by_label(column)


def is_cut_by_label(column: SlotColumn) -> bool:
    """Whether all texts begin with words up to a colon."""
    starts = {text.partition(":")[0] for text in column.texts.values() if ":" in text}
    return len(starts) == 1 and all(":" in text for text in column.texts.values())


def _said(column: SlotColumn, core: Core | None) -> dict[Entry, set[str]]:
    """What a column says by entry; of a list, each of its items."""
    if core is not None:
        return {entry: {text} for entry, text in core.texts.items()}
    if column.form not in ("value", "list"):
        return {}
    return {
        entry: {bare_text(part) for part in text.split("\n")}
        for entry, text in column.texts.items()
    }


def _says(texts: dict[Entry, str], others: dict[Entry, set[str]]) -> bool:
    both = texts.keys() & others.keys()
    if len(both) < COVERED * len(texts):
        return False
    return sum(texts[entry] in others[entry] for entry in both) >= SAME * len(both)
