"""Tables learned from slots: small pages in, the first tier's records out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from support.slot_pages import WORDS, first_tier, page, records, sample_of, sentences

from unmold.demo import build_site
from unmold.templates.slots.alignment import Slot, align
from unmold.templates.slots.compose import compose
from unmold.templates.slots.outline import outline_pages
from unmold.templates.texts import template_texts


def slots_of(bodies: Sequence[str]) -> list[Slot]:
    sample = sample_of([page(body) for body in bodies])
    return [*align(outline_pages(sample)).walk()]


def test_optional_inline_markup_does_not_fork_a_slot() -> None:
    bodies = [
        f"<div class='by'>{'<a href=x>Anna</a>' if n % 2 else 'Anna'} no {n}</div>"
        for n in range(8)
    ]
    found = [slot for slot in slots_of(bodies) if slot.words == ("by",)]
    assert [len(slot.elements) for slot in found] == [8]
    assert not found[0].children


def test_letters_are_counted_again_where_lines_become_elements() -> None:
    bodies = [
        f"<div><section><p class=a>Name: <b>{WORDS[n]}</b><br>Phone: <i>{n}</i> {n}</section></div>"
        for n in range(8)
    ]
    slots = slots_of(bodies)
    assert any(slot.tag == "line" for slot in slots)
    for slot in slots:
        for element in slot.elements:
            assert element.letters() == sum(len(run.text) for run in element.runs())


def test_alignment_does_not_depend_on_the_order_of_pages() -> None:
    bodies = [
        f"<ul class='{'wide' if n % 3 else 'wide big'}'><li>a {n}<li>b {n}</ul><p class=c>{n}</p>"
        for n in range(9)
    ]

    def shape(slots: list[Slot]) -> set[tuple[str, int]]:
        return {(slot.path(), len(slot.elements)) for slot in slots}

    assert shape(slots_of(bodies)) == shape(slots_of(bodies[::-1]))


def test_labels_name_values_in_any_order() -> None:
    def row(label: str, value: str) -> str:
        return f"<div class=row><b>{label}</b> <span>{value}</span></div>"

    pages = []
    for n in range(8):
        rows = [row("Colour:", WORDS[n]), row("Weight:", f"{n + 2} kg")]
        pages.append(page(f"<h1>Lamp {WORDS[n]}</h1>" + "".join(rows[:: 1 if n % 2 else -1])))
    for n, record in enumerate(records(pages)):
        assert record["title"] == f"Lamp {WORDS[n]}"
        assert record["colour"] == WORDS[n]
        assert record["weight"] == f"{n + 2} kg"


def test_a_constant_number_of_rows_is_a_table() -> None:
    pages = [
        page(
            f"<h1>Film {WORDS[n]}</h1><table class=cast>"
            + "".join(
                f"<tr><td class=name><a href='/p/{n}{k}'>{WORDS[(n + k) % 12]} {n}</a></td>"
                f"<td class=character>{WORDS[n]} of {WORDS[k]}</td></tr>"
                for k in range(3)
            )
            + "</table>"
        )
        for n in range(8)
    ]
    first, _ = first_tier(pages)
    assert [table.name for table in first.tables] == ["cast"]
    rows = records(pages)[2]["cast"]
    assert [row["character"] for row in rows] == [
        "cedar of amber",
        "cedar of birch",
        "cedar of cedar",
    ]
    assert rows[1]["name"] == "dune 2"


def test_prose_is_one_text_in_reading_order_without_the_frame() -> None:
    pages = []
    for n in range(8):
        said = sentences(n, 3 + n % 3)
        prose = "".join(f"<p>{text}</p>" for text in said)
        menu = "<ul class=menu><li><a href=/a>Home</a><li><a href=/b>About us</a></ul>"
        pages.append(
            page(f"{menu}<h1>Post {WORDS[n]}</h1><div class=entry>{prose}</div><p>Imprint</p>")
        )
    for n, record in enumerate(records(pages)):
        assert record["text"].split("\n") == sentences(n, 3 + n % 3)
        assert "Imprint" not in str(record)


def test_the_title_comes_from_the_head_where_no_place_says_it() -> None:
    pages = [
        page(f"<div class=price>${n + 10}.00</div>", f"Lamp {WORDS[n]} - Shop") for n in range(8)
    ]
    assert [record["title"] for record in records(pages)] == [f"Lamp {WORDS[n]}" for n in range(8)]


def test_the_title_is_the_heading_that_a_text_begins_with() -> None:
    pages = []
    for n in range(8):
        inner = "".join(f"<h2>{WORDS[n]} {k}</h2><p>{s}</p>" for k, s in enumerate(sentences(n, 4)))
        body = f"<div class=entry><h2>{WORDS[n]} lore</h2><p>{sentences(n, 1)[0]}</p>{inner}</div>"
        pages.append(page(body, f"{WORDS[n]} lore"))
    assert [record["title"] for record in records(pages)] == [f"{WORDS[n]} lore" for n in range(8)]


def test_siblings_in_turns_are_rows() -> None:
    pages = [
        page(
            f"<h1>Index {WORDS[n]}</h1><div class=grid>"
            "<div class=header>Type</div><div class=header>Description</div>"
            + "".join(
                f"<div class='type {'odd' if k % 2 else 'even'}'>{WORDS[(n + k) % 12]} {n}</div>"
                f"<div class=about>{WORDS[k]} goes with {n}.</div>"
                for k in range(3 + n % 2)
            )
            + "</div>"
        )
        for n in range(8)
    ]
    first, _ = first_tier(pages)
    assert len(first.tables) == 1
    rows = records(pages)[1][first.tables[0].name]
    assert [[row["type"], row["about"]] for row in rows] == [
        [f"{WORDS[1 + k]} 1", f"{WORDS[k]} goes with 1."] for k in range(4)
    ]


def test_terms_and_descriptions_are_rows_behind_their_heading() -> None:
    def terms(n: int, kind: str) -> str:
        return "".join(
            f"<dt>{kind}{k}_{WORDS[(n + k) % 12]}</dt><dd><p>{sentences(n + k, 1)[0]}</p></dd>"
            for k in range(2 + n % 3)
        )

    pages = [
        page(
            f"<h1>call {WORDS[n]}</h1>"
            f"<div class=part id=i{n}a><h2>Parameters</h2><dl>{terms(n, 'p')}</dl></div>"
            f"<div class=part id=i{n}b><h2>Errors</h2><dl>{terms(n, 'e')}</dl></div>"
        )
        for n in range(9)
    ]
    for n, record in enumerate(records(pages)):
        for name, kind in (("parameters", "p"), ("errors", "e")):
            wanted = [f"{kind}{k}_{WORDS[(n + k) % 12]}" for k in range(2 + n % 3)]
            assert [row["name"] for row in record[name]] == wanted


def test_links_with_separators_are_a_list() -> None:
    pages = []
    for n in range(8):
        genres = " | ".join(f"<a href=/g/{w}>{w}</a>" for w in WORDS[n % 4 : n % 4 + 2 + n % 2])
        pages.append(page(f"<h1>Film {WORDS[n]}</h1><div><h4>Genres:</h4> {genres}</div>"))
    for n, record in enumerate(records(pages)):
        assert record["genres"] == WORDS[n % 4 : n % 4 + 2 + n % 2]


def test_siblings_of_different_kinds_are_no_rows() -> None:
    bodies = [
        f"<table><tr><td class=main><h2>Name {n}</h2><p>Long text {n}</p></td></tr>"
        + ("<tr><td class=watch><a href=/w>Watch</a></td></tr>" if n % 2 else "")
        + "</table>"
        for n in range(8)
    ]
    rows = [slot for slot in slots_of(bodies) if slot.tag == "tr"]
    assert sorted(len(slot.elements) for slot in rows) == [4, 8]
    assert not any(slot.repeats for slot in rows)


def test_popular_products_are_no_labels() -> None:
    def tile(k: int) -> str:
        return f"<div class=tile><a href=/t/{k}>Key {WORDS[k]}</a><b class=price>${k}.50</b></div>"

    pages = [
        page(
            f"<h1>Lock {WORDS[n]}</h1><div class=more>"
            f"{tile(n % 2)}{tile(2 + n % 2)}{tile(4 + n)}</div>"
        )
        for n in range(8)
    ]
    first, _ = first_tier(pages)
    assert len(first.tables) == 1
    rows = records(pages)[3][first.tables[0].name]
    assert [row["title"] for row in rows] == ["Key birch", "Key dune", "Key heath"]


def test_code_is_read_whole() -> None:
    pages = [
        page(
            f"<h1>{WORDS[n]}</h1>"
            f"<pre class=line><b class=f>{WORDS[11 - n]}</b>(<i class=p>a{n}</i>="
            f"<u class=d>{n}</u>,<i class=q>b{n}</i>)</pre>"
        )
        for n in range(8)
    ]
    for n, record in enumerate(records(pages)):
        assert f"{WORDS[11 - n]}(a{n}={n},b{n})" in record.values()


@pytest.mark.parametrize("body", ["", "<p>same</p>", "<div>" * 3000 + "deep", "<dl><dd>x</dl>"])
def test_pages_with_little_to_say_give_no_tables(body: str) -> None:
    first, _ = first_tier([f"<body>{body}"] * 4)
    assert not first.tables


def test_deep_nests_of_rows_do_not_overflow_the_stack() -> None:
    pages = []
    for n in range(4):
        body = f"<p>end {n}</p>"
        for k in range(200):
            body = (
                f"<ul class=u{k % 7}><li><b>{WORDS[k % 12]} {n}</b><div>{body}</div><li>x {n}</ul>"
            )
        pages.append(page(body))
    sample = sample_of(pages)
    slots = align(outline_pages(sample))
    assert max(slot.path().count("/") for slot in slots.walk()) > 400
    compose(sample, frozenset(template_texts(sample)))


def test_an_author_and_a_date_in_one_text_are_two_columns() -> None:
    names = [word.title() for word in WORDS]
    bodies = [
        f"<h1>Review {name}</h1><p class='meta'>Reviewed By: {name} on {n + 1}/{n + 2}/2010</p>"
        for n, name in enumerate(names)
    ]
    found = records([page(body, f"Review {names[n]}") for n, body in enumerate(bodies)])
    assert [own["author"] for own in found] == names
    assert [own["date"] for own in found] == [f"{n + 1}/{n + 2}/2010" for n in range(12)]


def test_labelled_values_in_one_text_are_columns() -> None:
    bodies = [
        f"<h1>Item {word}</h1><p class='m'>Level: {word} - Ownership: {n * 7} weeks</p>"
        for n, word in enumerate(WORDS)
    ]
    found = records([page(body, f"Item {WORDS[n]}") for n, body in enumerate(bodies)])
    assert [own["level"] for own in found] == WORDS
    assert [own["ownership"] for own in found] == [f"{n * 7} weeks" for n in range(12)]


def test_words_that_join_values_of_no_name_part_nothing() -> None:
    bodies = [
        f"<h1>Match {n}</h1><p class='pair'>{word} to {WORDS[-n]}</p>"
        for n, word in enumerate(WORDS)
    ]
    found = records([page(body, f"Match {n}") for n, body in enumerate(bodies)])
    assert [own["pair"] for own in found] == [f"{w} to {WORDS[-n]}" for n, w in enumerate(WORDS)]


def test_the_image_of_a_record_is_the_one_that_is_called_like_it() -> None:
    bodies = [
        f"<div class='brand'><img src='/brands/{n % 6}.gif'></div>"
        f"<h1>Lamp {word}</h1><div class='shot'><img src='/i/{word}.jpg' alt='Lamp {word}'></div>"
        f"<p class='price'>${n + 3}.50</p>"
        for n, word in enumerate(WORDS)
    ]
    found = records([page(body, f"Lamp {WORDS[n]}") for n, body in enumerate(bodies)])
    assert [own["image"] for own in found] == [f"/i/{word}.jpg" for word in WORDS]


def test_images_that_repeat_alone_are_a_list() -> None:
    bodies = [
        f"<h1>Lamp {word}</h1><div class='shots'>"
        + "".join(
            f"<div class='shot'><img src='/i/{word}-{k}.jpg'></div>" for k in range(2 + n % 3)
        )
        + f"</div><p class='price'>${n + 3}.50</p>"
        for n, word in enumerate(WORDS)
    ]
    found = records([page(body, f"Lamp {WORDS[n]}") for n, body in enumerate(bodies)])
    assert found[1]["images"] == [f"/i/birch-{k}.jpg" for k in range(3)]


def test_a_cell_of_code_is_one_value_and_named_by_the_header_of_its_grid() -> None:
    def row(number: int, k: int) -> str:
        name = f"{WORDS[k]}{number}"
        return (
            f"<div class='col-a'><code>Type{k}Of{number}</code></div><div class='col-b'>"
            f"<code><a href='#{name}'>{name}</a>(String of{name})</code></div>"
        )

    def grid(number: int) -> str:
        heads = "<div class='head col-a'>Type</div><div class='head col-b'>Method</div>"
        cells = "".join(row(number, k) for k in range(3 + number % 3))
        return f"<h1>Class {WORDS[number]}</h1><div class='grid'>{heads}{cells}</div>"

    found = records([page(grid(n), f"Class {WORDS[n]}") for n in range(12)])
    rows = next(value for value in found[0].values() if isinstance(value, list))
    assert rows[1]["type"] == "Type1Of0"
    assert "birch0(String ofbirch0)" in rows[1].values()


def test_a_number_in_the_link_of_a_card_is_not_its_title() -> None:
    def cards(number: int) -> str:
        inner = "".join(
            f"<li class='card'><a href='/{WORDS[k]}{number}'><div class='off'>-{k * 5 + 5}%</div>"
            f"<div class='what'>Lamp {WORDS[k]} {number}</div></a></li>"
            for k in range(4)
        )
        return f"<h1>Shelf {WORDS[number]}</h1><ul>{inner}</ul>"

    found = records([page(cards(n), f"Shelf {WORDS[n]}") for n in range(12)])
    rows = next(value for value in found[0].values() if isinstance(value, list))
    assert rows[0]["title"] == "Lamp amber 0"


def test_what_all_templates_of_a_site_have_is_frame() -> None:
    def box(number: int) -> str:
        entries = "".join(
            f"<li class='entry'><a href='/n/{number}{k}'>News {WORDS[k]} {number}</a>"
            f"<div class='when'>{k + 1} May 20{number + 10}</div></li>"
            for k in range(3)
        )
        return f"<div class='latest'><ul class='news'>{entries}</ul></div>"

    def post(number: int) -> str:
        text = "".join(f"<p>{sentence}</p>" for sentence in sentences(number, 6))
        return page(f"<h1>Post {WORDS[number]}</h1><div class='text'>{text}</div>{box(number)}")

    posts = [post(number) for number in range(12)]
    others = [
        [page(f"<h2>{kind} {n}</h2>{''.join(sentences(n, 9))}{box(n + 20)}") for n in range(3)]
        for kind in ("Tag", "Person")
    ]
    lists = [[page(f"<h2>{kind} {n}</h2>{box(n + 20)}") for n in range(3)] for kind in "AB"]
    alone, _ = first_tier(posts)
    beside, _ = first_tier(posts, others)
    assert [len(tier.tables) for tier in (alone, beside)] == [1, 0]
    # What other templates are about is no frame: these rows are related entries.
    assert len(first_tier(posts, lists)[0].tables) == 1
    assert [one.name for one in beside.fields] == [one.name for one in alone.fields]


def test_popular_values_of_one_place_are_data() -> None:
    pages = [
        page(
            f"<h1>College {WORDS[n]}</h1><table>"
            f"<tr><td>Control:</td><td>{'Public' if n % 3 else 'Private'}</td></tr>"
            f"<tr><td>Founded:</td><td>{1850 + 7 * n}</td></tr></table>"
        )
        for n in range(12)
    ]
    said = [record["control"] for record in records(pages)]
    assert said == ["Public" if n % 3 else "Private" for n in range(12)]


def test_values_between_breaks_are_a_list_whatever_their_number() -> None:
    pages = [
        page(
            f"<h1>Car {WORDS[n]}</h1><table><tr><td>Engines:</td><td>"
            + "<br>".join(f"{90 + 10 * n + k}-hp, {k + 2}-liter" for k in range(1 + n % 3))
            + f"</td></tr><tr><td>Seats:</td><td>{n + 2}</td></tr></table>"
        )
        for n in range(9)
    ]
    for n, record in enumerate(records(pages)):
        wanted = [f"{90 + 10 * n + k}-hp, {k + 2}-liter" for k in range(1 + n % 3)]
        assert record["engines"] == wanted


def test_a_date_between_breaks_is_a_value_of_its_own() -> None:
    pages = [
        page(
            f"<h1>Book {WORDS[n]}</h1><div class=publisher>{WORDS[-n]} House<br>"
            f"{n + 3}/{n + 1}/20{n + 10}</div>"
        )
        for n in range(9)
    ]
    for n, record in enumerate(records(pages)):
        assert record["publisher"] == f"{WORDS[-n]} House"
        assert record["date"] == f"{n + 3}/{n + 1}/20{n + 10}"


def test_one_link_among_lines_is_a_value_of_its_own() -> None:
    pages = [
        page(
            f"<h1>Job {WORDS[n]}</h1><div class=contact><a href='/c{n}'>{WORDS[-n]} Ltd.</a><br>"
            f"{n + 3} {WORDS[n]} Street<br>Town {WORDS[n]}</div>"
        )
        for n in range(9)
    ]
    for n, record in enumerate(records(pages)):
        assert f"{WORDS[-n]} Ltd." in record.values()
        assert [f"{n + 3} {WORDS[n]} Street", f"Town {WORDS[n]}"] in record.values()


def test_a_labelled_line_of_an_address_is_a_value_of_its_own() -> None:
    pages = [
        page(
            f"<h1>School {WORDS[n]}</h1><p class=where>{n} {WORDS[n]} Street<br>Town {WORDS[-n]}"
            f"<br>{WORDS[-n]} County<br><b>Website:</b> <a href='/{n}'>{WORDS[n]} site</a></p>"
        )
        for n in range(9)
    ]
    assert [record["website"] for record in records(pages)] == [f"{w} site" for w in WORDS[:9]]


def test_a_linked_label_with_a_colon_names_its_value() -> None:
    def row(label: str, value: str) -> str:
        return (
            f"<tr><td><a href='/all'>{label}</a></td><td><a href='/p/{value}'>{value}</a></td></tr>"
        )

    pages = []
    for n in range(10):
        rows = [row("Director:", WORDS[n]), row("Producer:", WORDS[-n]) if n % 2 else ""]
        rows += [row("Composer:", f"{WORDS[n]} {n}") if n % 3 else ""]
        pages.append(page(f"<h1>Film {WORDS[n]}</h1><table>{''.join(rows)}</table>"))
    found = records(pages)
    assert [record["director"] for record in found] == WORDS[:10]
    assert found[1]["producer"] == WORDS[-1]


def test_one_label_in_singular_and_plural_is_one_column() -> None:
    pages = []
    for n in range(10):
        names = [f"<a href='/p{n}{k}'>{WORDS[(n + k) % 12]}</a>" for k in range(1 + n % 3)]
        label = "Actor:" if len(names) == 1 else "Actors:"
        pages.append(
            page(
                f"<h1>Film {WORDS[n]}</h1><div class=facts><div class=row><b>{label}</b> "
                f"{', '.join(names)}</div><div class=row><b>Length:</b> {n + 60} min</div></div>"
            )
        )
    first, _ = first_tier(pages)
    assert len([field for field in first.fields if "actor" in field.name]) == 1


def test_a_value_that_never_varies_is_data_among_labelled_values() -> None:
    def pair(label: str, value: str) -> str:
        return f"<dl class=fact><dt>{label}</dt><dd>{value}</dd></dl>"

    pages = [
        page(
            f"<h1>Job {WORDS[n]}</h1><div class=facts>{pair('Skill:', WORDS[-n])}"
            f"{pair('Number:', f'A{n}7')}{pair('Town:', f'{WORDS[n]} town')}"
            f"{pair('Travel:', 'none at all')}</div>"
        )
        for n in range(9)
    ]
    assert [record["travel"] for record in records(pages)] == ["none at all"] * 9


def test_words_of_images_that_are_grades_are_values() -> None:
    pages = [
        page(
            f"<h1>Film {WORDS[n]}</h1><div class=grade><img src='/{n}.png' "
            f"alt='{('G', 'PG', 'R')[n % 3]}'></div><p class=about>About {WORDS[n]} {n}</p>"
        )
        for n in range(12)
    ]
    assert [record["grade"] for record in records(pages)] == ["G", "PG", "R"] * 4


def test_numbers_of_different_things_are_different_values() -> None:
    pages = [
        page(
            f"<h1>Film {WORDS[n]}</h1><div class=box>Users: <a href='/v'>{n + 20} votes</a> "
            f"<a href='/r'>{n + 2} reviews</a></div>"
        )
        for n in range(9)
    ]
    for n, record in enumerate(records(pages)):
        assert record["votes"] == f"{n + 20} votes"
        assert record["reviews"] == f"{n + 2} reviews"


def test_sections_of_one_heading_are_two_places() -> None:
    pages = []
    for n in range(8):
        names = [f"{WORDS[(n + k) % 12]}_{n}" for k in range(2 + n % 3)]
        listed = "".join(
            f"<tr><td class=kind>{WORDS[-k - 1]} {n}</td><td class=name>{name}</td></tr>"
            for k, name in enumerate(names)
        )
        described = "".join(
            f"<div class=member><h3>{name} ()</h3><p>{sentences(n + k, 1)[0]}</p></div>"
            for k, name in enumerate(names)
        )
        pages.append(
            page(
                f"<h1>Module {WORDS[n]}</h1>"
                f"<div class=part><h2>Functions</h2><table class=list>{listed}</table></div>"
                f"<div class=part><h2>Overview</h2><p>{sentences(n, 1)[0]}</p></div>"
                f"<div class=part><h2>Functions</h2>{described}</div>"
            )
        )
    first, _ = first_tier(pages)
    assert len(first.tables) == 2
    for n, record in enumerate(records(pages)):
        names = [f"{WORDS[(n + k) % 12]}_{n}" for k in range(2 + n % 3)]
        told = [str(record[table.name]) for table in first.tables]
        assert all(name in text for name in names for text in told)


def test_the_title_is_what_the_head_says_where_a_heading_always_adds_to_it() -> None:
    pages = [
        page(
            f"<h1>{WORDS[n]} {WORDS[-n]} #{n + 3} PF</h1><p class=team>Team {WORDS[n % 5]}</p>"
        ).replace("<title>", f"<meta property=og:title content='{WORDS[n]} {WORDS[-n]}'><title>")
        for n in range(9)
    ]
    found = records(pages)
    assert [record["title"] for record in found] == [f"{WORDS[n]} {WORDS[-n]}" for n in range(9)]
    assert all(f"#{n + 3} PF" in str(record) for n, record in enumerate(found))


def test_what_stands_in_the_form_of_a_row_is_no_column() -> None:
    pages = [
        page(
            f"<h1>Shop {WORDS[n]}</h1><p class=about>{' '.join(sentences(n, 5))}</p><ul class=grid>"
            + "".join(
                f"<li class=card><a class=name href='/{n}{k}'>{WORDS[(n + k) % 12]} {n}</a>"
                f"<form class=buy><div class=note>{k + n} are left in {WORDS[k]}</div></form></li>"
                for k in range(3 + n % 2)
            )
            + "</ul>"
        )
        for n in range(8)
    ]
    found = records(pages)
    assert all(f"{WORDS[n]} {n}" in str(record) for n, record in enumerate(found))
    assert "left" not in str(found)


def test_siblings_without_a_class_are_separated_by_what_they_can_only_be() -> None:
    pages = []
    for n in range(9):
        speakers = "".join(
            f"<h4><a href='/s/{n}{k}'>{WORDS[(n + k) % 12]} {n}</a></h4>" for k in range(1 + n % 2)
        )
        pages.append(
            page(
                f"<div class=talk><h2>Talk {WORDS[n]}</h2>"
                f"<h4>{WORDS[n % 4]}day {n + 1}:20 p.m.</h4>{speakers}</div>",
                f"Talk {WORDS[n]}",
            )
        )
    for n, record in enumerate(records(pages)):
        assert f"{WORDS[n % 4]}day {n + 1}:20 p.m." in record.values()
        assert all(f"{WORDS[(n + k) % 12]} {n}" in str(record) for k in range(1 + n % 2))


def test_a_popular_author_in_a_line_is_a_value() -> None:
    pages = []
    for n in range(10):
        said = "".join(f"<p>{text}</p>" for text in sentences(n, 4))
        author = "Ana Lima" if n % 2 else f"{WORDS[n]} Silva"
        pages.append(
            page(
                f"<h1>Post {WORDS[n]}</h1><div class=node><span>por <em>{author}</em> "
                f"em {n + 1} de maio de 2015</span><div class=content>{said}</div></div>"
            )
        )
    for n, record in enumerate(records(pages)):
        assert record["author"] == ("Ana Lima" if n % 2 else f"{WORDS[n]} Silva")
        assert record["date"] == f"{n + 1} de maio de 2015"


def test_a_heading_is_not_a_value_of_its_own_section() -> None:
    pages = [
        page(
            f"<div class=box><h2>Talk {WORDS[n]}</h2>"
            f"<h3>Summary</h3><div class=a>{WORDS[n]} {n}</div>"
            f"<h3>Abstract</h3><div class=b>{WORDS[-n]} {n}</div>"
            + ("<h3>Handout</h3>" if n == 3 else "")
            + "</div>"
        )
        for n in range(9)
    ]
    first, _ = first_tier(pages)
    assert "Abstract" not in [example for field in first.fields for example in field.examples]


def test_the_price_that_is_always_there_is_called_price(tmp_path: Path) -> None:
    """On a third of the pages of a demo shop an old price is before it."""
    build_site(tmp_path)
    pages = sorted((tmp_path / "site" / "products").glob("*.html"))[:20]
    first, _ = first_tier([page.read_text(encoding="utf-8") for page in pages])
    fills = {field.name: field.fill for field in first.fields if field.type == "price"}
    assert fills == {"price": 1.0, "old_price": 0.3}


def test_a_visible_byline_wins_over_what_the_head_says() -> None:
    pages = [
        page(
            f"<h1>Post {WORDS[n]}</h1><div class=byline>{WORDS[n % 4]} {WORDS[n % 3]} Smith</div>"
            f"<p class=about>About {WORDS[n]} {n}</p>"
        ).replace("<title>", f"<meta name=author content='user{n % 4}'><title>")
        for n in range(9)
    ]
    said = [record["author"] for record in records(pages)]
    assert said == [f"{WORDS[n % 4]} {WORDS[n % 3]} Smith" for n in range(9)]


def test_the_cart_of_a_visitor_is_no_table() -> None:
    pages = []
    for n in range(9):
        bought = "".join(
            f"<li class=item><a href='/{n}{k}'>{WORDS[(n + k) % 12]} lamp</a><b>${n}{k}.00</b></li>"
            for k in range(2 + n % 3)
        )
        pages.append(
            page(
                f"<h1>Lamp {WORDS[n]}</h1><p class=about>{' '.join(sentences(n, 6))}</p>"
                f"<div class=widget_shopping_cart><ul class=bought>{bought}</ul></div>"
            )
        )
    first, _ = first_tier(pages)
    assert [field.name for field in first.fields] == ["title", "about"]
    assert not first.tables
