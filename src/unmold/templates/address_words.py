"""Finds what the addresses of a template's pages call the pages.

Sites say in an address what is there: `/products/blue-shirt`, `/2011/speaker/profile/211`,
`topic-153.html`, `show_bug.cgi?id=7`. The part that all addresses share and that is nearest to
what differs says most. Next: `template_names`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import unquote, urlsplit

from unmold.templates.class_words import words_of

SHARE = 0.6
"""Of the addresses that must have a word in the same place. Where a cluster holds pages of two
kinds, the one with clearly more of them names it."""

MAX_ADDRESSES = 200
"""Addresses that are looked at; more of them say the same."""

MAX_WORDS = 3
"""Words of a name taken from an address: longer parts are titles."""

_EXTENSION = re.compile(
    r"\.(?:x?html?|php\d?|aspx?|jspx?|cgi|cfm|do|action|pl|shtml)$", re.IGNORECASE
)
_PAGER = re.compile(r"/(?:page|seite|pagina|p)/?\d+(?=/|$).*", re.IGNORECASE)
_SAYS_NOTHING = frozenset(
    """index default home main www html htm web site online store servlet cgi bin go fuseaction app
    public static content contents files file pages page node item items entry record main_page all
    id isbn sku uid oid cat tid pid view show display get read open list browse detail details
    profile info summary overview full print en de fr es it pt nl pl ru ja zh ko sv da no fi cs hu
    tr el us uk gb ch at br mx ca au search results result verticals action edit new old
    archive archives html5 amp mobile m download downloads data dp gp php asp jsp""".split()  # noqa: SIM905
)
"""Words that say how pages are made, shown or kept, not what they are about; and languages."""

_SECOND_CHOICE = frozenset(
    """archive archives profile search summary overview list item items page pages results
    detail details info""".split()  # noqa: SIM905
)
"""Those of them that are still better than nothing."""

_KINDS = frozenset(
    """blog news post posts article articles product products event events job jobs movie movies
    film films book books recipe recipes project projects place places people wiki forum topic
    topics noticias noticia filmes productos produtos produkte artikel rezepte actualites""".split()  # noqa: SIM905
)
"""What addresses call kinds of things on many sites."""

_LANGUAGE = re.compile(r"[a-z]{2}(?:[-_][a-z]{2})?", re.IGNORECASE)
"""What addresses begin with where a site speaks several languages."""

_VOWEL = re.compile(r"[aeiouy]|[^a-z]")
"""A word has one, an abbreviation need not; other scripts are no abbreviations."""

_YEAR = re.compile(r"(?:19|20)\d\d$")
_PARTS = re.compile(r"[-._:~]+")


def address_words(addresses: Iterable[str]) -> list[str]:
    """The words by which addresses call their pages, at most three; none if they say nothing.

    >>> address_words(["/shop/products/red-shirt", "/shop/products/blue-hat.html"])
    ['products']
    >>> address_words(["/2011/speaker/profile/211/", "/2011/speaker/profile/166/"])
    ['speaker']
    >>> address_words(["/show_bug.cgi?id=2", "/show_bug.cgi?id=7"])
    ['bug']
    >>> address_words(["/topic-153.html", "/topic-85.html"]), address_words(["/a", "/b"])
    (['topic'], [])
    >>> address_words(["/o-blog/ana-lee/red-hats", "/o-blog/ana-lee/blue-hats"])
    ['blog']
    """
    paths = [_segments(address) for address in sorted(set(addresses))[:MAX_ADDRESSES]]
    if not paths:
        return []
    found = [*_shared_segments(paths), *_shared_beginnings(paths), *_shared_ends(paths)]
    for says_nothing in (_SAYS_NOTHING, _SAYS_NOTHING - _SECOND_CHOICE):
        said = [words for segment in found if (words := _telling(segment, says_nothing))]
        if said:
            # Several words are somebody's or something's name; where it stands is more telling.
            kinds = ([word] for words in said for word in words if word in _KINDS)
            return next(kinds, said[0]) if len(said[0]) > 1 else said[0]
    return []


def are_dated(addresses: Iterable[str]) -> bool:
    """Whether addresses begin with a date and end with a name, as those of posts do.

    >>> are_dated(["/2006/08/21/oscilloscope/", "/2013/10/20/wifi.html"]), are_dated(["/2013/10/"])
    (True, False)
    """
    paths = [_segments(address) for address in sorted(set(addresses))[:MAX_ADDRESSES]]
    dated = sum(
        len(path) > 1 and bool(_YEAR.match(path[0])) and not path[-1].isdigit() for path in paths
    )
    return dated > SHARE * len(paths)


def _segments(address: str) -> list[str]:
    """The parts of an address's path, of the last one without its extension."""
    try:
        path = unquote(urlsplit(address).path)
    except ValueError:
        return []
    parts = [part for part in _PAGER.sub("", path).split("/") if part]
    if len(parts) > 1 and _LANGUAGE.fullmatch(parts[0]):
        parts = parts[1:]
    return [_EXTENSION.sub("", part) for part in parts]


def _shared_segments(paths: Sequence[list[str]]) -> Iterator[str]:
    """Segments that most paths have in the same place, the last first."""
    for place in range(max(map(len, paths)) - 1, -1, -1):
        shared = _usual((path[place] for path in paths if place < len(path)), len(paths))
        if shared is None:
            continue
        before = _usual((path[place - 1] for path in paths if 0 < place < len(path)), len(paths))
        # A shop may hold several blogs by their names: what they hold are posts all the same.
        yield "blog" if before is not None and before.casefold() == "blogs" else shared


def _shared_beginnings(paths: Sequence[list[str]]) -> Iterator[str]:
    """How most segments in a place begin, as `topic` of `topic-153`; the last place first."""
    for place in range(max(map(len, paths)) - 1, -1, -1):
        split = [_PARTS.split(path[place]) for path in paths if place < len(path)]
        shared = _usual((parts[0] for parts in split if len(parts) > 1 and parts[0]), len(paths))
        if shared is not None:
            yield shared


def _shared_ends(paths: Sequence[list[str]]) -> Iterator[str]:
    """What is last in most paths, however long they are."""
    shared = _usual((path[-1] for path in paths if path), len(paths))
    if shared is not None:
        yield shared


def _usual(values: Iterable[str], of_all: int) -> str | None:
    counts = Counter(values)
    if not counts:
        return None
    value, times = min(counts.items(), key=lambda item: (-item[1], item[0]))
    return value if times > SHARE * of_all and of_all > 1 else None


def _telling(segment: str, says_nothing: frozenset[str]) -> list[str]:
    words = [
        word
        for word in words_of(segment)
        if len(word) > 2
        and not any(sign.isdigit() for sign in word)
        and _VOWEL.search(word)
        and word not in says_nothing
    ]
    return words[:MAX_WORDS]
