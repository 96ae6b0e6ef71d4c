"""Pictures are well-formed SVG, show what they are given, and trust no text."""

import math
import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unmold.bench.pictures import Axis, Bar, BarPanel, Mark, Series, draw_bars, draw_plot

SVG = "{http://www.w3.org/2000/svg}"


def shapes(picture: str, name: str) -> list[ElementTree.Element]:
    return ElementTree.fromstring(picture).findall(f"{SVG}{name}")


def words(picture: str) -> list[str]:
    return [element.text or "" for element in shapes(picture, "text")]


def test_bars_are_as_long_as_their_values() -> None:
    panel = BarPanel("corpus", [Bar("half", 0.5), Bar("whole", 1.0)])
    bars = shapes(draw_bars("Title", [panel], value_name="F1"), "rect")[2:]
    half, whole = (float(bar.attrib["width"]) for bar in bars)
    assert whole == pytest.approx(2 * half)


def test_names_stand_once_in_a_line_of_panels() -> None:
    panels = [BarPanel(str(number), [Bar("name", 0.5, 0.4)]) for number in range(5)]
    shown = words(draw_bars("Title", panels, value_name="F1", mark_name="ARI"))
    assert shown.count("name") == 2
    assert {"Title", "F1", "ARI", "0", "4"} <= set(shown)


def test_text_is_escaped() -> None:
    evil = '<script>alert("x")</script> & "quotes"'
    panel = BarPanel(evil, [Bar(evil, 0.1)])
    for picture in (
        draw_bars(evil, [panel], value_name=evil),
        draw_plot(
            evil, [Series(evil, [(1, 1)])] * 2, Axis(evil), Axis(evil), marks=[Mark(1, evil)]
        ),
    ):
        assert "<script" not in picture
        assert evil in words(picture)


def test_a_line_goes_through_its_points_and_a_logarithm_leaves_out_zero() -> None:
    picture = draw_plot(
        "Title",
        [Series("line", [(1, 1), (10, 10), (100, 0)]), Series("dots", [(5, 5)], style="dots")],
        Axis("x", logarithmic=True),
        Axis("y", logarithmic=True),
    )
    points = shapes(picture, "polyline")[0].attrib["points"].split()
    assert len(points) == 2
    (x1, y1), (x2, y2) = (map(float, point.split(",")) for point in points)
    assert x1 < x2
    assert y1 > y2
    assert {"line", "dots", "x", "y"} <= set(words(picture))


@given(
    st.lists(st.floats(-1e9, 1e9, allow_subnormal=False), min_size=1, max_size=20),
    st.booleans(),
)
def test_scales_hold_all_their_values(values: list[float], logarithmic: bool) -> None:
    shown = [abs(value) + 1e-6 for value in values] if logarithmic else values
    scale = Axis("x", logarithmic=logarithmic).fit(shown)
    assert len(scale.ticks) >= 2
    assert all(-1e-6 <= scale.place(value) <= 1 + 1e-6 for value in shown)
    assert all(math.isfinite(scale.place(tick)) for tick in scale.ticks)


def test_ticks_are_round() -> None:
    assert Axis("x", low=0, high=25).fit([]).ticks == (0, 5, 10, 15, 20, 25)
    assert Axis("x", logarithmic=True).fit([3, 450]).ticks == (1, 10, 100, 1000)


def test_the_same_numbers_give_the_same_picture() -> None:
    def draw() -> str:
        return draw_plot("Title", [Series("a", [(0, 1), (2, 3)])], Axis("x"), Axis("y"))

    assert draw() == draw()
    assert not re.search(r"\d\.\d\d", draw())
