"""Whether a cell says what the gold says: folded texts, numbers, dates, addresses, lists, prose.

A reader's idea of "the same" decides: case, white space and outer punctuation do not count, a typed
cell is compared by what it means, an address by the end of its path, an image by its file's name.
"""

from __future__ import annotations

import datetime
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any
from urllib.parse import unquote

MOST_COMPARED = 500
"""Cells of one page that are compared one by one; a longer list has lost anyway."""

MOST_ROW_PAIRS = 40_000
"""Pairs of rows that are aligned at most: 200 rows beside 200."""

SITE_NAMES = 40
"""What a value has more or less than gold everywhere is a label or a site's name up to this length;
longer than that it is content."""

NAME_OF_IMAGE = "image"
"""How `same_value` is told that gold and cell are images."""


def fold(text: str) -> str:
    """The text in one case and form, white space folded."""
    return " ".join(unicodedata.normalize("NFKC", text).split()).casefold()


@lru_cache(maxsize=200_000)
def bare(text: str) -> str:
    """What a reader compares: no case, no white space, no punctuation around.

    >>> bare(" The Title: ") == bare("the title")
    True
    """
    return "".join(fold(text).split()).strip(".,:;|»«›‹·–—-")


def words_of(text: str) -> list[str]:
    """The words of a text, folded."""
    return re.findall(r"\w+", fold(text))


def count_words(values: Iterable[Any]) -> Counter[str]:
    """How often each word occurs in some values."""
    return Counter(words_of(" ".join(map(show, values))))


def show(value: Any) -> str:
    """A typed value as text."""
    return value.isoformat() if isinstance(value, datetime.date) else str(value)


def flatten(value: Any) -> list[Any]:
    """The values in a cell: none, one, or those of a list.

    >>> flatten(None), flatten("a"), flatten(["a", ["b", ""]])
    ([], ['a'], ['a', 'b'])
    """
    if value is None or value == "":
        return []
    if isinstance(value, list):
        return [inner for item in value for inner in flatten(item)]
    return [value]


def same_value(gold: str, found: Any, kind: str = "") -> bool:
    """Whether a cell says what the gold says; `kind` is NAME_OF_IMAGE for images."""
    if isinstance(found, bool):
        return bare(gold) == str(found).casefold()
    if isinstance(found, int | float):
        close = 1e-6 * max(1, abs(found))
        return any(abs(number - found) < close for number in _numbers(gold))
    if isinstance(found, datetime.date):
        return found.isoformat()[:10] in _dates(gold)
    if bare(gold) == bare(found):
        return True
    if kind == NAME_OF_IMAGE:
        return _image_key(gold) == _image_key(found) != ""
    return is_address(gold) and is_address(found) and _address_key(gold) == _address_key(found)


@lru_cache(maxsize=100_000)
def is_address(text: str) -> bool:
    """Whether a text is an absolute address or one that begins at a folder."""
    return bool(re.match(r"(https?:|/|\.\.?/)\S*$", text.strip()))


@lru_cache(maxsize=100_000)
def _address_key(text: str) -> str:
    """The last three parts of an address's path: what mirrors of a site agree on."""
    text = re.sub(r"^(?:[a-z]+:(?://[^/]*)?|//[^/]*)", "", unquote(text).strip())
    # A file name cannot hold a question mark, so mirrors write a sign that looks like it.
    text = re.sub(r"index\.html?(?=$|[?#])", "", text).replace("﹖", "?")
    parts = [part for part in text.casefold().split("/") if part not in ("", ".", "..")]
    return "/".join(parts[-3:])


_IMAGE_SIZE = re.compile(r"\d+x\d*|x\d+|large|grande|medium|small|thumb|compact")


@lru_cache(maxsize=100_000)
def _image_key(text: str) -> str:
    """The name of an image's file, without ending and size.

    >>> _image_key("/a/Tea-Pot_200x200.jpg?v=3"), _image_key("https://b/tea-pot.png")
    ('tea-pot', 'tea-pot')
    """
    path = re.split(r"[?#]", unquote(text).rstrip("/"), maxsplit=1)[0]
    name = path.rsplit("/", 1)[-1].casefold()
    name = re.sub(r"\.(jpe?g|png|gif|webp|avif|bmp|svg)$", "", name)
    while (cut := max(name.rfind("-"), name.rfind("_"))) >= 0:
        if not _IMAGE_SIZE.fullmatch(name, cut + 1):
            break
        name = name[:cut]
    return name


MOST_NUMBERS = 3
"""Numbers of a text that a cell may mean: a price is rarely behind the third."""


@lru_cache(maxsize=100_000)
def _numbers(text: str) -> frozenset[float]:
    """What the first numbers of a text may mean, with point or comma as decimal sign.

    >>> sorted(_numbers("1.234,50 EUR"))
    [1.2345, 1234.5]
    """
    pieces = (piece.rstrip(".,") for piece in re.findall(r"[-+]?[\d.,]+", text))
    found: set[float] = set()
    for piece in [piece for piece in pieces if any(map(str.isdigit, piece))][:MOST_NUMBERS]:
        for candidate in (piece.replace(",", ""), piece.replace(".", "").replace(",", "."), piece):
            try:
                found.add(float(candidate))
            except ValueError:
                continue
    return frozenset(found)


