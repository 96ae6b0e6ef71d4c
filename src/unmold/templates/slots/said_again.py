"""Columns that say again what other columns say."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, repeat

from unmold.templates.prefixes import OPENING, common_label, split_off
from unmold.templates.sample import SamplePage
from unmold.templates.slots.head_columns import SIGNS_BEFORE
from unmold.templates.slots.slot_columns import Entry, SlotColumn, bare_text
from unmold.templates.slots.slot_names import ADDRESSES, MEDIA
from unmold.values.dates import find_date_order, parse_date

SAME = 0.9
"""Share of common entries on which two columns that are one say the same. Measured on the 18
development templates of the gold tables, or a guess that did well there; so is the next."""
SAME_AROUND = 0.7
"""Share of pages with the same words around the title, if they are the title again."""


def without_repeats(
    columns: Sequence[SlotColumn],
    title: SlotColumn | None,
    pages: Sequence[SamplePage],
    known: Known | None = None,
) -> list[SlotColumn]:
    """The columns without those that say what another says; title and labels stay.

    `known` keeps what columns say for who asks again.
    """
    known = {} if known is None else known
    most = max((len(column.cells) for column in columns), default=1)

    def rank(column: SlotColumn) -> tuple[bool, int, bool, bool, bool, float]:
        fill = round(10 * len(column.cells) / most)
        is_named = bool(column.label)
        is_marked = _has_property(column, pages)
        # What is seen says more than what an image says in its place.
        is_hidden = column.mark == "img"
        is_title = column is title
        return not is_title, -fill, not is_named, not is_marked, is_hidden, column.order

    kept: list[tuple[SlotColumn, Said]] = []
    saying: defaultdict[tuple[Entry, str], list[int]] = defaultdict(list)
    for column in sorted(columns, key=rank):
        key = column, column is title
        if key not in known:
            known[key] = _bare_texts(column, is_title=column is title)
        said = known[key]
        # Of others than the title, only those that agree somewhere can say the same.
        ways = said if said[0] is not said[1] else said[:1]
        again = (map(saying.get, own.items(), repeat(())) for own in ways)
        near = {*chain.from_iterable(chain.from_iterable(again))}
        same = (
            number
            for number, (other, others) in enumerate(kept)
            if number in near or other is title or not said[0]
            if _repeats(column, said, other, others, is_title=other is title)
        )
        if (number := next(same, None)) is None:
            for own in ways:
                for one in own.items():
                    saying[one].append(len(kept))
            kept.append((column, said))
        elif kept[number][0] is not title and _is_barer(column, kept[number][0]):
            kept[number] = column, said
    return [column for column, _ in kept]


def without_listed_again(
    columns: Sequence[SlotColumn], title: SlotColumn | None
) -> list[SlotColumn]:
    """The columns without lists whose items the others say: the first of a page's genres."""
    said = {id(column): _items(column) for column in columns}
    kept = [*columns]
    lists = [c for c in columns if c.form == "list" and c is not title and not c.name]
    for column in sorted(lists, key=lambda c: sum(map(len, said[id(c)].values()))):
        own = said[id(column)]
        if sum(len(items) > 1 for items in own.values()) < SEVERAL * len(own):
            continue
        others = [said[id(other)] for other in kept if other is not column]
        again = sum(
            all(any(item in other.get(entry, ()) for other in others) for item in items)
            for entry, items in own.items()
        )
        if again >= SAME * len(own):
            kept.remove(column)
    return kept


SEVERAL = 0.3
"""Share of entries with several items from which on a list is one. A guess."""


def _items(column: SlotColumn) -> dict[Entry, set[str]]:
    """The items of a list by entry, or the one value; nothing of texts and addresses."""
    if column.form not in ("value", "list"):
        return {}
    return {
        entry: {bare_text(item) for item in text.split("\n")}
        for entry, text in column.texts.items()
    }


def _has_property(column: SlotColumn, pages: Sequence[SamplePage]) -> bool:
    """Whether the page itself says for machines what the values of a column are."""
    (page, _), leaves = next(iter(column.cells.items()))
    said = [*pages[page].hints[leaves[0]].split("\t"), ""][1]
    return bool(said) and said not in ADDRESSES


def _is_barer(column: SlotColumn, other: SlotColumn) -> bool:
    """Whether of two columns that say the same, one says less around it.

    `Bug 10` is better than `Bugzilla - Bug 10`.
    """
    if column.form != "value" or other.form != "value" or column.label or other.label:
        return False
    own, longer = (common_label(c.texts.values()) for c in (column, other))
    return bool(own) and len(own) < len(longer) and longer.endswith(own)


Said = tuple[dict[Entry, str], dict[Entry, str]]
"""What a column says, as a table would have it and as a whole: without its label, and with it."""


Known = dict[tuple[SlotColumn, bool], Said]
"""What columns say, and whether they are the title."""


def _bare_texts(column: SlotColumn, *, is_title: bool) -> Said:
    """What a column says: `Bug 10` says what `10` says, if it is no title.

    A date says the same however it is written.
    """
    is_labelled = column.form == "value" and not is_title
    if is_labelled and (dates := _read_dates(column.texts)):
        return dates, dates
    whole = _bare(column.texts)
    if is_labelled and (numbers := _read_counts(column.texts)):
        return numbers, whole
    label = common_label(column.texts.values()) if is_labelled else ""
    if not label:
        return whole, whole
    return _bare({e: split_off(text, label) for e, text in column.texts.items()}), whole


