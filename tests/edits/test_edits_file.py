"""The file of edits: what is written is read, broken files name their line, writers take turns."""

import json
import multiprocessing
from pathlib import Path

import pytest

from unmold.edits import append_edit, read_edits
from unmold.edits.edits_file import _EMPTY
from unmold.edits.model import AnyEdit, ColumnRef, Rename, TableRef, TemplateRef, Undo
from unmold.errors import EditConflictError, UsageError

AT = "2026-01-02T03:04:05Z"


def rename(number: int, to: str = "cost") -> AnyEdit:
    template = TemplateRef("shop_1", "products", "shop.example")
    column = ColumnRef("00ff-all", "price", ("classes", "00000000000000ff", "all"))
    return Rename(id=number, at=AT, template=template, table=TableRef(1), column=column, to=to)


def undo(number: int, edit: int) -> AnyEdit:
    return Undo(id=number, at=AT, edit=edit)


def add(path: Path, to: str = "cost") -> None:
    append_edit(path, lambda number: rename(number, to), read_edits(path).version)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "edits.json"
    assert read_edits(path).edits == ()
    add(path)
    add(path, "amount")
    log = append_edit(path, lambda number: undo(number, 1), read_edits(path).version)
    assert log.edits == (rename(1), rename(2, "amount"), undo(3, 1))
    assert log.active == (rename(2, "amount"),)
    data = json.loads(path.read_bytes())
    assert (data["format"], data["version"]) == ("unmold edits", 1)
    assert [edit["do"] for edit in data["edits"]] == ["rename", "rename", "undo"]
    assert len(path.read_text().splitlines()) == 5


def test_an_undo_can_be_undone(tmp_path: Path) -> None:
    path = tmp_path / "edits.json"
    add(path)
    for edit, active in ((1, 0), (2, 1), (3, 0), (4, 1)):
        log = append_edit(
            path, lambda number, edit=edit: undo(number, edit), read_edits(path).version
        )
        assert len(log.active) == active


def test_what_stands_there_stays_byte_for_byte(tmp_path: Path) -> None:
    path = tmp_path / "edits.json"
    add(path)
    data = json.loads(path.read_bytes())
    by_hand = json.dumps(data, indent=4, ensure_ascii=True)
    path.write_text(by_hand)
    add(path, "été")
    assert [edit.id for edit in read_edits(path).edits] == [1, 2]
    head = by_hand[: by_hand.rindex("}", 0, by_hand.rindex("]")) + 1]
    assert path.read_text(encoding="utf-8").startswith(head)


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ('"to":"second"', '"to":5', 3, "Expected `str`, got `int`"),
        ('"to":"second"', '"tu":"second"', 3, "unknown field `tu`"),
        ('"do":"rename","id":2', '"do":"paint","id":2', 3, "paint"),
        ('"id":2', '"id":1', 3, "does not follow"),
        ('"to":"second"', '"to":"second', 3, "no JSON"),
        ("]}\n", "]", 4, "'}' is expected"),
        ("]}\n", "", 4, "']' is expected"),
        ("]}\n", "]} x", 4, "behind the end"),
        ('"format": "unmold edits", ', "", 1, "format"),
        ("\n {", "\n , {", 2, "no JSON"),
    ],
)
def test_a_broken_file_names_its_line(
    tmp_path: Path, old: str, new: str, line: int, reason: str
) -> None:
    path = tmp_path / "edits.json"
    add(path, "first")
    add(path, "second")
    text = path.read_text()
    assert old in text
    broken = text.replace(old, new, 1)
    path.write_text(broken)
    for attempt in (lambda: read_edits(path), lambda: append_edit(path, rename, "2.x")):
        with pytest.raises(UsageError) as caught:
            attempt()
        assert f"line {line}:" in caught.value.message
        assert reason in caught.value.message
        assert caught.value.hint
    assert path.read_text() == broken


@pytest.mark.parametrize(
    "data", [b"", b"[]", b"{}", b"\xff\xfe", b"[" * 100_000, b'{"edits": [' + b"[" * 100_000]
)
def test_what_is_no_file_of_edits_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "edits.json"
    path.write_bytes(data)
    with pytest.raises(UsageError, match="line 1:"):
        read_edits(path)
    assert path.read_bytes() == data


def test_a_newer_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "edits.json"
    path.write_text(_EMPTY.replace('"version": 1', '"version": 2'))
    with pytest.raises(UsageError, match="version 2"):
        read_edits(path)


def test_the_later_of_two_writers_is_told_what_changed(tmp_path: Path) -> None:
    path = tmp_path / "edits.json"
    add(path)
    seen = read_edits(path).version
    add(path, "amount")
    before = path.read_bytes()
    with pytest.raises(EditConflictError) as caught:
        append_edit(path, rename, seen)
    assert "edit 2: rename products.price to amount" in caught.value.message
    assert caught.value.changes == (rename(2, "amount"),)
    assert path.read_bytes() == before


def test_a_change_by_hand_refuses_too(tmp_path: Path) -> None:
    path = tmp_path / "edits.json"
    add(path)
    seen = read_edits(path).version
    path.write_text(path.read_text().replace("cost", "sum"))
    with pytest.raises(EditConflictError, match="by hand"):
        append_edit(path, rename, seen)


def _add_some(path: Path, count: int) -> int:
    made = 0
    while made < count:
        try:
            add(path, f"name{made}")
            made += 1
        except EditConflictError:
            continue
    return made


def test_writers_at_the_same_time_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "edits.json"
    with multiprocessing.get_context("spawn").Pool(3) as pool:
        made = pool.starmap(_add_some, [(path, 8)] * 3)
    assert sum(made) == 24
    assert [edit.id for edit in read_edits(path).edits] == list(range(1, 25))
