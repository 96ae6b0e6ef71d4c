"""Records as flat tables: typed columns, and rows of any depth joined by key."""

from datetime import date
from pathlib import Path

import pyarrow.parquet as parquet
import pytest
from support.template_pages import book_page

from unmold.errors import MachineError
from unmold.records import (
    Record,
    extract_records,
    record_tables,
    records_to_tables,
    stream_tables,
    write_parquet,
)
from unmold.templates import Field, Table, Template, induce_template


def field(
    name: str, type_name: str = "text", *, is_list: bool = False, noise: bool = False
) -> Field:
    return Field(name, name, type_name, (), is_list=is_list, is_noise=noise)


SEATS = Table("3", "seats", (field("seat", "number"),))
ROOMS = Table("2", "rooms", (field("room"),), tables=(SEATS,))
HOUSES = Table("1", "houses", (field("street"),), tables=(ROOMS,))
TOWN = Template("town", "site", 1, (), (field("mayor"),), (HOUSES,))


def town(*houses: tuple[str, dict[str, list[int]]]) -> Record:
    """A record with rows of rows of rows: street, room, seats."""
    rows = [
        {
            "street": street,
            "rooms": [
                {"room": room, "seats": [{"seat": seat} for seat in seats]}
                for room, seats in rooms.items()
            ],
        }
        for street, rooms in houses
    ]
    return record_of({"mayor": "Ida", "houses": rows})


def record_of(values: dict[str, object], typed: dict[str, object] | None = None) -> Record:
    typed = values if typed is None else typed
    return Record("a.html", "u", "site", "town", 1.0, values, values, typed, values)


def test_rows_of_any_depth_are_joined_by_key() -> None:
    first = town(("Elm St", {"hall": [1, 2], "attic": []}), ("Oak St", {"cellar": [3]}))
    found = records_to_tables(TOWN, [first, town(("Ash St", {"den": [4]}))])
    assert list(found) == [
        "records",
        "records.houses",
        "records.houses.rooms",
        "records.houses.rooms.seats",
    ]
    assert found["records.houses"].to_pylist() == [
        {"_record": 0, "_row": 0, "street": "Elm St"},
        {"_record": 0, "_row": 1, "street": "Oak St"},
        {"_record": 1, "_row": 0, "street": "Ash St"},
    ]
    assert found["records.houses.rooms"].to_pylist() == [
        {"_record": 0, "_parent": 0, "_row": 0, "room": "hall"},
        {"_record": 0, "_parent": 0, "_row": 1, "room": "attic"},
        {"_record": 0, "_parent": 1, "_row": 2, "room": "cellar"},
        {"_record": 1, "_parent": 0, "_row": 0, "room": "den"},
    ]
    seats = found["records.houses.rooms.seats"].select(["_record", "_parent", "_row", "seat"])
    assert [tuple(row.values()) for row in seats.to_pylist()] == [
        *((0, 0, 0, 1.0), (0, 0, 1, 2.0)),
        *((0, 2, 2, 3.0), (1, 0, 0, 4.0)),
    ]


def test_a_record_without_rows_is_a_record() -> None:
    found = records_to_tables(TOWN, [record_of({})])
    assert found["records"].select(["_record", "mayor"]).to_pylist() == [
        {"_record": 0, "mayor": None}
    ]
    assert len(found["records.houses"]) == 0


def test_no_record_gives_empty_tables_with_all_columns() -> None:
    found = records_to_tables(TOWN, [])
    assert found["records.houses.rooms"].column_names == ["_record", "_parent", "_row", "room"]
    assert {len(table) for table in found.values()} == {0}


def test_columns_have_the_types_of_their_fields() -> None:
    fields = (
        *(field("pages", "number"), field("cost", "price"), field("out", "date")),
        *(field("sold", "boolean"), field("link", "url")),
    )
    values = {"pages": "1,200", "cost": "$3", "out": "3 May 2021", "sold": "no", "link": "/a"}
    typed = {
        "pages": 1200,
        "cost": {"amount": 3, "currency": "USD"},
        "out": "2021-05-03",
        "sold": False,
        "link": "https://x.example/a",
    }
    template = Template("t", "s", 1, (), fields)
    table = records_to_tables(template, [record_of(values, typed)])["records"]
    row = table.to_pylist()[0]
    assert {name: row[name] for name in row if not name.startswith("_")} == {
        "pages": 1200.0,
        "pages_text": "1,200",
        "cost": 3.0,
        "cost_currency": "USD",
        "cost_text": "$3",
        "out": date(2021, 5, 3),
        "out_text": "3 May 2021",
        "sold": False,
        "sold_text": "no",
        "link": "https://x.example/a",
    }
    assert [str(table.schema.field(name).type) for name in ("pages", "out", "sold")] == [
        *("double", "date32[day]", "bool")
    ]


