"""Ids and names of a template that is learned again."""

from dataclasses import replace

from support.nested_pages import catalogue_page
from support.template_pages import book_page

from unmold.templates import Template, induce_template
from unmold.templates.stability import keep_ids


def ids(template: Template) -> dict[str, str]:
    return {name: field.id for name, field in template.columns()}


def test_other_pages_give_the_same_ids_and_names() -> None:
    first = induce_template([book_page(number) for number in range(20)])
    second = induce_template([book_page(number) for number in range(20, 40)], previous=first)
    assert second.id == first.id
    assert ids(second) == ids(first)


def test_renamed_classes_and_labels_keep_ids() -> None:
    first = induce_template([book_page(number) for number in range(20)])
    changed = [
        book_page(number).replace(b'class="facts"', b'class="data"').replace(b"Price", b"Our price")
        for number in range(20)
    ]
    second = induce_template(changed, previous=first)
    assert ids(second)["price"] == ids(first)["price"]
    assert ids(second)["author"] == ids(first)["author"]


def test_a_new_field_gets_a_new_id_and_name() -> None:
    first = induce_template([book_page(number) for number in range(20)])
    more = [
        book_page(number).replace(
            b"</table>", b"<tr><th>Pages</th><td>%d</td></tr></table>" % number
        )
        for number in range(100, 120)
    ]
    second = induce_template(more, previous=first)
    assert set(ids(second)) - set(ids(first)) == {"pages"}
    assert ids(second)["pages"] not in ids(first).values()
    assert len({*ids(second).values()}) == len(ids(second))


def test_nested_tables_keep_ids() -> None:
    first = induce_template([catalogue_page(number) for number in range(12)])
    moved = [
        catalogue_page(number)
        .replace(b"<body>", b"<body><div>")
        .replace(b"</body>", b"</div></body>")
        for number in range(20, 32)
    ]
    second = induce_template(moved, previous=first)
    assert ids(second) == ids(first)
    assert [table.id for _, table in second.all_tables()] == [
        table.id for _, table in first.all_tables()
    ]


def replaced(template: Template, **changes: dict[str, object]) -> Template:
    """The template with other attributes of some fields, by their names."""
    fields = tuple(replace(one, **changes.get(one.name, {})) for one in template.fields)
    return replace(template, fields=fields)


def test_known_columns_keep_their_order_and_new_ones_come_last() -> None:
    first = induce_template([book_page(number) for number in range(20)])
    more = [
        book_page(number).replace(b"<table>", b"<table><tr><th>Pages</th><td>%d</td></tr>" % number)
        for number in range(100, 120)
    ]
    fresh = induce_template(more)
    for old, new, unkept in (
        (first, induce_template(more, previous=first), fresh),
        (first.best, induce_template(more, previous=first).best, fresh.best),
    ):
        names = [field.name for field in old.fields]
        assert [field.name for field in new.fields] == [*names, "pages"]
        assert unkept.fields[-1].name != "pages"


def test_known_columns_keep_their_types() -> None:
    first = induce_template([book_page(number) for number in range(20)])
    as_text = replaced(first, price={"type": "text"}, author={"type": "number"})
    again = keep_ids(first, as_text)
    types = {field.name: field.type for field in again.fields}
    assert types["price"] == "text"
    # Names of people are no numbers, so that nothing would be left of the column.
    assert types["author"] == "text"


def test_whole_numbers_may_get_fractions_but_not_lose_them() -> None:
    pages = [b"<h1>Book %d</h1><p>Weight: <b>%d</b></p>" % (n, 100 * n) for n in range(3, 23)]
    whole = induce_template(pages)
    assert [field.is_whole for field in whole.fields if field.name == "weight"] == [True]
    with_fraction = [page.replace(b"</b>", b".5</b>") for page in pages]
    broken = induce_template(with_fraction, previous=whole)
    assert [field.is_whole for field in broken.fields if field.name == "weight"] == [False]
    again = induce_template(pages, previous=broken)
    assert [field.is_whole for field in again.fields if field.name == "weight"] == [False]


def test_lists_stay_lists() -> None:
    first = induce_template([book_page(number) for number in range(20)])
    again = keep_ids(first, replaced(first, price={"is_list": True}))
    assert {field.name: field.is_list for field in again.fields}["price"]
