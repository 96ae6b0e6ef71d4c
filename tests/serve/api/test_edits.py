"""Edits over HTTP: made, previewed, applied, undone, and refused where somebody else was first."""

import json
import time
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from support.served import Served, serving

from unmold import Workspace
from unmold.model import page_id


def make(served: Served, etag: str | None = None, **edit: Any) -> Any:
    known = etag or served.read("/api/v1/edits")["etag"]
    return served.post("/api/v1/edits", json=edit, headers={"If-Match": known})


def wait_for(served: Served, job: str) -> dict[str, Any]:
    end = time.monotonic() + 120
    while time.monotonic() < end:
        answer: dict[str, Any] = served.read(f"/api/v1/jobs/{job}")
        if answer["state"] != "running":
            return answer
        time.sleep(0.1)
    raise AssertionError("the job does not end")


def names_of(served: Served) -> set[str]:
    return {one["name"] for one in served.read("/api/v1/templates")["templates"]}


def test_an_edit_is_made_shown_and_undone(editable: Served) -> None:
    answer = make(editable, do="name", targets=["products", "goods"])
    assert answer.status_code == 201, answer.text
    assert answer.json()["state"] == "applied"
    assert "goods" in names_of(editable)
    listed = editable.read("/api/v1/edits")
    assert listed["etag"] == answer.json()["etag"] == answer.headers["etag"]
    assert listed["edits"][0]["kind"] == "name"
    assert make(editable, do="undo", targets=["1"]).status_code == 201
    assert "products" in names_of(editable)
    assert [one["state"] for one in editable.read("/api/v1/edits")["edits"]] == [
        "undone",
        "applied",
    ]


def test_the_edit_is_a_line_of_the_file(editable: Served, own_shop: Workspace) -> None:
    make(editable, do="rename", targets=["products.price", "cost"])
    kept = json.loads((own_shop.path / "edits.json").read_text(encoding="utf-8"))["edits"]
    assert [one["do"] for one in kept] == ["rename"]
    assert "cost" in Workspace(own_shop.path)["products"].columns


def test_somebody_elses_edit_refuses_this_one(editable: Served, own_shop: Workspace) -> None:
    etag = editable.read("/api/v1/edits")["etag"]
    Workspace(own_shop.path).edit("hide", "products.brand")
    answer = make(editable, etag, do="hide", targets=["products.title"])
    assert answer.status_code == 412
    assert "hide" in answer.json()["detail"]
    assert str(own_shop.path) not in answer.text
    assert make(editable, do="hide", targets=["products.title"]).status_code == 201


def test_a_writer_must_say_what_it_knows(editable: Served) -> None:
    answer = editable.post("/api/v1/edits", json={"do": "hide", "targets": ["products.title"]})
    assert answer.status_code == 412
    assert make(editable, '"nonsense"', do="hide", targets=["products"]).status_code == 412


@pytest.mark.parametrize(
    "edit",
    [
        {"do": "nothing"},
        {"do": "rename", "targets": ["products.price"]},
        {"do": "rename", "targets": ["products.nothing", "x"]},
        {"do": "rename", "targets": ["products.price", "title"]},
        {"do": "hide", "targets": ["products"], "to": "x"},
        {"do": "undo", "targets": ["99"]},
        {"do": "hide", "targets": ["products"], "more": 1},
        {"targets": []},
        {"do": "hide", "targets": "products"},
    ],
)
def test_a_bad_edit_is_refused(editable: Served, own_shop: Workspace, edit: Any) -> None:
    answer = make(editable, **edit)
    assert answer.status_code == 422
    assert answer.json()["hint"]
    assert str(own_shop.path.parent) not in answer.text
    assert not (own_shop.path / "edits.json").exists()


def test_a_preview_writes_nothing(editable: Served, own_shop: Workspace) -> None:
    edit = {"do": "rename", "targets": ["products.price", "cost"]}
    answer = editable.post("/api/v1/edits/preview", json=edit)
    assert answer.status_code == 200, answer.text
    (column,) = answer.json()["columns"]
    assert column["change"] == "renamed"
    assert (column["before"], column["after"]) == ("price", "cost")
    assert answer.json()["immediate"]
    assert not (own_shop.path / "edits.json").exists()


