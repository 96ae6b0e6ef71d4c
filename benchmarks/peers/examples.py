"""Lets AutoScraper learn from the gold values of two pages.

It makes a rule of every place where a value is found. As its documents advise, one rule is kept
for each field: the one that reads the example pages best, asked for exact or for similar places,
whichever suits the field. So it gets more help than a user would give.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from benchmarks.peers.gold_pages import GoldPages, decode_page
from unmold.evaluation.columns import field_agreement
from unmold.evaluation.found_tables import FoundColumn
from unmold.evaluation.gold_tables import GoldField
from unmold.model import Page

MOST_VALUES = 2
"""Values of a list or of a column of rows that are given for each page: more cost much time and
give no other rule."""

Rule = tuple[str, bool]
"""Its id, and whether exact places are asked for."""


def learn_from_examples(group: GoldPages) -> Callable[[Page], dict[str, list[str]]]:
    """A function that reads what the best rules say of a page, by field."""
    from autoscraper import AutoScraper

    fields = group.gold.fields()
    scraper = AutoScraper()
    for path, page in group.examples.items():
        wanted = {
            field.label: field.cells[path][:MOST_VALUES] for field in fields if path in field.cells
        }
        scraper.build(page.url, wanted_dict=wanted, html=decode_page(page), update=True)
    aliases = {stack["stack_id"]: stack["alias"] for stack in scraper.stack_list}
    said = {path: _ask(scraper, page) for path, page in group.examples.items()}
    chosen: dict[str, Rule] = {}
    for field in fields:
        ids = [rule for rule, alias in aliases.items() if alias == field.label]
        if best := _choose(field, [(rule, exact) for rule in ids for exact in (True, False)], said):
            chosen[field.label] = best
    scraper.keep_rules([rule for rule, _ in chosen.values()])

    def read(page: Page) -> dict[str, list[str]]:
        answer = _ask(scraper, page)
        return {label: answer.get(rule, []) for label, rule in chosen.items()}

    return read


def _ask(scraper: Any, page: Page) -> dict[Rule, list[str]]:
    soup = scraper._get_soup(html=decode_page(page))
    exact, similar = (
        ask(url=page.url, soup=soup, grouped=True, unique=True)
        for ask in (scraper.get_result_exact, scraper.get_result_similar)
    )
    return {(rule, True): values for rule, values in exact.items()} | {
        (rule, False): values for rule, values in similar.items()
    }


def _choose(
    field: GoldField, rules: Sequence[Rule], said: Mapping[str, Mapping[Rule, list[Any]]]
) -> Rule | None:
    """The rule that says a field best on the example pages."""

    def f1(rule: Rule) -> float:
        cells = {path: answer[rule] for path, answer in said.items() if answer.get(rule)}
        return field_agreement(field, FoundColumn("", "", 0, cells=cells), list(said)).f1

    return max(rules, key=f1, default=None)
