"""The picture of a template: what it shows, and that no page can break it."""

from xml.etree import ElementTree

import pytest
from support.template_pages import book_page

from unmold._core import PatternTree
from unmold.model import Page
from unmold.records.pattern_slots import Slot
from unmold.report import draw_template
from unmold.report.pattern_rows import MAX_ROWS, Layout, lay_out, shorten
from unmold.report.pattern_view import Part, Sum, view_pattern
from unmold.templates import induce_template

SVG = "{http://www.w3.org/2000/svg}"


def pages_of(contents: list[bytes]) -> list[Page]:
    return [Page(str(n), f"{n}.html", f"{n}.html", "site", data) for n, data in enumerate(contents)]


def draw(contents: list[bytes]) -> ElementTree.Element:
    pages = pages_of(contents)
    return ElementTree.fromstring(draw_template(induce_template(pages), pages))


def words_of(picture: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in picture.iter(f"{SVG}text")]


def view(notation: str) -> Part | Sum | Slot:
    """The short tree of a pattern whose variant nodes are all slots, called a, b, c, ..."""
    nodes = PatternTree.parse(notation).nodes()
    variants = [at for at, (kind, _, _) in enumerate(nodes) if kind == "variant"]
    return view_pattern(nodes, {at: Slot((chr(97 + n),), 1.0, "") for n, at in enumerate(variants)})


def chips_of(layout: Layout) -> list[list[str]]:
    return [[chip.words or chip.kind for chip in row.chips] for row in layout.rows]


def test_fields_are_in_the_picture_under_their_names() -> None:
    picture = draw([book_page(number, price=number % 4 > 0) for number in range(12)])
    words = words_of(picture)
    assert {"title", "author", "published", "price"} <= set(words)
    assert any(word.endswith(".said") for word in words)


def test_repeats_and_options_have_frames_of_their_own() -> None:
    picture = draw([book_page(number, price=number % 4 > 0) for number in range(12)])
    frames = [shape for shape in picture.iter(f"{SVG}rect") if shape.get("stroke")]
    assert any(shape.get("stroke-dasharray") for shape in frames)
    legend = words_of(picture)
    assert "repeated: once or more" in legend
    assert "optional: once or not at all" in legend


def test_what_pages_say_is_escaped_and_never_breaks_the_file() -> None:
    bad = "</text><script>alert(1)</script>\x01\x0b\ufffe\u202e&amp;"
    contents = [f"<h1>{bad.replace('<', '&lt;')} {n}</h1><p>&amp; {n}</p>" for n in range(6)]
    picture = draw([content.encode() for content in contents])
    assert not list(picture.iter(f"{SVG}script"))
    assert not any("\u202e" in word for word in words_of(picture))


@pytest.mark.parametrize(
    "contents",
    [
        [book_page(1)],
        [b"<html>"] * 3,
        [b"<p>a</p>", b""],
        [b"<div>" * 400 + b"%d" % n for n in range(3)],
        [b"<i>%d</i>" % n * 3000 for n in range(3)],
    ],
    ids=["one", "empty", "unlike", "deep", "long"],
)
def test_pages_of_any_form_can_be_drawn(contents: list[bytes]) -> None:
    assert draw(contents).get("width")


def test_chains_are_joined_and_the_rest_is_summed_up() -> None:
    shown = view("html(head(meta() link()) body(div(h1('Shop') p(*)) ul((li('x'))+)))")
    assert shown == Part(
        "fixed",
        "html",
        [
            Sum("fixed", "head", 3, 0, []),
            Part(
                "fixed",
                "body",
                [
                    Part(
                        "fixed",
                        "div",
                        [
                            Sum("fixed", "h1", 1, 1, ["Shop"]),
                            Part("fixed", "p", [Slot(("a",), 1.0, "")]),
                        ],
                    ),
                    Sum("fixed", "ul › li", 2, 1, ["x"]),
                ],
            ),
        ],
    )
    assert view("html(body(div(p(*))))") == Part(
        "fixed", "html › body › div › p", [Slot(("a",), 1.0, "")]
    )


def test_neighbours_of_one_kind_are_one_sum() -> None:
    shown = view("ul((li('a'))? (li('b'))? li('c') p(*))")
    assert isinstance(shown, Part)
    kinds = [child.kind for child in shown.children if isinstance(child, Sum)]
    assert kinds == ["optional", "fixed"]
    turns = view("ul((a())? b() (c())? d() (e())? p(*))")
    assert isinstance(turns, Part)
    assert isinstance(turns.children[0], Sum)
    assert (turns.children[0].kind, turns.children[0].elements) == ("mixed", 5)


def test_short_parts_are_on_one_line() -> None:
    layout = lay_out(view("tr(th('Author') (td(*))? (td(*))+)"))
    assert chips_of(layout) == [
        ["tr", "th “Author”", "open", "td", "a", "close", "open", "td", "b", "close"]
    ]


def test_long_parts_are_below_their_label_in_a_frame() -> None:
    inner = " ".join(f"p('{n}' *)" for n in range(10))
    layout = lay_out(view(f"html((ul({inner}))+)"))
    assert [frame.kind for frame in layout.frames] == ["set"]
    frame = layout.frames[0]
    assert frame.top <= layout.rows[1].y < layout.rows[-1].y < frame.bottom
    assert frame.right > max(row.right for row in layout.rows[1:])
    assert [chips[0] for chips in chips_of(layout)[:3]] == ["html", "ul", "p"]


def test_rows_never_overlap_and_stay_below_a_bound() -> None:
    many = "html(" + " ".join(f"div{n}(p(* 'x') p(* 'y') p(*) p(*) p(*) p(*))" for n in range(900))
    layout = lay_out(view(many + ")"))
    assert len(layout.rows) == MAX_ROWS
    assert layout.left_out > 0
    steps = [after.y - row.y for row, after in zip(layout.rows, layout.rows[1:], strict=False)]
    assert min(steps) >= 26


def test_a_slot_of_two_fields_names_both() -> None:
    pages = [
        "<table>{}</table>".format(
            "".join(f"<tr><td>name {n}</td><td>{n * 7} kg</td></tr>" for n in range(k, k + 9))
        ).encode()
        for k in (10, 30, 50)
    ]
    words = words_of(draw(pages))
    assert any(" / " in word for word in words) or len([w for w in words if "rows." in w]) > 1


def test_long_words_are_cut() -> None:
    assert shorten("a  b\nc") == "a b c"
    assert len(shorten("x" * 500)) == 44
    assert shorten("section › " * 9 + "p", end=True).endswith("section › p")
