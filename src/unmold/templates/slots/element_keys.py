"""Keys of elements: by which the rows of a table, and the holders of texts, are found again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from unmold.templates.sample import SamplePage

if TYPE_CHECKING:
    from unmold._core import ElementIndex


def element_index(
    pages: Sequence[SamplePage],
    nodes: Sequence[Sequence[int]],
    *,
    are_rows: bool,
    all_rows: Iterable[tuple[int, int]] = (),
) -> ElementIndex:
    """The elements of a sample by their keys: as rows, or as containers of text.

    `all_rows` are those that are rows of any table.
    """
    from unmold import _core

    return _core.ElementIndex([page.leaves for page in pages], nodes, are_rows, {*all_rows})


def container_keys(
    pages: Sequence[SamplePage], nodes: Mapping[int, Iterable[int]]
) -> Iterator[Sequence[int]]:
    """The keys of elements as containers of text, given by page, without the roots."""
    from unmold import _core

    leaves = [pages[page].leaves for page in nodes]
    asked = [[node for node in own if node] for own in nodes.values()]
    return chain.from_iterable(_core.element_keys(leaves, asked, are_rows=False))
