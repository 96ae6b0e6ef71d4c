"""Packages beside unmold: how pages are drawn, and how what is read of them is scored."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from benchmarks.peers.gold_pages import EXAMPLES, LEARNED, SCORED, GoldPages, draw_pages
from benchmarks.peers.peer_tables import (
    make_table_table,
    make_text_table,
    measure_readings,
    score_by_name,
)
from benchmarks.peers.registry import PEERS, TABLES, TEXTS, UNMOLD, Peer, collect_columns, read_each
from benchmarks.peers.structured_data import _walk
from unmold.bench.corpus import find_corpora
from unmold.evaluation.gold_tables import GoldTable
from unmold.model import Page

PAGES = 30


def spec(name: str, kind: str = "value", importance: int = 3) -> dict[str, Any]:
    return {"name": name, "kind": kind, "importance": importance, "also": [], "fields": []}


def values_of(number: int) -> dict[str, Any]:
    words = " ".join(f"word{number}x{count}" for count in range(40))
    return {
        "title": f"Tale {number}",
        "author": f"A. da {number}",
        "date": f"{number + 1}/1/2020",
    } | {"text": words}


@pytest.fixture
def group(tmp_path: Path) -> GoldPages:
    """Articles of one site, with gold."""
    (tmp_path / "pages").mkdir()
    rows = ["path,site,template"]
    records: dict[str, Mapping[str, Any]] = {}
    for number in range(PAGES):
        said, path = values_of(number), f"pages/{number}.html"
        (tmp_path / path).write_text(
            f"<title>{said['title']}</title><h1>{said['title']}</h1>"
            f"<p>By <b class=author>{said['author']}</b> <i class=date>{said['date']}</i></p>"
            f"<article><p>{said['text']}</p></article>"
        )
        rows.append(f"{path},tales,tale")
        records[path] = said
    (tmp_path / "manifest.csv").write_text("\n".join(rows))
    specs = (spec("title"), spec("author"), spec("date"), spec("text", "text"))
    gold = GoldTable("tales", tmp_path.name, "tales", "tale", specs, records)
    return draw_pages(find_corpora([tmp_path])[0], gold, seed=0)


def test_pages_that_are_scored_are_neither_learned_from_nor_examples(group: GoldPages) -> None:
    assert (len(group.scored), len(group.examples)) == (SCORED, EXAMPLES)
    assert len(group.learned) == min(LEARNED, PAGES - SCORED)
    scored = {page.key for page in group.scored.values()}
    assert not scored & {page.key for page in (*group.learned, *group.examples.values())}


def read_half_right(page: Page) -> dict[str, Any]:
    """A reader that knows titles, authors by a label, dates typed, half of the text, and images."""
    said = values_of(int(re.findall(r"(\d+)\.html", page.path)[0]))
    month, day, year = map(int, said["date"].split("/"))
    half = said["text"].split()[:20]
    return {
        "title": said["title"],
        "by_author": f"By {said['author'].replace('.', '')}",
        "images": [f"/{count}/{word}.png" for count, word in enumerate(said["text"].split())],
        "date": datetime.date(year, min(month, 12), day),
        "body": " ".join(half),
    }


def test_a_reader_is_scored_by_name_and_words(group: GoldPages) -> None:
    pages = list(group.scored)
    found = collect_columns({path: read_half_right(group.scored[path]) for path in pages})
    scores = score_by_name(group.gold, found, pages)
    assert scores["title"] == 1
    assert scores["author"] == pytest.approx(0.95), "a label costs 5 %"
    assert scores["text"] == pytest.approx(2 / 3), "20 of 40 words"
    assert score_by_name(group.gold, collect_columns({}), pages)["title"] == 0


def test_tables_show_each_package_beside_unmold(group: GoldPages) -> None:
    # Any installed package will do: its version is shown.
    reader = read_each(read_half_right)
    texts, tables = (Peer("numpy", reader, table, "nothing") for table in (TEXTS, TABLES))
    readings = measure_readings([group], (UNMOLD, tables))
    own, other = readings
    assert own.by_name["title"] == own.by_name["text"] == 1
    assert other.score.recall == pytest.approx(1 / 4), "the title; half a text is no match"
    (mean, tales) = make_text_table(readings, [texts]).rows
    assert mean[0] == "**other pages with a text, mean of 1**"
    assert tales[1:3] == ["1.000", "1.000"]
    rows = make_table_table(readings, [tables]).rows
    assert [row[:1] + row[2:4] for row in rows] == [
        ["1 templates", "nothing", "0.250"],
        ["1 templates", UNMOLD.given, "1.000"],
    ]


def test_every_package_says_what_it_is_given() -> None:
    assert all(peer.given for peer in (UNMOLD, *PEERS))
    assert len({peer.package for peer in PEERS}) == len(PEERS)


def test_entities_of_json_ld_become_columns() -> None:
    data = [{"@type": "Product", "offers": [{"@type": "Offer", "price": 3}, {"price": 4}]}]
    graph = {"@graph": [{"@type": "WebPage", "name": "x", "@id": "y"}, *data]}
    assert list(_walk("", [graph])) == [
        ("WebPage.name", "x"),
        ("Product.offers.price", 3),
        ("Product.offers.price", 4),
    ]