def _bare(texts: dict[Entry, str]) -> dict[Entry, str]:
    """Texts as `bare_text` has them."""
    from unmold import _core

    return dict(zip(texts, _core.bare_texts([*texts.values()]), strict=True))


def _repeats(
    column: SlotColumn, said: Said, other: SlotColumn, others: Said, *, is_title: bool
) -> bool:
    """Whether a column says what another says, without its label or as a whole.

    Below the title `Package java.io`, a second one of these is a column of packages.
    """
    (cut, whole), (their_cut, their_whole) = said, others
    if _says_same(column, cut, other, their_cut, is_title):
        return True
    if whole is cut and their_whole is their_cut:
        return False
    if is_title and _says_same(column, whole, other, their_whole, False):
        return False
    return _says_same(column, whole, other, their_whole, is_title)


def _read_counts(texts: dict[Entry, str]) -> dict[Entry, str]:
    """The numbers that texts say, if what they count is always called the same.

    `68 reviews` says what `68 user reviews` does, and `106 min -` what `106 min` does.
    """
    found: dict[Entry, str] = {}
    around: set[str] = set()
    for entry, text in texts.items():
        numbers = _DIGITS.findall(text)
        # A number that letters stand at is part of a name, as in `DC7`.
        if len(numbers) != 1 or len(text) > MAX_COUNT or _NAMED.search(text):
            return {}
        found[entry] = numbers[0].strip(".,")
        around.add(_DIGITS.sub("#", text))
        if len(around) > MAX_WORDINGS:
            return {}
    # Of few numbers, two columns may have the same by chance.
    return found if len({*found.values()}) >= MIN_COUNTS else {}


MAX_COUNT, MAX_WORDINGS = 40, 3
"""Letters of a text with a number, and different words around it: of one, of several. Guesses."""
MIN_COUNTS = 5
"""Different numbers that show that two columns say the same. A guess."""


def _read_dates(texts: dict[Entry, str]) -> dict[Entry, str]:
    """The days that all texts of a column say; none if one of them is no date."""
    if not _DIGITS.search(next(iter(texts.values()), "")):
        return {}
    label = common_label(texts.values())
    bare = {
        entry: SIGNS_BEFORE.sub("", split_off(text, label)).rstrip(OPENING + " ")
        for entry, text in texts.items()
    }
    order = find_date_order([*bare.values()])
    found: dict[Entry, str] = {}
    for entry, text in bare.items():
        day = parse_date(text, order)
        if day is None:
            return {}
        found[entry] = day
    return found


def _says_same(
    column: SlotColumn,
    said: dict[Entry, str],
    other: SlotColumn,
    others: dict[Entry, str],
    is_title: bool,
) -> bool:
    """Whether two columns, with their bare texts, say the same; or one what the title says."""
    if (column.form in MEDIA) != (other.form in MEDIA):
        return False
    if len(others) < 0.8 * len(said):
        return False
    both = said.keys() & others.keys()
    if len(both) < 0.8 * len(said):
        return False
    same = sum(1 for entry in both if said[entry] == others[entry])
    if same >= SAME * len(both):
        return True
    if is_title and len(both) > 2 and column.form != "text":
        around = Counter(
            tuple(_without_numbers(said[entry]).split(title, 1))
            for entry in both
            if (title := _without_numbers(others[entry]))
        )
        if around:
            (parts, times), *_ = around.most_common(1)
            if len(parts) == 2 and times >= SAME_AROUND * len(both):
                return True
        if column.form == "value" and all(_has_same_words(said[e], others[e]) for e in both):
            return True
        is_unnamed = column.form == "value" and not column.label
        return is_unnamed and _adds_nothing([(said[entry], others[entry]) for entry in both])
    return False


@lru_cache(maxsize=4_096)
def _without_numbers(text: str) -> str:
    """A text with a sign for each number; all columns are compared with one title."""
    return _DIGITS.sub("#", text)


def _has_same_words(text: str, title: str) -> bool:
    """Whether a text has the words of a title in another order: `Robinson, Nate`.

    >>> _has_same_words("robinson, nate", "nate robinson"), _has_same_words("nate", "nate r")
    (True, False)
    """
    return sorted(text.replace(",", " ").split()) == sorted(title.replace(",", " ").split())


def _adds_nothing(pairs: Sequence[tuple[str, str]]) -> bool:
    """Whether texts consist of words of the title beside them, and of the same others everywhere.

    `Yukon pricing details` says no more than the title, `2010 Yukon 4-door`, does.
    """
    rests = Counter(
        tuple(word for word in text.split() if word not in words)
        for text, title in pairs
        if 3 * len((words := {*title.split()}) & {*text.split()}) >= len(words)
    )
    (rest, times), *_ = rests.most_common(1) or [((), 0)]
    said = [word for word in rest if any(map(str.isalpha, word))]
    has_digits = any(any(map(str.isdigit, word)) for word in rest)
    return len(said) >= 2 and not has_digits and times >= SAME_AROUND * len(pairs)


_DIGITS = re.compile(r"\d[\d.,]*")
_NAMED = re.compile(r"[^\W\d_]\d|\d[^\W\d_]")
