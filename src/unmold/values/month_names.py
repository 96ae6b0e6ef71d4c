"""Finds the number of a month by its name, as dates write it.

The names are CLDR's, in the languages of Europe, India and the Middle East and a few others, in the
forms that dates have and alone, whole and abbreviated, with and without accents. Languages other
than English are looked at when a word is no English month.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

MIN_LETTERS = 3
"""A month is abbreviated to no fewer letters."""

LANGUAGES = (
    "en de de_AT fr es es_PE it nl pt sv da nb pl cs sk ro hu tr ru uk el ca gl is et id sl".split()  # noqa: SIM905
)
"""Where two languages disagree about a name the first one counts: `listopad` is Polish."""

NEVER_SHORT = (
    "fi sr lt sq mk bg be az ka hy ar he fa ur hi mr ne bn pa gu ta te kn ml si ms".split()  # noqa: SIM905
)
"""Languages of which only whole names and the abbreviations in CLDR count: Finland's November
begins as everybody's March. Croatian is left out, whose `listopad` is a month before Poland's."""

INDIC = "\u0900", "\u0dff"
"""Scripts of India, whose vowels are marks: a name may be two signs, as Hindi's May is."""

_SPELLINGS = {"ä": "ae", "ö": "oe", "ü": "ue"}
_IN = "ב"
"""What Hebrew writes in front of a month behind its day."""
_ALSO = {"feber": 2}
"""What is written and not in CLDR."""


def month_of(word: str) -> int:
    """The month of a name or its abbreviation; 0 if there is none, or several.

    >>> month_of("Sept."), month_of("juillet"), month_of("jui"), month_of("Mayor")
    (9, 7, 0, 0)
    """
    name = _fold(word)
    return _english().get(name) or _everywhere().get(name, 0)


def all_months() -> dict[str, int]:
    """The months of all names and abbreviations that say one, folded as `month_of` does it."""
    return {name: month for name, month in (_everywhere() | _english()).items() if month}


@cache
def _english() -> dict[str, int]:
    """Whole English names; what they begin with may mean other months elsewhere."""
    return dict(_names("en"))


@cache
def _everywhere() -> dict[str, int]:
    """All names and their beginnings; one that several months share says none, and is 0."""
    found: dict[str, int] = {}
    whole: dict[str, int] = dict(_ALSO)
    for language in (*LANGUAGES, *NEVER_SHORT):
        for name, month in _names(language):
            whole.setdefault(name, month)
            if language in NEVER_SHORT:
                continue
            for start in (name[:end] for end in range(MIN_LETTERS, len(name))):
                found[start] = month if found.get(start, month) == month else 0
    return found | whole


def _names(language: str) -> Iterator[tuple[str, int]]:
    """The names of a language's months in all their forms."""
    for names in _cldr()[language]:
        for month, name in enumerate(names.split("|"), start=1):
            for form in _forms(name):
                yield form, month
                if language == "he":
                    yield f"{_IN}{form}", month


@cache
def _cldr() -> dict[str, list[str]]:
    """By language the names of its twelve months, in each form that CLDR has of them.

    Asking Babel would load the whole data of 53 languages, which takes half a second in each
    process. `scripts/write-month-names` writes the file; a test compares it with Babel's.
    """
    path = Path(__file__).with_name("month_names.json")
    found: dict[str, list[str]] = json.loads(path.read_text(encoding="utf-8"))
    return found


def _fold(name: str) -> str:
    return unicodedata.normalize("NFC", name.casefold()).rstrip(".")


def _forms(name: str) -> Iterable[str]:
    """A name as it is spelled by who has all letters, and by who has not."""
    name = _fold(name)
    plain = unicodedata.normalize("NFKD", name)
    forms = {name, "".join(sign for sign in plain if not unicodedata.combining(sign))}
    forms.add("".join(_SPELLINGS.get(sign, sign) for sign in name))
    return (form for form in forms if _is_name(form))


def _is_name(form: str) -> bool:
    if not form.isalpha() and not all(sign.isalpha() or _is_indic(sign) for sign in form):
        return False
    return len(form) >= (2 if _is_indic(form) else MIN_LETTERS)


def _is_indic(text: str) -> bool:
    return INDIC[0] <= text[:1] <= INDIC[1]
