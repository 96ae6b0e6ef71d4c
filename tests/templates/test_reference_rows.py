"""Rows of reference pages: members in flat grids, below headings, and behind each other."""

from __future__ import annotations

from typing import Any

import pytest
from support.slot_pages import WORDS, page, records, sample_of, sentences

from unmold.templates.slots.element_keys import element_index
from unmold.templates.slots.outline import outline_pages
from unmold.templates.slots.row_shapes import find_followed, find_order, find_turns

Rows = list[dict[str, Any]]


def _tables(record: dict[str, Any]) -> dict[str, Rows]:
    return {
        name: value
        for name, value in record.items()
        if isinstance(value, list) and value and isinstance(value[0], dict)
    }


def _said(rows: Rows) -> list[set[str]]:
    return [{str(value) for value in row.values()} for row in rows]


def test_a_grid_that_few_pages_have_has_headers_and_rows() -> None:
    """Its headers are rare among all pages, but all grids of its kind have them."""
    pages = []
    for n in range(24):
        cells = "".join(
            f"<div class='type even'>{WORDS[-k]} {n}</div>"
            f"<div class='name odd'>{WORDS[k]}{n}</div><div class=about>{sentences(k, 1)[0]}</div>"
            for k in range(2 + n // 6)
        )
        heads = "".join(
            f"<div class='head {place}'>{word}</div>"
            for place, word in (("type", "Modifier"), ("name", "Field"), ("about", "About"))
        )
        grid = f"<section class=fields><div class=grid>{heads}{cells}</div></section>"
        pages.append(page(f"<h1>Class {WORDS[n % 12]}{n}</h1>{grid if n % 6 == 0 else ''}"))
    for n, record in enumerate(records(pages)):
        if n % 6 == 0:
            (rows,) = _tables(record).values()
            wanted = [
                {f"{WORDS[-k]} {n}", f"{WORDS[k]}{n}", sentences(k, 1)[0]}
                for k in range(2 + n // 6)
            ]
            assert _said(rows) == wanted


def test_entries_of_several_siblings_are_rows_though_most_pages_have_one() -> None:
    pages = []
    for n in range(20):
        cells = "".join(
            f"<div class=name>make_{WORDS[k]}({n})</div><div class=about>{sentences(n + k, 1)[0]}"
            "</div>"
            for k in range(3 if n % 5 == 0 else 1)
        )
        pages.append(page(f"<h1>Class {WORDS[n % 12]}{n}</h1><div class=grid>{cells}</div>"))
    for n, record in enumerate(records(pages)):
        (rows,) = _tables(record).values()
        assert _said(rows) == [
            {f"make_{WORDS[k]}({n})", sentences(n + k, 1)[0]} for k in range(3 if n % 5 == 0 else 1)
        ]


@pytest.mark.parametrize("kinds", [("Field", "Method"), ("Field", "Maker", "Method")])
def test_members_below_a_heading_for_each_kind_are_one_table(kinds: tuple[str, ...]) -> None:
    pages = []
    for n in range(12):
        sections = ""
        for number, kind in enumerate(kinds):
            members = "".join(
                f"<li><section class=detail><h3>{kind.lower()}{WORDS[k]}{n}</h3>"
                f"<div class=code>int {WORDS[k]} {n}</div>"
                f"<div class=block>{sentences(n + k, 1)[0]}</div></section></li>"
                for k in range(1 + (n + number) % 4)
            )
            sections += (
                f"<li><section class={kind.lower()}s><h2>{kind} details</h2>"
                f"<ul class=members>{members}</ul></section></li>"
            )
        pages.append(page(f"<h1>Class {WORDS[n]}</h1><ul class=details>{sections}</ul>"))
    for n, record in enumerate(records(pages)):
        (rows,) = _tables(record).values()
        titles = [row["title"] for row in rows]
        assert titles == [
            f"{kind.lower()}{WORDS[k]}{n}"
            for number, kind in enumerate(kinds)
            for k in range(1 + (n + number) % 4)
        ]


def test_links_in_code_with_commas_between_are_a_list() -> None:
    pages = [
        page(
            f"<h1>Class {WORDS[n]}</h1><div class=inherited><h3>From {WORDS[-n]}</h3><code>"
            + ", ".join(f"<a href='/{n}#{w}'>{w}{n}</a>" for w in WORDS[: n + 1])
            + "</code></div>"
        )
        for n in range(12)
    ]
    for n, record in enumerate(records(pages)):
        assert [f"{word}{n}" for word in WORDS[: n + 1]] in record.values()


def test_rows_of_a_table_in_a_form_are_rows() -> None:
    """Versions that can be chosen to be compared; choices alone are none."""
    pages = []
    for n in range(10):
        versions = "".join(
            f"<tr><td class=version>{k} of {n}</td><td class=author>{WORDS[(n + k) % 12]}</td>"
            f"<td class=note>changed {WORDS[k]} {n}</td></tr>"
            for k in range(2 + n % 3)
        )
        choices = "".join(f"<li><label>{WORDS[(n + k) % 12]} {k}</label></li>" for k in range(4))
        pages.append(
            page(
                f"<h1>Ticket {WORDS[n]}</h1><p>{' '.join(sentences(n, 9))}</p>"
                f"<form class=compare><table class=versions>{versions}</table></form>"
                f"<form class=search><ul>{choices}</ul></form>"
            )
        )
    for n, record in enumerate(records(pages)):
        (rows,) = _tables(record).values()
        assert [row["version"] for row in rows] == [f"{k} of {n}" for k in range(2 + n % 3)]


def test_what_always_follows_a_declaration_is_in_its_row() -> None:
    pages = []
    for n in range(10):
        members = "".join(
            f"<pre><b>val</b> {WORDS[k]}_{n}</pre>"
            + f"<div class=about>{sentences(n + k, 1)[0]}</div>" * (k % 3 < 2)
            + "".join(f"<div class=parameter>p{j} of {n}{k}</div>" for j in range(k % 3))
            for k in range(2 + n % 4)
        )
        pages.append(page(f"<h1>Module {WORDS[n]}</h1>{members}"))
    for n, record in enumerate(records(pages)):
        (rows,) = _tables(record).values()
        assert len(rows) == 2 + n % 4
        for k, row in enumerate(rows):
            assert any(f"{WORDS[k]}_{n}" in str(value) for value in row.values())
            assert (sentences(n + k, 1)[0] in row.values()) == (k % 3 < 2)


def test_turns_may_lack_their_first_sibling() -> None:
    short, whole = ["div.name", "div.about"], ["div.modifier", "div.name", "div.about"]
    sequences = [short, [*short, *short], whole, [*whole, *short, *whole]]
    assert find_order(sequences) == {"div.modifier": 0, "div.name": 1, "div.about": 2}
    assert find_order([["div.title", "div.ad", "div.text", "div.ad", "div.share"]] * 9) == {}
    assert find_turns(sequences, "div.modifier") == set()


def test_a_place_of_a_page_follows_nothing() -> None:
    """Two lines above the title are no entries."""
    assert find_followed([["div.line", "div.line", "h1.title"]] * 9) == ("", set())
    page_of_four = ["pre", "div.about", "pre", "div.about", "div.parameter", "div.parameter"]
    shapes = {"pre", "div.about", "div.parameter"}
    assert find_followed([page_of_four] * 9) == ("pre", shapes)


def test_keys_that_would_have_to_be_too_many_find_nothing() -> None:
    """Each is right on a single page, and only a few are kept."""
    names = [f"{one}{other}" for one in WORDS[:6] for other in WORDS[6:]]
    pages = sample_of(
        [
            page(f"<div>{'<p class=x>no</p>' * (n + 1)}<p class={name}>yes</p>{'<p>no</p>' * n}")
            for n, name in enumerate(names)
        ]
    )
    roots = outline_pages(pages).roots
    nodes = [[element.node for element in root.elements()][1:] for root in roots]
    found = element_index(pages, nodes, are_rows=False)
    wanted = [(n, own[-1 - n]) for n, own in enumerate(nodes)]
    assert found.find_container_keys(wanted[:5], None)
    assert found.find_container_keys(wanted, None) == []


def _grid(n: int) -> str:
    heads = "<div class='head type'>Modifier</div><div class='head name'>Field</div>"
    cells = "".join(
        f"<div class=type>{WORDS[-k]} {n}</div>"
        f"<div class=name><a href='#{WORDS[k]}{n}'>{WORDS[k]}{n}</a></div>"
        for k in range(2 + n % 3)
    )
    return f"<div class=members><div class=grid>{heads}{cells}</div></div>"


def test_the_first_header_of_a_grid_does_not_name_its_rows() -> None:
    pages = [page(f"<h1>Class {WORDS[n]}</h1>{_grid(n)}") for n in range(12)]
    for record in records(pages):
        assert [*_tables(record)] == ["members"]


def test_names_of_rows_that_lead_to_what_is_below_have_addresses() -> None:
    """Those of contents, which say nothing else, are no rows."""
    pages = []
    for n in range(12):
        contents = "".join(f"<li><a href='#s{k}'>Part {k} of {n}</a></li>" for k in range(3))
        pages.append(page(f"<h1>Class {WORDS[n]}</h1><ol>{contents}</ol>{_grid(n)}"))
    for n, record in enumerate(records(pages)):
        (rows,) = _tables(record).values()
        assert [row["url"] for row in rows] == [f"#{WORDS[k]}{n}" for k in range(2 + n % 3)]


def _striped(n: int, rows: int, heads: tuple[str, ...]) -> str:
    """A table whose rows have one of two classes in turns."""
    body = "".join(
        f"<tr class={('alt', 'plain')[k % 2]}><th>{WORDS[k]}{n}</th>"
        f"<td>{sentences(n + k, 1)[0]}</td>"
        f"{f'<td>{WORDS[n % 12]} {n}{k}</td>' * (len(heads) - 2)}</tr>"
        for k in range(rows)
    )
    return (
        f"<table>{'<tr>' + ''.join(f'<th>{head}</th>' for head in heads) + '</tr>'}{body}</table>"
    )


def test_rows_in_stripes_are_rows_of_one_kind() -> None:
    """Two rows of different colors are no entry: a list may end with either of them."""
    pages = [
        page(f"<h1>Class {WORDS[n]}</h1>{_striped(n, 2 + n % 4, ('Name', 'About', 'Kind'))}")
        for n in range(12)
    ]
    for n, record in enumerate(records(pages)):
        (rows,) = _tables(record).values()
        wanted = [
            {f"{WORDS[k]}{n}", sentences(n + k, 1)[0], f"{WORDS[n]} {n}{k}"}
            for k in range(2 + n % 4)
        ]
        assert _said(rows) == wanted


def test_tables_below_headings_keep_their_rows_and_no_headers() -> None:
    """Rows of two tables look alike: headings above them find them, and two `th` are no row."""
    pages = []
    for n in range(16):
        first = _striped(n, 1 + n % 4, ("Maker", "About"))
        second = _striped(n + 20, 3 + n % 5, ("Member", "About"))
        pages.append(
            page(
                f"<h1>Class {WORDS[n % 12]}{n}</h1>"
                f"<section class=part><h2>Makers</h2>{first if n % 3 else ''}</section>"
                f"<section class=part><h2>Members</h2>{second}</section>"
            )
        )
    for n, record in enumerate(records(pages)):
        tables = _tables(record)
        assert len(tables["members"]) == 3 + n % 5
        assert len(tables.get("makers", ())) == (1 + n % 4 if n % 3 else 0)


def test_members_lead_to_their_descriptions_whatever_their_parameters_do() -> None:
    pages = []
    for n in range(12):
        rows = ""
        for k in range(2 + n % 4):
            linked = f"<a href='/type/{WORDS[k]}.html'>{WORDS[k].title()}</a> of{n * k}"
            parameter = linked if (k + n) % 2 else f"int size{k}{n}"
            about = " ".join(sentences(n + k, 1 + (n + k) % 3))
            rows += (
                f"<tr class=member><td class=kind>{WORDS[n]} {n}{k}</td><th class=name><code>"
                f"<a href='#m{k}'>{WORDS[k]}{n}</a>({parameter})</code></th>"
                f"<td class=about><p>{about}</p></td></tr>"
            )
        pages.append(page(f"<h1>Class {WORDS[n]}</h1><table class=members>{rows}</table>"))
    for n, record in enumerate(records(pages)):
        (rows,) = _tables(record).values()
        assert [row["url"].partition("#")[2] for row in rows] == [f"m{k}" for k in range(2 + n % 4)]


def test_a_section_of_few_pages_does_not_make_members_a_text() -> None:
    """Members below usual headings are rows, however many sentences are said of them."""

    def members(n: int, count: int) -> str:
        own = "".join(
            f"<li><h3>{WORDS[k]}{n}</h3><div class=sign>int {WORDS[k]}{n}()</div>"
            f"<div class=about>{' '.join(sentences(n + k, 3))}</div></li>"
            for k in range(count)
        )
        return f"<ul class=list>{own}</ul>"

    pages = []
    for n in range(20):
        rare = f"<li><h2>Fields</h2>{members(n + 50, 2)}</li>" if n % 7 == 0 else ""
        first = f"<li><h2>Makers</h2>{members(n + 30, 1 + n % 2)}</li>" if n % 3 else ""
        usual = f"<li><h2>Methods</h2>{members(n, 2 + n % 3)}</li>"
        about = f"<h1>Class {WORDS[n % 12]}{n}</h1><p>{' '.join(sentences(n, 2))}</p>"
        pages.append(page(f"{about}<ul class=details>{rare}{first}{usual}</ul>"))
    for n, record in enumerate(records(pages)):
        titles = [row["title"] for row in _tables(record)["methods"]]
        assert titles[-2 - n % 3 :] == [f"{WORDS[k]}{n}" for k in range(2 + n % 3)]
