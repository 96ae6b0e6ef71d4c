"""The table score: tables whose figures are known, and what each mistake costs."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from unmold.errors import UsageError
from unmold.evaluation.columns import agree, assign, count_same_pages, pair_columns
from unmold.evaluation.found_tables import FoundTables
from unmold.evaluation.gold_tables import GoldTable, read_gold_table, read_gold_tables
from unmold.evaluation.said_values import bag_f1, same_value
from unmold.evaluation.table_scores import (
    TableScore,
    average_scores,
    combine_scores,
    has_good_name,
    score_table,
)

Rows = list[dict[str, Any]]


def field(name: str, importance: int = 3, kind: str = "value", *also: str) -> dict[str, Any]:
    return {"name": name, "also": list(also), "importance": importance, "kind": kind, "fields": []}


def make_gold(fields: list[dict[str, Any]], pages: Rows) -> GoldTable:
    records = {f"p{number}": values for number, values in enumerate(pages)}
    return GoldTable("t", "corpus", "site", "template", tuple(fields), records)


def find(root: Rows, **parts: list[Rows]) -> FoundTables:
    """Tables from one row a page, and from lists of rows a page."""
    found = FoundTables("t")
    names = list(dict.fromkeys(name for row in root for name in row))
    whole = [(f"p{n}", {name: row.get(name) for name in names}) for n, row in enumerate(root)]
    found.add("", names, whole, {name: "boolean" for name in names if name.startswith("is_")})
    for part, pages in parts.items():
        inner = list(dict.fromkeys(name for rows in pages for row in rows for name in row))
        pairs = [
            (f"p{n}", {name: row.get(name) for name in inner})
            for n, rows in enumerate(pages)
            for row in rows
        ]
        found.add(part, inner, pairs, {})
    return found


def score(gold: GoldTable, found: FoundTables) -> TableScore:
    return score_table(gold, found, list(gold.records))


NAMES = ("Ada", "Bo", "Cy", "Di")


def people(**more: str) -> Rows:
    return [
        {"title": name} | {key: f"{value} {number}" for key, value in more.items()}
        for number, name in enumerate(NAMES)
    ]


def test_junk_costs_precision_and_gaps_cost_recall() -> None:
    gold = make_gold([field("title"), field("town", 1)], people(town="Cork"))
    found = score(gold, find(people(ad="Buy", menu="Go")))
    assert (found.recall, found.precision) == (3 / 4, 1 / 3)
    assert found.score == pytest.approx(2 * 0.75 / 3 / (0.75 + 1 / 3))
    assert found.junk == ("ad", "menu")
    assert [match.field for match in found.fields if not match.is_matched] == ["town"]


def test_a_duplicate_is_junk() -> None:
    gold = make_gold([field("title")], people())
    rows = [row | {"title_text": row["title"]} for row in people()]
    assert score(gold, find(rows)).junk == ("title_text",)


def test_a_name_counts_and_a_number_behind_it_does_not() -> None:
    gold = make_gold([field("title"), field("town", 3, "value", "city")], people(town="in"))
    good = [{"title": row["title"], "home_city_2": row["town"]} for row in gold.records.values()]
    bad = [{"title": row["title"], "brand": row["town"]} for row in gold.records.values()]
    assert score(gold, find(good)).names == 1
    assert score(gold, find(bad)).names == 0.5


def test_typed_cells_say_what_texts_say() -> None:
    assert same_value("$1,204.50", 1204.5)
    assert same_value("1.204,50 €", 1204.5)
    assert not same_value("$12", 13)
    assert same_value("3 March 2020", date(2020, 3, 3))
    assert same_value("yes", True) is False
    assert same_value("https://a.example/x/tea_200x200.jpg?v=1", "/y/tea.png", "image")
    assert same_value("https://a.example/shop/tea/index.html", "../shop/tea/")
    assert not same_value("/shop/tea", "/shop/coffee")


def test_yes_and_no_may_be_said_in_words() -> None:
    gold = make_gold([field("stock")], [{"stock": word} for word in ("in", "out", "in", "out")])
    rows: Rows = [{"is_stock": word} for word in (True, False, True, False)]
    assert score(gold, find(rows)).cell_f1 == pytest.approx(0.95)


def test_the_same_label_everywhere_costs_little() -> None:
    gold = make_gold([field("author")], [{"author": name} for name in NAMES])
    rows: Rows = [{"author": f"Written by {name}"} for name in NAMES]
    assert score(gold, find(rows)).cell_f1 == pytest.approx(0.95)
    other: Rows = [{"author": f"{number} {name}"} for number, name in enumerate(NAMES)]
    assert score(gold, find(other)).recall == 0


def test_lists_are_bags_and_prose_is_words() -> None:
    assert bag_f1(["a", "b", "b"], ["b", "a", "c"]) == pytest.approx(2 / 3)
    assert bag_f1(["Drama", "War"], ["Drama, War"]) == 1
    texts = [f"It was the {name} of times, long ago and far away" for name in NAMES]
    gold = make_gold([field("text", 3, "text")], [{"text": text} for text in texts])
    whole = score(gold, find([{"body": text} for text in texts]))
    cut = score(gold, find([{"body": text[:10]} for text in texts]))
    assert (whole.text, whole.recall) == (1, 1)
    assert cut.recall == 0
    assert cut.text is not None
    assert cut.text < 0.6


def test_values_where_gold_has_none_count_against_the_column() -> None:
    gold = make_gold([field("old"), field("title")], [{"old": "$9", "title": "a"}, {"title": "b"}])
    rows: Rows = [{"title": "a", "x": "$9"}, {"title": "b", "x": "$8"}]
    assert score(gold, find(rows)).recall == 0.5


def table(*fields: dict[str, Any]) -> dict[str, Any]:
    return field("reviews", 3, "table") | {"fields": list(fields)}


def test_rows_are_compared_in_order() -> None:
    gold = make_gold(
        [table(field("by"), field("on"))],
        [{"reviews": [{"by": a, "on": f"{n} May"} for n, a in enumerate(NAMES, 1)]}],
    )
    rows: Rows = [{"who": a, "day": f"{n} May"} for n, a in enumerate(NAMES, 1)]
    assert score(gold, find([{}], posts=[rows])).rows == {"reviews": 1.0}
    swapped = [rows[1], rows[0], *rows[2:]]
    assert score(gold, find([{}], posts=[swapped])).rows == {"reviews": pytest.approx(0.75)}
    # A list in the root table has the values, and no rows.
    flat = score(gold, find([{"who": list(NAMES)}]))
    assert (flat.recall, flat.rows) == (0.5, {"reviews": 0.0})


def test_a_map_may_be_columns_or_rows() -> None:
    facts = [{"Width": f"{n} cm", "Oven": "no" if n % 2 else "yes"} for n in range(4)]
    gold = make_gold([field("facts", 2, "map")], [{"facts": each} for each in facts])
    as_columns = score(gold, find([{"width": f["Width"], "oven": f["Oven"]} for f in facts]))
    rows = [[{"l": label, "v": value} for label, value in each.items()] for each in facts]
    as_rows = score(gold, find([{}] * 4, facts=rows))
    assert (as_columns.recall, as_columns.precision) == (1, 1)
    assert (as_rows.recall, as_rows.precision) == (1, 1)


def test_what_is_empty_here_and_filled_elsewhere_is_not_judged() -> None:
    gold = make_gold([field("title")], people())
    found = find(people())
    found.add("", ["other"], [("p0", {"other": None}), (None, {"other": "x"})], {})
    found.add("", ["never"], [("p0", {"never": None})], {})
    assert score(gold, found).junk == ("never",)


def test_a_currency_beside_its_price_is_not_judged() -> None:
    gold = make_gold([field("price")], [{"price": f"${n}"} for n in range(1, 5)])
    rows: Rows = [{"price": float(n), "price_currency": "USD"} for n in range(1, 5)]
    assert score(gold, find(rows)).precision == 1


def test_titles_ranks_and_late_columns() -> None:
    gold = make_gold([field("title"), field("price")], people(price="$1"))
    late = [{f"c{n}": f"{n}" for n in range(12)} | row for row in gold.records.values()]
    found = score(gold, find(late))
    assert (found.title, found.rank) == (1.0, 0.0)
    renamed = [{"heading": row["title"]} for row in gold.records.values()]
    assert score(gold, find(renamed)).title == 0.0


def test_pages_in_no_template_recall_nothing() -> None:
    gold = make_gold([field("title")], people())
    half = score_table(gold, find(people()), ["p0", "p1"])
    whole = combine_scores([half], 4)
    assert (whole.recall, whole.precision) == (0.5, 1)
    assert combine_scores([], 4).score == 0
    assert average_scores([whole])["score"] == pytest.approx(2 / 3)


def test_columns_are_given_away_once() -> None:
    assert assign({("a", 1): 2.0, ("a", 2): 1.9, ("b", 1): 1.5, ("b", 2): 0.0}) == {"a": 2, "b": 1}
    assert assign({}) == {}
    assert agree({1: "a"}, {2: "a"}, lambda one, other: one == other).f1 == 0
    assert agree({}, {}, lambda one, other: one == other).f1 == 1


def test_a_sure_pair_outweighs_two_likely_ones() -> None:
    alike = {("a", "x"): 1.0, ("a", "y"): 0.9, ("b", "x"): 0.9}
    assert pair_columns(alike) == {"a": "x"}
    assert pair_columns({("a", "b"): 1.0, ("a", "a"): 1.0}) == {"a": "a"}
    same = count_same_pages({"a": {1: "x", 2: "y"}}, {"b": {1: "x", 2: "y"}, "c": {2: "y"}})
    assert same == {("a", "b"): 2, ("a", "c"): 1}


@pytest.mark.parametrize(
    ("names", "column", "is_good"),
    [
        (["title"], "title_text", True),
        (["old price"], "price", True),
        (["price"], "brand", False),
        (["price"], "", False),
        (["Gewicht"], "gewicht_2", True),
    ],
)
def test_good_names(names: list[str], column: str, is_good: bool) -> None:
    assert has_good_name(names, column) is is_good


def test_gold_is_read_from_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "a"
    folder.mkdir()
    schema = {"corpus": "c", "site": "s", "template": "t"}
    fields = [{"name": "title", "importance": 3, "kind": "value"}]
    (folder / "schema.json").write_text(json.dumps(schema | {"fields": fields}))
    (folder / "records.jsonl").write_text('{"path": "p", "values": {"title": "x"}}\n')
    (gold,) = read_gold_tables(tmp_path)
    assert [each.cells for each in gold.fields()] == [{"p": ["x"]}]
    wrong = [{"name": "title", "importance": 3, "kind": "thing"}]
    (folder / "schema.json").write_text(json.dumps(schema | {"fields": wrong}))
    with pytest.raises(UsageError, match="unknown kind of field"):
        read_gold_table(folder)
    (folder / "schema.json").write_text("[")
    with pytest.raises(UsageError, match="holds no gold table"):
        read_gold_table(folder)
    with pytest.raises(UsageError, match="no gold tables"):
        read_gold_tables(folder)
