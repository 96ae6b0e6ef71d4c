"""What a template writes of its page again and again is one column, and no table."""

from __future__ import annotations

from support.slot_pages import WORDS, page, records

CITIES = [f"{word.title()}ville" for word in WORDS]


def test_a_city_in_many_phrases_is_one_column() -> None:
    pages = [
        page(
            f"<h1>Cafe number {7 * n + 3}</h1><div class=city>{CITIES[n]}</div>"
            f"<div class=top>{CITIES[n]} Restaurants</div>"
            f"<div class=side>Who has been to {CITIES[n]}?</div>"
            f"<div class=seats>{n + 20} seats</div><div class=rooms>{n % 4 + 2} rooms</div>"
        )
        for n in range(12)
    ]
    for n, record in enumerate(records(pages)):
        assert [name for name, value in record.items() if CITIES[n] in str(value)] == ["city"]
        assert {f"{n + 20} seats", f"{n % 4 + 2} rooms"} < {*record.values()}


def test_the_label_of_a_value_is_no_phrase_around_it() -> None:
    pages = [
        page(
            f"<h1>Cafe number {7 * n + 3}</h1><div class=one>{CITIES[n]}</div>"
            f"<div class=two>Region: {CITIES[n]} county</div>"
        )
        for n in range(12)
    ]
    assert [record["region"] for record in records(pages)] == [f"{city} county" for city in CITIES]


def test_a_menu_about_the_page_itself_is_no_table() -> None:
    kinds = ("Hotels", "Flights", "Maps", "Deals", "Guides")

    def rows(names: list[str], kind: str) -> str:
        items = (f"<li><a href='/{name.replace(' ', '-')}'>{name}</a></li>" for name in names)
        return f"<ul class={kind}>{''.join(items)}</ul>"

    pages = [
        page(
            f"<h1>{CITIES[n]}</h1><p class=people>{1000 + 37 * n}</p>"
            + rows([f"{CITIES[n]} {kind}" for kind in kinds[: 4 + n % 2]], "nearby")
            + rows([f"Inn {WORDS[(n + k) % 12]} {n}" for k in range(3 + n % 2)], "inns")
        )
        for n in range(12)
    ]
    for record in records(pages):
        assert [name for name, value in record.items() if isinstance(value, list)] == ["inns"]
