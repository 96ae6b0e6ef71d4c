"""Parts of what a query finds: between the texts of a template, in either language."""

import pytest
from parsel import Selector, css2xpath

from unmold.export.reading import Part, every, first

PAGE = """<div><b>Cast:</b><a>Ann</a><a>Bob</a><b>Crew:&nbsp;</b><a>Cid</a><b>Bob</b>
<b>Cast:</b><a>Dan</a></div>"""


def read(part):
    return every(Selector(text=PAGE), part)


@pytest.mark.parametrize("query", ["//a/text()", css2xpath("a::text")])
def test_a_part_stands_between_marks(query):
    def part(*after, until):
        return Part(query, marks="//b/text()", after=after, until=until)

    assert read(part("Cast:", until=("Crew:",))) == ["Ann", "Bob", "Dan"]
    assert read(part("Crew:", until=("Cast:",))) == ["Cid"]
    assert read(part("", until=("Crew:",))) == ["Ann", "Bob"]
    assert read(part("Cast:", "Crew:", until=())) == ["Ann", "Bob", "Cid", "Dan"]


def test_marks_that_are_not_named_are_not_read():
    part = Part("//a/text()", marks="//b/text()", after=("Crew:",), until=("Cast:",))
    assert "Bob" not in read(part)


def test_texts_are_left_out_and_counted():
    assert read(Part("//a/text()", without=("Bob", "Dan"))) == ["Ann", "Cid"]
    assert first(Selector(text=PAGE), Part("//a/text()", without=("Ann",), index=1)) == "Cid"
    assert read(Part("//a/text()", index=9)) == []


@pytest.mark.parametrize("mark", ["it's", 'a "b"', "'\"'", "x]y", "{{ 7 }}", "\\"])
def test_marks_may_say_anything(mark):
    text = mark.replace("&", "&amp;").replace("<", "&lt;")
    page = Selector(text=f"<b>{text}</b><a>one</a><b>end</b><a>two</a>")
    assert every(page, Part("//a/text()", "//b/text()", (mark,), ("end",))) == ["one"]
