"""Draws a bounded sample of entries, in any order, that is spread over folders.

Every folder gets as many places as there are for all, and small folders all that they need, so that
a folder of few pages is seen beside one of many. Which entries are kept is decided by hashes of
their names: the same names give the same sample, whatever their order, and memory does not depend
on their number.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Generic, TypeVar

Entry = TypeVar("Entry")


@dataclass(slots=True)
class _Folder(Generic[Entry]):
    """The entries of one folder that are kept, as a heap with the largest hash on top."""

    rank: int
    count: int = 0
    kept: list[tuple[int, int, Entry]] = field(default_factory=list)


class SpreadSample(Generic[Entry]):
    """A sample under way."""

    def __init__(self, size: int) -> None:
        self.count = 0
        """Entries that were offered."""
        self._size = size
        self._quota = size
        self.held = 0
        """Entries that are held now, at most twice the size."""
        self._folders: dict[str, _Folder[Entry]] = {}
        self._last_rank: int | None = None
        """Where there are more folders than places, those of a larger rank get none."""

    def add(self, folder: str, name: str, entry: Entry) -> None:
        """Offer an entry."""
        self.count += 1
        own = self._folders.get(folder)
        if own is None:
            rank = _hash(folder)
            if self._last_rank is not None and rank > self._last_rank:
                return
            own = self._folders[folder] = _Folder(rank)
        own.count += 1
        item = (-_hash(name), self.count, entry)
        if len(own.kept) >= self._quota:
            heapq.heappushpop(own.kept, item)
            return
        heapq.heappush(own.kept, item)
        self.held += 1
        if self.held > 2 * self._size:  # trimming looks at every folder, so it is done seldom
            self._trim()

    def entries(self) -> Iterator[tuple[str, Entry, float]]:
        """The entries kept: the folder of each, and how many of that folder it represents."""
        self._trim()
        for name, folder in sorted(self._folders.items()):
            for _, _, entry in sorted(folder.kept, key=lambda item: -item[0]):
                yield name, entry, folder.count / len(folder.kept)

    @property
    def is_whole(self) -> bool:
        """Whether nothing was left out."""
        self._trim()
        return self.held == self.count

    def _trim(self) -> None:
        if self.held <= self._size:
            return
        if len(self._folders) > self._size:
            ranked = sorted(self._folders.items(), key=lambda item: item[1].rank)[: self._size]
            self._folders = dict(ranked)
            self._last_rank = ranked[-1][1].rank
        self._quota = share_places([len(one.kept) for one in self._folders.values()], self._size)
        for folder in self._folders.values():
            while len(folder.kept) > self._quota:
                heapq.heappop(folder.kept)
        self.held = sum(len(folder.kept) for folder in self._folders.values())


def share_places(wanted: Sequence[int], places: int) -> int:
    """The most places that each may take so that all get what they want or as much as any other.

    >>> share_places([100, 3, 100], 43)
    20
    """
    for position, one in enumerate(sorted(wanted)):
        share = places // (len(wanted) - position)
        if one > share:
            return share
        places -= one
    return max(wanted, default=0)


def _hash(name: str) -> int:
    encoded = name.encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(encoded, digest_size=8).digest(), "big")
