"""Clusters that the caller brings: the pages of a run are grouped as these say, by no method.

A file lists pages by `path` and `cluster`, as `unmold cluster` writes it. A run works site by site,
so a cluster that reaches over sites is one cluster on each of them.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from unmold.clusters.base import Labels
from unmold.clusters.cluster import Clustering
from unmold.errors import UsageError
from unmold.evaluation.label_files import read_clusters
from unmold.evaluation.labels import UNCLUSTERED
from unmold.store.rows import PageRow
from unmold.store.table_files import safe_text

ClustersSource = str | os.PathLike[str] | Mapping[str, str | int] | Clustering
"""A CSV file, the cluster of each path, or what `cluster_pages` returned."""

NO_CLUSTER = ("", str(UNCLUSTERED))
"""What stands for no cluster in a file."""

SHOWN_PATHS = 3
"""Paths named in an error."""


@dataclass(frozen=True, slots=True)
class GivenClusters:
    """By path the cluster of every page that is listed."""

    cluster_of: Mapping[str, str]
    digest: str
    """What distinguishes these clusters from others."""

    @classmethod
    def of(cls, source: ClustersSource) -> GivenClusters:
        """Read a file, or take clusters that are at hand."""
        listed = _read(source)
        if not listed:
            raise UsageError("the given clusters list no page", hint="list each page's cluster")
        text = json.dumps(sorted(listed.items()))
        return cls(listed, hashlib.sha256(text.encode()).hexdigest())

    def find(self, rows: Sequence[PageRow], problems: Collection[str] = ()) -> list[str | None]:
        """The cluster of each page, None for pages in none.

        A listed page that was not read is a mistake, unless `problems` say already what became of
        it.
        """
        places = _places(rows)
        found: list[str | None] = [None] * len(rows)
        spelled: dict[int, str] = {}
        unknown: list[str] = []
        for path, cluster in self.cluster_of.items():
            named = next((places[name] for name in _spellings(path) if name in places), None)
            if named is None:
                if not any(name in problems for name in _spellings(path)):
                    unknown.append(path)
                continue
            for number in named:
                if number in spelled:
                    _refuse_second(spelled[number], path)
                spelled[number] = path
                found[number] = None if cluster in NO_CLUSTER else cluster
        if unknown:
            _refuse_unknown(unknown)
        return found


def number_clusters(clusters: Sequence[str | None]) -> Labels:
    """Clusters as numbers from 0, in the order of their first pages; -1 for none.

    >>> number_clusters(["b", None, "a", "b"]).tolist()
    [0, -1, 1, 0]
    """
    numbers: dict[str, int] = {}
    return np.array(
        [
            UNCLUSTERED if name is None else numbers.setdefault(name, len(numbers))
            for name in clusters
        ],
        np.int64,
    )


def _read(source: ClustersSource) -> dict[str, str]:
    if isinstance(source, Clustering):
        return _from_clustering(source)
    if isinstance(source, Mapping):
        return {safe_text(path): str(cluster) for path, cluster in source.items()}
    return {safe_text(path): cluster for path, cluster in read_clusters(Path(source)).items()}


def _from_clustering(clustering: Clustering) -> dict[str, str]:
    """By key, which no two pages share."""
    labels = clustering.labels.tolist()
    return {safe_text(key): str(label) for key, label in zip(clustering.keys, labels, strict=True)}


def _places(rows: Sequence[PageRow]) -> dict[str, list[int]]:
    """By path and by key the positions of pages; a path wins over another page's key."""
    places: dict[str, list[int]] = {}
    for number, row in enumerate(rows):
        places.setdefault(row.path, []).append(number)
    for number, row in enumerate(rows):
        places.setdefault(row.key, [number])
    return places


def _spellings(path: str) -> tuple[str, str]:
    """A path as it is listed, and in full: the folder may have been given otherwise this time."""
    return path, os.path.realpath(path)


def _refuse_second(first: str, second: str) -> None:
    raise UsageError(
        f"the given clusters list a page twice, as {first!r} and as {second!r}",
        hint="list each page once",
    )


def _refuse_unknown(unknown: Sequence[str]) -> None:
    shown = ", ".join(repr(path) for path in unknown[:SHOWN_PATHS])
    more = len(unknown) - SHOWN_PATHS
    rest = f" and {more:,} more" if more > 0 else ""
    raise UsageError(
        f"the given clusters list pages that were not read: {shown}{rest}",
        hint="take them out, or give the sources that hold them without leaving pages out",
    )
