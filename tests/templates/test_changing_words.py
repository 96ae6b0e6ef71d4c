"""Classes that a build tool shortened page by page say nothing of what elements are."""

from __future__ import annotations

from string import ascii_lowercase

from support.slot_pages import WORDS, page, records, sample_of

from unmold.templates.slots.changing_words import drop_changing_words
from unmold.templates.slots.outline import Element, outline_pages

ROLES = (
    *("page", "head", "main", "box", "title", "price", "maker", "list", "item", "name", "note"),
    *("foot", "side", "menu"),
)


def shorten(number: int) -> dict[str, str]:
    """Names for classes of one page: short, and other ones than on the next page."""
    names = [f"a{letter}" for letter in ascii_lowercase]
    return {role: names[(place + 5 * number) % 26] for place, role in enumerate(ROLES)}


def product_page(number: int, names: dict[str, str]) -> str:
    parts = "".join(
        f"<div class={names['item']}><h3 class={names['name']}>{WORDS[k]} {number}</h3>"
        f"<div class={names['note']}>{k + number} of {WORDS[number]}</div></div>"
        for k in range(2 + number % 3)
    )
    menu = "".join(f"<span class={names['menu']}><p>Shop {word}</p></span>" for word in WORDS[:2])
    return page(
        f"<div class={names['page']}><div class={names['head']}>{menu}</div>"
        f"<section class={names['main']}><div class={names['box']}>"
        f"<h1 class={names['title']}>Lamp {WORDS[number]}</h1>"
        f"<div class={names['price']}>${number + 10}.50</div>"
        f"<div class={names['maker']}>Made by {WORDS[11 - number]} works</div></div>"
        f"<div class={names['list']}>{parts}</div></section>"
        f"<div class={names['side']}><p>Call us</p></div>"
        f"<div class={names['foot']}><p>Imprint</p></div></div>",
        f"Lamp {WORDS[number]}",
    )


def words_of(pages: list[str]) -> set[str]:
    outlines = outline_pages(sample_of(pages))
    drop_changing_words(outlines)
    roots: list[Element] = outlines.roots
    return {word for root in roots for element in root.elements() for word in element.words}


def test_classes_that_change_are_dropped() -> None:
    assert not words_of([product_page(n, shorten(n)) for n in range(10)])


def test_short_classes_that_stay_are_kept() -> None:
    names = shorten(0)
    assert names["price"] in words_of([product_page(n, names) for n in range(10)])


def test_places_are_found_by_what_lasts() -> None:
    lasting = {role: f"shop-{role}" for role in ("title", "box", "list", "item")}
    found = records([product_page(n, shorten(n) | lasting) for n in range(10)])
    assert [record["title"] for record in found] == [f"Lamp {WORDS[n]}" for n in range(10)]
    assert [record["price"] for record in found] == [f"${n + 10}.50" for n in range(10)]
    for n, record in enumerate(found):
        (rows,) = [value for value in record.values() if isinstance(value, list)]
        assert len(rows) == 2 + n % 3
        assert f"amber {n}" in rows[0].values()