def test_merging_waits_is_previewed_and_applied(editable: Served, own_shop: Workspace) -> None:
    names = sorted(names_of(editable), key=len)
    pages = editable.read("/api/v1/pages", params={"limit": "1000"})["pages"]
    page = next(one for one in pages if one["name"] == "products")
    answer = make(editable, do="move", targets=[page["id"], "none"])
    assert answer.status_code == 201, answer.text
    assert answer.json()["state"] == "pending"
    assert editable.read("/api/v1/workspace")["edits"]["pending"] == 1
    assert editable.read("/api/v1/edits")["pending"] == 1
    dry = editable.post("/api/v1/apply", json={"dry_run": True})
    assert dry.status_code == 202, dry.text
    (moved,) = wait_for(editable, dry.json()["job"])["result"]["pages"]
    assert (moved["before"], moved["after"], moved["pages"]) == ("products", None, 1)
    assert editable.read(f"/api/v1/pages/{page['id']}")["name"] == "products"
    started = editable.post("/api/v1/apply")
    assert started.status_code == 202
    assert wait_for(editable, started.json()["job"])["state"] == "done"
    assert editable.read(f"/api/v1/pages/{page['id']}")["name"] is None
    assert editable.read("/api/v1/edits")["edits"][0]["state"] == "applied"
    assert names_of(editable) == {*names}


def test_a_new_column_is_found_by_the_id_of_a_page(editable: Served, own_shop: Workspace) -> None:
    row = next(row for row in own_shop.pages.to_pylist() if row["template"] == "products")
    page = page_id(row["key"])
    overlay = editable.read(f"/api/v1/pages/{page}/overlay")
    unread = [one["xpath"] for one in overlay["texts"] if one["verdict"] == "unread"]
    edit = {"do": "column", "targets": ["products", "found"], "page": page}
    tries = (
        editable.post("/api/v1/edits/preview", json={**edit, "xpath": xpath}) for xpath in unread
    )
    made = next(answer.json() for answer in tries if answer.status_code == 200)
    assert not made["immediate"]
    assert made["fill"] > 0
    assert made["columns"][0]["column"] == "found"
    assert made["columns"][0]["examples"]


def test_what_is_read_already_becomes_no_second_column(
    editable: Served, own_shop: Workspace
) -> None:
    row = next(row for row in own_shop.pages.to_pylist() if row["template"] == "products")
    page = page_id(row["key"])
    place = editable.read(f"/api/v1/pages/{page}/overlay")["places"][0]
    edit = {"do": "column", "targets": ["products", "found"], "page": page}
    answer = editable.post("/api/v1/edits/preview", json={**edit, "xpath": place["xpath"]})
    assert answer.status_code == 422
    assert "already" in answer.json()["detail"]


def test_a_reading_server_changes_nothing(own_shop: Workspace) -> None:
    with serving(own_shop.path, read_only=True) as served:
        assert served.read("/api/v1/workspace")["read_only"]
        assert make(served, do="hide", targets=["products"]).status_code == 409
        assert served.post("/api/v1/apply").status_code == 409
    assert not (own_shop.path / "edits.json").exists()


def test_of_many_writers_one_is_first(editable: Served, own_shop: Workspace) -> None:
    etag = editable.read("/api/v1/edits")["etag"]
    columns = [one for one in own_shop["products"].columns if not one.startswith("_")][:6]
    found: list[int] = []

    def write(column: str) -> None:
        answer = make(editable, etag, do="hide", targets=[f"products.{column}"])
        found.append(answer.status_code)

    threads = [Thread(target=write, args=(column,)) for column in columns]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == [201] + [412] * (len(columns) - 1)
    assert len(Workspace(own_shop.path).edits.edits) == 1


def test_an_unknown_job_is_not_found(editable: Served) -> None:
    assert editable.get("/api/v1/jobs/nothing").status_code == 404


def test_no_answer_to_get_changes_anything(editable: Served, own_shop: Workspace) -> None:
    before = _files(own_shop.path)
    described = editable.read("/api/v1/openapi.json")
    for path, operations in described["paths"].items():
        if "get" in operations and "{" not in path:
            editable.get(path, params={"q": "x"})
            editable.get(path.rstrip("/") + "/apply", params={"do": "undo"})
    for path in ("/api/v1/apply", "/api/v1/classify", "/api/v1/compare"):
        assert editable.get(path).status_code == 405
    assert _files(own_shop.path) == before


def _files(folder: Path) -> dict[str, int]:
    return {str(path): path.lstat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}
