"""How records are scored against gold: cases whose counts are known, then whole sites."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from unmold.demo import build_site
from unmold.demo.demo_score import score_site, show_score
from unmold.demo.matching import Counts, Pair, add_up, match
from unmold.records import Record


def total(*pairs: tuple[dict[str, Any], dict[str, Any]]) -> Counts:
    return add_up(match([Pair(gold, found, found) for gold, found in pairs]))


def test_columns_are_mapped_by_what_they_say() -> None:
    found = match(
        [
            Pair({"name": "Ada", "town": "Cork"}, {"a": "Cork", "b": "Ada"}, {}),
            Pair({"name": "Bo", "town": "Graz"}, {"a": "Graz", "b": "Bo"}, {}),
        ]
    )
    assert {item.field: item.column for item in found} == {"name": "b", "town": "a"}
    assert add_up(found) == Counts(4, 4, 4)


def test_a_column_serves_one_field() -> None:
    assert total(({"name": "Ada", "author": "Ada"}, {"a": "Ada"})) == Counts(1, 1, 2)


def test_white_space_is_folded_and_raw_counts_too() -> None:
    pair = Pair({"number": "No. 7"}, {"n": "7"}, {"n": "No.\n 7"})
    assert add_up(match([pair])) == Counts(1, 1, 1)


def test_what_is_said_where_nothing_is_counts_against_precision() -> None:
    pages = [({"old": "$9"}, {"a": "$9"}), ({}, {"a": "$8"})]
    assert total(*pages) == Counts(1, 2, 1)


def test_a_column_that_is_mostly_wrong_is_not_mapped() -> None:
    pages = [({"old": "$9"}, {"a": "$9"}), ({}, {"a": "$8"}), ({}, {"a": "$7"})]
    assert total(*pages) == Counts(0, 0, 1)


def test_lists_count_text_by_text() -> None:
    gold = {"tags": ["a", "b", "b"]}
    assert total((gold, {"x": ["b", "a", "c"]})) == Counts(2, 3, 3)
    assert total((gold, {"rows": [{"x": "a"}, {"x": "b"}, {"x": "b"}]})) == Counts(3, 3, 3)


def test_rows_are_compared_in_order() -> None:
    gold = {"reviews": [{"by": "Ada"}, {"by": "Bo"}, {"by": "Cy"}]}
    assert total((gold, {"t": [{"x": "Ada"}, {"x": "Bo"}, {"x": "Di"}]})) == Counts(2, 3, 3)
    assert total((gold, {"t": [{"x": "Bo"}, {"x": "Ada"}, {"x": "Cy"}]})) == Counts(0, 0, 3)
    assert total((gold, {"t": [{"x": "Ada"}, {"x": "Bo"}]})) == Counts(2, 2, 3)


def test_nested_rows_are_compared_within_their_row() -> None:
    gold = {"reviews": [{"by": "Ada", "replies": [{"text": "Thanks"}]}, {"by": "Bo"}]}
    right = {"t": [{"x": "Ada", "r": [{"y": "Thanks"}]}, {"x": "Bo"}]}
    wrong = {"t": [{"x": "Ada"}, {"x": "Bo", "r": [{"y": "Thanks"}]}]}
    assert total((gold, right)) == Counts(3, 3, 3)
    assert total((gold, wrong)) == Counts(2, 2, 3)


def test_labels_may_be_rows_or_columns() -> None:
    gold = {"facts": [{"label": "Width", "value": "3 cm"}, {"label": "Oven", "value": "no"}]}
    rows = {"t": [{"l": "Width", "v": "3 cm"}, {"l": "Oven", "v": "no"}]}
    assert total((gold, rows)).f1 == 1
    assert total((gold, {"width": "3 cm", "oven": "no"})).f1 == 1
    assert total((gold, {"width": "3 cm"})) == Counts(1, 1, 2)


@pytest.fixture(scope="module")
def gold(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_site(tmp_path_factory.mktemp("demo"), pages=60).gold_records


def perfect(gold: Path) -> tuple[dict[str, str], list[Record]]:
    lines = [json.loads(line) for line in gold.read_text(encoding="utf-8").splitlines()]
    records = [
        Record(line["path"], line["url"], line["site"], "t", 1.0, line["values"], line["values"])
        for line in lines
    ]
    return {line["path"]: line["template"] for line in lines}, records


def test_the_gold_itself_is_right(gold: Path) -> None:
    clusters, records = perfect(gold)
    score = score_site(gold, clusters, records)
    assert score.pair_f1 == score.values.f1 == 1
    assert set(score.by_template()) == set(clusters.values())
    assert "1.0000" in next(show_score(score))


def test_pages_without_records_lose_recall_only(gold: Path) -> None:
    clusters, records = perfect(gold)
    score = score_site(gold, clusters, records[::2])
    assert score.values.precision == 1
    assert 0.2 < score.values.recall < 0.8


def test_a_wrong_value_is_found_and_shown(gold: Path) -> None:
    clusters, records = perfect(gold)
    wrong = [
        replace(record, values=record.values | {"price": "?"}, raw={})
        if clusters[record.path] == "set"
        else record
        for record in records
    ]
    shown = list(show_score(score_site(gold, clusters, wrong)))
    assert any(line.startswith("  missed set: price") for line in shown)
