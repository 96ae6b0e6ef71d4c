"""Edits that show something otherwise: seen in every command at once, and undone."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from unmold import Workspace
from unmold.cli import run as command
from unmold.errors import UsageError
from unmold.export import export_tables


@pytest.fixture
def read(shop: Workspace, capsys: pytest.CaptureFixture[str]) -> Iterator[Any]:
    def run_command(*arguments: str) -> str:
        capsys.readouterr()
        assert command(list(arguments)) == 0
        return capsys.readouterr().out

    return run_command


def say(workspace: Workspace, table: str, folder: Path, read: Any) -> dict[str, list[Any]]:
    """The rows of a table by every way to get them, which must agree; by column."""
    path = str(workspace.path)
    stored = Workspace(path)[table].to_arrow()
    names = [name for name in stored.column_names if not name.startswith("_")]
    found = stored.select(names).to_pydict()
    assert Workspace(path).sql(f'SELECT * FROM "{table}"').select(names).to_pydict() == found
    lines = read("sql", path, f'SELECT * FROM "{table}"', "--json").splitlines()
    assert list(json.loads(lines[0]))[-len(names) :] == names
    folder.mkdir(exist_ok=True)
    export_tables(Workspace(path), "parquet", folder / "t.parquet", table=table, replace=True)
    assert pq.read_table(folder / "t.parquet").select(names).to_pydict() == found
    batches = [row for batch in Workspace(path)[table].batches() for row in batch.to_pylist()]
    assert [[row[name] for name in names] for row in batches] == [
        list(row) for row in zip(*found.values(), strict=True)
    ]
    listed = [json.loads(line) for line in read("tables", path, "--all", "--json").splitlines()]
    (about,) = [one for one in listed if one["name"] == table]
    assert (about["rows"], about["columns"]) == (stored.num_rows, len(names))
    fields = Workspace(path).sql(
        "SELECT name FROM fields WHERE template = ? AND coalesce(part, '') = ? AND tier = ?"
        " AND NOT is_noise",
        [about["template"], about["part"], about["tier"]],
    )
    if about["tier"] == 1:
        assert fields.column("name").to_pylist() == names
    return found


def records_of(workspace: Workspace, template: str) -> list[dict[str, Any]]:
    return [one.values for one in Workspace(workspace.path).extract(template=template, jobs=1)]


def test_a_renamed_column(shop: Workspace, tmp_path: Path, read: Any) -> None:
    before = say(shop, "products", tmp_path / "out", read)
    said = records_of(shop, "products")
    read("edit", str(shop.path), "rename", "products.brand", "maker")
    after = say(shop, "products", tmp_path / "out", read)
    assert after["maker"] == before["brand"]
    assert "brand" not in after
    assert [*after].index("maker") == [*before].index("brand")
    for old, new in zip(said, records_of(shop, "products"), strict=True):
        assert new.get("maker") == old.get("brand")
        assert "brand" not in new
    word = next(value for value in before["brand"] if value)
    hits = Workspace(shop.path).search(f'maker:"{word}"', limit=100)
    assert hits.total == before["brand"].count(word)
    assert all(hit.values["maker"] == [word] for hit in hits.hits)
    assert "maker" in Workspace(shop.path).templates["products"].best.column_names()
    read("edit", str(shop.path), "undo")
    assert say(shop, "products", tmp_path / "out", read) == before
    assert records_of(shop, "products") == said


def test_a_retyped_column(shop: Workspace, tmp_path: Path, read: Any) -> None:
    before = say(shop, "products", tmp_path / "out", read)
    shop.edit("retype", "products.price", "text")
    shop.edit("retype", "products.item_no", "text")
    after = say(shop, "products", tmp_path / "out", read)
    assert [text is None for text in after["price"]] == [one is None for one in before["price"]]
    assert all(text.startswith("£") for text in after["price"] if text)
    assert after["item_no"] == [str(number) for number in before["item_no"]]
    records = records_of(shop, "products")
    assert [one.get("price") for one in records] == after["price"]
    typed = [one.typed for one in Workspace(shop.path).extract(template="products", jobs=1)]
    assert [one.get("price") for one in typed] == after["price"]
    shop.edit("retype", "products.price", "price")
    shop.edit("retype", "products.item_no", "number")
    assert say(shop, "products", tmp_path / "out", read)["item_no"] == before["item_no"]
    for _ in range(4):
        shop.edit("undo")
    assert say(shop, "products", tmp_path / "out", read) == before


def test_a_retyped_column_of_rows(shop: Workspace, tmp_path: Path, read: Any) -> None:
    before = say(shop, "products_reviews", tmp_path / "out", read)
    shop.edit("retype", "products_reviews.date", "text")
    after = say(shop, "products_reviews", tmp_path / "out", read)
    assert all(isinstance(text, str) for text in after["date"] if text)
    rows = [row for one in records_of(shop, "products") for row in one.get("reviews", [])]
    assert [row.get("date") for row in rows] == after["date"]
    shop.edit("retype", "products_reviews.date", "date")
    assert say(shop, "products_reviews", tmp_path / "out", read) == before


def test_the_second_tier_has_the_texts_itself(shop: Workspace, tmp_path: Path, read: Any) -> None:
    before = say(shop, "products_all", tmp_path / "out", read)
    prices = [name for name in before if f"{name}_currency" in before]
    shop.edit("retype", f"products_all.{prices[0]}", "text")
    after = say(shop, "products_all", tmp_path / "out", read)
    assert after[prices[0]] == before[f"{prices[0]}_text"]
    assert f"{prices[0]}_currency" not in after


def test_what_no_text_reads_as_is_refused(shop: Workspace) -> None:
    with pytest.raises(UsageError, match=r"no value of products\.title reads as date"):
        shop.edit("retype", "products.title", "date")
    with pytest.raises(UsageError, match="there is no type 'colour'"):
        shop.edit("retype", "products.title", "colour")
    assert shop.edits.edits == ()


def test_a_hidden_column(shop: Workspace, tmp_path: Path, read: Any) -> None:
    before = say(shop, "products", tmp_path / "out", read)
    word = next(value for value in before["care"] if value)
    found = Workspace(shop.path).search(f'care:"{word}"', limit=100).total
    assert found
    read("edit", str(shop.path), "hide", "products.care")
    after = say(shop, "products", tmp_path / "out", read)
    assert after == {name: values for name, values in before.items() if name != "care"}
    assert all("care" not in one for one in records_of(shop, "products"))
    hits = Workspace(shop.path).search(f'"{word}"', template="products", limit=100)
    assert all("care" not in hit.values for hit in hits.hits)
    assert all(snippet.field != "care" for hit in hits.hits for snippet in hit.snippets)
    with pytest.raises(UsageError):
        shop.edit("hide", "products.care")
    read("edit", str(shop.path), "show", "products.care")
    assert say(shop, "products", tmp_path / "out", read) == before
    assert Workspace(shop.path).search(f'care:"{word}"', limit=100).total == found


def test_a_hidden_table(shop: Workspace, read: Any) -> None:
    shop.edit("hide", "products_reviews")
    fresh = Workspace(shop.path)
    assert "products_reviews" not in fresh
    assert "products_reviews_comments" not in fresh
    with pytest.raises(UsageError):
        fresh.sql("SELECT * FROM products_reviews")
    assert all("reviews" not in one for one in records_of(shop, "products"))
    assert "reviews" not in fresh.parts("products")
    shop.edit("hide", "products")
    fresh = Workspace(shop.path)
    assert not [name for name in fresh if name.split("_")[0] == "products" and "_2" not in name]
    assert records_of(shop, "products") == []
    shop.edit("show", "products")
    shop.edit("show", "products_reviews")
    assert "products_reviews_comments" in Workspace(shop.path)


def test_a_column_of_the_second_tier(shop: Workspace, tmp_path: Path, read: Any) -> None:
    second = say(shop, "products_all", tmp_path / "out", read)
    read("edit", str(shop.path), "show", "products_all.page_title")
    after = say(shop, "products", tmp_path / "out", read)
    assert after["page_title"] == second["page_title"]
    assert [one.get("page_title") for one in records_of(shop, "products")] == second["page_title"]
    shop = Workspace(shop.path)
    shop.edit("rename", "products.page_title", "headline")
    assert say(shop, "products", tmp_path / "out", read)["headline"] == second["page_title"]
    assert "page_title" in say(shop, "products_all", tmp_path / "out", read)


def test_a_column_of_rows_is_shown_with_its_table(shop: Workspace) -> None:
    name = shop["products_all_reviews"].columns[-1]
    with pytest.raises(UsageError, match="rows that the first tier does not have"):
        shop.edit("show", f"products_all_reviews.{name}")


def test_a_table_of_the_second_tier(shop: Workspace, tmp_path: Path, read: Any) -> None:
    second = say(shop, "products_all_reviews", tmp_path / "out", read)
    shop.edit("name", "products_all_reviews", "opinions")
    shop.edit("show", "opinions")
    fresh = Workspace(shop.path)
    assert fresh["opinions"].tier == 1
    assert fresh["opinions"].parent == "products"
    rows = fresh["opinions"].to_arrow().drop_columns(["_record", "_row"]).to_pydict()
    assert rows == second
    said = [row for one in records_of(shop, "products") for row in one.get("opinions", [])]
    assert len(said) == fresh["opinions"].to_arrow().num_rows


def test_a_table_that_both_tiers_have(shop: Workspace, capsys: pytest.CaptureFixture[str]) -> None:
    said = records_of(shop, "products")
    shop.edit("show", "products_all_reviews")
    fresh = Workspace(shop.path)
    second = fresh["products_all_reviews"].to_arrow()
    assert fresh["products_reviews_2"].to_arrow() == second
    assert (fresh["products_reviews_2"].tier, fresh["products_reviews_2"].part) == (1, "reviews_2")
    found = records_of(shop, "products")
    assert [one.get("reviews") for one in found] == [one.get("reviews") for one in said]
    assert sum(len(one.get("reviews_2", [])) for one in found) == second.num_rows
    capsys.readouterr()
    assert command(["extract", str(shop.path), "--template", "products", "--format", "csv"]) == 0
    assert "reviews_2" in capsys.readouterr().out.splitlines()[0]


def test_joined_columns(shop: Workspace, tmp_path: Path, read: Any) -> None:
    before = say(shop, "products", tmp_path / "out", read)
    read(*("edit", str(shop.path), "join", "products.brand", "made_in", "--to", "origin"))
    after = say(shop, "products", tmp_path / "out", read)
    pairs = zip(before["brand"], before["made_in"], strict=True)
    wanted = [" ".join(text for text in pair if text) or None for pair in pairs]
    assert after["origin"] == wanted
    assert not {"brand", "made_in"} & {*after}
    assert [one.get("origin") for one in records_of(shop, "products")] == wanted
    shop = Workspace(shop.path)
    shop.edit("rename", "products.origin", "from_where")
    assert say(shop, "products", tmp_path / "out", read)["from_where"] == wanted
    shop.edit("undo", "1")
    assert {state.state for state in shop.edit_states()} == {"undone", "waiting", "in effect"}
    assert say(shop, "products", tmp_path / "out", read) == before


def test_a_template_under_another_name(shop: Workspace, tmp_path: Path, read: Any) -> None:
    before = say(shop, "products", tmp_path / "out", read)
    pages = shop.sql("SELECT count(*) AS n FROM pages WHERE template = 'products'").to_pylist()
    read("edit", str(shop.path), "name", "products", "goods")
    fresh = Workspace(shop.path)
    assert say(fresh, "goods", tmp_path / "out", read) == before
    assert "products" not in fresh.templates
    assert {one for one in fresh if one.startswith("goods")} >= {"goods", "goods_reviews"}
    sql = "SELECT count(*) AS n FROM pages WHERE template = 'goods'"
    assert fresh.sql(sql).to_pylist() == pages
    assert set(fresh["goods"].to_arrow().column("_template").to_pylist()) == {"goods"}
    assert {one.template for one in fresh.extract(template="goods", jobs=1)} == {"goods"}
    hits = fresh.search("*", template="goods", limit=500)
    assert {hit.template for hit in hits.hits} == {"goods"}
    assert fresh.search("template:goods", limit=500).total == hits.total == pages[0]["n"]
    with pytest.raises(UsageError):
        fresh.search("*", template="products")
    classified = fresh.classify([page.data for page in fresh.read_pages("goods")][:3], jobs=1)
    assert "products" not in {one.template for one in classified}
    with pytest.raises(UsageError):
        fresh.edit("name", "posts", "goods")
    fresh.edit("name", "goods_reviews", "opinions")
    assert [one for one in fresh["opinions"].columns if not one.startswith("_")]
    assert any("opinions" in one for one in records_of(fresh, "goods"))


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (("rename", "products.nothing", "x"), "no column of products"),
        (("rename", "nothing.x", "y"), "no table"),
        (("rename", "products.brand", "made_in"), "already"),
        (("rename", "products.brand", "Two Words"), "cannot be a name"),
        (("rename", "products.brand", "_key"), "cannot be a name"),
        (("rename", "products.brand"), "takes TABLE.COLUMN NAME"),
        (("rename", "pages.url", "x"), "about the workspace"),
        (("show", "products.brand"), "shown already"),
        (("name", "products", "pages"), "something else"),
        (("name", "products", "select"), "something else"),
        (("undo", "7"), "no edit 7"),
        (("undo",), "nothing to undo"),
        (("paint", "products"), "no edit 'paint'"),
    ],
)
def test_mistakes_are_refused_and_leave_no_edit(
    shop: Workspace, edit: tuple[str, ...], said: str
) -> None:
    with pytest.raises(UsageError, match=said):
        shop.edit(*edit)
    assert not (shop.path / "edits.json").exists()


def test_a_broken_file_stops_every_command(
    shop: Workspace, capsys: pytest.CaptureFixture[str]
) -> None:
    shop.edit("rename", "products.brand", "maker")
    path = shop.path / "edits.json"
    path.write_text(path.read_text().replace("maker", "mak\ner"))
    for arguments in (["tables"], ["sql", "SELECT 1"], ["search", "x"], ["edit", "--list"]):
        assert command([arguments[0], str(shop.path), *arguments[1:]]) == 2
        assert "edits.json, line 2" in capsys.readouterr().err
    assert command(["check", str(shop.path)]) == 1
    assert "line 2" in capsys.readouterr().out


def test_an_edit_of_another_since_it_was_opened_refuses(shop: Workspace) -> None:
    other = Workspace(shop.path)
    assert (other.edits.version, shop.edits.version) == ("0", "0")
    other.edit("rename", "products.brand", "maker")
    with pytest.raises(UsageError, match=r"edit 1: rename products\.brand to maker"):
        shop.edit("hide", "products.care")
    fresh = Workspace(shop.path)
    fresh.edit("hide", "products.care", expected=other.edits.version)
    assert len(fresh.edits.edits) == 2
