"""Guesses the template of a page that was never read from the shape of its address.

The answer is the template that nearly all known pages with an address of that shape have. Shapes go
from exact to rough, and the first that known pages agree on answers: the folder with numbers left
out, then the first part and the depth, then the first part alone.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from urllib.parse import parse_qsl, unquote, urlsplit

AGREEMENT = 0.6
"""The share of known pages of a shape that must have one template."""

_NUMBERS = re.compile(r"\d+")
_ENDING = re.compile(r"\.[a-z]{1,5}$")
_INDEX = re.compile(r"(?:^|/)index\.[a-z]{1,5}$")

Address = tuple[str, str]
"""Host and path: what two addresses of one page share."""

Shape = tuple[object, ...]


def normalise_address(url: str) -> Address:
    """Host and path without what says nothing: scheme, `www.`, fragment, `index.html`.

    >>> normalise_address("https://www.Example.com:443/a%20b/index.html#top")
    ('example.com', 'a b')
    """
    try:
        parts = urlsplit(url.strip())
        host = (parts.hostname or "").removeprefix("www.")
        port = parts.port
    except ValueError:
        return "", url.strip()
    if port not in (None, 80, 443):
        host = f"{host}:{port}"
    path = _INDEX.sub("", unquote(parts.path)).strip("/")
    return host, f"{path}?{parts.query}" if parts.query else path


class AddressShapes:
    """The shapes of known addresses, and the templates of each."""

    def __init__(self, known: Iterable[tuple[str, str]]) -> None:
        self._templates: defaultdict[Shape, Counter[str]] = defaultdict(Counter)
        for url, template in known:
            for shape in _shapes(url):
                self._templates[shape][template] += 1

    def predict(self, url: str) -> str | None:
        """The template of a page by its address; None if known pages do not tell.

        >>> known = [("http://a.example/item/1", "item"), ("http://a.example/about", "info")]
        >>> AddressShapes(known).predict("http://a.example/item/2")
        'item'
        """
        for shape in _shapes(url):
            found = self._templates.get(shape)
            if found:
                template, times = found.most_common(1)[0]
                if times >= AGREEMENT * found.total():
                    return template
        return None


def _shapes(url: str) -> Iterator[Shape]:
    """From exact to rough."""
    host, path = normalise_address(url)
    path, _, query = path.partition("?")
    parts = _NUMBERS.sub("#", path.lower()).split("/")
    ending = found[0] if (found := _ENDING.search(parts[-1])) else ""
    names = tuple(sorted({name for name, _ in parse_qsl(query, keep_blank_values=True)[:20]}))
    last = parts[-1] if len(parts) == 1 else ""
    yield "whole", host, tuple(parts), names
    yield "folder", host, tuple(parts[:-1]), ending, names, _form(last or parts[-1])
    yield "folder", host, tuple(parts[:-1]), ending, names
    yield "depth", host, parts[0] if len(parts) > 1 else "", len(parts), ending
    if len(parts) > 1:
        yield "first", host, parts[0]


def _form(name: str) -> tuple[bool, bool]:
    """What the last part looks like: with numbers, of several words."""
    return "#" in name, "-" in name or "_" in name
