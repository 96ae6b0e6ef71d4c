"""Finds the words in an element's class that say what it holds.

Names of classes say more than a meaning: which framework lays the page out (`col-md-6`), where a
build tool keeps styles apart (`css-1x2y3z`), what scripts hold on to (`js-toggle`), in which state
an element is (`is-open`), of which block it is a part (`card__price--old`). Next: `naming`.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

MIN_PREFIXED = 3
"""Classes that must begin with the same word."""

# `\w` leaves out vowel signs, without which Hindi, Tamil or Thai words fall apart.
_MARKS = "".join(
    chr(code)
    for first, last in ((0x300, 0x1E00), (0xA800, 0xAC00))
    for code in range(first, last)
    if unicodedata.category(chr(code))[0] == "M"
)
_WORD = re.compile(rf"[^\W_](?:[^\W_]|[{_MARKS}])*")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_UTILITY = re.compile(
    r"(?:js|is|has|u|qa|no|sm|md|lg|xl|xs|hover|focus|print)[-:].*|[a-z0-9-]+:.*"
    r"|border|rounded|shadow|transition|truncate|uppercase|lowercase|capitalize|italic|underline"
    r"|sticky|relative|absolute|fixed|static|antialiased|tnum|tabular-nums|prose|gap|opacity|flex"
    r"|grid|block|hidden|visible|inline(?:-(?:block|flex|grid))?|not-prose|sr-only|no-underline"
    r"|(?:transition|duration|ease|delay|animate|gap|divide|space|ring|backdrop|blur|line-clamp"
    r"|aspect|basis|grow|shrink|prose|underline|decoration|opacity)-[a-z0-9./-]*"
    r"|(?:[mp][trblxy]?|w|h|gap|z|top|left|inset|space|order|opacity|duration)-?(?:\d.*|auto|full|px)"
    r"|(?:col|row|span|grid|offset|pull|push|large|medium|small|size)(?:-[a-z]{2})?-?\d.*"
    r"|(?:flex|grid|items|justify|self|align|float|text|bg|border|rounded|shadow|font|leading"
    r"|tracking|overflow|whitespace|cursor|object|max-[wh]|min-[wh])-[a-z0-9-]*"
    r"|(?:css|sc|jss|jsx|svelte|emotion|astro)-?[a-zA-Z]*+\d[a-zA-Z0-9]*+(?:-\d+)?"
)
_NAME_SPACE = re.compile(r"^[oclt]-(?=[a-z]{3})")
# Possessive and atomic throughout: with backtracking, a class of 2,000 digits takes hours.
_HASH = re.compile(r"(?:[a-zA-Z]++\d++){2,}+[a-zA-Z]*+|\d++[a-zA-Z]++\d\w*+|(?>\w*?\d{4})\w*+")
_BUILT = re.compile(r"(?=\w*\d|\w*[a-z][A-Z])[A-Za-z0-9+-]{5,8}")
"""What build tools put behind the name of a class, to make it the only one."""


def words_of(text: str) -> list[str]:
    """All words of a text, in lower case; `datePosted` is two.

    >>> words_of("datePosted"), words_of("विजेता: टीम")
    (['date', 'posted'], ['विजेता', 'टीम'])
    """
    return [*(_words_of_short(text) if len(text) <= SHORT else _words_of(text))]


def _words_of(text: str) -> tuple[str, ...]:
    return tuple([word.lower() for word in _WORD.findall(_CAMEL.sub(" ", text))])


SHORT = 100
"""Letters of texts whose words are kept: names of classes and labels are asked for many times."""
_words_of_short = lru_cache(maxsize=4_096)(_words_of)


def class_words(classes: str, prefixes: frozenset[str] = frozenset()) -> list[str]:
    """The words of classes that may say what an element holds.

    >>> class_words("col-md-6 js-x css-1x2y3z card__price--old"), class_words("c-title u-mb-2")
    (['price'], ['title'])
    """
    return [*dict.fromkeys(word for name in classes.split() for word in _telling(name, prefixes))]


@lru_cache(maxsize=4_096)
def _telling(name: str, prefixes: frozenset[str]) -> tuple[str, ...]:
    """The words of one class that may say what an element holds."""
    if _UTILITY.fullmatch(name) or _HASH.fullmatch(name):
        return ()
    return tuple([word for word in _meaning(name, prefixes) if not _HASH.fullmatch(word)])


def _meaning(name: str, prefixes: frozenset[str]) -> list[str]:
    """The words of one class: of a part of a block the part, without name space and variant."""
    block, _, part = _NAME_SPACE.sub("", name).partition("--")[0].partition("__")
    if part and not _BUILT.fullmatch(part):
        return words_of(part)
    words = words_of(block)
    return words[1:] if len(words) > 1 and words[0] in prefixes else words


def shared_prefixes(hints: Iterable[str]) -> frozenset[str]:
    """The words with which at least half of all classes begin: a name space, not a name."""
    classes = {name for hint in {*hints} if hint for name in hint.split("\t")[2].split()}
    begun = Counter(words[0] for words in map(words_of, classes) if len(words) > 1)
    least = max(MIN_PREFIXED, len(classes) / 2)
    return frozenset(word for word, count in begun.items() if count >= least)
