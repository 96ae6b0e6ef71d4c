"""The links of a page: its tree and URL enter, its links leave in document order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from unmold.model import Link

if TYPE_CHECKING:
    from unmold._core import Node, Tree

LINK_TAGS = ("a", "area")

_WHITE_SPACE = re.compile(r"\s+")
_STRIPPED = "".join(map(chr, range(0x21)))
_REMOVED = dict.fromkeys(map(ord, "\t\n\r"))


def find_links(tree: Tree, url: str) -> Iterator[Link]:
    """The links of a tree, resolved against its `<base>` or else against `url`."""
    base = _base(tree, url)
    for node, reference in _references(tree):
        target = resolve(base, reference)
        if target is not None:
            yield Link(target, node.xpath, _WHITE_SPACE.sub(" ", node.text).strip())


def count_links(tree: Tree) -> int:
    """How many links a tree has, which is much quicker than to find them all."""
    return sum(1 for _ in _references(tree))


def _references(tree: Tree) -> Iterator[tuple[Node, str]]:
    for node in tree.document.iter():
        if node.tag in LINK_TAGS:
            reference = node.attributes.get("href")
            if reference is not None:
                yield node, reference


def resolve(base: str, reference: str) -> str | None:
    """A reference made absolute as browsers would; None where it is no address.

    >>> resolve("https://example.com/a/b.html", " ../c.html ")
    'https://example.com/c.html'
    """
    try:
        return urljoin(base, reference.strip(_STRIPPED).translate(_REMOVED))
    except ValueError:
        return None


def _base(tree: Tree, url: str) -> str:
    for node in tree.document.find_all("base"):
        if "href" in node.attributes:
            return resolve(url, node.attributes["href"]) or url
    return url
