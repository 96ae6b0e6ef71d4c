"""The native one-sided merges against the plain ones."""

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.reference.one_sided import merge_clusters
from unmold.clusters.incidence import Incidence
from unmold.clusters.split_evidence import Presence
from unmold.errors import UnmoldError
from unmold.features.table import Ragged


def draw_presence(chance: np.random.Generator, clusters: int) -> tuple[Presence, NDArray[np.int64]]:
    """Pages of some clusters, which have most of their paths, each below another or below none."""
    width = int(chance.integers(2, 60))
    parents = np.array([int(chance.integers(-1, path)) for path in range(width)])
    shares = chance.choice([0.0, 0.0, 0.1, 0.5, 0.9, 1.0, 1.0, 1.0], (1 + clusters // 3, width))
    labels = np.append(np.repeat(np.arange(clusters), 2), chance.integers(-1, clusters, 30))
    pages = []
    for label in labels.tolist():
        has = np.zeros(width, np.bool_)
        drawn = chance.random(width) < shares[label % len(shares)]
        for path, above in enumerate(parents.tolist()):
            has[path] = drawn[path] and (above < 0 or has[above])
        pages.append(np.flatnonzero(has).tolist())
    return Presence(Incidence.of(Ragged.of([*pages, [*range(width)]], np.uint64)), parents), labels


@pytest.mark.parametrize("seed", range(40))
def test_clusters_are_merged_as_all_their_paths_say(seed: int) -> None:
    chance = np.random.default_rng(seed)
    clusters = int(chance.integers(2, 25))
    presence, labels = draw_presence(chance, clusters)
    labels = np.append(labels, -1)
    rows = presence.has.to_rows()
    native = np.frombuffer(rows.merge_one_sided(labels, presence.parents), np.uint32)
    assert native.tolist() == merge_clusters(presence, labels, clusters).tolist()


def test_every_page_needs_a_cluster() -> None:
    presence, labels = draw_presence(np.random.default_rng(0), 3)
    with pytest.raises(UnmoldError, match="do not fit"):
        presence.has.to_rows().merge_one_sided(labels, presence.parents)
