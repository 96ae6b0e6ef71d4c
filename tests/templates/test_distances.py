"""Distances of templates: what they share, and what a run keeps of it."""

from pathlib import Path

import numpy as np
import pytest
from support.run_sites import write_site

import unmold
from unmold import Workspace
from unmold.store import template_distances
from unmold.store.template_distances import keep_distances, read_distances
from unmold.templates.distances import measure_distances
from unmold.templates.signature import VIEWS, Signature, ViewSignature


def signature(*items: int) -> Signature:
    view = ViewSignature(
        np.array(items, np.uint64), np.full((len(items), 1), 128, np.uint8), np.zeros(1, np.int64)
    )
    return Signature(np.zeros((1, 8), np.uint8), dict.fromkeys(VIEWS, view))


def test_distance_is_one_minus_what_is_shared() -> None:
    found = measure_distances([signature(1, 2, 3), signature(1, 2, 3), signature(2, 3, 4)])
    assert found[0].tolist() == pytest.approx([0, 0, 0.5])
    assert np.array_equal(found, found.T)


def test_nothing_shared_and_nothing_known_are_far() -> None:
    found = measure_distances([signature(1), signature(2), None, signature()])
    assert found[0].tolist() == [0, 1, 1, 1]
    assert found[2].tolist() == [1, 1, 0, 1]


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    folder = tmp_path_factory.mktemp("distances")
    return unmold.run(write_site(folder / "site", 24), folder / "ws")


def test_a_run_keeps_what_its_templates_say(workspace: Workspace) -> None:
    kept = read_distances(workspace.generation)
    assert kept is not None
    templates = list(workspace.templates.values())
    assert list(kept.ids) == [template.id for template in templates]
    again = measure_distances([template.signature for template in templates])
    assert np.array_equal(kept.matrix, again)
    assert kept.matrix[0, 1] > 0


def test_of_too_many_templates_the_largest_are_compared(
    workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(template_distances, "MAX_COMPARED", 2)
    names = list(workspace.templates)
    generation = unmold.store.Generation(tmp_path, 1)
    generation.work("x").parent.mkdir(parents=True)
    keep_distances(generation, dict(workspace.templates), {names[0]: 1, names[2]: 5, names[1]: 3})
    kept = read_distances(generation)
    assert kept is not None
    assert list(kept.ids) == [workspace.templates[name].id for name in names[1:3]]


def test_a_generation_without_distances_has_none(tmp_path: Path) -> None:
    assert read_distances(unmold.store.Generation(tmp_path, 1)) is None
