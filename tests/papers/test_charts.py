"""Charts are well-formed SVG, show what they are given, and trust no text."""

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from benchmarks.papers.charts import Axis, Chart, Mark, Series, draw_chart

SVG = "{http://www.w3.org/2000/svg}"


def words(picture: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(picture).iter(f"{SVG}text")]


def line_points(picture: str, number: int) -> list[tuple[float, float]]:
    """The points of one line, in the coordinates of the picture."""
    lines = [
        group
        for group in ElementTree.fromstring(picture).iter(f"{SVG}g")
        if group.attrib.get("id", "").startswith("line2d")
        and any("stroke-width: 2" in path.attrib.get("style", "") for path in group)
    ]
    path = lines[number].find(f"{SVG}path")
    assert path is not None
    pairs = [part.split() for part in path.attrib["d"].replace("M", "L").split("L") if part.strip()]
    return [(float(x), float(y)) for x, y in pairs]


PLAIN = Chart("Title", [Series("a", [(0, 1), (2, 3), (4, 1)])], Axis("x"), Axis("y"))


def test_a_line_goes_through_its_points() -> None:
    (x1, y1), (x2, y2), (x3, y3) = line_points(draw_chart(PLAIN), 0)
    assert x2 - x1 == pytest.approx(x3 - x2, abs=1e-3)
    assert x1 < x2
    assert y1 == pytest.approx(y3)
    assert y2 < y1


def test_a_logarithm_has_equal_steps_and_leaves_out_zero() -> None:
    series = Series("line", [(1, 1), (10, 10), (100, 100), (1000, 0)])
    axes = (Axis("x", logarithmic=True), Axis("y", logarithmic=True))
    first, second, third = line_points(draw_chart(Chart("Title", [series], *axes)), 0)
    assert second[0] - first[0] == pytest.approx(third[0] - second[0], abs=1e-3)
    assert second[1] - first[1] == pytest.approx(third[1] - second[1], abs=1e-3)


def test_everything_is_named() -> None:
    series = [Series("line", [(1, 1), (2, 2)]), Series("dots", [(1, 2)], style="dots")]
    chart = Chart("Title", series, Axis("x axis"), Axis("y axis"), [Mark(1.5, "here")])
    assert {"Title", "line", "dots", "x axis", "y axis", "here"} <= set(words(draw_chart(chart)))


def test_given_ends_are_kept() -> None:
    shown = words(draw_chart(replace(PLAIN, x=Axis("x", low=0, high=25), y=Axis("y", low=0))))
    assert {"0", "25"} <= set(shown)


def test_large_ticks_are_short() -> None:
    series = [Series("a", [(1000, 1), (3_000_000, 2)])]
    assert "1M" in words(draw_chart(replace(PLAIN, series=series, x=Axis("x", logarithmic=True))))


def test_text_is_escaped_and_no_formula() -> None:
    evil = '<script>alert("x")</script> & $\\frac{1}$'
    chart = Chart(evil, [Series(evil, [(1, 1)])] * 2, Axis(evil), Axis(evil), [Mark(1, evil)])
    picture = draw_chart(chart)
    assert "<script" not in picture
    assert words(picture).count(evil) == 6


def test_the_same_data_gives_the_same_picture() -> None:
    assert draw_chart(PLAIN) == draw_chart(PLAIN)
    assert PLAIN.digest in draw_chart(PLAIN)


def test_other_data_has_another_digest() -> None:
    other = replace(PLAIN, series=[Series("a", [(0, 1), (2, 3), (4, 2)])])
    assert other.digest != PLAIN.digest


def test_a_chart_without_points_is_drawn() -> None:
    assert "Title" in words(draw_chart(replace(PLAIN, series=[Series("a", [])])))
