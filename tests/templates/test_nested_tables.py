"""Repeats in repeats, rows of several siblings, headers, and rows that the template names."""

from collections.abc import Callable
from typing import Any

import pytest
from support.nested_pages import catalogue_page, directory_page, has_price, sizes_page, team_page

from unmold.records import Record, extract_records
from unmold.templates import Template, induce_template

SEEN = range(12)
UNSEEN = 31


def learn(page: Callable[[int], bytes]) -> Template:
    return induce_template([page(number) for number in SEEN])


def record_of(template: Template, page: bytes) -> Record:
    return next(extract_records(template, [page], tier=2))


@pytest.fixture(scope="module")
def catalogue() -> Template:
    return learn(catalogue_page)


def products(record: Record) -> list[dict[str, Any]]:
    return [row for category in record.values["categories"] for row in category["products"]]


def test_tables_nest_as_the_page_does(catalogue: Template) -> None:
    assert [name for name, _ in catalogue.all_tables()] == [
        "categories",
        "categories.products",
        "categories.products.offers",
    ]


def test_rows_are_nested_in_their_outer_rows(catalogue: Template) -> None:
    record = record_of(catalogue, catalogue_page(UNSEEN))
    lamps = [product["product_link"] for product in products(record)]
    assert lamps == ["/217", "/218", "/220", "/221", "/222", "/223"]
    offers = products(record)[1]["offers"]
    assert [[*row.values()] for row in offers] == [
        ["654", "1090 left"],
        ["655", "1091 left"],
        ["656", "1092 left"],
    ]


def test_a_missing_price_stays_missing_in_its_row(catalogue: Template) -> None:
    record = record_of(catalogue, catalogue_page(UNSEEN))
    for product in products(record):
        number = int(product["product_link"][1:])
        expected = f"${number + 5}.50" if has_price(number) else None
        assert product.get("price") == expected


def test_all_parts_nest_alike(catalogue: Template) -> None:
    record = record_of(catalogue, catalogue_page(UNSEEN))

    def shape(value: Any) -> Any:
        if isinstance(value, list):
            return [shape(item) for item in value]
        if isinstance(value, dict) and "amount" not in value:
            return {name: shape(item) for name, item in value.items()}
        return None

    assert shape(record.values) == shape(record.raw) == shape(record.xpaths) == shape(record.typed)


def test_a_wrapper_around_everything_changes_nothing(catalogue: Template) -> None:
    page = catalogue_page(UNSEEN)
    moved = page.replace(b"<body>", b"<body><div><div>").replace(b"</body>", b"</div></div></body>")
    assert products(record_of(catalogue, moved)) == products(record_of(catalogue, page))


def test_nested_tables_are_kept_in_the_file(catalogue: Template, tmp_path: Any) -> None:
    catalogue.save(tmp_path / "catalogue.json")
    assert Template.load(tmp_path / "catalogue.json") == catalogue


def test_siblings_are_a_row_together() -> None:
    record = record_of(learn(directory_page), directory_page(30))
    (rows,) = [value for value in record.values.values() if isinstance(value, list)]
    assert [row.get("address") for row in rows] == [f"{90 + n} Main Street" for n in range(4)]
    assert [row.get("telephone") for row in rows] == [None, "555-301", "555-302", None]


def test_headers_name_columns_and_empty_cells_stay_empty() -> None:
    record = record_of(learn(team_page), team_page(UNSEEN))
    players = record.values["players"]
    assert [row.get("goals") for row in players] == [None, "3", "6", None, "5"]
    assert [row["fouls"] for row in players] == ["31", "32", "33", "34", "35"]
    assert players[0]["name"] == "heath 0"


def test_rows_that_the_template_names_are_rows_if_they_hold_several_values() -> None:
    template = learn(sizes_page)
    record = record_of(template, sizes_page(UNSEEN))
    assert [[*row.values()] for row in record.values["sizes"]] == [
        ["Small", "$31.00", "62 in stock"],
        ["Medium", "$32.00", "93 in stock"],
        ["Large", "$33.00", "124 in stock"],
    ]


def test_labels_with_one_value_are_columns() -> None:
    record = record_of(learn(sizes_page), sizes_page(UNSEEN))
    assert (record.values["colour"], record.values["weight"]) == ("heath", "31 g")


def club_page(number: int) -> bytes:
    """A list of players whose first row alone says who leads them."""
    players = range(number * 50, number * 50 + 18 + number % 5)
    rows = [f"<li><a>Player {one}</a> <b>{one * 7} goals</b></li>" for one in players]
    rows[0] = rows[0].replace("</li>", f" <i class='captain'>Captain {number * 3}</i></li>")
    return f"<h1>Club {number}</h1><ul>{''.join(rows)}</ul>".encode()


def test_what_one_row_of_every_page_says_is_a_field_where_no_column_of_the_table_says_it() -> None:
    record = record_of(learn(club_page), club_page(UNSEEN))
    assert record.raw["captain"] == f"Captain {UNSEEN * 3}"
