"""Long lists: a template is learned from their first rows, and finds all of them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from support.slot_pages import WORDS

from unmold.records.extract import extract_records
from unmold.templates import Template, induce_template

ROWS = 120


def cards_of(number: int) -> list[tuple[str, str, str]]:
    random = Random(number)
    return [
        (
            f"{random.choice(WORDS)} {random.choice(WORDS)} {random.randrange(9_999)}",
            f"{random.randrange(99_999)} left",
            f"${random.randrange(9_999)}.50",
        )
        for _ in range(ROWS)
    ]


def facts_of(number: int) -> dict[str, str]:
    random = Random(number)
    names = [f"{one} {other}" for one in WORDS for other in WORDS if one < other]
    return {name: f"{random.randrange(9_999)} cm" for name in names}


def shop_page(number: int) -> bytes:
    cards = "".join(
        f"<li class=card><h3>{name}</h3><div class=left>{left}</div><div class=price>{price}</div>"
        for name, left, price in cards_of(number)
    )
    facts = "".join(
        f"<tr><th>{name}</th><td>{said}</td></tr>" for name, said in facts_of(number).items()
    )
    return (
        f"<h1>Shop {WORDS[number % 12]} {number}</h1><ul class=cards>{cards}</ul>"
        f"<table>{facts}</table><p class=total>Total: <b>{number * 13} lamps</b></p>"
    ).encode()


@pytest.fixture(scope="module")
def template() -> Template:
    return induce_template([shop_page(number) for number in range(50)])


@pytest.fixture(scope="module")
def said(template: Template) -> dict[str, Any]:
    (record,) = extract_records(template, [shop_page(60)], jobs=1)
    return record.values


def test_that_rows_were_left_out_is_said(template: Template) -> None:
    said = "50 of 50 pages have long lists: their first rows were learned"
    assert said in template.problems


def test_all_rows_are_extracted(said: dict[str, Any]) -> None:
    assert [tuple(row.values()) for row in said["rows"]] == cards_of(60)


def test_what_follows_a_long_list_is_learned(said: dict[str, Any]) -> None:
    assert said["total"] == "780 lamps"


def test_of_labels_with_values_many_more_are_learned(said: dict[str, Any]) -> None:
    facts = facts_of(60)
    assert {name: said.get(name.replace(" ", "_")) for name in facts} == facts
