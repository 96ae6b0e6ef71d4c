"""Makes short readable names of what the page says about a column.

Asked in this order, the most telling first: the key of JSON-LD or meta, itemprop, the header of a
table's column, a prefix of the values themselves, a label right before them, the key of
JSON-LD that says the same, a main heading, class and id words or the words on a link joined with a
text before them, and the type. What is said in several places is named by the most telling.
Of two columns of one name, classes around them make the difference; numbers only if they cannot.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from unmold.templates.class_words import class_words, words_of
from unmold.templates.sample import ALT, BLOCK, CONTENT, HREF, JSON, META, SRC, TITLE

MAX_WORDS = 4
"""Longer names are hard to type. A guess."""
MAX_LENGTH = 40
"""Characters; databases take 63. A guess."""

LINKING = frozenset(
    """a am an and as at by el for from in le of on or out par por the to von with""".split()  # noqa: SIM905
)
"""Words that join values and name none of them."""
JOINING = LINKING | frozenset(
    """am da de del den der di do du em en im no na um van vom zu zum""".split()  # noqa: SIM905
)
"""The same words of more languages, between what names a value and the value."""
_FUNCTION_WORDS = frozenset(
    """a an the of and or by in on at to is it its this that for with from as was were are be your
    our you we""".split()  # noqa: SIM905
)
"""Words that say nothing by themselves, wherever they stand."""
_ENDINGS = frozenset("at by for from in of on to with".split())  # noqa: SIM905
"""What a label may end with, and then belongs to the name: `Made in`, `Sold by`."""
_MARKUP_WORDS = frozenset(
    """
    div span td tr th li ul ol p b i strong em font body html table tbody
    head section main aside h1 h2 h3 h4 h5 content contents text txt value val left right
    top bottom center clear clearfix clr fix col cols column row rows wrapper wrap container
    item items box inner outer block module widget field fields data cell line first last
    odd even small big large bold normal red blue green gray grey black white style class
    hidden show active link links lnk btn button icon img pad padding margin float none
    label lbl ctl panel area group entry node page pages web site new nobr tab list grid
    view oddrow evenrow wrapper holder flex color colour second third true false null undefined
    """.split()  # noqa: SIM905
)
"""Words of classes and keys for how something is marked up; in a text for people they say what it
is: `Exterior color`, `Number of pages`."""
_SAYS_NOTHING = _FUNCTION_WORDS | _MARKUP_WORDS
_HOLDERS = (
    *("area", "block", "body", "box", "cell", "column", "container", "content", "holder", "inner"),
    *("panel", "row", "section", "table", "wrap", "wrapper"),
)
"""Words for what is there to hold others."""
_TAG_WORDS = dict.fromkeys(("p", "span", "div", "b", "i", "strong", "em", "td", "li", "dd"), "text")
"""Tags that say nothing about what they hold."""

_KIND_WORDS = {BLOCK: "text", TITLE: "hint", CONTENT: "content", META: "meta", JSON: "data"}
"""What tells a column from one of the same name that is elsewhere in the markup."""

_META_PREFIXES = ("og:", "twitter:", "article:", "product:", "dc.", "dcterms.", "itemprop:")


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known about a column, or about one place where it is said, when it is named."""

    kind: int
    hint: str
    """Tag, itemprop and class, joined by tabs."""
    key: str = ""
    """The name of a meta element or the path of a JSON-LD value."""
    label: str = ""
    is_labelled: bool = False
    is_nearest: bool = True
    """Whether no other column of its kind is nearer to the label."""
    is_next: bool = True
    """Whether nothing of its kind at all is between the label and it."""
    json_ld_path: str = ""
    """The path in JSON-LD of what says the same."""
    prefix: str = ""
    type: str = "text"
    shape: str = ""
    """What the values can only be: `phone`, `email`, `website`."""
    header: str = ""
    """What is at the top of its column in a table."""
    link_text: str = ""
    """What is written on the links of a column, if that is always the same."""
    is_title: bool = False
    """Whether the title of every page says it, and no main heading does."""
    ancestors: tuple[str, ...] = ()
    """Class and id of its ancestors, the nearest first."""
    prefixes: frozenset[str] = frozenset()
    """Prefixes that too many classes share to say anything."""


def name_column(evidence: Evidence, others: Sequence[Evidence] = ()) -> str:
    """A name in snake_case; never empty. `others` are further places where the same is said."""
    return next(names_of(evidence, others))


def names_of(evidence: Evidence, others: Sequence[Evidence] = ()) -> Iterator[str]:
    """Names for a column, the best first; later ones say more of where it is."""
    ranked = zip(*(_sources(place) for place in (evidence, *others)), strict=True)
    found = (words for rank in ranked for words in rank if words)
    words = next(found, ["value"])
    yield _joined(words, evidence)
    for more in _distinguishing(evidence):
        added = [word for word in more if word not in words][:2]
        if added:
            yield _joined([*words[: MAX_WORDS - 1], *added], evidence)


def _joined(words: Sequence[str], evidence: Evidence) -> str:
    kind_word = _kind_word(evidence)
    ending = f"_{kind_word}" if kind_word and kind_word not in words else ""
    words = list(words[:MAX_WORDS])
    while len(words) > 1 and len("_".join(words) + ending) > MAX_LENGTH:
        words.pop()
    return "_".join(words)[: MAX_LENGTH - len(ending)].rstrip("_") + ending


def _distinguishing(evidence: Evidence) -> Iterator[list[str]]:
    """Words that tell a column from another of the same name."""
    yield _type_words(evidence)
    yield _class_words(_split_hint(evidence.hint)[2], evidence)
    yield [_KIND_WORDS[evidence.kind]] if evidence.kind in _KIND_WORDS else []
    for classes in evidence.ancestors:
        yield _class_words(classes, evidence)


