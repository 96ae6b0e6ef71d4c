"""Columns of a site in two languages: one place has one column, whatever it is called."""

from __future__ import annotations

from typing import Any

import pytest
from support.slot_pages import WORDS, page, records, sample_of, sentences

from unmold.templates.slots.alignment import Slot
from unmold.templates.slots.slot_columns import SlotColumn
from unmold.templates.slots.translations import join_translations

NAMES = ("Berg", "Dahl", "Falk", "Holm", "Lund", "Moe", "Vik")
LABELS = {"en": ("Bus", "Train", "Owner"), "pt": ("Autocarro", "Comboio", "Dono")}


def _place(number: int, language: str, labels: tuple[str, ...], *, is_said: bool = True) -> str:
    values = (
        f"{700 + number % 7}, {750 + number % 5}",
        WORDS[number % 5],
        f"Ann {NAMES[number % 7]}",
    )
    rows = "".join(
        f"<p><strong>{label}:</strong> {value}</p>"
        for label, value in zip(labels, values, strict=False)
        if label
    )
    text = "".join(f"<p>{sentence}</p>" for sentence in sentences(number, 3))
    body = f"<h1>House {number}</h1><div class=text>{text}</div><div class=ways>{rows}</div>"
    made = page(body, f"House {number}")
    return made.replace("<html>", f"<html lang={language}>") if is_said else made


def _records(labels: dict[str, tuple[str, ...]], *, is_said: bool = True) -> list[dict[str, Any]]:
    return records(
        [
            _place(n, language, labels[language], is_said=is_said)
            for n in range(12, 28)
            for language in (("en", "pt")[n % 2],)
        ]
    )


def test_labels_in_two_languages_name_one_column() -> None:
    for n, record in enumerate(_records(LABELS), 12):
        assert {*record} == {"title", "text", "bus", "train", "owner"}
        assert (record["bus"], record["train"]) == (f"{700 + n % 7}, {750 + n % 5}", WORDS[n % 5])


def test_labels_without_a_counterpart_stay_apart() -> None:
    fewer = {**LABELS, "pt": LABELS["pt"][:2]}
    names = {name for record in _records(fewer) for name in record}
    assert names == {"title", "text", "bus", "train", "owner"}


def test_pages_that_name_no_language_say_nothing_of_labels() -> None:
    names = {name for record in _records(LABELS, is_said=False) for name in record}
    assert names >= {"bus", "autocarro"}


@pytest.mark.parametrize(("form", "columns"), [("value", 1), ("list", 1), ("text", 2)])
def test_a_free_text_has_one_label(form: str, columns: int) -> None:
    """One heading finds it."""
    spoken = [("en", "pt")[n % 2] for n in range(8)]
    pages = sample_of([f"<html lang={language}><p>{n}" for n, language in enumerate(spoken)])

    def column(language: str) -> SlotColumn:
        entries = [(n, -1) for n, other in enumerate(spoken) if other == language]
        slot = Slot("section", ("about",), None, [])
        texts = {entry: WORDS[entry[0] % 3] for entry in entries}
        return SlotColumn(
            slot, dict.fromkeys(entries, (0,)), form, LABELS[language][0], texts=texts
        )

    assert len(join_translations([column("en"), column("pt")], pages)) == columns


def test_labels_of_different_things_in_two_languages_stay_apart() -> None:
    """What they say shares no words."""
    labels = {"en": ("Bus", "Train", ""), "pt": ("Autocarro", "", "Dono")}
    names = {name for record in _records(labels) for name in record}
    assert names == {"title", "text", "bus", "train", "dono"}


def _with_menu(menus: dict[str, str]) -> list[dict[str, Any]]:
    pages = []
    for n in range(12, 28):
        language = ("en", "pt")[n % 2]
        made = _place(n, language, LABELS[language])
        pages.append(made.replace("<h1>", f"<div class=switch>{menus[language]}</div><h1>"))
    return records(pages)


def test_what_all_pages_of_a_language_say_is_no_value() -> None:
    found = _with_menu({"en": "Open the menu", "pt": "Abrir o menu"})
    assert {"Open the menu", "Abrir o menu"}.isdisjoint(
        value for record in found for value in record.values() if isinstance(value, str)
    )
