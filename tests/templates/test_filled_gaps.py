"""Gaps of a column: keys find values on pages that are built another way."""

from __future__ import annotations

from support.slot_pages import WORDS, page

from unmold.records import extract_records
from unmold.templates import induce_template


def first_tier_of(pages: list[str]) -> list[dict[str, object]]:
    inputs = [one.encode() for one in pages]
    template = induce_template(inputs, jobs=1)
    return [record.values for record in extract_records(template, inputs, jobs=1, tier=1)]


def test_a_value_of_another_build_of_the_page_fills_the_gap() -> None:
    def job(number: int) -> str:
        facts = f"<b>Location:</b> <i>{WORDS[number]} town</i>"
        if number % 4:
            body = f"<table><tr><td>{facts}</td></tr><tr><td>Call us now</td></tr></table>"
        else:
            body = f"<div class=vip><em>Top</em><div class=box><p>{facts}</p></div></div>"
        return page(f"<h1>Job {WORDS[-number]} {number}</h1>{body}")

    said = [record.get("location") for record in first_tier_of([job(n) for n in range(12)])]
    assert said == [f"{WORDS[n]} town" for n in range(12)]


def test_an_end_that_is_the_start_does_not_take_its_place() -> None:
    def event(number: int) -> str:
        day = f"{number + 1} May 2020"
        end = f"<p class=last>To: <b>{day}</b></p>" if number % 2 else ""
        dates = f"{end}<p class=when>From: <b>{day}</b></p>"
        return page(f"<h1>{WORDS[number]} fair</h1><div class=facts>{dates}</div>")

    records = first_tier_of([event(n) for n in range(12)])
    assert [record.get("from") for record in records] == [f"{n + 1} May 2020" for n in range(12)]
