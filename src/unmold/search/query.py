"""The query language: parses any text into clauses, which `compile` makes native.

    red lamp            records with both words, in any field
    "red lamp"          the phrase
    title:lamp          the word in a field; title:"red lamp" the phrase
    -blue               not this word
    red OR green        one of the two; OR binds weaker than words side by side
    lam*                words that begin so
    *                   all records
    site:a.example      only this site; template:a_1 only this template

There is no wrong syntax: what means nothing else is words. Only what cannot be meant is refused,
with a hint: a query without words, a field that no template has.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from difflib import get_close_matches

from unmold.errors import UsageError
from unmold.search.words import split_words

MAX_LENGTH = 2000
"""Characters; no person types more, and parsing stays short."""
MAX_CLAUSES = 64
"""Bounds the time of a search."""

FILTERS = ("site", "template")
EVERYTHING = "*"

_TOKEN = re.compile(
    r'(?P<minus>-?)(?:(?P<name>[^\W\d][\w.-]*):(?=[^\s:/]))?(?:"(?P<phrase>[^"]*)"?|(?P<word>[^\s"]+))'
)


@dataclass(frozen=True, slots=True)
class Clause:
    """Words that a record must have, or must not have, together and in order."""

    words: tuple[str, ...]
    """None for all records."""
    fields: tuple[str, ...] = ()
    """The fields that may hold them; none for any."""
    is_excluded: bool = False
    is_prefix: bool = False
    """Whether the last word may go on."""
    filter: str = ""
    """`site` or `template`, of which the word is the name."""


Alternative = tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class ParsedQuery:
    """One of these alternatives must hold, each with all of its clauses."""

    alternatives: tuple[Alternative, ...]

    def within(self, field: str) -> ParsedQuery:
        """The same words, those that may be anywhere in one field only."""
        return ParsedQuery(
            tuple(
                tuple(
                    clause
                    if clause.fields or clause.filter or not clause.words
                    else replace(clause, fields=(field,))
                    for clause in alternative
                )
                for alternative in self.alternatives
            )
        )

    def wanted(self) -> Iterator[Clause]:
        """The clauses with words that a hit may show."""
        for alternative in self.alternatives:
            yield from (
                one for one in alternative if one.words and not one.is_excluded and not one.filter
            )


def parse_query(text: str, fields: Collection[str]) -> ParsedQuery:
    """Read a query; `fields` are the names that precede a colon.

    >>> parse_query('"red lamp" -blue', []).alternatives[0][1].words
    ('blue',)
    """
    if len(text) > MAX_LENGTH:
        raise UsageError(
            f"the query has {len(text):,} characters", hint=f"at most {MAX_LENGTH:,} are read"
        )
    alternatives: list[list[Clause]] = [[]]
    for match in _TOKEN.finditer(text):
        if match["word"] == "OR" and not match["minus"] and not match["name"]:
            alternatives.append([])
        elif clause := _clause(match, fields):
            alternatives[-1].append(clause)
    found = tuple(tuple(one) for one in alternatives if one)
    _check(text, found)
    return ParsedQuery(found)


def _check(text: str, alternatives: tuple[Alternative, ...]) -> None:
    if not alternatives:
        raise UsageError(
            f"there is no word in the query {text[:80]!r}",
            hint='give words, a "phrase", FIELD:WORD, or * for all records',
        )
    if sum(map(len, alternatives)) > MAX_CLAUSES:
        raise UsageError(
            "the query has too many words", hint=f"at most {MAX_CLAUSES} words and phrases are read"
        )


def _clause(match: re.Match[str], fields: Collection[str]) -> Clause | None:
    """What one token means; None where it holds no word."""
    is_excluded = bool(match["minus"])
    is_phrase = match["word"] is None
    text = match["phrase"] if is_phrase else match["word"]
    name = match["name"]
    if name in FILTERS and name not in fields:
        return Clause((text,), is_excluded=is_excluded, filter=name)
    if text == EVERYTHING and not name and not is_phrase:
        return Clause((), is_excluded=is_excluded)
    words = split_words(text)
    if not words:
        return None
    where = _resolve(name, fields) if name else ()
    is_prefix = not is_phrase and text.endswith(EVERYTHING)
    return Clause(words, where, is_excluded, is_prefix)


def _resolve(name: str, fields: Collection[str]) -> tuple[str, ...]:
    """The fields that a name means: itself, the columns of a table, or a column of any table."""
    if name not in fields:
        name = name.lower()
    if name in fields:
        return (name,)
    found = sorted(
        field for field in fields if field.startswith(f"{name}.") or field.endswith(f".{name}")
    )
    if found:
        return tuple(found)
    close = get_close_matches(name, fields, n=3) or sorted(fields)[:10]
    known = f"did you mean {', '.join(close)}? " if close else ""
    raise UsageError(
        f"no template has a field {name!r}",
        hint=f'{known}To find the text itself, quote it: "{name}:..."',
    )
