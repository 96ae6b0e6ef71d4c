"""Arrays become a tree only if they describe one."""

from array import array

import numpy as np
import pytest
from support.native import LabelledTree, leaf_paths, tree_edit_distance

from unmold.errors import InternalError


def test_parents_and_depths_describe_the_same_tree() -> None:
    by_parents = LabelledTree([1, 2, 3], [-1, 0, 1])
    by_depths = LabelledTree.from_depths([1, 2, 3], [0, 1, 2])
    assert tree_edit_distance(by_parents, by_depths) == (0, None)


def test_buffers_are_read_like_lists() -> None:
    labels = np.array([1, 2, 3], dtype=np.uint32)
    from_numpy = LabelledTree(labels, np.array([-1, 0, 0]))
    from_array = LabelledTree(array("I", [1, 2, 3]), array("q", [-1, 0, 0]))
    other_type = LabelledTree(labels.astype(np.int64), [-1, 0, 0])
    for tree in (from_array, other_type):
        assert tree_edit_distance(from_numpy, tree) == (0, None)


def test_a_tree_may_be_empty() -> None:
    assert len(LabelledTree([], [])) == 0


@pytest.mark.parametrize(
    ("labels", "parents"),
    [
        ([1, 2], [-1]),
        ([1, 2], [-1, -1]),
        ([1, 2], [-1, 1]),
        ([1, 2, 3], [-1, 2, 0]),
        ([1, 2], [-1, -7]),
        ([1], [0]),
        ([1, 1, 1, 1], [-1, 0, 0, 1]),
    ],
)
def test_what_is_no_tree_is_refused(labels: list[int], parents: list[int]) -> None:
    with pytest.raises(InternalError, match=r"."):
        LabelledTree(labels, parents)


def test_data_nodes_are_leaves_of_a_known_kind() -> None:
    with pytest.raises(InternalError, match="data node 0 has children"):
        LabelledTree([1, 2], [-1, 0], kinds=[1, 0])
    with pytest.raises(InternalError, match="no kind of node: 3"):
        LabelledTree([1], [-1], kinds=[3])


def test_labels_need_names_where_paths_are_hashed() -> None:
    with pytest.raises(InternalError, match="label 1 has no name"):
        leaf_paths(LabelledTree([1], [-1]), ["html"])
