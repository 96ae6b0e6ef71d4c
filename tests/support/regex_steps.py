"""Counts the steps of a backtracking matcher: how work grows, without a clock.

It walks the tree that Python's own parser makes of a pattern, in the order in which `re` tries
alternatives; a test holds its answers against those of `re`.
"""

import re
import sys
from collections.abc import Callable, Iterator
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any

Text = str | bytes
Continuation = Callable[[int], int]
Matcher = Callable[[int, Continuation], int]
"""From a position and what comes next to the end of the match, or -1."""

FAILED = -1
sys.setrecursionlimit(max(sys.getrecursionlimit(), 60_000))


class TooManyStepsError(Exception):
    """The matcher was stopped."""


class StepCounter:
    """A pattern whose matches can be counted."""

    def __init__(self, pattern: re.Pattern[Any]) -> None:
        self.pattern = pattern
        self.tree = _parser.parse(pattern.pattern, pattern.flags)
        self.is_text = isinstance(pattern.pattern, str)
        self.steps = 0
        self._most = 0
        self._text: list[str] = []
        self._groups: dict[int, tuple[int, int]] = {}
        self._matcher = self._sequence(list(self.tree), self.tree.state.flags)

    def spell(self, text: str) -> Text:
        """A text as the pattern wants it."""
        return text if self.is_text else text.encode("latin-1", "replace")

    def count(self, text: Text, how: str, most: int = 5_000_000) -> int:
        """The steps of `how` (`match`, `fullmatch`, `search` or `finditer`) on a text."""
        for _ in self.spans(text, how, most):
            pass
        return self.steps

    def spans(self, text: Text, how: str, most: int = 5_000_000) -> Iterator[tuple[int, int]]:
        """What is found, as `re` would find it."""
        self._text = list(text) if isinstance(text, str) else [chr(byte) for byte in text]
        self.steps, self._most = 0, most
        size = len(self._text)
        last: Continuation = (
            (lambda at: at if at == size else FAILED) if how == "fullmatch" else _stay
        )
        start, after_empty = 0, FAILED
        while start <= size:
            self._step()
            self._groups.clear()
            # After an empty match the next one may begin at the same place, if it is not empty.
            here = after_empty == start
            end = self._matcher(
                start, (lambda at, start=start: FAILED if at == start else at) if here else last
            )
            if end != FAILED:
                yield start, end
                after_empty = end
            if how in ("match", "fullmatch") or (end != FAILED and how == "search"):
                return
            start = end if end > start else start + 1

    def _step(self) -> None:
        self.steps += 1
        if self.steps > self._most:
            raise TooManyStepsError

    def _sequence(self, nodes: list[Any], flags: int) -> Matcher:
        matchers = [self._node(operator, argument, flags) for operator, argument in nodes]
        if not matchers:
            return lambda at, then: then(at)
        matcher = matchers[-1]
        for earlier in reversed(matchers[:-1]):
            matcher = _chain(earlier, matcher)
        return matcher

    def _node(self, operator: Any, argument: Any, flags: int) -> Matcher:
        if (fits := character_test(operator, argument, flags, self.is_text)) is not None:
            return self._character(fits)
        name = str(operator).lower()
        build: Callable[[Any, int], Matcher] = getattr(self, f"_{name}")
        return build(argument, flags)

    def _character(self, fits: Callable[[str], bool]) -> Matcher:
        def match(at: int, then: Continuation) -> int:
            self._step()
            return then(at + 1) if at < len(self._text) and fits(self._text[at]) else FAILED

        return match

    def _subpattern(self, argument: Any, flags: int) -> Matcher:
        group, added, dropped, nodes = argument
        inner = self._sequence(list(nodes), (flags | added) & ~dropped)
        if group is None:
            return inner

        def match(at: int, then: Continuation) -> int:
            def close(end: int) -> int:
                before = self._groups.get(group)
                self._groups[group] = (at, end)
                found = then(end)
                if found == FAILED and before is not None:
                    self._groups[group] = before
                return found

            return inner(at, close)

        return match

    def _groupref(self, group: int, flags: int) -> Matcher:
        def match(at: int, then: Continuation) -> int:
            self._step()
            if group not in self._groups:
                return FAILED
            start, end = self._groups[group]
            said = self._text[start:end]
            self.steps += len(said)
            return then(at + len(said)) if self._text[at : at + len(said)] == said else FAILED

        return match

    def _branch(self, argument: Any, flags: int) -> Matcher:
        branches = [self._sequence(list(nodes), flags) for nodes in argument[1]]

        def match(at: int, then: Continuation) -> int:
            for branch in branches:
                self._step()
                if (end := branch(at, then)) != FAILED:
                    return end
            return FAILED

        return match

    def _max_repeat(self, argument: Any, flags: int) -> Matcher:
        return self._repeat(argument, flags, is_greedy=True)

    def _min_repeat(self, argument: Any, flags: int) -> Matcher:
        return self._repeat(argument, flags, is_greedy=False)

    def _repeat(self, argument: Any, flags: int, is_greedy: bool) -> Matcher:
        least, most, nodes = argument
        if len(nodes) == 1:
            fits = character_test(*nodes[0], flags, self.is_text)
            if fits is not None:
                return self._run(fits, least, most, is_greedy)
        body = self._sequence(list(nodes), flags)

        def match(at: int, then: Continuation, done: int = 0) -> int:
            self._step()

            def again(end: int) -> int:
                return FAILED if end == at and done >= least else match(end, then, done + 1)

            if done < least:
                return body(at, again)
            if is_greedy:
                end = body(at, again) if done < most else FAILED
                return end if end != FAILED else then(at)
            end = then(at)
            return end if end != FAILED or done >= most else body(at, again)

        return match

    def _run(self, fits: Callable[[str], bool], least: int, most: int, is_greedy: bool) -> Matcher:
        """A repeated character: one loop forward, then one back."""

        def match(at: int, then: Continuation) -> int:
            reach = at
            limit = min(len(self._text), at + int(most)) if is_greedy else at
            while reach < limit and self._fits(fits, reach):
                reach += 1
            if is_greedy:
                for end in range(reach, at + least - 1, -1):
                    self._step()
                    if (found := then(end)) != FAILED:
                        return found
                return FAILED
            limit = min(len(self._text), at + int(most))
            while True:
                if reach - at >= least and (found := then(reach)) != FAILED:
                    return found
                if reach >= limit or not self._fits(fits, reach):
                    return FAILED
                reach += 1

        return match

    def _fits(self, fits: Callable[[str], bool], at: int) -> bool:
        self._step()
        return fits(self._text[at])

    def _possessive_repeat(self, argument: Any, flags: int) -> Matcher:
        return self._atomic(self._repeat(argument, flags, is_greedy=True))

    def _atomic_group(self, argument: Any, flags: int) -> Matcher:
        return self._atomic(self._sequence(list(argument), flags))

    def _atomic(self, inner: Matcher) -> Matcher:
        def match(at: int, then: Continuation) -> int:
            end = inner(at, _stay)
            return FAILED if end == FAILED else then(end)

        return match

    def _assert(self, argument: Any, flags: int) -> Matcher:
        return self._look(argument, flags, wanted=True)

    def _assert_not(self, argument: Any, flags: int) -> Matcher:
        return self._look(argument, flags, wanted=False)

    def _look(self, argument: Any, flags: int, wanted: bool) -> Matcher:
        direction, nodes = argument
        inner = self._sequence(list(nodes), flags)
        width = nodes.getwidth()[0] if direction < 0 else 0

        def match(at: int, then: Continuation) -> int:
            found = at >= width and inner(at - width, _stay) != FAILED
            return then(at) if found == wanted else FAILED

        return match

    def _at(self, place: Any, flags: int) -> Matcher:
        def match(at: int, then: Continuation) -> int:
            self._step()
            return then(at) if self._is_at(place, at, flags) else FAILED

        return match

    def _is_at(self, place: Any, at: int, flags: int) -> bool:
        text, size = self._text, len(self._text)
        by_line = bool(flags & re.MULTILINE)
        if place in (codes.AT_BEGINNING, codes.AT_BEGINNING_STRING):
            is_line = by_line and place is codes.AT_BEGINNING
            return at == 0 or (is_line and text[at - 1] == "\n")
        if place is codes.AT_END_STRING:
            return at == size
        if place is codes.AT_END:
            return at == size or (text[at] == "\n" and (by_line or at == size - 1))
        is_word = [
            0 <= each < size and _CATEGORIES[codes.CATEGORY_WORD](text[each], self.is_text)
            for each in (at - 1, at)
        ]
        return (is_word[0] != is_word[1]) == (place is codes.AT_BOUNDARY)


