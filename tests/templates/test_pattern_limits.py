"""Hostile pages: work stays bounded, and what was cut short is said."""

from support.native import content_trees

from unmold._core import ContentTree, PatternTree, Tree
from unmold.settings import Limits
from unmold.templates import PatternSettings, induce_pattern, match_pattern

ROWS = 50_000


def table(rows: int, text: str) -> bytes:
    cells = "".join(f"<tr><td>{text}{row}</td><td>{row % 7}</td></tr>" for row in range(rows))
    return f"<table>{cells}</table>".encode()


def strictly(pattern: PatternTree, page: ContentTree) -> bool:
    return match_pattern(pattern, page, mode="strict").accepted


def test_a_table_of_many_rows() -> None:
    pages = content_trees([table(ROWS, "a"), table(ROWS // 2, "b")])
    induction = induce_pattern(pages)
    assert "(tr(" in str(induction.pattern)
    assert all(strictly(induction.pattern, page) for page in pages)
    match = match_pattern(induction.pattern, content_trees([table(300, "c")])[0], mode="tolerant")
    assert match.reason is None
    assert len(match.texts()) >= 300


def test_one_page_with_a_table_of_many_rows() -> None:
    pages = content_trees([table(ROWS, "a")])
    induction = induce_pattern(pages)
    assert strictly(induction.pattern, pages[0])


def test_nesting_to_the_cap_and_beyond() -> None:
    pages = [
        ContentTree.of(Tree.parse((b"<div>" * depth) + text, limits=Limits(max_depth=5000)))
        for depth, text in [(3000, b"x"), (3000, b"y"), (2900, b"z")]
    ]
    induction = induce_pattern(pages)
    assert all(strictly(induction.pattern, page) for page in pages)
    other = ContentTree.of(Tree.parse(b"<div>" * 400))
    assert match_pattern(induction.pattern, other).score is not None


def test_parts_in_two_places_on_every_level_do_not_explode() -> None:
    def nested(depth: int, is_first: bool) -> str:
        line = "p('x')"
        for _ in range(depth):
            line = f"div({line} hr())" if is_first else f"div(hr() {line})"
        return f"html({line})"

    pages = [ContentTree.parse(nested(60, is_first)) for is_first in (True, False)]
    settings = PatternSettings(pattern_nodes=5000, structure_delta=0.2, text_delta=0.2)
    induction = induce_pattern(pages, settings)
    assert all(strictly(induction.pattern, page) for page in pages)
    assert len(induction.pattern) <= 5000


def test_a_budget_that_is_too_small_is_reported_and_the_pattern_still_holds() -> None:
    pages = content_trees([table(60, "a"), table(50, "b"), b"<p>x<hr><p>y<p>z<hr>", b"<hr><p>y"])
    tight = PatternSettings(
        cells_per_pair=2,
        cells=10,
        comparisons=2,
        alignment_steps=2,
        mining_steps=2,
        pattern_nodes=3,
    )
    induction = induce_pattern(pages, tight)
    assert {problem.code for problem in induction.problems} == {
        "similarity-budget",
        "alignment-budget",
        "mining-budget",
        "pattern-size",
    }
    assert all(strictly(induction.pattern, page) for page in pages)


def test_a_match_over_its_budget_has_a_reason_instead() -> None:
    pattern = PatternTree.parse("html(body((p(*))+))")
    page = ContentTree.parse("html(body(" + "p('x') " * 50 + "hr()))")
    for mode in ("strict", "paper", "tolerant"):
        match = pattern.match_pages([page], mode=mode, max_steps=10)[0]
        assert not match.accepted
        assert "over budget" in (match.reason or "")
        assert match.score is None
        assert match.values == match.misfits == []


def test_many_optionals_in_a_row() -> None:
    pattern = PatternTree.parse(f"html({'(b(*))? ' * 300})")
    page = ContentTree.parse(f"html({'b(*) ' * 300}i())".replace("*", "'x'"))
    for mode in ("strict", "paper"):
        assert not match_pattern(pattern, page, mode=mode).accepted
    assert match_pattern(pattern, page).cost == 1


def test_empty_and_broken_pages() -> None:
    pages = content_trees([b"", b"\0\xff<", b"<p>x"])
    induction = induce_pattern(pages)
    assert all(strictly(induction.pattern, page) for page in pages)