_MONTHS = tuple(
    months.split()
    for months in (
        "jan feb mar apr may jun jul aug sep oct nov dec",
        "ene feb mar abr may jun jul ago sep oct nov dic",
        "gen feb mar apr mag giu lug ago set ott nov dic",
        "jan feb mär apr mai jun jul aug sep okt nov dez",
        "jan fév mar avr mai juin juil aoû sep oct nov déc",
        "jan fev mar abr mai jun jul ago set out nov dez",
        "led úno bře dub kvě červen červenec srp zář říj lis pro",
    )
)
"""The beginnings of the months' names: en es it de fr pt cs, the languages of gold tables."""


@lru_cache(maxsize=100_000)
def _dates(text: str) -> frozenset[str]:
    """Every day that a text may mean, as YYYY-MM-DD.

    >>> sorted(_dates("3/4/2020")), sorted(_dates("5 de mayo de 2021"))
    (['2020-03-04', '2020-04-03'], ['2021-05-05'])
    """
    found = set()
    for year, month, day in _spelled_days(fold(text)):
        try:
            found.add(datetime.date(year, month, day).isoformat())
        except ValueError:
            continue
    return frozenset(found)


_DAY_FIRST = re.compile(r"\b(\d{1,2})\.?(?: de)? ([^\W\d]{3,})\.?,?(?: de)? (\d{4})")
_MONTH_FIRST = re.compile(r"\b([^\W\d]{3,})\.? (\d{1,2}),? (\d{4})")


def _spelled_days(text: str) -> Iterator[tuple[int, int, int]]:
    for year, month, day in re.findall(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})", text):
        yield int(year), int(month), int(day)
    for one, two, year in re.findall(r"\b(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})", text):
        yield int(year), int(one), int(two)
        yield int(year), int(two), int(one)
    spelled = [(year, name, day) for day, name, year in _DAY_FIRST.findall(text)]
    spelled += [(year, name, day) for name, day, year in _MONTH_FIRST.findall(text)]
    for year, name, day in spelled:
        yield from ((int(year), month, int(day)) for month in _months_of(name))


def _months_of(name: str) -> set[int]:
    """The month in each language: the one whose beginning is the longest that fits."""
    found = set()
    for months in _MONTHS:
        fitting = [(len(start), n) for n, start in enumerate(months, 1) if name.startswith(start)]
        if fitting:
            found.add(max(fitting)[1])
    return found


def word_f1(gold: Counter[str], found: Counter[str]) -> float:
    """F1 of the words of two texts."""
    common = sum((gold & found).values())
    return 2 * common / max(1, sum(gold.values()) + sum(found.values()))


def bag_f1(gold: Sequence[str], found: Sequence[Any], kind: str = "") -> float:
    """F1 of two lists in any order; one cell that says the whole list in order is right, too.

    >>> bag_f1(["a", "b"], ["B", "c"]), bag_f1(["Drama", "War"], ["Drama, War"])
    (0.5, 1.0)
    """
    wanted = Counter(map(bare, gold))
    hits, rest = 0, []
    for value in found:
        if isinstance(value, str) and wanted[bare(value)] > 0:
            wanted[bare(value)] -= 1
            hits += 1
        elif not isinstance(value, str) or kind or is_address(value):
            rest.append(value)
    hits += _count_same(_missing(gold, wanted), rest[:MOST_COMPARED], kind)
    score = 2 * hits / (len(gold) + len(found))
    if score < 1 and len(found) == 1 < len(gold):
        return 1.0 if words_of(" ".join(gold)) == words_of(show(found[0])) else score
    return score


def _missing(gold: Sequence[str], wanted: Counter[str]) -> list[str]:
    """The gold values that are still wanted."""
    missing = []
    for value in gold:
        if wanted[bare(value)] > 0:
            wanted[bare(value)] -= 1
            missing.append(value)
    return missing


def _count_same(missing: list[str], found: Sequence[Any], kind: str) -> int:
    hits = 0
    for value in found:
        for number, gold in enumerate(missing):
            if same_value(gold, value, kind):
                del missing[number]
                hits += 1
                break
    return hits


Remainder = tuple[str, str]
"""Which side has more (`gold` or `found`) and where (`-before`, `-after`), and the folded words."""


def remainder(gold: str, found: str) -> Remainder | None:
    """What is left where one text ends or begins with the other.

    >>> remainder("Ada", "By Ada")
    ('found-before', 'by ')
    """
    one, two = fold(gold), fold(found)
    for side, long, short in (("gold", one, two), ("found", two, one)):
        if short and len(long) > len(short):
            if long.endswith(short):
                return f"{side}-before", long[: -len(short)]
            if long.startswith(short):
                return f"{side}-after", long[len(short) :]
    return None


def rows_text_f1(gold: Sequence[str], found: Sequence[Any]) -> float:
    """F1 of the words of texts, row by row, in order."""
    if len(gold) * len(found) > MOST_ROW_PAIRS:
        return 0.0
    one = [count_words([value]) for value in gold]
    two = [count_words([value]) for value in found]
    best = align(len(gold), len(found), lambda row, other: word_f1(one[row], two[other]))
    return 2 * best / (len(gold) + len(found))


def align(rows: int, others: int, similar: Callable[[int, int], float]) -> float:
    """The greatest sum of similarities of rows that are paired in order.

    >>> align(2, 3, lambda one, other: float(one + 1 == other))
    2.0
    """
    previous = [0.0] * (others + 1)
    for one in range(rows):
        current = [0.0]
        for other in range(others):
            paired = previous[other] + similar(one, other)
            current.append(max(previous[other + 1], current[other], paired))
        previous = current
    return previous[-1]
