"""Names: what the page says about a column enters, a short readable name leaves.

Asked in this order, the most telling first: the key of JSON-LD or meta, itemprop, a prefix of the
values themselves, a label written as one if no other column is nearer to it, the key of JSON-LD
that says the same, a main heading, class and id words joined with a text that stands before, and
the type.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from unmold.templates.sample import ALT, HREF, JSON, META, SRC

MAX_WORDS = 4
MAX_LENGTH = 40
MIN_PREFIXED = 3
"""Classes that must begin with the same word."""

_WORD = re.compile(r"[^\W_]+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_SAYS_NOTHING = frozenset(
    """
    a an the of and or by in on at to is it its this that for with from as was were are be
    your our you we div span td tr th li ul ol p b i strong em font body html table tbody
    head section main aside h1 h2 h3 h4 h5 content contents text txt value val left right
    top bottom center clear clearfix clr fix col cols column row rows wrapper wrap container
    item items box inner outer block module widget field fields data cell line first last
    odd even small big large bold normal red blue green gray grey black white style class
    hidden show active link links lnk btn button icon img pad padding margin float none
    label lbl ctl panel area group entry node page pages web site new nobr tab list grid
    view
    """.split()  # noqa: SIM905
)
_META_PREFIXES = ("og:", "twitter:", "article:", "product:", "dc.", "dcterms.", "itemprop:")


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known about a column when it is named."""

    kind: int
    hint: str
    """Tag, itemprop and class, joined by tabs."""
    key: str = ""
    """The name of a meta element or the path of a JSON-LD value."""
    label: str = ""
    is_labelled: bool = False
    is_nearest: bool = True
    """Whether no other column of its kind stands nearer to the label."""
    said_as: str = ""
    """The path in JSON-LD of what says the same."""
    prefix: str = ""
    type: str = "text"
    header: str = ""
    """What stands at the top of its column in a table."""
    prefixes: frozenset[str] = frozenset()
    """With what so many classes begin that it says nothing."""


def name_column(evidence: Evidence) -> str:
    """A name in snake_case; never empty."""
    words = next((found for found in _sources(evidence) if found), ["value"])
    kind_word = _kind_word(evidence)
    if kind_word and kind_word not in words:
        words = [*words[: MAX_WORDS - 1], kind_word]
    return "_".join(words)[:MAX_LENGTH].rstrip("_")


def telling_words(text: str) -> list[str]:
    """The words of a text that say something, in lower case."""
    return _words(text)


def _sources(evidence: Evidence) -> Iterator[list[str]]:
    tag, itemprop, classes = _split_hint(evidence.hint)
    classes = _without_prefixes(classes, evidence.prefixes)
    if evidence.kind in (META, JSON):
        yield _key_words(evidence)
    yield _words(itemprop)
    yield _words(evidence.header)
    yield _words(evidence.prefix)
    if evidence.is_labelled and not _is_another(evidence):
        yield _words(evidence.label)
    if evidence.said_as and tag not in ("h1", "title"):
        yield _key_words(replace(evidence, kind=JSON, key=evidence.said_as))
    if tag in ("h1", "title"):
        yield ["title"] if tag == "h1" else ["page", "title"]
    yield _marked_words(evidence, classes)
    yield _type_words(evidence.type)
    yield _words(evidence.label, keep_all=True)
    yield _words(classes, keep_all=True)
    yield [tag] if tag else []


def shared_prefixes(hints: Iterable[str]) -> frozenset[str]:
    """The words with which at least half of all classes begin: a name space, not a name."""
    classes = {name for hint in hints for name in _split_hint(hint)[2].split()}
    begun = Counter(words[0] for words in map(_all_words, classes) if len(words) > 1)
    least = max(MIN_PREFIXED, len(classes) / 2)
    return frozenset(word for word, count in begun.items() if count >= least)


def _split_hint(hint: str) -> tuple[str, str, str]:
    tag, itemprop, classes = hint.split("\t") if hint else ("", "", "")
    return tag, itemprop, classes


def _without_prefixes(classes: str, prefixes: frozenset[str]) -> str:
    """Classes without the words of name spaces, where other words are left."""
    kept = []
    for name in classes.split():
        words = _all_words(name)
        is_prefixed = len(words) > 1 and words[0] in prefixes
        kept.append(" ".join(words[1:]) if is_prefixed else name)
    return " ".join(kept)


def _all_words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(_CAMEL.sub(" ", text))]


def _is_another(evidence: Evidence) -> bool:
    """Whether a price or a date stands behind what the label names, and says itself what it is."""
    return not evidence.is_nearest and bool(_type_words(evidence.type))


def _marked_words(evidence: Evidence, classes: str) -> list[str]:
    """Class words, then those of a text before that is no sure label."""
    marked = _words(classes)[:2]
    label = "" if _is_another(evidence) else evidence.label
    before = [word for word in _words(label) if word not in marked][:2]
    type_words = [word for word in _type_words(evidence.type) if word not in (*marked, *before)]
    return [*marked, *before, *type_words] if marked or before else []


def _key_words(evidence: Evidence) -> list[str]:
    key = evidence.key
    if evidence.kind == JSON:
        parts = key.split(".")
        # "Recipe.author.name" is the author; "Recipe.offers.price" a price.
        telling = parts[-2:] if len(parts) > 2 else parts[-1:]
        return _words(" ".join(telling), keep_all=True)
    for prefix in _META_PREFIXES:
        key = key.removeprefix(prefix)
    return _words(key, keep_all=True)


def _type_words(value_type: str) -> list[str]:
    return [value_type] if value_type in ("price", "date") else []


def _kind_word(evidence: Evidence) -> str:
    """What tells a link or an image from the text of the same name."""
    if evidence.kind == HREF:
        return "link"
    if evidence.kind == SRC:
        return "image"
    return "alt" if evidence.kind == ALT else ""


def _words(text: str, *, keep_all: bool = False) -> list[str]:
    telling = [
        word
        for word in dict.fromkeys(_all_words(text))
        if not word.isdigit() and (keep_all or _tells(word))
    ]
    return telling[:MAX_WORDS]


def _tells(word: str) -> bool:
    return len(word) > 1 and word not in _SAYS_NOTHING


class UniqueNames:
    """Hands out names once; who comes later gets a number."""

    def __init__(self, prefixes: frozenset[str] = frozenset()) -> None:
        self.prefixes = prefixes
        """What classes begin with and names leave out."""
        self._used: set[str] = set()

    def take(self, name: str) -> str:
        """The name, or the name with the next free number."""
        unique, number = name, 2
        while unique in self._used:
            unique, number = f"{name}_{number}", number + 1
        self._used.add(unique)
        return unique
