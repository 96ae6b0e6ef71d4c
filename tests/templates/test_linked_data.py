"""JSON-LD as sites write it: objects that refer to one another, and scripts that are broken."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support.template_pages import WORDS

from unmold import extract_records, induce_template


def product(number: int) -> dict[str, Any]:
    return {
        "@context": "https://schema.org",
        "@graph": [
            {"@type": "WebSite", "@id": "#site", "name": "A shop"},
            {
                "@type": ["Product", "Thing"],
                "name": f"{WORDS[number]} lamp",
                "isPartOf": {"@id": "#site"},
                "offers": {"@id": "#offer"},
                "review": [[{"@type": "Review", "author": {"@id": "#reviewer"}}]],
            },
            {"@type": "Offer", "@id": "#offer", "price": f"{number + 5}.50"},
            {"@type": "Person", "@id": "#reviewer", "name": f"{WORDS[number + 3].title()} Smith"},
            {"@type": "Person", "@id": "#owner", "name": "Owner"},
        ],
    }


def page(script: str, number: int) -> bytes:
    title = f"<title>Lamp {number}</title>"
    return f'{title}<script type="application/ld+json">{script}</script><p>{number}</p>'.encode()


def column(pages: list[bytes], wanted: list[str]) -> str | None:
    """The name of the column that holds these values, page by page."""
    records = list(extract_records(induce_template(pages), pages, tier=2))
    names = {name for record in records for name in record.values}
    found = [name for name in names if [item.values.get(name) for item in records] == wanted]
    return min(found, default=None)


def test_what_an_object_points_at_is_its_own() -> None:
    pages = [page(json.dumps(product(number)), number) for number in range(5)]
    assert column(pages, [f"{number + 5}.50" for number in range(5)]) == "offers_price"
    smiths = [f"{WORDS[number + 3].title()} Smith" for number in range(5)]
    assert column(pages, smiths) == "author_name"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("<!--\n", "\n-->"),
        ("//<![CDATA[\n", "\n//]]>"),
        ("/*<![CDATA[*/", "/*]]>*/"),
        ("\ufeff", ";"),
    ],
)
def test_marks_around_a_script_are_no_part_of_it(before: str, after: str) -> None:
    scripts = [f"{before}{json.dumps(product(number))}{after}" for number in range(5)]
    pages = [page(script, number) for number, script in enumerate(scripts)]
    assert column(pages, [f"{WORDS[number]} lamp" for number in range(5)]) is not None


@pytest.mark.parametrize(
    "script",
    [
        '{"@type": "Product", "name": "NAME lamp",}',
        '{"@type": "Product", "name": "NAME\x01 \n lamp"}',
        '{"@type": "Product" "name": "NAME lamp"',
        "{'@type': 'Product', 'name': 'NAME lamp'}",
        '{"@type": "Product", /* ours */ "name": "NAME lamp", "size": "5" wide"}',
    ],
)
def test_broken_scripts_are_read_as_far_as_they_go(script: str) -> None:
    pages = [page(script.replace("NAME", WORDS[number]), number) for number in range(5)]
    assert column(pages, [f"{WORDS[number]} lamp" for number in range(5)]) is not None
