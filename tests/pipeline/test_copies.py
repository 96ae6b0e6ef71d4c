"""Copies of a page say nothing new: neither templates nor scores depend on how many there are."""

from dataclasses import replace
from pathlib import Path

import pytest

from unmold import induce_template, run
from unmold.pages import read_pages
from unmold.records import extract_records
from unmold.templates.sample import draw_pages

NAMES = [
    "ash",
    "birch",
    "cedar",
    "damson",
    "elm",
    "fir",
    "gorse",
    "hazel",
    "iris",
    "juniper",
    "kelp",
    "larch",
]


def page(number: int, token: str = "") -> str:
    name = NAMES[number]
    return (
        f"<html><head><title>{name}</title><script>token = '{token}'</script></head><body>"
        f"<div class=box><h1>{name}</h1><p class=about>All about {name} and {number * 7} more</p>"
        f"<span class=price>${number}.50</span></div></body></html>"
    )


def write(folder: Path, copies: list[str]) -> Path:
    folder.mkdir()
    for number, html in enumerate([*map(page, range(len(NAMES))), *copies]):
        (folder / f"{number:02}.html").write_text(html, encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    "copies",
    [[page(3)] * 17, [page(3, token=f"{number}") for number in range(17)]],
    ids=["same bytes", "same content"],
)
def test_copies_take_nothing_away(copies: list[str], tmp_path: Path) -> None:
    alone = run(write(tmp_path / "alone", []), tmp_path / "a", jobs=1)
    workspace = run(write(tmp_path / "all", copies), tmp_path / "b", jobs=1)
    assert workspace.summary["records"] == len(NAMES) + len(copies)
    (template,) = workspace.templates
    found = workspace.records(template)
    (expected,) = [alone.records(name) for name in alone.templates]
    assert set(found.column_names) == set(expected.column_names)
    assert set(found.column("title").to_pylist()) == set(NAMES)


def test_a_sample_is_of_different_pages() -> None:
    pages = list(read_pages([page(3)] * 40 + [page(number) for number in range(12)]))
    drawn = [found.data.decode() for found in draw_pages(pages, 12)]
    assert sorted(drawn) == sorted(map(page, range(12)))


def test_what_nothing_but_copies_say_is_the_templates() -> None:
    """As with any pages that say the same: there is no field, and that is a listed doubt."""
    template = induce_template([page(3)] * 5)
    assert not template.fields
    assert "all alike" in template.problems[0]


def test_a_page_that_says_something_fits_where_nothing_is_usual() -> None:
    template = replace(induce_template([page(number) for number in range(12)]), texts=())
    rare = tuple(replace(field, fill=0.1) for field in template.fields)
    template = replace(template, fields=rare)
    something, nothing = extract_records(template, [page(3), "<p>"])
    assert something.values
    assert (something.score, nothing.score) == (1, 0)
