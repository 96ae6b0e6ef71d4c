"""Texts that make a pattern work hard, built from what the pattern itself asks for.

Every unbounded loop is reached by a prefix that matches what precedes it, fed with the
characters that matter to the pattern, alone and in pairs, and then disappointed.
"""

import re
from collections.abc import Callable, Iterator
from re import _constants as codes  # type: ignore[attr-defined]
from typing import Any, NamedTuple

from support.regex_steps import StepCounter, character_test

_COMMON = "0a A\t\n_-.,:;!/<>=\"'\x1b\x00\u00e9\u4e00$(|"
_LONG = 16
"""A loop that may run longer than this can make work grow."""

MAX_LETTERS, MAX_PAIRED, MAX_PREFIXES, MAX_SUFFIXES = 14, 5, 6, 5


class Attack(NamedTuple):
    """A text that grows with a number."""

    prefix: str
    pump: str
    second_pump: str
    suffix: str

    def of(self, times: int) -> str:
        return self.prefix + self.pump * times + self.second_pump * times + self.suffix


def find_attacks(counter: StepCounter) -> Iterator[Attack]:
    """The texts to try on a pattern."""
    shape = _Shape(counter)
    letters = shape.letters()
    prefixes = ["", *shape.prefixes()]
    for suffix in shape.suffixes():
        for prefix in prefixes:
            for pump in [*letters, *shape.samples()]:
                yield Attack(prefix, pump, "", suffix)
        for first in letters[:MAX_PAIRED]:
            for second in letters[:MAX_PAIRED]:
                if first != second:
                    yield Attack("", first + second, "", suffix)
                    for prefix in prefixes[:3]:
                        yield Attack(prefix, first, second, suffix)


class _Shape:
    """What of a pattern's tree matters for attacks."""

    def __init__(self, counter: StepCounter) -> None:
        self.is_text = counter.is_text
        self.tree = counter.tree
        self.tests: list[tuple[Callable[[str], bool], bool]] = []
        self.literals: set[str] = set()
        self._prefixes: list[str] = []
        self._samples: list[str] = []
        self._walk(list(self.tree), self.tree.state.flags, "", is_looped=False)
        if self.tree.state.flags & re.MULTILINE:
            self.tests.append((lambda sign: sign == "\n", True))

    def letters(self) -> list[str]:
        """One character for each set of nodes that take it, those in loops first."""
        by_signature: dict[tuple[bool, ...], str] = {}
        for sign in [*_COMMON, *sorted(self.literals)]:
            if self.is_text or ord(sign) < 256:
                by_signature.setdefault(tuple(fits(sign) for fits, _ in self.tests), sign)
        looped = [is_looped for _, is_looped in self.tests]

        def rank(signature: tuple[bool, ...]) -> tuple[int, int]:
            in_loops = sum(fits for fits, loop in zip(signature, looped, strict=True) if loop)
            return -in_loops, -sum(signature)

        ordered = sorted((each for each in by_signature if any(each)), key=rank)
        return [by_signature[each] for each in ordered[:MAX_LETTERS]]

    def suffixes(self) -> list[str]:
        """Nothing, and what disappoints: the characters that the fewest nodes, or loops, accept."""
        signs = [*_COMMON, "\u2603", *sorted(self.literals)]
        known = [sign for sign in signs if self.is_text or ord(sign) < 256]
        loops = [fits for fits, is_looped in self.tests if is_looped]
        nowhere = min(known, key=lambda sign: sum(fits(sign) for fits, _ in self.tests))
        in_no_loop = min(known, key=lambda sign: sum(fits(sign) for fits in loops))
        ends_all = [next((sign for sign in known if not fits(sign)), "") for fits in loops]
        return list(dict.fromkeys(["", nowhere, in_no_loop, *ends_all]))[:MAX_SUFFIXES]

    def prefixes(self) -> list[str]:
        return list(dict.fromkeys(filter(None, self._prefixes)))[:MAX_PREFIXES]

    def samples(self) -> list[str]:
        whole = self._sample(list(self.tree), self.tree.state.flags)
        return list(dict.fromkeys(filter(None, [whole, *self._samples])))[:MAX_PREFIXES]

    def _walk(self, nodes: list[Any], flags: int, before: str, is_looped: bool) -> None:
        for operator, argument in nodes:
            self._visit(operator, argument, flags, before, is_looped)
            before += self._sample([(operator, argument)], flags)

    def _visit(
        self, operator: Any, argument: Any, flags: int, before: str, is_looped: bool
    ) -> None:
        if (fits := character_test(operator, argument, flags, self.is_text)) is not None:
            self.tests.append((fits, is_looped))
            self.literals |= _literals_of(operator, argument)
        elif operator in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
            is_long = int(argument[1]) > _LONG
            if is_long:
                self._prefixes.append(before)
                self._samples.append(self._sample(list(argument[2]), flags))
            self._walk(list(argument[2]), flags, before, is_looped or is_long)
        elif operator is codes.SUBPATTERN:
            inner = (flags | argument[1]) & ~argument[2]
            self._walk(list(argument[3]), inner, before, is_looped)
        elif operator is codes.BRANCH:
            for branch in argument[1]:
                self._walk(list(branch), flags, before, is_looped)
        elif operator is codes.ATOMIC_GROUP:
            self._walk(list(argument), flags, before, is_looped)
        elif operator in (codes.ASSERT, codes.ASSERT_NOT):
            self._walk(list(argument[1]), flags, before, is_looped)

    def _sample(self, nodes: list[Any], flags: int) -> str:
        """A short text that the nodes match, as far as it can be said without trying."""
        found = ""
        for operator, argument in nodes:
            if (fits := character_test(operator, argument, flags, self.is_text)) is not None:
                signs = [*_COMMON, *sorted(_literals_of(operator, argument))]
                found += next((sign for sign in signs if fits(sign)), "")
            elif operator in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
                found += self._sample(list(argument[2]), flags) * max(argument[0], 0)
            elif operator is codes.SUBPATTERN:
                found += self._sample(list(argument[3]), (flags | argument[1]) & ~argument[2])
            elif operator is codes.BRANCH:
                found += self._sample(list(argument[1][0]), flags)
            elif operator is codes.ATOMIC_GROUP:
                found += self._sample(list(argument), flags)
        return found


def _literals_of(operator: Any, argument: Any) -> set[str]:
    if operator in (codes.LITERAL, codes.NOT_LITERAL):
        return {chr(argument)}
    if operator is not codes.IN:
        return set()
    found = set()
    for kind, item in argument:
        if kind is codes.LITERAL:
            found.add(chr(item))
        elif kind is codes.RANGE:
            found |= {chr(item[0]), chr(item[1])}
    return found


def growth(counter: StepCounter, attack: Attack, how: str, short: int, factor: int) -> float:
    """How many times more steps a text takes that is `factor` times as long."""
    few = counter.count(counter.spell(attack.of(short)), how, most=100_000)
    most = max(few, 100) * factor * factor * 4
    return counter.count(counter.spell(attack.of(short * factor)), how, most) / max(few, 1)


def spans_of(pattern: re.Pattern[Any], text: str | bytes, how: str) -> list[tuple[int, int]]:
    """What `re` itself finds."""
    if how == "finditer":
        return [found.span() for found in pattern.finditer(text)]
    found = getattr(pattern, how)(text)
    return [found.span()] if found else []
