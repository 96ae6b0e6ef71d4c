"""`unmold inspect`: what a person and a machine get to see."""

import csv
import json
import os
from pathlib import Path

import pytest
from support.warc_files import archive, page_record

from unmold.cli import run

FINGERPRINT = "000000000402000700000a090b0a090e0c0f0d131215111710"
HOSTILE_TITLE = "\x1b]0;owned\x07[bold red]not markup[/] [link=x]\u202eevil\x9b2J"


@pytest.fixture
def page(tmp_path: Path) -> Path:
    file = tmp_path / "page.html"
    items = "".join(f"<li class=item><a href='/{n}'>Item {n}</a></li>" for n in range(24))
    file.write_text(
        "<!doctype html><html><head><meta charset=utf-8><title>A  shop</title>"
        '<link rel=canonical href="https://www.shop.example/list"></head>'
        f"<body class=list><h1>Café</h1><ul id=items>{items}</ul></body></html>",
        encoding="utf-8",
    )
    return file


def inspect_json(capsys: pytest.CaptureFixture[str], *arguments: object) -> list[dict[str, object]]:
    assert run(["inspect", "--json", *map(str, arguments)]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_person_sees_the_page(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["inspect", str(page), "--links", "2"]) == 0
    captured = capsys.readouterr()
    for expected in (
        "A shop",
        "https://www.shop.example/list  as the page declares",
        "site         shop.example",
        "UTF-8  declared by the page",
        "└─ ul#items",
        "└─ li.item × 24",
        "h1  “Café”",
        "links  2 of 24",
        "https://www.shop.example/1",
        "/html[1]/body[1]/ul[1]/li[2]/a[1]",
    ):
        assert expected in captured.out, expected
    assert "\x1b" not in captured.out
    assert captured.err == "1 page read, 0 problems\n"


def test_a_machine_gets_the_same(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (seen,) = inspect_json(capsys, page, "--links", "3")
    assert seen["title"] == "A  shop"
    assert seen["encoding"] == "UTF-8"
    assert seen["encoding_source"] == "meta"
    assert seen["url"] == seen["declared_url"] == "https://www.shop.example/list"
    assert seen["bytes"] == page.stat().st_size
    assert seen["elements"] == 56
    assert seen["link_count"] == 24
    assert seen["links"][2] == {  # type: ignore[index]
        "url": "https://www.shop.example/2",
        "xpath": "/html[1]/body[1]/ul[1]/li[3]/a[1]",
        "text": "Item 2",
        "short_xpath": "/html/body/ul/li[3]/a",
    }
    tree = seen["tree"]
    assert isinstance(tree, list)
    (item,) = [row for row in tree if row.get("tag") == "li"]
    assert (item["count"], item["depth"], item["classes"]) == (24, 3, ["item"])


def test_a_person_sees_the_features(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["inspect", str(page)])
    lines = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    start = lines.index("features")
    assert lines[start + 1 : start + 8] == [
        f"fingerprint  {FINGERPRINT}  how its tags begin to repeat",
        "tags         110  a × 48, li × 48, body × 2, h1 × 2",
        "paths        5  /html/body/ul/li/a × 24, /html/body/h1 × 1",
        "main region  2  of these paths",
        "classes      2  item × 24, list × 1",
        "labels       2  “a shop”, “café”",
        "texts        26  longest “Item 10”",
    ]


def test_a_machine_gets_the_features(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (seen,) = inspect_json(capsys, page, "--links", "0")
    features = seen["features"]
    assert isinstance(features, dict)
    assert features["fingerprint"] == FINGERPRINT
    assert features["tag_sequence"][:4] == ["html", "head", "meta", "title"]
    assert features["head_sequence"] == ["head", "meta", "title", "title", "link", "head"]
    assert features["tag_counts"]["li"] == 48
    assert features["leaf_paths"]["/html/body/ul/li/a"] == 24
    assert features["element_paths"]["/html/body/ul"] == 1
    assert features["main_paths"] == ["/html/body/h1", "/html/body/ul/li/a"]
    assert features["classes"] == {"item": 24, "list": 1}
    assert "li.item" in features["class_tokens"]
    assert features["labels"] == [
        {"text": "a shop", "steps": "html > head > title"},
        {"text": "café", "steps": "html > body.list > h1"},
    ]
    assert features["texts"][:3] == ["A shop", "Café", "Item 0"]


def test_depth_and_full(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["inspect", str(page), "--depth", "1"])
    assert "└─ body.list  … 50 below" in capsys.readouterr().out
    run(["inspect", str(page), "--full"])
    assert capsys.readouterr().out.count("li.item") == 24


def test_limit_shows_more_pages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "crawl.warc.gz"
    file.write_bytes(archive(*(page_record(n) for n in range(5))))
    assert len(inspect_json(capsys, file)) == 1
    pages = inspect_json(capsys, file, "--limit", "3", "--exclude", "*/1")
    assert [page["title"] for page in pages] == ["0", "2", "3"]
    assert pages[0]["http"]["status"] == 200  # type: ignore[index]


@pytest.mark.parametrize("options", [[], ["--full"], ["--json"]])
def test_a_page_cannot_write_to_the_terminal(
    options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "page.html"
    escaped = HOSTILE_TITLE.replace("\x1b", "&#27;").replace("\x9b", "&#x9b;")
    file.write_text(
        f"<title>{HOSTILE_TITLE}</title><body id='{HOSTILE_TITLE}' class='{HOSTILE_TITLE}'>"
        f"<p>{HOSTILE_TITLE}{escaped}</p><a href='{HOSTILE_TITLE}'>{HOSTILE_TITLE}</a>",
        encoding="utf-8",
    )
    assert run(["inspect", str(file), *options]) == 0
    captured = capsys.readouterr()
    text = captured.out + captured.err
    assert not set(text) & {"\x1b", "\x07", "\x9b", "\u202e"}
    assert "[bold red]not markup[/]" in text


def test_hostile_file_names_are_harmless(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    name = os.fsdecode(b"caf\xe9\x1b[31m.html")
    (tmp_path / name).write_bytes(b"<p>x")
    (tmp_path / os.fsdecode(b"\xff\x1b[32m.html")).touch()
    assert run(["inspect", str(tmp_path), "--limit", "5"]) == 0
    assert run(["inspect", str(tmp_path), "--limit", "5", "--json"]) == 0
    captured = capfdbinary.readouterr()
    assert b"\x1b" not in captured.out + captured.err


def test_problems_are_counted_and_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, listing = tmp_path / "site", tmp_path / "problems.csv"
    folder.mkdir()
    (folder / "a.html").touch()
    (folder / "b.html").write_bytes(b"<div>" * 600)
    (folder / "c.html").write_bytes(b"\x89PNG")
    arguments = ["inspect", str(folder), "--limit", "9"]
    assert run(arguments) == 0
    last = capsys.readouterr().err.splitlines()[-1]
    assert last.startswith("1 page read, 3 problems (")
    assert run([*arguments, "--problems", str(listing)]) == 0
    assert f"listed in {listing}" in capsys.readouterr().err
    with listing.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [(row["code"], Path(row["where"]).name) for row in rows] == [
        ("empty", "a.html"),
        ("depth", "b.html"),
        ("not-html", "c.html"),
    ]


def test_caps_can_be_set(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["inspect", str(page), "--max-bytes", "100"]) == 2
    assert "too-large" in capsys.readouterr().err
    (seen,) = inspect_json(
        capsys, page, "--max-bytes", "1k", "--max-nodes", "9", "--max-bytes", "2m"
    )
    assert seen["nodes"] == 9
    assert "/html/body/ul" not in seen["features"]["element_paths"]  # type: ignore[index]
    assert [problem["code"] for problem in seen["problems"]] == ["nodes"]  # type: ignore[attr-defined]


def test_nothing_to_show_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["inspect", str(tmp_path)]) == 2
    assert "error: there is no page to show" in capsys.readouterr().err
    (tmp_path / "a.html").touch()
    assert run(["inspect", str(tmp_path)]) == 2
    captured = capsys.readouterr().err
    assert "0 pages read, 1 problem (1 empty)" in captured
    assert captured.splitlines()[-1].startswith("hint:")
