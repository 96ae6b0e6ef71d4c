"""The features of one page as a person reads them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from unmold.model import Link, Page
from unmold.settings import Limits


@dataclass(frozen=True, slots=True)
class PageFeatures:
    """What unmold sees of one page, spelled out."""

    tag_sequence: list[str]
    head_sequence: list[str]
    tag_counts: dict[str, int]
    leaf_paths: dict[str, int]
    """Leaf paths and how many leaves each has."""
    element_paths: dict[str, int]
    main_paths: list[str]
    classes: dict[str, int]
    class_tokens: list[str]
    labels: list[tuple[str, str]]
    """Label texts, each with the steps above it."""
    links: list[Link]
    texts: list[str]
    fingerprint: bytes


def hash_path(tags: Sequence[str]) -> int:
    """The hash of a path of tags, as features and templates hold it: the same on every machine.

    >>> hash_path(["html", "body", "h1"]) == hash_path(("html", "body", "h1"))
    True
    """
    from unmold import _core

    return _core.hash_path(list(tags))


def page_features(page: Page, limits: Limits | None = None) -> PageFeatures:
    """The features of one page. Very long lists of paths, classes and labels are cut.

    >>> from unmold.pages import read_pages
    >>> page = next(read_pages([("https://example.com/", "<p>See <a href=/more>more</a>")]))
    >>> page_features(page).links[0].url
    'https://example.com/more'
    """
    from unmold import _core

    found = _core.readable_features(page.data, page.address, page.charset, limits or Limits())
    links = [Link(url, xpath, text, short) for url, xpath, short, text in found.pop("links")]
    return PageFeatures(links=links, **found)
