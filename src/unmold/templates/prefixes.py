"""Finds the label that all values of a column begin with."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import median

from unmold.values.month_names import month_of

ENOUGH_FOR_A_WORD = 5
"""How many different values must begin with a mere word if it is a prefix. A guess."""

ARTICLES = frozenset({"the", "a", "an", "der", "die", "das", "le", "la", "les", "el", "los", "il"})
"""What titles begin with."""

_MARK = re.compile(
    r"(?:[#©>‹←•·‣◦▪▫■□▢●○☐☑☒✓✔✗✘➤►▸▶»›→⌚-⏿☀-☄☇-⛿✀-✿\U0001f300-\U0001faff]\ufe0f?\s*)+"
)
"""Bullets, arrows, boxes to tick and pictures: what sets off every entry of a list, number or path.
Stars rate things."""

_SEPARATOR = re.compile(r"^[-–—|:·»›>/]\s+")


def common_label(values: Iterable[str]) -> str:
    """The prefix up to its last colon, equals sign, or blank after a letter; empty if none.

    >>> common_label(["Price: $5", "Price: $12"]), common_label(["http://a/b", "http://a/c"])
    ('Price:', '')
    >>> common_label(["2014-01-03T16:32", "2014-01-03T16:40"])
    ''
    >>> common_label([f"May {day}th, 4 p.m." for day in range(4, 10)])
    ''
    >>> common_label(["(1980", "(1972"]), common_label(["(a) 1", "(b) 2"])
    ('(', '')
    """
    said = list(values)
    if said and said[0][:1] != said[-1][:1]:
        # Most columns are told by that.
        return ""
    # Strings between which all others lie share what all share.
    first, last = min(said, default=""), max(said, default="")
    if first == last or first[:1] != last[:1]:
        return ""
    shared = _shared_start(first, last)
    distinct = list(dict.fromkeys(said))
    mark = _MARK.match(shared) or (_OPENED.match(shared) if _are_opened(distinct) else None)
    if mark:
        return mark[0] + common_label([value[mark.end() :] for value in distinct])
    for end in range(len(shared) - 1, -1, -1):
        if _is_in_time(distinct, end):
            continue
        if shared[end] in ":=" and not any(value.startswith("//", end + 1) for value in distinct):
            return shared[: end + 1] if "://" not in shared else ""
        if _is_word_end(shared, end) and len(distinct) >= ENOUGH_FOR_A_WORD:
            label = "" if shared[:end].casefold() in ARTICLES else shared[: end + 1]
            return _without_month(label)
    return ""


def _without_month(label: str) -> str:
    """The label without the month that it ends with: it belongs to the dates that follow.

    >>> _without_month("March "), _without_month("Archived on: Sun Jan "), _without_month("Part ")
    ('', 'Archived on:', 'Part ')
    """
    *before, last = label.split() or [""]
    if not month_of(last):
        return label
    if ":" in label:
        return label[: label.rindex(":") + 1]
    return "".join(f"{word} " for word in before)


_OPENED = re.compile(r"[(\[]\s*")


def _are_opened(values: Iterable[str]) -> bool:
    """Whether values begin with a bracket that is closed behind them, as in `(1980, John Doe)`."""
    return all(value[:1] in _CLOSING and _CLOSING[value[0]] not in value for value in values)


_CLOSING = {"(": ")", "[": "]"}


def _is_in_time(values: Iterable[str], place: int) -> bool:
    """Whether a sign is between digits, as in "16:32" and "2014-01-03T16:32": no label ends."""
    around = (value[max(place - 1, 0) : place + 2] for value in values)
    return all(len(text) == 3 and text[1] == ":" and text[::2].isdigit() for text in around)


def _is_word_end(text: str, end: int) -> bool:
    """Whether a word or its abbreviation ends there, as in "Item no. 1001"."""
    word = text[:end].removesuffix(".")
    return text[end] == " " and word[-1:].isalpha()


def _shared_start(first: str, last: str) -> str:
    length = next(
        (at for at, (one, other) in enumerate(zip(first, last, strict=False)) if one != other),
        min(len(first), len(last)),
    )
    return first[:length]


def split_off(value: str, prefix: str) -> str:
    """The value without the prefix and a dash behind it, if something is left.

    >>> split_off("Shop - Lamp", "Shop "), split_off("Shift: -5", "Shift:")
    ('Lamp', '-5')
    """
    if prefix and value.startswith(prefix):
        return _SEPARATOR.sub("", value[len(prefix) :].strip()) or value
    return value


LAST = "… "
"""Before words of which the last ones in a text are meant; of others the first."""


def cut_out(text: str, after: str, before: str) -> str:
    """What a text says between words: behind the first ones, up to the others; or nothing.

    >>> cut_out("Reviewed By: Anna on 7/5/2010", "Reviewed By:", "on")
    'Anna'
    >>> text = "Hall · Oslo · 3 May 2010"
    >>> cut_out(text, "… ·", ""), cut_out(text, "", "… ·")
    ('3 May 2010', 'Hall · Oslo')
    """
    padded = f" {text} "
    start = 0
    if after:
        found = _find(padded, after, 0)
        if found < 0:
            return ""
        start = found + len(after.removeprefix(LAST)) + 1
    end = _find(padded, before, start) if before else len(padded)
    found_text = padded[start:end].strip(_AROUND) if end >= 0 else ""
    is_bracketed = found_text[:1] == "(" and found_text.find(")") == len(found_text) - 1
    return found_text[1:-1] if is_bracketed else found_text


def _find(padded: str, words: str, start: int) -> int:
    """Where the blank before words is; -1 if they are not there."""
    if words.startswith(LAST):
        return padded.rfind(f" {words.removeprefix(LAST)} ", start)
    return padded.find(f" {words} ", start)


_AROUND = " -–—|,;:·•/"
"""Signs between values; those inside of one stay."""

OPENING = "([{|,;–—·•/"
"""Signs that lead on to the next part of a line."""
USUAL = 0.8
"""Share of values that end with such a sign. A guess."""


def common_sign(values: Sequence[str]) -> str:
    """The sign that nearly all values end with because another part of their line follows.

    A bracket that was opened before the part is such a sign, too, and a word that only joins it.

    >>> common_sign(["3 May (", "4 May (", "5 May ("]), common_sign(["Anna)", "Bob)"])
    (' (', ')')
    >>> common_sign(["3 May by", "4 May by"]), common_sign(["7 am", "8 am"])
    (' by', '')
    """
    if closing := common_closing(values):
        return closing
    ends = Counter(
        value[len(value.rstrip(OPENING + " ")) :] for value in values if value[-1:] in OPENING
    )
    words = (value.rpartition(" ") for value in values)
    ends.update(f" {word}" for before, _, word in words if before and word.casefold() in JOINTS)
    end, times = ends.most_common(1)[0] if ends else ("", 0)
    return end if times >= USUAL * len(values) and times > 1 else ""


JOINTS = frozenset("by from on at of with von mit por par pour door av af przez - &".split())  # noqa: SIM905
"""Words that end a value only because another follows, in markup of its own."""


def common_call(values: Sequence[str]) -> str:
    """The words behind the last sentence of nearly all values, which ask to read on.

    >>> common_call([f"{word} is a town by the sea … Read More" for word in "ABCDEF"])
    ' Read More'
    >>> common_call([f"{word} is a town by the sea of the north." for word in "ABCDEF"])
    ''
    """
    if len({*values}) < CALLED or median(map(len, values)) < LONG:
        return ""
    ends = Counter(found[1] for value in values if (found := _CALL.search(value)))
    end, times = ends.most_common(1)[0] if ends else ("", 0)
    return end if times >= USUAL * len(values) else ""


_CALL = re.compile(r"[.…!?\]](\s[^\W\d_]{2,20}(?:\s[^\W\d_]{2,20}){0,2})$")
CALLED = 6
"""Different texts of which most end with the same words, if those are the template's. A guess."""
LONG = 30
"""Letters of a text, in the median, that may end with such words. A guess."""


