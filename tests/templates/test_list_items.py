"""Lists whose entries are sentences with marked parts, ticked off, or shared by many pages."""

from __future__ import annotations

from typing import Any

from support.template_pages import WORDS

from unmold import extract_records, induce_template
from unmold.templates.prefixes import common_label


def recipe(number: int, items: str, before: str = "") -> bytes:
    return (
        f"<html><body><h1>Cake {WORDS[number]}</h1>{before}<h2>Ingredients</h2>"
        f"<ul>{items}</ul><p>Made {number * 17} times</p></body></html>"
    ).encode()


def columns(pages: list[bytes]) -> list[dict[str, Any]]:
    """For each page what its columns hold, those of tables by their own names."""
    found = []
    for record in extract_records(induce_template(pages), pages, tier=2):
        held: dict[str, list[str]] = {}
        for name, value in record.values.items():
            rows = value if isinstance(value, list) else [value]
            for row in rows:
                for key, text in row.items() if isinstance(row, dict) else [(name, row)]:
                    held.setdefault(key, []).append(text)
        found.append(held)
    return found


def plain_items(number: int) -> list[str]:
    own = [f"{n + 1} cups of {WORDS[(number * 3 + n) % 12]} {number}{n}" for n in range(number + 3)]
    return [*own[:2], "Kosher salt and pepper", *own[2:]]


def test_an_entry_that_all_pages_share_is_an_entry_all_the_same() -> None:
    pages = [
        recipe(number, "".join(f"<li>{item}</li>" for item in plain_items(number)))
        for number in range(4)
    ]
    for number, held in enumerate(columns(pages)):
        assert plain_items(number) in held.values()


def test_a_menu_stays_a_menu() -> None:
    menu = "<ul class=menu>" + "".join(f"<li>{word}</li>" for word in WORDS[:6]) + "</ul>"
    pages = [
        recipe(number, "".join(f"<li>{item}</li>" for item in plain_items(number)), menu)
        for number in range(4)
    ]
    shown = {text for held in columns(pages) for texts in held.values() for text in texts}
    assert not shown & {*WORDS[:6]}


def marked_item(number: int, n: int) -> tuple[str, str]:
    """An entry of parts, of which some are missing, and how it reads."""
    unit = "cup" if n % 3 else ""
    note = "sifted" if n % 4 == 0 else ""
    parts = [str(n + 1), unit, f"{WORDS[(number + n * 2) % 12]} flour", note]
    box = (
        f"<span><input type=checkbox id=b{n}><label for=b{n}><i class=sr-only>▢ </i></label></span>"
    )
    spans = " ".join(
        f'<span class="part{place}">{part}</span>' for place, part in enumerate(parts) if part
    )
    return f"<li class=item>{box}{spans}</li>", " ".join(part for part in parts if part)


def test_entries_of_marked_parts_read_as_a_whole_without_their_boxes() -> None:
    items = [[marked_item(number, n) for n in range(number + 4)] for number in range(3)]
    pages = [recipe(number, "".join(html for html, _ in items[number])) for number in range(3)]
    for number, held in enumerate(columns(pages)):
        assert [text for _, text in items[number]] in held.values()


def test_what_a_box_to_tick_is_called_labels_nothing() -> None:
    pages = [
        recipe(
            number,
            "".join(
                f"<li><label><input type=checkbox>{item}</label></li>"
                for item in plain_items(number)
            ),
        )
        for number in range(4)
    ]
    for number, held in enumerate(columns(pages)):
        assert plain_items(number) in held.values()


def test_microdata_names_what_only_one_of_few_pages_has() -> None:
    items = "".join(f"<li itemprop=ingredients>{item}</li>" for item in plain_items(1))
    other = recipe(2, "").replace(b"<ul></ul>", b"<p>See the book</p>")
    first, second = columns([recipe(1, items), other])
    assert plain_items(1) in first.values()
    assert not any("cups" in text for texts in second.values() for text in texts)


def test_marks_before_every_value_are_split_off() -> None:
    assert common_label(["▢ 1 egg", "▢ 2 eggs"]) == "▢ "
    assert common_label(["• Price: 1", "• Price: 2"]) == "• Price:"
    assert common_label(["$1", "$2"]) == ""
    assert common_label(["✓", "✗"]) == ""


def test_choices_among_items_of_the_template_are_a_list() -> None:
    """Every item is on many pages, but which of them a page has is data; a menu is the same."""
    items = ("Certificate", "Diploma", "Bachelor", "Master", "Doctorate")
    pages, wanted = [], []
    for n in range(16):
        chosen = [item for bit, item in enumerate(items) if (n % 15 + 1) >> (bit % 4) & 1]
        wanted.append(chosen)
        menu = "".join(f"<li>{entry}</li>" for entry in ("Overview", "Costs", "Sports"))
        pages.append(
            (
                f"<html><body><ul class=menu>{menu}</ul><h1>School {WORDS[n % 12]} {n}</h1>"
                f"<div class=facts><ul>{''.join(f'<li>{item}</li>' for item in chosen)}</ul></div>"
                f"<p>Founded {1900 + n}</p></body></html>"
            ).encode()
        )
    for record, chosen in zip(extract_records(induce_template(pages), pages), wanted, strict=True):
        lists = [[*v] if isinstance(v, list) else [v] for v in record.values.values()]
        assert chosen in lists
        assert not any("Costs" in own for own in lists)
