"""What the native core refuses arrives as an exception of `unmold.errors`, and as which one."""

from types import SimpleNamespace

import pytest

from unmold import _core
from unmold.errors import (
    Failure,
    InternalError,
    PatternError,
    UnmoldError,
    UsageError,
    attempt,
)
from unmold.settings import Limits
from unmold.templates import structure
from unmold.templates.pattern_settings import PatternSettings

CONTENT = _core.ContentTree.parse("html(p('x'))")
INDEX = _core.IndexedFingerprints(3)

REFUSED = {
    "a name that nothing has": (
        UsageError,
        lambda: _core.group_pages([], "nothing", 0.5),
    ),
    "a number out of its range": (UsageError, lambda: _core.find_nearest([], 1, kappa=2)),
    "a line that does not parse": (UsageError, lambda: _core.PatternTree.parse("html(")),
    "fingerprints that no index takes": (UsageError, lambda: _core.IndexedFingerprints(0)),
    "pages with different roots": (
        PatternError,
        lambda: _core.induce_pattern(
            [CONTENT, _core.ContentTree.parse("body(p('x'))")], PatternSettings()
        ),
    ),
    "no pages": (PatternError, lambda: _core.induce_pattern([], PatternSettings())),
    "lists of unequal length": (
        InternalError,
        lambda: _core.extract_features([b""], [], [None], ["tags"]),
    ),
    "half a fingerprint": (InternalError, lambda: INDEX.add(b"ab")),
    "a leaf that is not there": (
        InternalError,
        lambda: _core.page_leaves([b"<p>x"], [None], 1)[0].value(9),
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_the_core_refuses(case: str) -> None:
    expected, call = REFUSED[case]
    with pytest.raises(UnmoldError) as caught:
        call()
    assert type(caught.value) is expected
    assert caught.value.message == str(caught.value)


def test_only_pages_without_a_pattern_are_learned_without_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Any other refusal is no property of the pages, and must not be taken for one."""
    (leaves,) = _core.page_leaves([b"<p>x"], [None], 1)  # without markup there is no pattern
    found = structure.find_structure([SimpleNamespace(leaves=leaves)])  # type: ignore[list-item]
    assert found.problems == ["the pages are too large for a pattern tree"]
    (leaves,) = _core.page_leaves([b"<p>x"], [None], 1, with_markup=True)
    page = SimpleNamespace(leaves=leaves)
    assert structure.find_structure([page]).problems == []  # type: ignore[list-item]
    wrong = SimpleNamespace(
        **{name: getattr(structure.SETTINGS, name) for name in PatternSettings.__slots__}
        | {"mining": "gold"}
    )
    monkeypatch.setattr(structure, "SETTINGS", wrong)
    with pytest.raises(UsageError, match="no kind of mining: gold"):
        structure.find_structure([page])  # type: ignore[list-item]


def test_a_contradiction_inside_unmold_costs_one_piece_of_work_only() -> None:
    failed = attempt(_core.extract_features, [b""], [], [None])
    assert isinstance(failed, Failure)
    assert "which is a bug" in failed.reason


def test_limits_cross_as_one_object() -> None:
    tree = _core.Tree.parse(b"<p>" * 100, None, Limits(max_nodes=10))
    assert tree.problems == ["nodes"]
    assert len(tree) <= 10
    with pytest.raises(AttributeError, match="max_bytes"):
        _core.Tree.parse(b"<p>", None, object())  # type: ignore[arg-type]
