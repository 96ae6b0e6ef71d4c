"""Snippets: pieces of a record's values with the words of a query marked.

The pieces are plain text with the positions of what was found: whoever prints them escapes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from unmold.search.documents import Texts
from unmold.search.query import Clause
from unmold.search.words import find_pieces, normalise, split_words

MAX_SNIPPETS = 3
"""Snippets of a hit: a hit stays within a few lines."""
MAX_UNMARKED = 2
"""Snippets of a hit in which no word can be marked."""
LENGTH = 160
"""Characters of a snippet: two lines."""
BEFORE = 50
"""Characters shown before the first word found."""

CANDIDATES = 50
"""Values with words of the query among which the best are chosen; a list may have thousands."""

SCANNED = 20_000
"""Characters of a value that are looked through."""

ELLIPSIS = "…"

Marks = list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Snippet:
    """A piece of a value in which words of the query were found."""

    field: str
    text: str
    marks: tuple[tuple[int, int], ...]
    """Where in the text the words are: start and end."""


def find_snippets(values: Texts, clauses: Iterable[Clause]) -> list[Snippet]:
    """The values that hold most of what was asked for, marked, the best first.

    Where no words were asked for, the first values of the record.
    """
    wanted = list(clauses)
    if not wanted:
        return [_cut(name, texts[0], []) for name, texts in values.items()][:MAX_UNMARKED]
    found: dict[str, tuple[int, str, Marks]] = {}
    marked = (
        (name, *one) for name, texts in values.items() for one in _marked(name, texts, wanted)
    )
    for name, text, marks in islice(marked, CANDIDATES):
        distinct = {text[start:end].casefold() for start, end in marks}
        # Two fields may say the same.
        found.setdefault(text, (len(distinct), name, marks))
    best = sorted(found.items(), key=lambda entry: -entry[1][0])[:MAX_SNIPPETS]
    return [_cut(name, text, marks) for text, (_, name, marks) in best]


def _marked(name: str, texts: list[str], clauses: list[Clause]) -> Iterator[tuple[str, Marks]]:
    asked = [clause for clause in clauses if not clause.fields or name in clause.fields]
    if not asked:
        return
    for text in texts:
        shown = normalise(text[:SCANNED])
        if not _may_have(shown, asked):
            continue
        pieces = list(_words(shown))
        marks = sorted({mark for clause in asked for mark in _marks(pieces, clause)})
        if marks:
            yield shown, marks


def _may_have(text: str, clauses: list[Clause]) -> bool:
    """Whether a closer look is worth it; a quick answer for most values of a large record."""
    if not text.isascii():
        return True
    lower = text.lower()
    return any(clause.words[0] in lower for clause in clauses)


def _words(text: str) -> Iterator[tuple[str, int, int]]:
    for start, end in find_pieces(text):
        for word in split_words(text[start:end]):
            yield word, start, end


def _marks(pieces: list[tuple[str, int, int]], clause: Clause) -> Iterator[tuple[int, int]]:
    """The positions of a clause's words wherever they all are in order."""
    *others, last = clause.words
    for at, (word, _, _) in enumerate(pieces):
        # Most words are not the last one: that is asked first, and quickly.
        if word != last and not (clause.is_prefix and word.startswith(last)):
            continue
        first = at - len(others)
        if first >= 0 and [word for word, _, _ in pieces[first:at]] == others:
            yield from ((start, end) for _, start, end in pieces[first : at + 1])


def _cut(name: str, text: str, marks: Marks) -> Snippet:
    """The piece of a text around its first mark."""
    start = max(0, marks[0][0] - BEFORE) if marks else 0
    if start:
        # Begin with a whole word where one begins soon.
        space = text.find(" ", start, marks[0][0])
        start = space + 1 if space >= 0 else start
    end = min(len(text), start + LENGTH)
    head, tail = ELLIPSIS * (start > 0), ELLIPSIS * (end < len(text))
    shift = len(head) - start
    kept = tuple((left + shift, right + shift) for left, right in marks if right <= end)
    return Snippet(name, head + text[start:end] + tail, kept)
