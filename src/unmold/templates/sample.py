"""The sample that a template is learned from: pages and their leaves.

Next: `texts` decides which of the leaves are the template's own words.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from unmold.model import Page, ProblemCode
from unmold.pages.reopen import digest_of, order_of
from unmold.settings import Limits

if TYPE_CHECKING:
    from unmold._core import LeafSample, NodeContents, PageContents, PageLeaves

Item = TypeVar("Item")

TEXT, BLOCK, HREF, SRC, ALT, TITLE, CONTENT, META, JSON = range(9)
"""The kinds of leaves, as the native core numbers them."""


DataLeaf = tuple[int, int, int, list[int]]
"""Position, label or -1, text before or -1, keys."""


@dataclass(frozen=True, eq=False)
class SamplePage:
    """One page of the sample; leaves are referred to by their position."""

    url: str
    leaves: PageLeaves

    @cached_property
    def _contents(self) -> PageContents:
        """What the page has, asked of the native core once."""
        return self.leaves.contents()

    @cached_property
    def _node_contents(self) -> NodeContents:
        """What the page has by node; most pages are never asked for it."""
        return self.leaves.node_contents()

    @cached_property
    def values(self) -> tuple[str, ...]:
        return self._contents["values"]

    @cached_property
    def names(self) -> tuple[str, ...]:
        return self._contents["names"]

    @cached_property
    def hints(self) -> tuple[str, ...]:
        return self._contents["hints"]

    @cached_property
    def nodes(self) -> tuple[int, ...]:
        return self._contents["nodes"]

    @cached_property
    def blocks(self) -> tuple[int, ...]:
        return self._contents["blocks"]

    @cached_property
    def language(self) -> str:
        """The language that the page says it is written in, by its root or its meta elements."""
        if self._contents["language"]:
            return self._contents["language"]
        said = self.named
        return said.get("content-language") or said.get("og:locale") or ""

    @cached_property
    def by_kind(self) -> tuple[tuple[int, ...], ...]:
        """The leaves of each kind."""
        return self._contents["by_kind"]

    @cached_property
    def head(self) -> list[int]:
        """The leaves of meta elements and of linked data, in the order of the page."""
        return sorted([*self.by_kind[META], *self.by_kind[JSON]])

    @cached_property
    def named(self) -> dict[str, str]:
        """By the names of leaves what they say; the last of each name."""
        return {name: self.values[leaf] for leaf in self.head if (name := self.names[leaf])}

    @cached_property
    def headers(self) -> tuple[str, ...]:
        return self._contents["headers"]

    @cached_property
    def tops(self) -> tuple[str, ...]:
        """What the first row of a table without headers says above each leaf."""
        return self._contents["tops"]

    @cached_property
    def kinds(self) -> tuple[tuple[int, bool], ...]:
        return self._contents["kinds"]

    @cached_property
    def text_ids(self) -> tuple[int, ...]:
        return self._contents["text_ids"]

    @cached_property
    def plain_text_ids(self) -> tuple[int, ...]:
        return self._contents["plain_text_ids"]

    @cached_property
    def parents(self) -> tuple[int, ...]:
        """By node; the document is its own parent."""
        return self._node_contents["parents"]

    @cached_property
    def elements(self) -> tuple[str, ...]:
        """By node: tag, itemprop, class and id of elements, empty for other nodes."""
        return self._node_contents["elements"]

    def is_in_text(self, node: int) -> bool:
        """Whether text is beside a node, directly in its parent."""
        return self.leaves.has_text(self.leaves.parent(node))

    def ancestors(self, node: int) -> list[str]:
        """Tag, itemprop, class and id of a node's element and its ancestors, nearest first."""
        return self.leaves.ancestors(node)

    @cached_property
    def glued_blocks(self) -> set[int]:
        """The blocks whose words may run together."""
        return self.leaves.glued_blocks()

    @cached_property
    def _data(self) -> dict[frozenset[int], list[DataLeaf]]:
        return {}

    def data(self, texts: frozenset[int]) -> list[DataLeaf]:
        """The leaves that are none of these template texts; kept, because many steps ask."""
        if texts not in self._data:
            self._data[texts] = self.leaves.data(texts)
        return self._data[texts]

    @property
    def is_cut(self) -> bool:
        """Whether only the first nodes of the page were looked at."""
        from unmold import _core

        problems = self.leaves.problems
        return problems != 0 and ProblemCode.NODES in _core.problem_codes(problems)

    def is_labelling(self, leaf: int) -> bool:
        """Whether a leaf is written as a label: a colon at its end, or a `th`, `dt` or `label`."""
        return self.kinds[leaf][1] or (
            len(self.values[leaf]) > 1 and self.values[leaf].endswith(":")
        )


