"""Rows of record tables: columns, filters, order, cursors, facets and streams."""

import csv
import io
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from support.parted_tables import part_tables
from support.served import Served, serving

from unmold import Workspace
from unmold.model import page_id
from unmold.serve.problems import ProblemError


@pytest.fixture(scope="module")
def products(served: Served) -> str:
    """The address of the template with the most pages that has parts and prices."""
    found = served.read("/api/v1/templates")["templates"]
    one = next(one for one in found if one["name"] == "products")
    return f"/api/v1/templates/{one['id']}"


@dataclass(frozen=True)
class Names:
    """Columns of each sort: what they are called depends on what was learned."""

    number: str
    gaps: str
    listed: str


@pytest.fixture(scope="module")
def names(learned_shop: Workspace) -> Names:
    table = learned_shop["products"].to_arrow()
    fields = [one for one in table.schema if not one.name.startswith("_")]
    numbers = [one.name for one in fields if pa.types.is_floating(one.type)]
    gaps = next(one for one in numbers if table.column(one).null_count)
    number = next(one for one in numbers if not table.column(one).null_count)
    return Names(number, gaps, next(one.name for one in fields if pa.types.is_list(one.type)))


def rows_of(workspace: Workspace, name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = workspace[name].to_arrow().to_pylist()
    return rows


def read_all(served: Served, address: str, **query: Any) -> tuple[list[Any], list[str]]:
    """All rows of a query, a few at a time, and the ids of their pages."""
    rows: list[Any] = []
    ids: list[str] = []
    after: str | None = None
    while True:
        asked = {"limit": "7", **query} | ({"after": after} if after else {})
        answer = served.read(f"{address}/records", params=asked)
        rows += answer["rows"]
        ids += answer["page_ids"]
        after = answer["next"]
        if after is None:
            assert answer["total"] == len(rows)
            return rows, ids


def test_rows_are_those_of_the_table(
    served: Served, learned_shop: Workspace, products: str, names: Names
) -> None:
    asked = ["title", names.gaps, names.listed]
    rows, ids = read_all(served, products, columns=",".join(asked))
    expected = rows_of(learned_shop, "products")
    assert rows == [[row[name] for name in asked] for row in expected]
    assert ids == [page_id(row["_key"]) for row in expected]


def test_tables_that_are_folders(learned_shop: Workspace, tmp_path: Path, products: str) -> None:
    """Rows are numbered over all files of a table."""
    with serving(part_tables(learned_shop.path, tmp_path / "parted")) as served:
        rows, ids = read_all(served, products, columns="title")
        expected = rows_of(learned_shop, "products")
        assert [row[0] for row in rows] == [row["title"] for row in expected]
        assert ids == [page_id(row["_key"]) for row in expected]
        lines = served.get(f"{products}/records.jsonl").text.splitlines()
        assert len(lines) == len(expected)


def test_parts_have_the_pages_of_their_records(
    served: Served, learned_shop: Workspace, products: str
) -> None:
    table = next(one for one in learned_shop.tables.to_pylist() if one["part"] and one["tier"] == 1)
    ids = {one.name: one.id for one in learned_shop.templates.values()}
    address = f"/api/v1/templates/{ids[table['template']]}"
    rows, pages = read_all(served, address, part=table["part"], columns="_record")
    keys = {row["_record"]: row["_key"] for row in rows_of(learned_shop, table["template"])}
    expected = rows_of(learned_shop, table["name"])
    assert rows == [[row["_record"]] for row in expected]
    assert pages == [page_id(keys[row["_record"]]) for row in expected]


@pytest.mark.parametrize("way", ["", "-"])
@pytest.mark.parametrize("sort", ["number", "gaps", "listed", "title"])
def test_order_goes_on_behind_every_cursor(
    served: Served, learned_shop: Workspace, products: str, names: Names, sort: str, way: str
) -> None:
    name = getattr(names, sort, sort)
    rows, _ = read_all(served, products, sort=f"{way}{name}", columns=f"_record,{name}")
    assert sorted(row[0] for row in rows) == list(range(len(rows_of(learned_shop, "products"))))
    values = [row[1] for row in rows]
    filled = [", ".join(one) if isinstance(one, list) else one for one in values if one is not None]
    assert filled == sorted(filled, reverse=bool(way))
    assert None not in values[: len(filled)], "rows without a value come last"


def test_offset_skips_rows(
    served: Served, learned_shop: Workspace, products: str, names: Names
) -> None:
    expected = [row[names.number] for row in rows_of(learned_shop, "products")]
    for sort, values in (("", expected), (names.number, sorted(expected))):
        query = {"offset": "5", "limit": "4", "columns": names.number, "sort": sort}
        answer = served.read(f"{products}/records", params=query)
        assert [row[0] for row in answer["rows"]] == values[5:9]
    beyond = served.read(f"{products}/records", params={"offset": str(1 << 62)})
    assert beyond["rows"] == []
    assert beyond["next"] is None


CONDITIONS = {
    "{number}:gt:500": lambda row, names: row[names.number] > 500,
    "{number}:le:500.5": lambda row, names: row[names.number] <= 500.5,
    "{number}:ne:1": lambda row, names: row[names.number] != 1,
    "title:contains:A": lambda row, names: "a" in row["title"].lower(),
    "title:ge:M": lambda row, names: row["title"] >= "M",
    "{gaps}:empty": lambda row, names: row[names.gaps] is None,
    "{gaps}:filled": lambda row, names: row[names.gaps] is not None,
    "{gaps}:ne:5": lambda row, names: row[names.gaps] != 5,
    "{gaps}:lt:100000": lambda row, names: row[names.gaps] is not None,
    "{listed}:eq:Kitchen": lambda row, names: "Kitchen" in row[names.listed],
    "{listed}:ne:Kitchen": lambda row, names: "Kitchen" not in row[names.listed],
    "{listed}:contains:kit": lambda row, names: any("kit" in o.lower() for o in row[names.listed]),
}


@pytest.mark.parametrize("where", CONDITIONS)
def test_filters_keep_what_they_say(
    served: Served, learned_shop: Workspace, products: str, names: Names, where: str
) -> None:
    asked = where.format(number=names.number, gaps=names.gaps, listed=names.listed)
    rows, _ = read_all(served, products, where=asked, columns="_record")
    expected = [row for row in rows_of(learned_shop, "products") if CONDITIONS[where](row, names)]
    assert [row[0] for row in rows] == [row["_record"] for row in expected]


@pytest.mark.parametrize(
    "query",
    [
        {"columns": "nothing"},
        {"columns": "_key"},
        {"sort": '"; DROP TABLE x; --'},
        {"where": "nothing:eq:1"},
        {"where": "{number}:eq:dear"},
        {"where": "{number}:eq:nan"},
        {"where": "title:between:1"},
        {"where": "title"},
        {"where": "{listed}:lt:a"},
        {"tier": "3"},
        {"limit": "0"},
        {"offset": "-1"},
        {"offset": "1", "after": "WzFd"},
    ],
)
def test_what_cannot_be_asked_is_refused(
    served: Served, products: str, names: Names, query: dict[str, str]
) -> None:
    where = query.get("where", "").format(number=names.number, listed=names.listed)
    asked = query | ({"where": where} if where else {})
    answer = served.get(f"{products}/records", params=asked)
    assert answer.status_code == 422
    assert answer.json()["detail"]
    assert answer.json()["hint"]


@pytest.mark.parametrize("value", ["'", "' OR 1=1 --", "%", "\\", "\N{SNOWMAN}", "a' UNION SELECT"])
def test_values_are_only_values(served: Served, products: str, value: str) -> None:
    answer = served.read(f"{products}/records", params={"where": f"title:eq:{value}"})
    assert answer["total"] == 0


@pytest.mark.parametrize("cursor", ["x", "WzFd", "W10", "bnVsbA", "WyJhIl0", "WzEsMl0"])
def test_a_foreign_cursor_is_refused(served: Served, products: str, cursor: str) -> None:
    query = {"after": cursor, "sort": "title"}
    assert served.get(f"{products}/records", params=query).status_code == 400


def test_facets_count_the_commonest_values(
    served: Served, learned_shop: Workspace, products: str, names: Names
) -> None:
    answer = served.read(f"{products}/facets/{names.listed}")
    said = [one for row in rows_of(learned_shop, "products") for one in row[names.listed]]
    counts = {one["value"]: one["count"] for one in answer["values"]}
    assert len(counts) <= 20
    assert counts == {value: said.count(value) for value in counts}
    assert max(counts.values()) == max(said.count(value) for value in said)
    where = {"where": f"{names.number}:gt:1000"}
    some = served.read(f"{products}/facets/{names.listed}", params=where)
    assert some["filled"] < answer["filled"]


def test_streams_hold_the_same_rows(served: Served, products: str, names: Names) -> None:
    number, listed = names.number, names.listed
    query = {
        "where": f"{number}:gt:100",
        "sort": f"-{number}",
        "columns": f"title,{number},{listed}",
    }
    rows, ids = read_all(served, products, **query)
    expected = [
        {"_page": page, "title": row[0], number: row[1], listed: row[2]}
        for page, row in zip(ids, rows, strict=True)
    ]
    lines = served.get(f"{products}/records.jsonl", params=query).text.splitlines()
    assert [json.loads(line) for line in lines] == expected
    parquet = served.get(f"{products}/records.parquet", params=query)
    assert pq.read_table(io.BytesIO(parquet.content)).to_pylist() == expected
    text = served.get(f"{products}/records.csv", params=query).text
    table = list(csv.DictReader(io.StringIO(text)))
    assert [row["title"] for row in table] == [row["title"] for row in expected]
    assert [float(row[number]) for row in table] == [row[number] for row in expected]
    assert parquet.headers["content-disposition"] == 'attachment; filename="products.parquet"'


def test_streams_of_parts_name_their_pages(served: Served, products: str) -> None:
    for part in ("reviews",):
        rows, ids = read_all(served, products, part=part, columns="_record")
        text = served.get(f"{products}/records.jsonl", params={"part": part, "columns": "_record"})
        lines = [json.loads(line) for line in text.text.splitlines()]
        assert [line["_page"] for line in lines] == ids
        assert [[line["_record"]] for line in lines] == rows


def test_an_empty_stream_has_its_head(served: Served, products: str) -> None:
    query = {"where": "title:eq:nothing", "columns": "title"}
    assert served.get(f"{products}/records.csv", params=query).text == "_page,title\n"
    parquet = served.get(f"{products}/records.parquet", params=query)
    assert pq.read_table(io.BytesIO(parquet.content)).column_names == ["_page", "title"]


def test_edited_tables_are_shown_as_edits_say(own_shop: Workspace, names: Names) -> None:
    own_shop.edit("rename", f"products.{names.number}", "amount")
    own_shop.edit("join", "products.title", "brand", to="whole_name")
    own_shop.edit("hide", f"products.{names.listed}")
    with serving(own_shop.path) as served:
        found = served.read("/api/v1/templates")["templates"]
        address = f"/api/v1/templates/{next(o['id'] for o in found if o['name'] == 'products')}"
        rows, _ = read_all(served, address, columns="whole_name,amount", sort="-amount")
        expected = Workspace(own_shop.path)["products"].to_arrow().to_pylist()
        expected.sort(key=lambda row: -row["amount"])
        assert rows == [[row["whole_name"], row["amount"]] for row in expected]
        answer = served.read(f"{address}/records")
        assert names.listed not in [one["name"] for one in answer["columns"]]


def test_a_query_without_end_is_stopped(learned_shop: Workspace) -> None:
    with serving(learned_shop.path, query_seconds=0.2) as served:
        queries = served.live.snapshot.queries
        endless = "SELECT count(*) FROM range(10000000) a, range(10000000) b"
        with pytest.raises(ProblemError) as raised:
            queries.fetch(endless)
        assert raised.value.status_code == 503
        assert raised.value.headers == {"Retry-After": "1"}
        assert queries.fetch("SELECT 1") == [(1,)], "the database still works"


def test_the_database_opens_no_other_file(served: Served, learned_shop: Workspace) -> None:
    queries = served.live.snapshot.queries
    outside = learned_shop.path / "edits.json"
    for query in (
        f"SELECT * FROM read_text('{outside}')",
        f"COPY (SELECT 1) TO '{learned_shop.path}/x.csv'",
        "SET enable_external_access = true",
        "INSTALL httpfs",
    ):
        with pytest.raises(duckdb.Error):
            queries.fetch(query)
