"""Fields that packages read, beside gold: texts with title, author and date, and whole tables."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from statistics import mean, median
from time import process_time
from typing import TypeVar

from benchmarks.peers.gold_pages import EXAMPLES, LEARNED, SCORED, GoldPages, read_gold_pages
from benchmarks.peers.registry import PEERS, TABLES, TEXTS, UNMOLD, Peer
from benchmarks.results import Result
from unmold.bench.text_tables import show_rate
from unmold.evaluation.columns import field_agreement
from unmold.evaluation.found_tables import FoundColumn, FoundTables
from unmold.evaluation.gold_tables import GoldField, GoldTable
from unmold.evaluation.said_values import is_address
from unmold.evaluation.table_scores import TITLES, TableScore, has_good_name, score_table

AUTHOR = "author"
FIELDS = {"title": TITLES, AUTHOR: (AUTHOR,), "date": ("date", "date_published")}
"""What a text comes with, and what gold calls it."""
MAIN_TEXT = "text"


@dataclass(frozen=True)
class Reading:
    """What one package read of the pages of one template."""

    package: str
    template: str
    is_article: bool
    says_anything: bool
    by_name: dict[str, float]
    """F1 of the column that a caller would ask for: title, author, date, and the longest text."""
    score: TableScore
    learn_seconds: float
    page_milliseconds: float


def measure_readings(groups: Iterable[GoldPages], peers: Sequence[Peer]) -> list[Reading]:
    """All packages on all templates, in turns."""
    found = []
    for group in groups:
        print(f"peers: {group.name}", file=sys.stderr)
        found += [measure_reading(group, peer) for peer in peers]
    return found


def measure_reading(group: GoldPages, peer: Peer) -> Reading:
    start = process_time()
    read = peer.learn(group)
    learned = process_time()
    pages = list(group.scored)
    # Packages load data with the first page that they read.
    read({pages[0]: group.scored[pages[0]]})
    ready = process_time()
    found = read(group.scored)
    end = process_time()
    return Reading(
        package=peer.package,
        template=group.name,
        is_article=group.is_article,
        says_anything=bool(found.columns),
        by_name=score_by_name(group.gold, found, pages),
        score=score_table(group.gold, found, pages),
        learn_seconds=learned - start,
        page_milliseconds=1000 * (end - ready) / len(pages),
    )


def score_by_name(gold: GoldTable, found: FoundTables, pages: Sequence[str]) -> dict[str, float]:
    """How right title, author, date and the longest text are; what gold lacks is absent."""
    columns = [column for column in found.columns if not column.part]
    fields = [field for field in gold.fields() if not field.group]
    scores = {}
    for what, names in FIELDS.items():
        if wanted := next((field for field in fields if field.name in names), None):
            column = find_named(wanted, columns)
            if what == AUTHOR:
                wanted, column = _without_points(wanted), column and _without_points(column)
            scores[what] = _f1(wanted, column, pages)
    texts = [field for field in fields if field.is_text and field.importance > 1]
    if texts:
        # As the table score has it: of the most important texts, the longest.
        main = max(texts, key=lambda field: (field.importance, _usual_length(field)))
        longest = max(filter(_is_prose, columns), key=_usual_length, default=None)
        scores[MAIN_TEXT] = _f1(main, longest, pages)
    return scores


def find_named(field: GoldField, columns: Sequence[FoundColumn]) -> FoundColumn | None:
    """The first column called like a field; else the first that ends in the same word."""
    exact = (column for column in columns if column.name in field.names)
    near = (column for column in columns if has_good_name(field.names, column.name))
    return next(exact, None) or next(near, None)


Column = TypeVar("Column", GoldField, FoundColumn)


def _without_points(column: Column) -> Column:
    """The same names with bare initials: trafilatura drops their points."""
    cells = {
        page: [value.replace(".", "") if isinstance(value, str) else value for value in values]
        for page, values in column.cells.items()
    }
    return replace(column, cells=cells)


def _is_prose(column: FoundColumn) -> bool:
    """Whether it holds texts: many words of addresses are no text."""
    values = [value for cells in column.cells.values() for value in cells]
    return not any(isinstance(value, str) and is_address(value) for value in values)


def _usual_length(column: GoldField | FoundColumn) -> float:
    words = [column.words(page).total() for page in column.cells]
    return median(words) if words else 0.0


def _f1(field: GoldField, column: FoundColumn | None, pages: Sequence[str]) -> float:
    return 0.0 if column is None else field_agreement(field, column, pages).f1


def make_text_table(readings: Sequence[Reading], peers: Sequence[Peer] = PEERS) -> Result:
    """Title, author, date and text by template, each package beside the other."""
    packages = [UNMOLD, *(peer for peer in peers if peer.table == TEXTS)]
    shown = [one for one in readings if MAIN_TEXT in one.by_name]
    sets = {
        "articles": [one for one in shown if one.is_article],
        "other pages with a text": [one for one in shown if not one.is_article],
    }
    rows = []
    for title, own in sets.items():
        if not own:
            continue
        names = list(dict.fromkeys(one.template for one in own))
        rows.append([f"**{title}, mean of {len(names)}**", *_text_cells(packages, own)])
        rows += [
            [name, *_text_cells(packages, [one for one in own if one.template == name])]
            for name in names
        ]
    what = [*FIELDS, "main text"]
    times = ", ".join(f"{peer.package} {_page_time(shown, peer):.0f} ms" for peer in packages)
    return Result(
        name="peers-texts",
        title="Texts beside trafilatura.",
        note=f"F1 over {SCORED} pages of each gold table that has a main text, of development "
        f"sites; of texts the F1 of their words. unmold learned from at most {LEARNED} other pages "
        "of the template and is asked for the columns by name and for its longest text; "
        f"{', '.join(peer.name for peer in packages[1:])} knows the page alone. "
        f"Processor time of a page: {times}.",
        columns=["pages", *(f"{one}, {peer.package}" for one in what for peer in packages)],
        rows=rows,
        headline=_summarize_texts(packages, sets["articles"], sets["other pages with a text"]),
    )


def _text_cells(packages: Sequence[Peer], readings: Sequence[Reading]) -> list[str]:
    return [
        _show_mean(
            one.by_name[what]
            for one in readings
            if one.package == peer.package and what in one.by_name
        )
        for what in (*FIELDS, MAIN_TEXT)
        for peer in packages
    ]


def _page_time(readings: Sequence[Reading], peer: Peer) -> float:
    return mean(one.page_milliseconds for one in readings if one.package == peer.package)


def _show_mean(values: Iterable[float]) -> str:
    known = list(values)
    return show_rate(mean(known)) if known else "-"


def _summarize_texts(
    packages: Sequence[Peer], articles: Sequence[Reading], others: Sequence[Reading]
) -> str:
    def words(readings: Sequence[Reading]) -> str:
        cells = _text_cells(packages, readings)[-len(packages) :]
        said = (f"{cell} ({peer.package})" for cell, peer in zip(cells, packages, strict=True))
        return " and ".join(said)

    return (
        f"Main text, F1 of words: {words(articles)} on articles, {words(others)} on other pages "
        "with a text."
    )


def make_table_table(readings: Sequence[Reading], peers: Sequence[Peer] = PEERS) -> Result:
    """Whole tables: each package on the templates on which it says anything, beside unmold."""
    rows = []
    for peer in (peer for peer in peers if peer.table == TABLES):
        own = {
            one.template for one in readings if one.package == peer.package and one.says_anything
        }
        rows += [
            [
                f"{len(own)} templates{peer.where}",
                one.name,
                one.given,
                *_table_cells(one, own, readings),
            ]
            for one in (peer, UNMOLD)
        ]
    return Result(
        name="peers-tables",
        title="Tables beside extruct and AutoScraper.",
        note=f"Scored on {SCORED} pages of each gold table, of development sites, by the one "
        "scorer of tables: fields found by importance, columns that are wanted, and their harmonic "
        f"mean. AutoScraper is given the gold of {EXAMPLES} pages, and keeps for each field the "
        "rule that reads these best; extruct is scored where pages have JSON-LD. unmold is given "
        "no gold. Processor time.",
        columns=[
            *("on", "package", "is given", "fields found", "columns wanted", "table score"),
            *("columns", "learn s", "ms a page"),
        ],
        rows=rows,
        headline="; ".join(
            f"Table score on {peer[0]}: {peer[5]} ({peer[1]}, given {peer[2]}), {own[5]} (unmold)"
            for peer, own in zip(rows[::2], rows[1::2], strict=True)
        )
        + ".",
    )


def _table_cells(peer: Peer, templates: set[str], readings: Sequence[Reading]) -> list[str]:
    own = [one for one in readings if one.package == peer.package and one.template in templates]

    def over(read: Callable[[Reading], float]) -> float:
        return mean(map(read, own)) if own else 0.0

    return [
        show_rate(over(lambda one: one.score.recall)),
        show_rate(over(lambda one: one.score.precision)),
        show_rate(over(lambda one: one.score.score)),
        f"{over(lambda one: one.score.columns):.0f}",
        f"{over(lambda one: one.learn_seconds):.2f}",
        f"{over(lambda one: one.page_milliseconds):.1f}",
    ]


def measure() -> list[Result]:
    readings = measure_readings(read_gold_pages(), (UNMOLD, *PEERS))
    return [make_text_table(readings), make_table_table(readings)]
