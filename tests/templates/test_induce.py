"""What a template learned from a few pages holds."""

import gc
from itertools import islice

import pytest
from support.template_pages import book_page

from unmold.bench.extraction.columns import flatten
from unmold.errors import UsageError
from unmold.records import Record, extract_records
from unmold.settings import Induction
from unmold.templates import Field, Template, induce, induce_template


@pytest.fixture(scope="module")
def template() -> Template:
    return induce_template([book_page(number, structured=True) for number in range(20)])


def field_named(template: Template, name: str) -> Field:
    return next(field for field in template.fields if field.name == name)


def test_labels_name_the_fields_and_values_type_them(template: Template) -> None:
    types = {field.name: field.type for field in template.fields}
    assert types["price"] == "price"
    assert types["published"] == "date"
    assert types["author"] == "text"
    assert types["title"] == "text"


def test_structured_data_becomes_fields(template: Template) -> None:
    assert field_named(template, "isbn").source == "json-ld"


def test_names_are_unique(template: Template) -> None:
    names = list(template.column_names())
    assert len(names) == len(set(names))


def test_menus_and_fixed_texts_are_no_columns(template: Template) -> None:
    examples = [example for field in template.fields for example in field.examples]
    assert not {"Home", "All books", "All rights reserved"} & set(examples)


def test_repeated_parts_become_a_table(template: Template) -> None:
    columns = [{field.name for field in table.fields} for table in template.tables]
    assert any({"who", "said"} <= names for names in columns)


def test_ids_do_not_depend_on_the_sample() -> None:
    first = induce_template([book_page(number) for number in range(20)])
    second = induce_template([book_page(number) for number in range(20, 40)])
    assert field_named(first, "price").id == field_named(second, "price").id


def test_the_same_pages_give_the_same_template() -> None:
    pages = [book_page(number) for number in range(12)]
    assert induce_template(pages) == induce_template(pages)


def test_columns_are_capped() -> None:
    pages = [book_page(number) for number in range(20)]
    template = induce_template(pages, Induction(max_columns=15))
    assert len(list(template.column_names())) <= 15


def test_one_page_gives_fields_and_a_doubt() -> None:
    template = induce_template([book_page(3)])
    assert field_named(template, "price").examples == ("$8.50",)
    assert "one page" in template.problems[0]


def test_empty_pages_give_no_fields_and_say_so() -> None:
    template = induce_template([b"<html></html>", b"<p></p>"])
    assert template.fields == ()
    assert "no field" in template.problems[0]


def test_no_pages_are_the_callers_mistake() -> None:
    with pytest.raises(UsageError):
        induce_template([])


def test_identical_pages_share_everything() -> None:
    template = induce_template([book_page(1)] * 5)
    assert all(field.is_constant for field in template.fields)


def test_paragraphs_with_and_without_inline_markup_are_one_list() -> None:
    """One column has them all, be it a list or a column of a table."""

    def texts(number: int) -> list[str]:
        return [f"First {number}", f"With <em>markup</em> {number}", f"Third {number}"][
            number % 2 :
        ]

    paragraphs = ["".join(f"<p>{text}</p>" for text in texts(number)) for number in range(10, 20)]
    pages = [f"<h1>Page</h1><div>{text}</div>".encode() for text in paragraphs]
    record = next(islice(extract_records(induce_template(pages), pages, tier=2), 2, None))
    wanted = ["First 12", "With markup 12", "Third 12"]
    assert total_found(wanted, record) == len(wanted)


def total_found(wanted: list[str], record: Record) -> int:
    """How many of the texts the best column of the record has."""
    return max(len(set(texts) & set(wanted)) for texts in flatten(record.values).values())


def test_machine_tokens_are_noise() -> None:
    pages = [
        f"<h1>Page {n}</h1><p class=token>{n:08x}{n * 7:08x}{n * 13:08x}</p>".encode()
        for n in range(10, 20)
    ]
    noisy = {field.name for field in induce_template(pages).fields if field.is_noise}
    assert noisy == {"token"}


def test_a_huge_table_is_bounded() -> None:
    rows = "".join(f"<tr><td>name {n}</td><td>{n}</td></tr>" for n in range(50_000))
    pages = [f"<h1>{n}</h1><table>{rows}</table>".encode() for n in range(2)]
    assert len(list(induce_template(pages).column_names())) <= Induction().max_columns


@pytest.mark.parametrize("wrong", [0, -1, "many"])
def test_settings_are_checked(wrong: object) -> None:
    with pytest.raises(UsageError):
        Induction(sample_size=wrong)  # type: ignore[arg-type]