def _stay(at: int) -> int:
    return at


def _chain(first: Matcher, second: Matcher) -> Matcher:
    return lambda at, then: first(at, lambda end: second(end, then))


_CATEGORIES: dict[Any, Callable[[str, bool], bool]] = {
    codes.CATEGORY_DIGIT: lambda sign, is_text: (
        sign.isdecimal() if is_text else sign in "0123456789"
    ),
    codes.CATEGORY_SPACE: lambda sign, is_text: (
        sign.isspace() if is_text else sign in " \t\n\r\x0b\x0c"
    ),
    codes.CATEGORY_WORD: lambda sign, is_text: (
        (sign.isalnum() and (is_text or sign.isascii())) or sign == "_"
    ),
}
_NEGATED = {
    codes.CATEGORY_NOT_DIGIT: codes.CATEGORY_DIGIT,
    codes.CATEGORY_NOT_SPACE: codes.CATEGORY_SPACE,
    codes.CATEGORY_NOT_WORD: codes.CATEGORY_WORD,
}


def character_test(
    operator: Any, argument: Any, flags: int, is_text: bool
) -> Callable[[str], bool] | None:
    """Which characters a node takes; None for a node that is not one character."""
    if operator is codes.ANY:
        return lambda sign: bool(flags & re.DOTALL) or sign != "\n"
    if operator is codes.NOT_LITERAL:
        items, negated = [(codes.LITERAL, argument)], True
    elif operator is codes.LITERAL:
        items, negated = [(codes.LITERAL, argument)], False
    elif operator is codes.IN:
        negated = argument[0][0] is codes.NEGATE
        items = argument[1:] if negated else argument
    else:
        return None
    known: dict[str, bool] = {}

    def fits(sign: str) -> bool:
        if sign not in known:
            variants = {sign, sign.lower(), sign.upper()} if flags & re.IGNORECASE else {sign}
            found = any(_has(item, each, is_text) for item in items for each in variants)
            known[sign] = found != negated
        return known[sign]

    return fits


def _has(item: Any, sign: str, is_text: bool) -> bool:
    operator, argument = item
    if operator is codes.LITERAL:
        return sign == chr(argument)
    if operator is codes.RANGE:
        return len(sign) == 1 and argument[0] <= ord(sign) <= argument[1]
    if argument in _NEGATED:
        return not _CATEGORIES[_NEGATED[argument]](sign, is_text)
    return _CATEGORIES[argument](sign, is_text)