def test_what_does_not_read_as_its_type_keeps_its_text() -> None:
    template = Template("t", "s", 1, (), (field("cost", "price"),))
    table = records_to_tables(template, [record_of({"cost": "ask us"}, {"cost": None})])["records"]
    row = table.to_pylist()[0]
    assert (row["cost"], row["cost_currency"], row["cost_text"]) == (None, None, "ask us")


def test_whole_numbers_are_integers() -> None:
    pages = [
        f"<h1>Lamp of {n - 1000} watts</h1><p>Item: <b>{n}</b></p>".encode()
        for n in range(1001, 1008)
    ]
    template = induce_template(pages)
    records = list(
        extract_records(template, [*pages, pages[0].replace(b"<b>1001", b"<b>3.5")], tier=2)
    )
    assert repr(records[0].typed["item"]) == "1001"
    table = records_to_tables(template, records)["records"]
    assert str(table.schema.field("item").type) == "int64"
    assert table["item"].to_pylist() == [*range(1001, 1008), None]
    assert table["item_text"].to_pylist()[-1] == "3.5"


def test_lists_stay_lists_with_their_gaps() -> None:
    template = Template("t", "s", 1, (), (field("sizes", "number", is_list=True),))
    record = record_of({"sizes": ["3", "many"]}, {"sizes": [3, None]})
    row = records_to_tables(template, [record])["records"].to_pylist()[0]
    assert (row["sizes"], row["sizes_text"]) == ([3.0, None], ["3", "many"])


def test_no_column_takes_the_name_of_a_field() -> None:
    fields = (field("cost", "price"), field("cost_text"), field("url"))
    table = records_to_tables(Template("t", "s", 1, (), fields), [])["records"]
    names = table.column_names
    assert len(set(names)) == len(names)
    assert {"cost", "cost_text", "cost_text_2", "url", "_url"} <= set(names)


def test_noise_and_sources_are_there_when_asked_for() -> None:
    template = Template("t", "s", 1, (), (field("token", noise=True), field("name")))
    record = record_of({"token": "x", "name": "n"})
    plain = records_to_tables(template, [record])["records"].column_names
    full = records_to_tables(template, [record], include_noise=True, with_sources=True)["records"]
    assert "token" not in plain
    assert set(full.column_names) - set(plain) == {
        *("token", "token_raw", "token_xpath", "name_raw", "name_xpath")
    }


def test_batches_are_bounded_and_give_the_same_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    records = [town(*((f"street {n}", {"r": [n]}) for n in range(5))) for _ in range(7)]
    whole = records_to_tables(TOWN, records)
    monkeypatch.setattr(record_tables, "BATCH_ROWS", 8)
    batches = list(stream_tables(TOWN, records))
    assert [len(batch["records.houses"]) for batch in batches] == [10, 10, 10, 5]
    parts = [row for batch in batches for row in batch["records.houses.rooms.seats"].to_pylist()]
    assert parts == whole["records.houses.rooms.seats"].to_pylist()


def test_a_stream_goes_on_where_another_ended() -> None:
    batch = next(stream_tables(TOWN, [record_of({})], first_record=41))
    assert batch["records"]["_record"].to_pylist() == [41]


def test_files_hold_the_tables_of_real_records(tmp_path: Path) -> None:
    pages = [book_page(number) for number in range(20)]
    template = induce_template(pages)
    records = list(extract_records(template, pages, tier=2))
    written = write_parquet(template, records, tmp_path / "out")
    assert [file.path.name for file in written] == ["records.parquet", "records-1.parquet"]
    root, reviews = (parquet.read_table(file.path) for file in written)
    assert root["_path"].to_pylist() == [record.path for record in records]
    assert len(reviews) == written[1].rows == sum(number % 3 + 2 for number in range(20))
    assert reviews.schema.metadata[b"unmold.table"] == written[1].table.encode()
    joined = reviews.join(root.select(["_record", "title"]), "_record").sort_by(
        [("_record", "ascending"), ("_row", "ascending")]
    )
    assert joined["title"].to_pylist()[:3] == [*["The amber book 0"] * 2, "The birch book 1"]


def test_child_tables_are_written_beside_a_named_file(tmp_path: Path) -> None:
    written = write_parquet(TOWN, [town(("Elm", {"r": [1]}))], tmp_path / "towns.parquet")
    assert [file.path.name for file in written] == [
        *("towns.parquet", "towns-1.parquet", "towns-1-1.parquet", "towns-1-1-1.parquet")
    ]


def test_a_failure_leaves_what_was_there(tmp_path: Path) -> None:
    write_parquet(TOWN, [town()], tmp_path)
    before = (tmp_path / "records.parquet").read_bytes()

    def broken() -> object:
        yield town()
        raise RuntimeError("the source broke")

    with pytest.raises(RuntimeError):
        write_parquet(TOWN, broken(), tmp_path)  # type: ignore[arg-type]
    assert (tmp_path / "records.parquet").read_bytes() == before
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".parquet"] * 4


def test_a_place_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(MachineError, match="cannot write Parquet files"):
        write_parquet(TOWN, [town()], tmp_path / "file" / "out")