def test_advertisements_that_rotate_are_noise() -> None:
    pages = [
        f"<h1>Page {n}</h1><div class='ad-slot'><p><b>{('Tea', 'Soap', 'Rope')[n % 3]} now</b></p>"
        f"</div><p class=story>Story {n}</p>".encode()
        for n in range(12)
    ]
    noisy = [field.examples[0] for field in induce_template(pages).fields if field.is_noise]
    assert noisy
    assert set(noisy) <= {"Tea now", "Soap now", "Rope now"}


def test_clocks_and_counters_are_noise() -> None:
    pages = [
        f"<h1>Page {n}</h1><p class=views>{n * 37} views</p>"
        f"<i class=clock>0{n % 9}:15:{n + 10}</i>".encode()
        for n in range(12)
    ]
    noisy = {field.name for field in induce_template(pages).fields if field.is_noise}
    assert noisy == {"views", "clock"}


def sheet_page(number: int) -> bytes:
    """A table of labels and values with two of three labels, another one first each time."""
    labels = ("Length", "Width", "Height", "Length")[number % 3 : number % 3 + 2]
    rows = "".join(
        f"<tr><th>{label}</th><td>{number * 7 + place} cm</td></tr>"
        for place, label in enumerate(labels)
    )
    return f"<h1>Thing {number * 11}</h1><h2>Details</h2><table>{rows}</table>".encode()


def test_labels_that_take_turns_in_the_first_row_name_their_values() -> None:
    template = induce_template([sheet_page(number) for number in range(15)])
    assert {"length", "width", "height"} <= {field.name for field in template.fields}


def test_of_two_values_behind_a_label_the_nearer_one_has_its_name() -> None:
    pages = [
        f"<h1>Thing {number * 11}</h1><div><b>Brand:</b> <i>{chr(65 + number) * 3}</i>"
        f"<span class='cost'>${number * 3 + 2}.50</span></div>".encode()
        for number in range(12)
    ]
    template = induce_template(pages)
    values = next(extract_records(template, pages[:1], tier=2)).values
    assert values["brand"] == "AAA"
    assert values["cost_price"] == "$2.50"


def test_of_few_pages_one_suffices_for_structured_data() -> None:
    script = '<script type="application/ld+json">{"@type": "Recipe", "author": "Ann"}</script>'
    pages = [b"<h1>Soup</h1><p>Stir it.</p>", f"<h1>Cake</h1>{script}<p>Bake it.</p>".encode()]
    records = list(extract_records(induce_template(pages), pages, tier=2))
    assert [record.values.get("author") for record in records] == [None, "Ann"]


def test_the_language_of_the_page_decides_what_values_leave_open() -> None:
    def price(language: str) -> object:
        pages = [
            f"<html lang={language}><h1>Lampe {n}</h1><p>Preis: <b>1.{n}00 €</b></p>".encode()
            for n in range(1, 9)
        ]
        return next(extract_records(induce_template(pages), pages, tier=2)).typed["preis"]

    assert price("de") == {"amount": 1100, "currency": "EUR"}
    assert price("en") == {"amount": 1.1, "currency": "EUR"}


def test_meta_elements_are_read_as_text() -> None:
    pages = [
        f'<meta property="og:price" content="&lt;span class=money&gt;${n}.50&lt;/span&gt;">'
        f'<meta name="description" content="{n}&amp;#34; &amp;amp; more"><p>Nr {n * 7}</p>'.encode()
        for n in range(3, 9)
    ]
    record = next(extract_records(induce_template(pages), pages, tier=2))
    assert (record.values["price"], record.values["description"]) == ("$3.50", '3" & more')


def test_blocks_whose_words_run_together_give_way_to_their_parts() -> None:
    pages = [
        f"<h1>Lamp {n}</h1><div><b>Height {n * 3}</b><i>Width {n * 7}</i></div>".encode()
        for n in range(3, 9)
    ]
    values = next(extract_records(induce_template(pages), pages, tier=2)).values.values()
    assert not any("9Width" in value for value in values)
    assert {"9", "21"} <= {value.split()[-1] for value in values}


@pytest.mark.parametrize("is_on", [True, False])
def test_learning_leaves_the_collector_of_the_caller_alone(
    monkeypatch: pytest.MonkeyPatch, is_on: bool
) -> None:
    seen: list[bool] = []

    def fail(*_given: object) -> None:
        seen.append(gc.isenabled())
        raise ValueError("on the way")

    monkeypatch.setattr(induce, "name_template", fail)
    was_on = gc.isenabled()
    (gc.enable if is_on else gc.disable)()
    try:
        with pytest.raises(ValueError, match="on the way"):
            induce_template([book_page(3)])
        seen.append(gc.isenabled())
    finally:
        (gc.enable if was_on else gc.disable)()
    assert seen == [is_on, is_on]