def common_closing(values: Sequence[str]) -> str:
    """The bracket that nearly all values end with, though it was opened before them.

    >>> common_closing(["30)", "27)"]), common_closing(["Oslo (NO)", "Bath (UK)"])
    (')', '')
    """
    closed = sum(value[-1:] == ")" and "(" not in value for value in values)
    return ")" if closed >= USUAL * len(values) and closed > 1 else ""


def common_brackets(values: Sequence[str]) -> tuple[str, str]:
    """The brackets that all values stand in, as a whole; empty if one does not.

    >>> common_brackets(["(new bug)", "(closed)"]), common_brackets(["(a)", "(478) 445-5004"])
    (('(', ')'), ('', ''))
    """
    opening = values[0][:1] if values else ""
    closing = _CLOSING.get(opening, "")
    if not closing or not all(_is_within(value, opening, closing) for value in values):
        return "", ""
    return opening, closing


def _is_within(value: str, opening: str, closing: str) -> bool:
    is_closed = value.startswith(opening) and value.find(closing) == len(value) - 1
    return is_closed and value.find(opening, 1) < 0


ARROWS = "»›→▸▶►➤"
"""Signs that lead on to another page."""


PERMALINK = "¶"
"""The sign behind a heading that links to it."""


def common_colon(values: Sequence[str]) -> str:
    """The colon that nearly all labels end with.

    >>> common_colon(["Weight:", "Width:"]), common_colon(["Weight", "Note:"])
    (':', '')
    """
    ended = sum(value[-1:] == ":" for value in values)
    return ":" if ended >= USUAL * len(values) and ended > 1 else ""


def common_arrow(values: Sequence[str]) -> str:
    """The arrow that nearly all values end with, set off from them: a link behind the value.

    So is the sign that links to a heading itself.

    >>> common_arrow(["Rated R for language. »", "Rated G. »"]), common_arrow(["a »b»", "c »d»"])
    (' »', '')
    >>> common_arrow(["Slice Objects¶", "Ellipsis¶"])
    '¶'
    """
    arrows = [value[-2:] for value in values if value[-1:] in ARROWS]
    ends = Counter(end for end in arrows if end[:1].isspace())
    ends.update(value[-1] for value in values if value[-1:] == PERMALINK)
    end, times = ends.most_common(1)[0] if ends else ("", 0)
    return end if times >= USUAL * len(values) and times > 1 else ""