_CONTROLS = re.compile(r"\[[^\[\]]{1,20}\]")
"""What may be clicked beside a heading, and footnotes."""


def telling_words(text: str) -> list[str]:
    """The words of a text for people that say something, in lower case.

    >>> telling_words("[edit] College career"), telling_words("[hide]")
    (['college', 'career'], ['hide'])
    >>> telling_words("Number of pages"), telling_words("Sold by:")
    (['number', 'pages'], ['sold', 'by'])
    """
    return _words_for_people(_CONTROLS.sub(" ", text)) or _words_for_people(text)


def _words_for_people(text: str) -> list[str]:
    words = [word for word in words_of(text) if len(word) > 1 and not word.isdigit()]
    if JOINING.issuperset(words) and words != ["no"]:
        return []
    telling = [*dict.fromkeys(word for word in words if word not in _FUNCTION_WORDS)][:MAX_WORDS]
    is_ending = len(words) > 1 and words[-1] in _ENDINGS and telling[-1:] == words[-2:-1]
    return [*telling[: MAX_WORDS - 1], words[-1]] if is_ending else telling


def telling_markup(text: str) -> list[str]:
    """The words of a class or key that say what something is, and not how it is marked up.

    >>> telling_markup("product-color"), telling_markup("rowWrapper")
    (['product'], [])
    """
    return _words(text)


def _sources(evidence: Evidence) -> list[list[str]]:
    """What each source says, the most telling first; empty lists where one says nothing."""
    tag, itemprop, classes = _split_hint(evidence.hint)
    is_heading = tag == "h1" or evidence.is_title
    is_foreign = not evidence.is_next and (is_heading or not evidence.is_nearest)
    is_foreign |= _is_another(evidence)
    has_label = evidence.is_labelled and not is_foreign
    in_json_ld = replace(evidence, kind=JSON, key=evidence.json_ld_path)
    return [
        _key_words(evidence) if evidence.kind in (META, JSON) else [],
        _words(itemprop),
        _words(evidence.header),
        [] if tag in ("h1", "title") else _words(evidence.prefix),
        _words(evidence.label) or _words(evidence.label, keep_all=True) if has_label else [],
        _key_words(in_json_ld) if evidence.json_ld_path and tag not in ("h1", "title") else [],
        ["title"] if is_heading else [],
        ["page", "title"] if tag == "title" else [],
        _words(evidence.link_text),
        _marked_words(evidence, classes),
        _type_words(evidence),
        next(filter(None, (_class_words(part, evidence)[:2] for part in evidence.ancestors)), []),
        [word for word in _words(evidence.label, keep_all=True) if len(word) > 1],
        [word for word in class_words(classes) if len(word) > 1 and not word.isdigit()][:2],
        [_TAG_WORDS.get(tag, tag)] if tag else [],
    ]


def _split_hint(hint: str) -> tuple[str, str, str]:
    tag, itemprop, classes = hint.split("\t") if hint else ("", "", "")
    return tag, itemprop, classes


def _is_another(evidence: Evidence) -> bool:
    """Whether a price or a date is behind what the label names, and says itself what it is."""
    return not evidence.is_nearest and bool(_type_words(evidence))


def _class_words(classes: str, evidence: Evidence) -> list[str]:
    return [word for word in class_words(classes, evidence.prefixes) if _tells(word)]


def _marked_words(evidence: Evidence, classes: str) -> list[str]:
    """Class words, then those of a text before that is no sure label."""
    marked = _class_words(classes, evidence)[:2]
    label = "" if _is_another(evidence) else evidence.label
    before = [word for word in _words(label) if word not in marked][:2]
    type_words = [word for word in _type_words(evidence) if word not in (*marked, *before)]
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


def _type_words(evidence: Evidence) -> list[str]:
    if evidence.type in ("price", "date"):
        return [evidence.type]
    return [evidence.shape] if evidence.shape else []


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
        for word in dict.fromkeys(words_of(text))
        if not word.isdigit() and (keep_all or _tells(word))
    ]
    return telling[:MAX_WORDS]


@lru_cache(maxsize=4_096)
def _tells(word: str) -> bool:
    if len(word) < 2 or word.isdigit() or word in _SAYS_NOTHING:
        return False
    # `maintable` and `bodywrapper` are two words that say nothing each.
    return not any(word[:end] in _SAYS_NOTHING for end in _holders_in(word))


def _holders_in(word: str) -> Iterator[int]:
    """Where the words begin that a word ends with, and that are called so for holding others."""
    for holder in _HOLDERS:
        bare = word.removesuffix("es") if word.endswith("xes") else word.removesuffix("s")
        # `throws` does not hold rows of `th`.
        if bare.endswith(holder) and len(bare) > len(holder) + 2:
            yield len(bare) - len(holder)


class UniqueNames:
    """Hands out names once; who comes later gets another, in the end a number."""

    def __init__(self, prefixes: frozenset[str] = frozenset()) -> None:
        self.prefixes = prefixes
        """What classes begin with and names leave out."""
        self._used: set[str] = set()

    def take(self, name: str, *others: str) -> str:
        """The name, or the first other that is free, or the name with the next free number."""
        return self.take_first((name, *others))

    def take_first(self, names: Iterable[str]) -> str:
        """The first name that is free, or the first of all with the next free number."""
        first: str | None = None
        for name in names:
            if name not in self._used:
                self._used.add(name)
                return name
            first = name if first is None else first
        assert first is not None
        unique, number = first, 2
        while unique in self._used:
            unique, number = f"{first}_{number}", number + 1
        self._used.add(unique)
        return unique
