"""Ids and names of a template that is learned again."""

from support.nested_pages import catalogue_page
from support.template_pages import book_page

from unmold.templates import Template, induce_template


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
