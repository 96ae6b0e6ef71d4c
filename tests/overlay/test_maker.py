"""The overlay shows the very record that was extracted, to the letter."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.overlays import CleanedPage, said_by_cell, without_spaces

import unmold
from unmold import Workspace
from unmold.model import Page, Problem, ProblemCode
from unmold.overlay import OverlayMaker, OverlayPage, explain_problem, prepare_overlay
from unmold.records import Record
from unmold.records.extract import Extractor
from unmold.settings import Limits
from unmold.templates import induce_template


def overlays(workspace: Workspace) -> Iterator[tuple[Page, Record, OverlayPage]]:
    """The pages of a workspace with their records and overlays."""
    for template in workspace.templates:
        maker = prepare_overlay(workspace, template)
        pages = list(workspace.read_pages(template))
        records = workspace.extract(template=template)
        for page, record in zip(pages, records, strict=True):
            yield page, record, maker.make(page, record)


def flat_values(values: dict[str, Any]) -> list[str]:
    """All texts of a record."""
    found: list[str] = []
    waiting: list[Any] = [values]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one
        elif one is not None:
            found.append(one)
    return sorted(found)


def shown_values(overlay: OverlayPage) -> list[str]:
    """What an overlay shows or lists as unseen, each value once."""
    first = [one for one in overlay.places if one.tier == 1 and one.verdict == "value"]
    cells = {place.cell: place.value for place in reversed(first)}
    return sorted([*cells.values(), *(one.value for one in overlay.unseen)])


def test_every_value_of_the_record_has_its_letters_or_a_reason(shop: Workspace) -> None:
    marked = 0
    for page, record, overlay in overlays(shop):
        assert shown_values(overlay) == flat_values(record.values)
        cleaned = CleanedPage(page)
        for place, letters in said_by_cell(cleaned, overlay):
            assert without_spaces(letters).casefold() == without_spaces(place.value).casefold()
            marked += 1
        for place in overlay.places:
            assert cleaned.element(place.mark) is not None
    assert marked > 500


def test_rows_and_xpaths_are_those_of_the_record(shop: Workspace) -> None:
    rows = 0
    for page, record, overlay in overlays(shop):
        tree = unmold._core.Tree.parse(page.data, page.charset)
        by_path = {node.xpath: node for node in tree.document.iter()}
        for frame in overlay.rows:
            assert by_path[frame.xpath].kind == "element"
            rows += 1
        for place in overlay.places:
            assert place.xpath.partition("/@")[0] in by_path
        names = {frame.table.partition(".")[0] for frame in overlay.rows}
        tables = {name for name, value in record.values.items() if is_table(value)}
        assert names <= tables
    assert rows > 50


def test_places_say_what_the_tables_hold(shop: Workspace) -> None:
    seen: set[str] = set()
    for _, record, overlay in overlays(shop):
        for place in overlay.places:
            if place.tier == 2 or place.verdict == "again" or place.table.count("."):
                continue
            typed = record.typed
            if place.table:
                row = [one.row for one in overlay.rows if one.table == place.table].index(place.row)
                typed = typed[place.table][row]
            held = typed.get(place.column)
            if isinstance(held, str):
                assert (held if place.stored is None else place.stored) in (held, held[:200])
            elif isinstance(held, dict):
                assert place.stored == f"{held['amount']} {held['currency']}"
            elif isinstance(held, int | float):
                shown = place.value if place.stored is None else place.stored
                assert shown.lower() == str(held).lower()
            elif held is None:
                assert place.stored == ""
            seen.add(place.type)
    assert {"text", "price", "date", "number"} <= seen


def is_table(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def test_every_seen_text_has_a_verdict(shop: Workspace) -> None:
    verdicts: set[str] = set()
    for page, _, overlay in overlays(shop):
        cleaned = CleanedPage(page)
        letters: dict[tuple[int, int], set[int]] = {}
        spans = [(one, one.verdict) for one in overlay.texts if one.verdict != "second"]
        for one, verdict in [*spans, *((place, place.verdict) for place in overlay.places)]:
            if one.node < 0:
                continue
            verdicts.add(verdict)
            taken = letters.setdefault((one.mark, one.node), set())
            taken |= set(range(one.start, one.end))
        for (mark, node), taken in letters.items():
            # All of the text between its first and last letter is judged.
            assert taken == set(range(min(taken), max(taken) + 1))
            text = cleaned.text(mark, node, 0, 1 << 30)
            assert not text[: min(taken)].strip()
            assert not text.encode("utf-16-le")[2 * max(taken) + 2 :].decode("utf-16-le").strip()
    assert {"value", "fixed"} <= verdicts


PAGES = [
    f"<html><head><title>Shop - Lamp {n}</title><meta name=description content='All of lamp {n}'>"
    f"</head><body><nav>Home</nav><h1>Lamp {n}</h1><p>Price: <b>${n}.50</b></p>"
    f"<div hidden><i>Code</i> <u>K{n}X{n}</u></div>"
    f"<p>You look at <em>Lamp {n}</em></p><img src=/i/{n}.png alt='A lamp {n}'></body></html>"
    for n in range(11, 19)
]


def make_overlay(pages: list[str], at: int = 0) -> tuple[Record, OverlayPage, CleanedPage]:
    template = induce_template([page.encode() for page in pages])
    page = Page("k", "p", "http://a.example/", "a", pages[at].encode(), charset="utf-8")
    record = Extractor(template.best).extract_pages([page], Limits(), jobs=1)[0]
    return record, OverlayMaker.of(template).make(page, record), CleanedPage(page)


NAMES = ["Copper lamp", "Glass vase", "Oak chair", "Tin box", "Wool rug", "Clay pot", "Ink pen"]


def test_what_is_said_again_is_shown_once_as_value() -> None:
    pages = [
        f"<html><body><nav>Home &gt; <i>{name}</i></nav><h1>{name}</h1>"
        f"<p>Price: <b>${n}.50</b></p></body></html>"
        for n, name in enumerate(NAMES, 11)
    ]
    record, overlay, cleaned = make_overlay(pages)
    title = [place for place in overlay.places if place.value == "Copper lamp"]
    assert sorted(place.verdict for place in title) == ["again", "value"]
    assert len({place.column for place in title}) == 1
    assert {cleaned.text(one.mark, one.node, one.start, one.end) for one in title} == {
        record.values["title"]
    }


def test_columns_that_found_nothing_are_listed() -> None:
    pages = [*PAGES, "<html><body><nav>Home</nav><h1>Lamp 40</h1></body></html>"]
    _, overlay, _ = make_overlay(pages, at=len(PAGES))
    assert "price" in {one.column for one in overlay.missing}
    assert all(one.fill >= 0.5 for one in overlay.missing)


def test_hidden_values_are_listed_with_their_reason() -> None:
    record, overlay, _ = make_overlay(PAGES)
    reasons = {one.value: one.why for one in overlay.unseen}
    assert reasons.get("K11X11", "hidden") == "hidden"
    assert set(reasons) <= set(flat_values(record.values))
    assert not any("K11X11" in place.value for place in overlay.places if place.tier == 1)


@pytest.mark.parametrize(
    "edit",
    [
        ("rename", "{column}", "given_name"),
        ("hide", "{column}"),
        ("retype", "{column}", "text"),
    ],
)
def test_edits_are_shown(shop_path: Path, tmp_path: Path, edit: tuple[str, ...]) -> None:
    shutil.copytree(shop_path, tmp_path / "ws", symlinks=True)
    workspace = Workspace(tmp_path / "ws")
    template = next(iter(workspace.templates))
    column = workspace.templates[template].best.fields[0].name
    do, *targets = (word.format(column=f"{template}.{column}") for word in edit)
    workspace.edit(do, *targets)
    edited = Workspace(tmp_path / "ws")
    for page, record, overlay in overlays(edited):
        assert shown_values(overlay) == flat_values(record.values)
        names = {one.column for one in overlay.places if one.tier == 1 and not one.table}
        assert names <= set(record.values)
        assert page.data


def test_a_page_that_cannot_be_had_says_why() -> None:
    assert explain_problem(Problem(ProblemCode.CHANGED, "k", "it changed")).state == "changed"
    assert explain_problem(Problem(ProblemCode.MISSING, "k", "gone")).state == "gone"
    broken = explain_problem(Problem(ProblemCode.CORRUPT, "k", "broken"))
    assert (broken.state, broken.reason) == ("unreadable", "broken")
    assert OverlayPage().to_json()["state"] == "ok"
