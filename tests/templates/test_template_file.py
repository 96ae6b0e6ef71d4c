"""Templates survive their file, and broken files are said to be broken."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.template_pages import book_page

from unmold.errors import UnmoldError
from unmold.pages import read_pages
from unmold.records import extract_records
from unmold.templates import Template, induce_template
from unmold.templates.model import TemplateText
from unmold.templates.signature import VIEWS


@pytest.fixture(scope="module")
def template() -> Template:
    return induce_template([book_page(number) for number in range(8)])


@pytest.fixture
def file(template: Template, tmp_path: Path) -> Path:
    path = tmp_path / "book.json"
    template.save(path)
    return path


def test_a_template_survives(template: Template, file: Path) -> None:
    assert Template.load(file) == template


def test_texts_of_the_first_tier_alone_survive(template: Template) -> None:
    """A label may be a text of the template in the first tier, and a value in the second."""
    assert template.first is not None
    label = TemplateText(1, "Shutter speed", 0.5)
    texts = template.first.texts
    for place in (0, 1, len(texts)):
        own = (*texts[:place], label, *texts[place:])
        made = replace(template, first=replace(template.first, texts=own))
        assert Template.from_bytes(made.to_bytes()) == made
    without = replace(template, first=replace(template.first, texts=texts[1:]))
    assert Template.from_bytes(without.to_bytes()) == without


@pytest.mark.parametrize("folder", ["camera/camera-newegg", "job/job-monster", "movie/movie-imdb"])
def test_templates_of_real_pages_survive(corpora: Path, folder: str) -> None:
    pages = [*read_pages(corpora / "swde" / "pages" / folder)][:20]
    assert len(pages) == 20
    template = induce_template(pages, jobs=1)
    assert Template.from_bytes(template.to_bytes()) == template


def ledger_page(number: int) -> bytes:
    """Tables of the same markup under headings; one of them is on every other page only."""
    headings = ["Notes", "Imports", "Exports"] if number % 2 else ["Imports", "Exports"]
    parts = []
    for place, heading in enumerate(headings):
        rows = "".join(
            f"<tr><td>{heading[:-1]} {number}{place}{row}<td>{row + 7 * number} kg<td>x-{row}"
            for row in range(2 + (number + place) % 4)
        )
        parts.append(f"<h2>{heading}</h2><table>{rows}</table>")
    return f"<h1>Report {number} of {97 * number}</h1>{''.join(parts)}".encode()


def test_rows_between_texts_keep_these_texts_in_the_file(tmp_path: Path) -> None:
    pages = [ledger_page(number) for number in range(16)]
    template = induce_template(pages).best
    tables = {table.name: table for table in template.tables}
    imports, exports = tables["imports"].found_by, tables["exports"].found_by
    assert imports.keys == exports.keys
    assert imports.after in exports.until
    assert exports.after in imports.until
    template.save(tmp_path / "ledger.json")
    read = Template.load(tmp_path / "ledger.json")
    assert read.tables == template.tables
    records = extract_records(read, pages, tier=2)
    counts = [(len(record.values["imports"]), len(record.values["exports"])) for record in records]
    assert counts == [
        (2 + (number + number % 2) % 4, 2 + (number + number % 2 + 1) % 4) for number in range(16)
    ]


def test_the_file_can_be_read_by_a_person(file: Path) -> None:
    data = json.loads(file.read_text(encoding="utf-8"))
    assert (data["format"], data["version"]) == ("unmold template", 3)
    assert "price" in [field["name"] for field in data["fields"]]


def test_a_cut_file_is_refused_wherever_it_was_cut(file: Path) -> None:
    data = file.read_bytes().rstrip()
    for length in range(0, len(data), 997):
        file.write_bytes(data[:length])
        with pytest.raises(UnmoldError) as caught:
            Template.load(file)
        assert caught.value.hint


def changed(file: Path, **changes: Any) -> Path:
    data = json.loads(file.read_bytes())
    file.write_text(json.dumps({**data, **changes}), encoding="utf-8")
    return file


def test_a_newer_version_is_named(file: Path) -> None:
    with pytest.raises(UnmoldError, match="version 99"):
        Template.load(changed(file, version=99))


def test_an_older_version_says_to_learn_the_template_again(file: Path) -> None:
    with pytest.raises(UnmoldError, match="version 2") as caught:
        Template.load(changed(file, version=2))
    assert "again" in str(caught.value.hint)


@pytest.mark.parametrize(
    "changes",
    [
        {"format": "something else"},
        {"fields": [{"name": "x"}]},
        {"fields": 3},
        {"texts": [["zz", "text", 1]]},
        {"tables": [{"id": "no number", "name": "rows", "rows": 1, "fields": []}]},
        {"site": None},
    ],
)
def test_foreign_content_is_refused(file: Path, changes: dict[str, Any]) -> None:
    with pytest.raises(UnmoldError):
        Template.load(changed(file, **changes))


def view(**changes: Any) -> dict[str, Any]:
    return {"others": [0, 1], "items": {"c0": "00ff 0abc", "40": "1234"}, **changes}


@pytest.mark.parametrize(
    "changes",
    [
        {"others": [0]},
        {"others": [0, 1, 2]},
        {"others": "no"},
        {"items": {"c0c0": "00ff"}},
        {"items": {"zz": "00ff"}},
        {"items": {"c0": "1" * 40}},
        {"items": {"c0": "xy"}},
        {"items": {"c0": 3}},
        {"items": None},
    ],
)
def test_looks_that_cannot_be_are_refused(file: Path, changes: dict[str, Any]) -> None:
    views = {name: view() for name in VIEWS}
    looks = {"pages": 2, "fingerprints": ["00" * 25], "views": views}
    loaded = Template.load(changed(file, looks=looks)).signature
    assert loaded is not None
    assert loaded.views["labels"].has.tolist() == [[True, True], [True, True], [False, True]]
    looks["views"] = {**views, "labels": view(**changes)}
    with pytest.raises(UnmoldError):
        Template.load(changed(file, looks=looks))


@pytest.mark.parametrize("content", [b"", b"[]", b"null", b"\xff\xfe", b"[" * 100_000])
def test_other_files_are_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "other"
    path.write_bytes(content)
    with pytest.raises(UnmoldError):
        Template.load(path)


def test_a_missing_file_is_the_callers_mistake(tmp_path: Path) -> None:
    with pytest.raises(UnmoldError, match="cannot read"):
        Template.load(tmp_path / "none.json")


def test_a_missing_folder_is_reported(template: Template, tmp_path: Path) -> None:
    with pytest.raises(UnmoldError, match="cannot write"):
        template.save(tmp_path / "none" / "book.json")
