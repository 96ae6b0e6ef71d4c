"""Keeps how unlike the templates of a run are, and reads it again.

A run that learned templates writes it, for maps of them; a workspace of an earlier version has no
such file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from unmold.arrow_arrays import make_array
from unmold.store.layout import Generation
from unmold.store.table_files import read_table, writing_table
from unmold.templates.distances import Distances, measure_distances
from unmold.templates.model import Template

MAX_COMPARED = 1000
"""Templates that are compared with each other: half a million pairs, some hundred kilobytes."""

_NAME = "distances"


@dataclass(frozen=True, slots=True, eq=False)
class TemplateDistances:
    """Some templates, and how far each is from each."""

    ids: tuple[str, ...]
    matrix: Distances


def keep_distances(
    generation: Generation, templates: Mapping[str, Template], pages: Mapping[str, int]
) -> None:
    """Compare templates, the largest if there are too many, and keep what comes out."""
    largest = sorted(templates, key=lambda name: -pages.get(name, 0))[:MAX_COMPARED]
    kept = set(largest)
    names = [name for name in templates if name in kept]
    matrix = measure_distances([templates[name].signature for name in names])
    # The lower half, row after row: the template that comes later, the earlier, the distance.
    later, earlier = np.tril_indices(len(names))
    # Ids stay what they are when somebody gives a template another name.
    dictionary = make_array([templates[name].id for name in names], pa.string())
    table = pa.table(
        {
            "first": _spell(later, dictionary),
            "second": _spell(earlier, dictionary),
            "distance": make_array(matrix[later, earlier].astype(np.float32), pa.float32()),
        }
    )
    with writing_table(generation.work(_NAME), table.schema) as writer:
        writer.write(table)


def _spell(places: np.ndarray, ids: pa.Array) -> pa.Array:
    return pa.DictionaryArray.from_arrays(
        make_array(places.astype(np.int32), pa.int32()), ids
    ).dictionary_decode()


def read_distances(generation: Generation) -> TemplateDistances | None:
    """What the run kept; None where it kept nothing."""
    path = generation.work(_NAME)
    if not path.exists():
        return None
    table = read_table(path)
    ids = table.column("first").unique().to_pylist()
    matrix = np.zeros((len(ids), len(ids)), np.float32)
    later, earlier = np.tril_indices(len(ids))
    matrix[later, earlier] = table.column("distance").to_numpy()
    matrix[earlier, later] = matrix[later, earlier]
    return TemplateDistances(tuple(ids), matrix)
