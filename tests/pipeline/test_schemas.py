"""Schemas hold still: running again keeps the columns that are known, and lists what changed."""

import shutil
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from unmold import Workspace, run
from unmold.demo import build_site
from unmold.pipeline import induce_step
from unmold.records.table_layout import lay_out_tables
from unmold.settings import Induction

Schemas = dict[tuple[str, int, str], list[tuple[str, pa.DataType]]]


def schemas(workspace: Workspace) -> Schemas:
    """All columns of all tables, in order."""
    return {
        (name, tier, table.name): [(field.name, field.type) for field in table.schema]
        for name, template in workspace.templates.items()
        for tier in (1, 2)
        for table in lay_out_tables(template.of_tier(tier)).walk()
    }


def check_kept(before: Schemas, now: Schemas) -> None:
    """All tables begin as they were."""
    for key, columns in before.items():
        if key in now:
            assert now[key][: len(columns)] == columns


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shop")
    build_site(folder, seed=3, pages=60, light=False)
    return folder


def some_pages(shop: Path, folder: Path, keep: Any) -> Path:
    """A part of the shop, with its manifest."""
    head, *rows = (shop / "manifest.csv").read_text(encoding="utf-8").splitlines()
    folder.mkdir(exist_ok=True)
    if not (folder / "site").exists():
        shutil.copytree(shop / "site", folder / "site")
    chosen = [row for number, row in enumerate(rows) if keep(number)]
    (folder / "manifest.csv").write_text("\n".join([head, *chosen]), encoding="utf-8")
    return folder / "manifest.csv"


def test_nights_with_more_fewer_and_changed_pages(shop: Path, tmp_path: Path) -> None:
    source = some_pages(shop, tmp_path / "part", lambda number: number % 4 != 1)
    first = run(source, tmp_path / "ws")
    known = schemas(first)
    assert first.changes.num_rows == 0
    nights = (lambda number: True, lambda number: number % 3 != 2, lambda number: number % 5 != 1)
    for keep in nights:
        again = run(some_pages(shop, tmp_path / "part", keep), tmp_path / "ws")
        check_kept(known, schemas(again))
        assert {*known} <= {*schemas(again)}
        assert not [row for row in again.changes.to_pylist() if row["tier"] is not None]
    page = next((tmp_path / "part" / "site" / "products").glob("*.html"))
    page.write_text(page.read_text(encoding="utf-8").replace("<h1", "<h1 lang=en", 1), "utf-8")
    check_kept(known, schemas(run(source, tmp_path / "ws")))


def test_templates_learned_anew_keep_their_columns(shop: Path, tmp_path: Path) -> None:
    source = some_pages(shop, tmp_path / "part", lambda number: number % 4 != 1)
    before = schemas(run(source, tmp_path / "ws"))
    source = some_pages(shop, tmp_path / "part", lambda number: True)
    again = run(source, tmp_path / "ws", induction=Induction(sample_size=12))
    now = schemas(again)
    changes = again.changes.to_pylist()
    assert {template for template, _, _ in before} <= {*again.templates}
    assert {*before} - {*now} == {
        (row["template"], row["tier"], f"records.{row['part']}")
        for row in changes
        if row["change"] == "removed" and not row["column"] and row["tier"] is not None
    }
    listed = {
        (row["template"], row["tier"], f"records.{row['part']}".rstrip("."), row["column"])
        for row in changes
        if row["change"] in ("removed", "type")
    }
    for key in before.keys() & now.keys():
        kept = [column for column in before[key] if (*key, column[0]) not in listed]
        stays = {name for name, _ in kept}
        assert [column for column in now[key] if column[0] in stays] == kept
        places = [name for name, _ in now[key]]
        new = [name for name in places if name not in dict(before[key])]
        assert places[len(places) - len(new) :] == new
    tidy = [row for row in changes if row["tier"] == 1 and row["change"] in ("removed", "type")]
    assert len(tidy) <= sum(map(len, before.values())) * 0.02


def test_a_column_that_only_the_previous_template_finds_stays(
    shop: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = run(shop / "manifest.csv", tmp_path / "ws")
    known = first.templates["products"].best
    lost = known.fields[3].name
    learn = induce_step.induce_sample

    def forget(sample: Any) -> Any:
        """Learn as a version of unmold that does not find a column any more."""
        from dataclasses import replace

        learned = learn(sample)
        best = learned.whole.best
        kept = tuple(field for field in best.fields if field.name != lost)
        return replace(learned, whole=replace(learned.whole, first=replace(best, fields=kept)))

    monkeypatch.setattr(induce_step, "induce_sample", forget)
    again = run(shop / "manifest.csv", tmp_path / "ws", induction=Induction(sample_size=30), jobs=1)
    names = [field.name for field in again.templates["products"].best.fields]
    assert names[: len(known.fields)] == [field.name for field in known.fields]
    filled = again.records("products").column(lost)
    assert filled.null_count <= first.records("products").column(lost).null_count


def test_changes_are_listed_and_kept(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()

    def write(extra: str) -> None:
        for number in range(8):
            text = f"<h1>Book {number}</h1><p>Author: <b>Name {number * 7}</b></p>{extra}"
            page = text.replace("NUMBER", str(number * 13))
            (site / f"{number}.html").write_text(page, encoding="utf-8")

    write("")
    run(site, tmp_path / "ws")
    write("<p>Weight: <b>NUMBER</b></p>")
    again = run(site, tmp_path / "ws", induction=Induction(sample_size=40))
    added = [
        (row["generation"], row["template"], row["tier"], row["column"], row["after"])
        for row in again.changes.to_pylist()
        if row["change"] == "added"
    ]
    assert (2, "site_pages", 1, "weight", "int64") in added
    assert [row["column"] for row in again.summary["schema_changes"] if row["tier"] == 1] == [
        "weight"
    ]
    (site / "9.html").write_text("<h1>Book 9</h1><p>Author: <b>Name 3</b></p>", encoding="utf-8")
    last = run(site, tmp_path / "ws", induction=Induction(sample_size=40))
    assert last.generation.number == 3
    assert last.changes.slice(0, again.changes.num_rows) == again.changes
    assert last.summary["schema_changes"] == []


def test_the_summary_shows_a_page_with_its_own_values(shop: Path, tmp_path: Path) -> None:
    workspace = run(shop / "manifest.csv", tmp_path / "ws")
    for template in workspace.summary["templates"]:
        name = template["template"]
        rows = workspace.records(name).to_pylist()
        example = min(rows, key=lambda row: row["_url"])
        assert template["example_url"] == example["_url"]
        assert template["fields"]
        for field in template["fields"]:
            value = example[field["name"]]
            shown = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
            assert " ".join(shown.split()).startswith(field["example"])
        best = workspace.templates[name].best
        order = [field.name for field in best.fields]
        places = [order.index(field["name"]) for field in template["fields"]]
        assert places == sorted(places)
        for part in template["parts"]:
            table = workspace.sql(f"SELECT * FROM {part['table']}")
            assert table.num_rows == part["rows"] == len(workspace.records(name, part["name"]))
        listed = [row for row in workspace.fields.to_pylist() if row["template"] == name]
        assert template["columns"] == sum(row["tier"] == 1 for row in listed)
        assert template["further_columns"] == sum(row["tier"] == 2 for row in listed)
