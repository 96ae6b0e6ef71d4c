"""`unmold induce` and `unmold extract`."""

import csv
import io
import json
from pathlib import Path
from xml.etree import ElementTree

import pyarrow.parquet as parquet
import pytest
from support.template_pages import book_page, weather_page

from unmold.cli import run


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "books"
    folder.mkdir()
    for number in range(12):
        (folder / f"{number:02}.html").write_bytes(book_page(number))
    return folder


@pytest.fixture
def template(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    file = str(tmp_path / "book.json")
    assert run(["induce", str(folder), "-o", file]) == 0
    capsys.readouterr()
    return file


def test_induce_shows_fields(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["induce", str(folder), "-o", str(tmp_path / "t.json"), "--json"]) == 0
    fields = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {"price", "published"} <= {field["name"] for field in fields}


def test_extract_writes_a_line_for_each_page(
    template: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["extract", template, str(folder)]) == 0
    records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [record["values"]["price"] for record in records] == [f"${n + 5}.50" for n in range(12)]


def test_extract_writes_csv(
    template: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["extract", template, str(folder), "--format", "csv", "--limit", "2"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["price"] for row in rows] == ["$5.50", "$6.50"]


def test_explain_names_what_is_missing(
    template: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "weather.html"
    page.write_bytes(weather_page(1))
    assert run(["extract", template, str(page), "--explain"]) == 0
    shown = capsys.readouterr().out
    assert "missing field  price" in shown
    assert "fits the template badly" in shown or "no field" in shown


def test_a_broken_template_is_the_callers_mistake(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "broken.json"
    file.write_text("{", encoding="utf-8")
    assert run(["extract", str(file), str(folder)]) == 2
    assert "hint:" in capsys.readouterr().err


def test_extract_writes_parquet(
    template: str, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "tables"
    arguments = ["extract", template, str(folder), "--format", "parquet", "-o", str(out)]
    assert run([*arguments, "--json"]) == 0
    files = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [Path(file["file"]).name for file in files] == ["records.parquet", "records-1.parquet"]
    prices = parquet.read_table(files[0]["file"])["price"].to_pylist()
    assert prices == [number + 5.5 for number in range(12)]


def test_extract_writes_to_a_file(
    template: str, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "records.jsonl"
    assert run(["extract", template, str(folder), "-o", str(out)]) == 0
    assert capsys.readouterr().out == ""
    assert len(out.read_text().splitlines()) == 12


@pytest.mark.parametrize("options", [["--format", "parquet"], ["--explain", "-o", "x"]])
def test_outputs_that_cannot_be_are_refused(
    template: str, folder: Path, capsys: pytest.CaptureFixture[str], options: list[str]
) -> None:
    assert run(["extract", template, str(folder), *options]) == 2
    assert "hint:" in capsys.readouterr().err


def test_induce_draws_a_picture(folder: Path, tmp_path: Path) -> None:
    picture = tmp_path / "pictures" / "book.svg"
    file = str(tmp_path / "t.json")
    assert run(["induce", str(folder), "-o", file, "--draw", str(picture)]) == 0
    assert ElementTree.fromstring(picture.read_text(encoding="utf-8")).tag.endswith("svg")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'{"format": "unmold template", "version": 1, "id": "t', "is no JSON, or was cut"),
        (b'{"format": "unmold template", "version": 99}', "version 99"),
        (b'{"format": "something else"}', "is no template"),
        (b"<html>", "is no JSON"),
    ],
)
def test_a_file_that_is_no_template_is_refused(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes, said: str
) -> None:
    file = tmp_path / "bad.json"
    file.write_bytes(content)
    assert run(["extract", str(file), str(folder)]) == 2
    shown = capsys.readouterr().err
    assert said in shown
    assert "hint:" in shown


def test_pages_of_another_template_are_said_to_be_others(
    template: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "weather.html"
    page.write_bytes(weather_page(1))
    assert run(["extract", template, str(page)]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["score"] < 0.5
    assert record["problems"]