def find_leaves(
    pages: Sequence[Page],
    limits: Limits,
    *,
    jobs: int = 0,
    with_markup: bool = False,
    max_rows: tuple[int, int] | None = None,
    patterns: int | None = None,
) -> list[PageLeaves]:
    """The leaves of pages, parsed on `jobs` threads (0: all cores).

    `max_rows` limits the rows of each list that are looked at, and those of records: of rows with
    three cells, or with texts and images. With the markup, the first `patterns` pages keep what
    their pattern tree is made of; all do if no number is given.
    """
    from unmold import _core

    return _core.page_leaves(
        [page.data for page in pages],
        [page.charset for page in pages],
        jobs,
        with_markup=with_markup,
        limits=limits,
        max_rows=max_rows,
        patterns=patterns,
    )


def leaf_sample(pages: Sequence[SamplePage], texts: frozenset[int]) -> LeafSample:
    """The leaves of pages that are none of these template texts, as numbers in the native core."""
    from unmold import _core

    return _core.LeafSample([page.leaves for page in pages], texts)


def leave_out_copies(items: Iterable[Item], content: Callable[[Item], Hashable]) -> Iterator[Item]:
    """The items of different content: the first of each.

    Copies would outvote the other pages: what one page says, said often enough, looks like words of
    the template. Where all are alike, two of them stay, because that is what nothing but a template
    looks like.
    """
    seen: set[Hashable] = set()
    copy: Item | None = None
    for item in items:
        found = content(item)
        if found in seen:
            copy = item if copy is None else copy
            continue
        seen.add(found)
        yield item
    if len(seen) == 1 and copy is not None:
        yield copy


def leave_out_same_leaves(sample: Sequence[SamplePage]) -> list[SamplePage]:
    """The pages that say different things: copies may differ in what nobody reads, as in tokens."""
    # Of most pages the first texts, with the title among them, and their number are their own.
    begun = Counter(map(_beginning, sample))

    def content(page: SamplePage) -> Hashable:
        beginning = _beginning(page)
        return beginning if begun[beginning] == 1 else (page.text_ids, page.values)

    return list(leave_out_copies(sample, content))


def _beginning(page: SamplePage) -> tuple[int, tuple[str, ...]]:
    return len(page.values), page.values[:FIRST_TEXTS]


FIRST_TEXTS = 100
"""Texts that pages are compared by before they are compared as a whole. A guess."""


def draw_pages(pages: Iterable[Page], size: int) -> list[Page]:
    """Draw `size` pages of different content; the same ones in the same order, whatever theirs is.

    Drawn by the hashes of what they hold: neighbours in a source are often alike, so the first ones
    would be a poor sample. Of copies one is drawn, or two where there is nothing else. Only the
    pages drawn are held in memory.
    """
    drawn: dict[str, Page] = {}
    largest_first: list[int] = []
    copy: Page | None = None
    for page in pages:
        digest = digest_of(page.data)
        known = drawn.get(digest)
        if known is not None:
            drawn[digest] = min(known, page, key=lambda one: one.url)
            copy = max(known, page, key=lambda one: one.url)
            continue
        drawn[digest] = page
        heapq.heappush(largest_first, -int(digest, 16))
        if len(drawn) > size:
            del drawn[f"{-heapq.heappop(largest_first):064x}"]
    ordered = sorted(drawn.items(), key=lambda item: order_of(item[1].url, item[1].path, item[0]))
    found = [page for _, page in ordered]
    return [*found, copy] if len(found) == 1 and copy is not None else found
