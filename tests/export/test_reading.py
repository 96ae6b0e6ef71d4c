"""Parts of what a query finds: between the texts of a template, in either language."""

import pytest
from parsel import Selector, css2xpath

from unmold._core import page_leaves
from unmold.export.reading import Part, every, first, json_values
from unmold.export.wrapper import CSS, Query
from unmold.templates.sample import JSON

PAGE = """<div><b>Cast:</b><a>Ann</a><a>Bob</a><b>Crew:&nbsp;</b><a>Cid</a><b>Bob</b>
<b>Cast:</b><a>Dan</a></div>"""


def read(part):
    return every(Selector(text=PAGE), part)


@pytest.mark.parametrize("query", ["//a/text()", css2xpath("a::text")])
def test_a_part_is_between_marks(query):
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


@pytest.mark.parametrize(
    "scripts",
    [
        ['{"@type": "Product", "name": "R&amp;B", "offers": [{"price": 7.50}, {"price": 8}]}'],
        [
            '{"@graph": [{"@type": "Product", "offers": {"@id": "#offer"}},'
            ' {"@type": "WebSite", "name": "x"}]}',
            '{"@type": "Offer", "@id": "#offer", "price": 12, "by": {"@id": "#s", "name": "S"}}',
        ],
        ['{"@id": "#a", "@type": "Person", "name": "A", "knows": {"@id": "#a"}}'],
        [
            '{"@type": ["https://schema.org/Recipe", "Thing"],'
            ' "name": {"@value": "Pie ((hot))", "@language": "en"}}'
        ],
        [
            '{"@type": "Recipe", "recipeInstructions": [{"@type": "HowToSection", "name": "Dough",'
            ' "itemListElement": [{"@type": "HowToStep", "text": "Knead. Rest.", "name": "Knead."},'
            ' {"@type": "HowToStep", "text": "<b>Bake</b>", "name": "Oven"}]}]}'
        ],
        ["not json", '{"@type": "Event", "free": true, "none": null, "tags": ["a", " ", "b"]}'],
    ],
)
def test_linked_data_is_read_as_unmold_reads_it(scripts: list[str]) -> None:
    markup = "".join(f'<script type="application/ld+json">{text}</script>' for text in scripts)
    (leaves,) = page_leaves([markup.encode()], [None], 1)
    named = zip(leaves.kinds(), leaves.contents()["names"], leaves.values(), strict=True)
    expected = [(name, value) for (kind, _), name, value in named if kind == JSON]
    assert json_values(Selector(text=markup)) == expected
    assert expected


def test_labels_inside_texts_split_them():
    page = Selector(text="<td>1 Main St<br>Fax: 123<br>Fax:<br>Open: no<br>Rome</td>")
    assert every(page, Part("//td/text()", without=("Fax:", "Open:"))) == ["1 Main St", "Rome"]
    assert first(page, Part("//td/text()", begins="Fax: "), prefix="Fax:") == "123"
    assert first(page, "//td/text()", prefix="1") == "Main St"
    assert first(Selector(text="<p>Shop - Lamp"), "//p/text()", prefix="Shop ") == "Lamp"


def test_a_query_that_parsel_cannot_run_finds_nothing():
    assert Query(CSS, "p::text:not(b)").find(Selector(text="<p>a</p>")) == []
    assert Query(CSS, "p::text").find(Selector(text="<p>a</p>")) == ["a"]


def test_what_programs_wrote_for_programs_is_tidied():
    page = Selector(text='<meta name=d content="3.0&amp;#34; <b>LCD</b>"><p title="&amp;#34;">x')
    assert first(page, "//meta/@content") == '3.0" LCD'
    assert first(page, css2xpath("meta::attr(content)")) == '3.0" LCD'
    assert first(page, "//p/@title") == "&#34;"
