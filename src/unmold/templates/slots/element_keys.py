"""Keys of elements: by which the rows of a table, and the holders of texts, are found again."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
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


def own_container_keys(
    pages: Sequence[SamplePage],
    own: Mapping[int, Collection[int]],
    others: Mapping[int, Collection[int]],
    most: int,
) -> list[int]:
    """Keys as containers of text of elements, given by page, that no other one has."""
    from unmold import _core

    leaves = [page.leaves for page in pages]
    nodes, kept = (
        [[*by_page.get(page, ())] for page in range(len(pages))] for by_page in (own, others)
    )
    return _core.own_container_keys(leaves, nodes, kept, most)
