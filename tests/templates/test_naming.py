"""Names come from what the page says, the most telling first."""

from random import Random

import pytest

from unmold.templates.class_words import shared_prefixes
from unmold.templates.naming import Evidence, UniqueNames, name_column, names_of
from unmold.templates.prefixes import common_label, split_off
from unmold.templates.sample import HREF, JSON, META, SRC, TEXT
from unmold.templates.table_names import _first_rows
from unmold.templates.tables import TableColumns


@pytest.mark.parametrize(
    ("evidence", "expected"),
    [
        (Evidence(TEXT, "td\t\tvalue", label="Fuel economy:", is_labelled=True), "fuel_economy"),
        (Evidence(TEXT, "span\tdatePublished\tx"), "date_published"),
        (Evidence(TEXT, "h1\t\tbig", label="Home"), "title"),
        (Evidence(TEXT, "td\t\t", prefix="Price:"), "price"),
        (Evidence(TEXT, "div\t\tproduct-sku"), "product_sku"),
        (Evidence(TEXT, "div\t\tcol-3", type="date"), "date"),
        (Evidence(META, "meta\t\t", key="og:site_name"), "site_name"),
        (Evidence(JSON, "script\t\t", key="Recipe.author.name"), "author_name"),
        (Evidence(JSON, "script\t\t", key="Recipe.recipeIngredient"), "recipe_ingredient"),
        (Evidence(HREF, "a\t\tauthor"), "author_link"),
        (Evidence(SRC, "img\t\timage"), "image"),
        (Evidence(TEXT, "td\t\t", label="Größe:", is_labelled=True), "größe"),
        (Evidence(TEXT, "b\t\tcol-md-6 css-1x2y3z js-price card__sku--big is-new"), "sku"),
        (Evidence(TEXT, "b\t\tProduct_sku__3xYz1 mt-4 text-sm"), "product_sku"),
        (Evidence(TEXT, "td\t\t", label="Web site:", is_labelled=True), "web_site"),
        (Evidence(TEXT, "td\t\t", label="Code:", is_labelled=True, is_next=False), "code"),
        (
            Evidence(TEXT, "b\t\t", label="Code:", is_labelled=True, is_next=False, is_title=True),
            "title",
        ),
        (Evidence(HREF, "a\t\tbig", label="Home", link_text="Watch the film"), "watch_film_link"),
        (
            Evidence(
                TEXT, "b\t\t", label="Address", is_labelled=True, is_nearest=False, shape="phone"
            ),
            "phone",
        ),
        (Evidence(TEXT, ""), "value"),
    ],
)
def test_names(evidence: Evidence, expected: str) -> None:
    assert name_column(evidence) == expected


def test_the_most_telling_place_names_what_is_said_in_several() -> None:
    heading = Evidence(TEXT, "title\t\t")
    labelled = Evidence(TEXT, "td\t\t", label="Employer:", is_labelled=True)
    assert name_column(heading, [labelled]) == "employer"


def test_columns_of_one_name_are_distinguished_by_what_is_around_them() -> None:
    names = UniqueNames()
    first, second, third = (
        Evidence(TEXT, "b\t\t", label="Price", is_labelled=True, ancestors=ancestors)
        for ancestors in ((), ("col-3", "new-car"), ("col-3",))
    )
    found = [names.take(*names_of(evidence)) for evidence in (first, second, third)]
    assert found == ["price", "price_car", "price_2"]


def test_names_are_short_and_end_with_whole_words() -> None:
    label = "Responsibilities administration internationalisation communication:"
    name = name_column(Evidence(TEXT, "td\t\t", label=label, is_labelled=True))
    assert name == "responsibilities_administration"


def test_who_comes_later_gets_a_number() -> None:
    names = UniqueNames()
    assert [names.take("a"), names.take("a"), names.take("a_2"), names.take("a")] == [
        "a",
        "a_2",
        "a_2_2",
        "a_3",
    ]


@pytest.mark.parametrize(
    ("values", "prefix"),
    [
        (["Price: 5", "Price: 6"], "Price:"),
        (["by Ann", "by Bob", "by Cy", "by Di", "by Ed"], "by "),
        (["by Ann", "by Bob"], ""),
        (["Item no. 12", "Item no. 15", "Item no. 20", "Item no. 3", "Item no. 4"], "Item no. "),
        (["https://x/a", "https://x/b"], ""),
        (["same: 1"], ""),
    ],
)
def test_prefixes_of_all_values_are_labels(values: list[str], prefix: str) -> None:
    assert common_label(values) == prefix


def test_a_value_is_never_split_to_nothing() -> None:
    assert split_off("Price:", "Price:") == "Price:"


def test_what_most_classes_begin_with_is_no_name() -> None:
    hints = ["p\t\tdj-price", "b\t\tdj-product-badge dj-big", "i\t\tdjDate", "u\t\tnote", ""]
    prefixes = shared_prefixes(hints)
    assert prefixes == {"dj"}
    assert name_column(Evidence(0, hints[1], prefixes=prefixes)) == "product_badge"
    assert name_column(Evidence(0, hints[1])) == "dj_product"
    assert shared_prefixes(["p\t\tdj-price", "b\t\tdj-name"]) == frozenset(), "too few to tell"
    assert shared_prefixes(["p\t\tprice", "b\t\tprice", "i\t\tprice-old"]) == frozenset()


def test_the_first_pages_name_a_table_whatever_the_order_of_its_leaves() -> None:
    pages = [(page, page % 3) for page in range(40)]
    for seed in range(5):
        leaves = Random(seed).sample(pages, len(pages))
        held = [{leaf for page, leaf in leaves if page == own} for own, _ in pages]
        table = TableColumns(None, (), -1, rows=pages, leaves=held)  # type: ignore[arg-type]
        assert [*_first_rows(table)] == [*range(10)]
