"""Outlines of trees: what is joined, what is left out."""

from unmold import Tree
from unmold._core import Node
from unmold.cli.outline import BREADTH, FITTING_ROWS, Row, fitting_depth, outline


def body_of(html: str) -> Node:
    tree = Tree.parse(f"<!doctype html><body>{html}".encode())
    body = tree.node_at("/html[1]/body[1]")
    assert body is not None
    return body


def describe(row: Row) -> str:
    name = row.node.tag if row.node is not None else "more"
    return f"{'-' * row.depth}{name} {row.count}" + (f" +{row.hidden}" if row.hidden else "")


def rows_of(html: str, depth: int | None = 9) -> list[str]:
    return [describe(row) for row in outline(body_of(html), depth=depth)]


def test_rows_of_one_thing_are_joined() -> None:
    items = "".join(f"<li class='item post-{n}'><a>{n}</a></li>" for n in range(24))
    assert rows_of(f"<ul>{items}</ul>") == ["body 1", "-ul 1", "--li 24", "---a 1"]
    assert rows_of(f"<ul>{items}</ul>", depth=None).count("--li 1") == 24


def test_joined_rows_keep_only_shared_classes() -> None:
    rows = list(outline(body_of("<p class='a b x'><p class='b a y'><p class='a b'>"), depth=3))
    assert rows[1].classes == ("a", "b")


def test_boxes_are_joined_only_if_they_look_alike() -> None:
    html = "<div id=head></div><div id=main></div><div class=row></div><div class=row></div>"
    assert rows_of(html) == ["body 1", "-div 1", "-div 1", "-div 2"]
    html = "".join(f"<div id=row{n} class='row c{n}'></div>" for n in range(5))
    assert rows_of(html) == ["body 1", "-div 5"]


def test_depth_and_breadth_are_limited_and_say_so() -> None:
    assert rows_of("<div><p><b>x</b></p></div>", depth=1) == ["body 1", "-div 1 +2"]
    tags = "".join("<b></b><i></i>" for _ in range(BREADTH))
    rows = rows_of(tags)
    assert len(rows) == 1 + BREADTH
    assert rows[-1] == f"-more {BREADTH + 1}"


def test_the_last_row_on_each_level_is_marked() -> None:
    rows = list(outline(body_of("<div><b></b><i></i></div><ul><li></li></ul>"), depth=9))
    assert [row.last for row in rows] == [
        (),
        (False,),
        (False, False),
        (False, True),
        (True,),
        (True, True),
    ]


def test_an_unstated_depth_fits_on_a_screen() -> None:
    html = "<div>" * 3 + "<section><h1></h1><p></p><ul></ul></section><aside></aside>" * 40
    body = body_of(html)
    rows = list(outline(body, depth=fitting_depth(body)))
    assert 3 < len(rows) <= FITTING_ROWS


def test_a_deep_tree_and_a_broad_one_are_no_trouble() -> None:
    body = body_of("<div>" * 500)
    assert len(list(outline(body, depth=None))) > 400
    body = body_of("<br>" * 100_000)
    assert [row.count for row in outline(body, depth=2)] == [1, 100_000]
