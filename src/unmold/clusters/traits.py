"""What defines a cluster: the paths, texts and classes that its pages have and others lack.

Features are hashes, so a few pages of each cluster are read once more and spelled out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields

from unmold import _core
from unmold.model import Page
from unmold.settings import Limits

SAMPLE = 10
"""Pages of a cluster that are spelled out."""

PRESENT, ABSENT = 0.9, 0.1
"""A trait is on at least this share of a cluster's pages, and on this share of others at the most;
the same as in the second opinion of `auto`."""

MAX_LENGTH = 60
"""Letters of a text that may be a trait; longer ones are content."""

MAX_SHOWN = 8
"""Traits of each kind that are kept."""


@dataclass(frozen=True, slots=True)
class Traits:
    """Paths, texts and classes of a page, or those that define a cluster."""

    paths: frozenset[str] = frozenset()
    texts: frozenset[str] = frozenset()
    classes: frozenset[str] = frozenset()

    @classmethod
    def of(cls, page: Page, limits: Limits | None = None) -> Traits:
        """All of a page.

        >>> page = Page("a", "a", "a", "a", b"<p class=by>Written by <b>Ann</b>")
        >>> sorted(Traits.of(page).classes), sorted(Traits.of(page).texts)
        (['p.by'], ['Ann', 'Written by'])
        """
        found = _core.readable_features(page.data, page.address, page.charset, limits or Limits())
        texts = {text for text in found["texts"] if len(text) <= MAX_LENGTH}
        classes = {token for token in found["class_tokens"] if "." in token}
        return cls(frozenset(found["element_paths"]), frozenset(texts), frozenset(classes))

    def __len__(self) -> int:
        return len(self.paths) + len(self.texts) + len(self.classes)

    def __and__(self, other: Traits) -> Traits:
        return Traits(*(getattr(self, kind) & getattr(other, kind) for kind in KINDS))

    def __sub__(self, other: Traits) -> Traits:
        return Traits(*(getattr(self, kind) - getattr(other, kind) for kind in KINDS))


KINDS = tuple(field.name for field in fields(Traits))


def find_traits(own: Sequence[Traits], others: Sequence[Traits]) -> Traits:
    """What nearly all of a cluster's pages have, and nearly none of the others.

    Of paths the outermost: a block is one trait, however deep. Without others nobody knows what
    is the cluster's own, and there is none.
    """
    if not own or not others:
        return Traits()
    found = [
        _find((getattr(page, kind) for page in own), (getattr(page, kind) for page in others))
        for kind in KINDS
    ]
    found[0] = {path for path in found[0] if path.rpartition("/")[0] not in found[0]}
    return Traits(*(frozenset(sorted(kind, key=_rank)[:MAX_SHOWN]) for kind in found))


def list_traits(traits: Traits) -> dict[str, list[str]]:
    """Traits by kind, short ones first."""
    return {kind: sorted(getattr(traits, kind), key=_rank) for kind in KINDS}


def _rank(trait: str) -> tuple[int, str]:
    """Short ones first: what stands at the top, and says most in few words."""
    return len(trait), trait


def _find(own: Iterable[frozenset[str]], others: Iterable[frozenset[str]]) -> set[str]:
    pages, here = _count(own)
    other_pages, there = _count(others)
    return {
        trait
        for trait, count in here.items()
        if count >= PRESENT * pages and there[trait] <= ABSENT * other_pages
    }


def _count(pages: Iterable[frozenset[str]]) -> tuple[int, Counter[str]]:
    number, counts = 0, Counter[str]()
    for traits in pages:
        number += 1
        counts.update(traits)
    return number, counts
