"""The bar chart is well-formed SVG, shows what it is given, and trusts no text."""

from xml.etree import ElementTree

import pytest

from unmold.bench.bars import Bar, BarPanel, draw_bars

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
    picture = draw_bars(evil, [BarPanel(evil, [Bar(evil, 0.1)])], value_name=evil)
    assert "<script" not in picture
    assert evil in words(picture)
