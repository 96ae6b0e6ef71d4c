"""Which words mean the same when a column's name is compared with a gold attribute's."""

from __future__ import annotations

import re

SYNONYMS: tuple[frozenset[str], ...] = tuple(
    frozenset(words.split())
    for words in (
        "title name model headline heading h1 product",
        "author writer by creator contributor",
        "price cost msrp amount sale",
        "date posted published publication release updated",
        "manufacturer brand maker make vendor",
        "engine motor",
        "fuel economy mpg mileage",
        "company employer organization",
        "location city place address area",
        "director directed",
        "genre category kind",
        "mpaa rating rated certificate",
        "team club",
        "height tall",
        "weight lbs",
        "cuisine food",
        "phone telephone tel call contact",
        "address street location adr",
        "website url web site homepage link",
        "type control public private",
        "isbn isbn13",
        "publisher press imprint",
    )
)

_ENDINGS = ("ings", "ing", "ies", "es", "ed", "s", "e")


def stem(word: str) -> str:
    """A word without its ending.

    >>> stem("ratings"), stem("posted"), stem("genre"), stem("genres")
    ('rat', 'post', 'genr', 'genr')
    """
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


def words_of(name: str) -> set[str]:
    """The stemmed words of a name in snake_case."""
    return {stem(word) for word in re.findall(r"[a-z]+", name.lower())}


def share_word(name: str, attribute: str, *, with_synonyms: bool = False) -> bool:
    """Whether a column's name has a word of the attribute's name, or one that means the same."""
    wanted = words_of(attribute)
    if with_synonyms:
        groups = [{stem(word) for word in group} for group in SYNONYMS]
        wanted = wanted.union(*(group for group in groups if group & wanted))
    return bool(words_of(name) & wanted)
