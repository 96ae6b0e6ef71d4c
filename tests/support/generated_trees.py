"""Trees for hypothesis: few labels, so that subtrees repeat, and every shape from chain to star."""

from hypothesis import strategies as st
from reference.trees import IMAGE, TEXT, Node

LABELS = "abc"

elements = st.builds(Node, st.sampled_from(LABELS))
texts = st.builds(Node, st.just("#text"), kind=st.just(TEXT), content=st.integers(1, 3))
images = st.builds(Node, st.just("img"), kind=st.just(IMAGE), content=st.integers(1, 3))


def _nested(children: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    return st.builds(Node, st.sampled_from(LABELS), st.lists(children, min_size=1, max_size=5))


#: Trees of elements.
trees = st.recursive(elements, _nested, max_leaves=12)

#: Trees of elements, or no node at all.
trees_or_none = st.none() | trees

#: Trees whose leaves may be texts and images.
pages = st.recursive(elements | texts | images, _nested, max_leaves=10)

#: Tag sequences with repeats.
tags = st.lists(st.sampled_from(["html", "head", "body", "p", "b"]), max_size=150)
