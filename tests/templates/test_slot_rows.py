"""Which repeats are rows of a child table, wherever they stand."""

from __future__ import annotations

from support.slot_pages import WORDS, page, records, sentences

from unmold.templates.slots.alignment import Slot
from unmold.templates.slots.outline import Element, Run
from unmold.templates.slots.slot_prose import are_rows


def _rows(record: dict[str, object]) -> list[dict[str, object]]:
    (rows,) = (
        value
        for value in record.values()
        if isinstance(value, list) and value and isinstance(value[0], dict)
    )
    return rows


def test_rows_in_several_bodies_of_a_table_are_rows() -> None:
    """Tickets by milestone: each has a body of its own, and some tickets are described."""
    pages = []
    for n in range(9):
        bodies = ""
        for group in range(2 + n % 3):
            about = f"<p>{sentences(n, 1)[0]}</p><ul><li>{sentences(group, 2)[1]}</ul>"
            rows = "".join(
                f"<tr><td class=id><a href='/t/{n}{group}{k}'>T{n}{group}{k}</a>"
                f"<td class=owner>{WORDS[k]} {n}<td class=about>{about * (group % 2)}"
                for k in range(2)
            )
            bodies += f"<tbody>{rows}</tbody>"
        pages.append(page(f"<h1>Report {WORDS[n]}</h1><table class=tickets>{bodies}</table>"))
    for n, record in enumerate(records(pages)):
        said = [f"T{n}{group}{k}" for group in range(2 + n % 3) for k in range(2)]
        assert [next(iter(row.values())) for row in _rows(record)] == said


def test_rows_in_a_column_of_the_layout_are_rows() -> None:
    """The second column of the layout is missing on some pages, so that columns repeat."""
    pages = []
    for n in range(13):
        posts = "".join(
            f"<article class=post><div class=date>{k + 1} May 201{n % 9}</div>"
            f"<div class=title><a href='/p/{n}{k}'>{WORDS[k]} post {n}</a></div>"
            f"<div class=excerpt><p>{sentences(n + k, 2)[0]}</p><p>{sentences(n, 1)[0]}</p></div>"
            "</article>"
            for k in range(4 + n % 2)
        )
        columns = f"<div class=column1><div class=inner>{posts}</div></div>"
        if n % 6:
            columns += "<div class=column2><div class=inner><p>Write to us.</p></div></div>"
        pages.append(page(f"<h1>Posts of {WORDS[n % 12]}</h1><div class=two>{columns}</div>"))
    for n, record in enumerate(records(pages)):
        titles = [row["title"] for row in _rows(record)]
        assert titles == [f"{WORDS[k]} post {n}" for k in range(4 + n % 2)]


def test_pages_of_one_list_that_share_their_title_have_one_table() -> None:
    """Else its heading would be a label of the template, and the rows below it another table."""
    pages = []
    for n in range(8):
        name = "Questions" if n % 2 else f"Board {WORDS[n]}"
        rows = "".join(
            f"<tr><td class=topic><a href='/t/{n}{k}'>Why {WORDS[k]} {n}</a>"
            f"<td class=by>{WORDS[-k]}<td class=count>{7 * n + k}"
            for k in range(5)
        )
        pages.append(
            page(
                f"<div class=box><h2>Our boards</h2><p>Welcome.</p><h2>{name}</h2>"
                f"<table class=list>{rows}</table></div>",
                f"Talk: {name}",
            )
        )
    found = records(pages)
    assert len({tuple(record) for record in found}) == 1
    for n, record in enumerate(found):
        assert record["title"] == ("Questions" if n % 2 else f"Board {WORDS[n]}")
        assert [row["title"] for row in _rows(record)] == [f"Why {WORDS[k]} {n}" for k in range(5)]


def test_notes_for_machines_do_not_cut_a_value() -> None:
    months = ("Jan", "Feb", "Mar")
    pages = []
    for n in range(9):
        rows = "".join(
            f"<article class=post><div class=date><span>{k + 1}</span> "
            f"<span>{months[n % 3]}</span> <span>20{10 + n}</span>"
            "<meta itemprop=count content=0></div>"
            f"<h2><a href='/p/{n}{k}'>{WORDS[k]} post {n}</a></h2></article>"
            for k in range(4)
        )
        pages.append(page(f"<h1>Posts of {WORDS[n % 12]}</h1><div class=posts>{rows}</div>"))
    for n, record in enumerate(records(pages)):
        dates = [row["date"] for row in _rows(record)]
        assert dates == [f"{k + 1} {months[n % 3]} 20{10 + n}" for k in range(4)]


def test_two_rows_that_are_one_entry_are_distinguished_by_their_cells() -> None:
    """The rank of a writer is a frequent word, but no label of the row that it begins."""

    def last(number: int) -> str:
        return sentences(number + 20, 1)[0]

    pages = []
    for n in range(12):
        posts = ""
        for k in range(2 + n % 3):
            rank = "Administrator" if (n + k) % 4 == 0 else "Member"
            posts += (
                f"<tr class=odd{k}><td class=poster><a href='/u/{n}{k}'>{WORDS[k]}{n}</a>"
                f"<td class=info>No. {k + 1}<tr class=odd{k}><td class=rank>{rank}"
                f"<td class=body><div>{sentences(n + k, 2)[1]}<br>{last(n + k)}</div>"
            )
        heads = "<tr><th>Author<th>Post"
        pages.append(page(f"<h1>Topic {WORDS[n]}</h1><table class=main>{heads}{posts}</table>"))
    for n, record in enumerate(records(pages)):
        texts = [" ".join(str(row["post"]).split()) for row in _rows(record)]
        said = [" ".join([sentences(n + k, 2)[1], last(n + k)]) for k in range(2 + n % 3)]
        assert texts == said


def test_classes_part_the_head_of_a_comment_though_its_words_change() -> None:
    """`Comment 1` is on most pages, but it is no label of the name behind it."""
    pages = []
    for n in range(12):
        comments = "".join(
            f"<div class=comment><div class=head><span class=number><a href='#{k}'>"
            f"{f'Comment {k}' if k else 'Description'}</a></span> <span class=user><b>{WORDS[k]} "
            f"{WORDS[n]}</b></span> <span class=time>201{n % 10}-05-0{k + 1} 10:0{k}</span></div>"
            f"<pre class=said>{sentences(n + k, 2)[1]} {sentences(k, 1)[0]}</pre></div>"
            for k in range(2 + n % 3)
        )
        pages.append(page(f"<h1>Bug {WORDS[n]}</h1><div class=comments>{comments}</div>"))
    for n, record in enumerate(records(pages)):
        rows, numbers = _rows(record), range(2 + n % 3)
        for said in (
            ["Description", *(f"Comment {k}" for k in numbers if k)],
            [f"{WORDS[k]} {WORDS[n]}" for k in numbers],
            [f"201{n % 10}-05-0{k + 1} 10:0{k}" for k in numbers],
        ):
            assert said in [[row.get(name) for row in rows] for name in rows[0]]


def test_the_text_of_a_post_in_two_rows_of_a_table_is_found() -> None:
    """Both rows have one class: only what is in them tells where the next post begins."""

    def post(n: int, k: int) -> str:
        said = "".join(f"<p>{text}</p>" for text in sentences(n + k, 3))
        return (
            f"<tr class=tr{k % 2}><td class=name><div><a href='/u/{n}{k}'>{WORDS[k]} {n}</a></div>"
            f"<td class=info><div class=when>{k + 1} May 201{n % 9}</div></tr>"
            f"<tr class=tr{k % 2}><td class=about><div>Since {k + 1} {n + 2000}</div>"
            f"<td class=content><div class=said>{said}</div></tr>"
        )

    pages = [
        page(
            f"<h1>Topic {WORDS[n]}</h1><table class=posts>"
            + "".join(post(n, k) for k in range(3 + n % 3))
            + "</table>"
        )
        for n in range(12)
    ]
    for n, record in enumerate(records(pages)):
        rows = _rows(record)
        assert len(rows) == 3 + n % 3
        for k, row in enumerate(rows):
            assert "\n".join(sentences(n + k, 3)) in row.values()


def _reviews(n: int, kinds: range) -> str:
    return "".join(
        f"<div class='review'><h3>{WORDS[k]} {n}</h3><div class=by>{WORDS[-k]} {k}{n}</div>"
        f"<p class=said>{sentences(n + k, 2)[1]}</p></div>"
        for k in kinds
    )


def test_rows_of_one_kind_in_two_places_are_one_table() -> None:
    """Reviews that many found helpful stand above the others."""
    pages = [
        page(
            f"<h1>Lamp {WORDS[n]}</h1><div class=top><div class=reviews>{_reviews(n, range(2))}"
            f"</div></div><p>The others:</p><div class=reviews>{_reviews(n, range(2, 5 + n % 2))}"
            "</div>"
        )
        for n in range(9)
    ]
    for n, record in enumerate(records(pages)):
        titles = [row["title"] for row in _rows(record)]
        assert titles == [f"{WORDS[k]} {n}" for k in range(5 + n % 2)]


def test_rows_below_headings_of_their_own_stay_apart() -> None:
    pages = [
        page(
            f"<h1>Lamp {WORDS[n]}</h1>"
            f"<div class=one><h2>Experts</h2><div class=list>{_reviews(n, range(2))}</div></div>"
            f"<div class=two><h2>Buyers</h2><div class=list>{_reviews(n, range(2, 5 + n % 2))}"
            "</div></div>"
        )
        for n in range(9)
    ]
    for record in records(pages):
        assert {"experts", "buyers"} <= {*record}


def test_items_of_a_list_are_cells_where_each_place_can_only_be_one_thing() -> None:
    pages = []
    for n in range(8):
        rows = "".join(
            f"<ul><li>Buy</li><li><a href='/p/{n}{k}'><img src='/i/{n}{k}.png'></a></li>"
            f"<li><a href='/p/{n}{k}'>{WORDS[k]} case {n}</a></li><li>${n + k}.99</li></ul>"
            for k in range(2 + n % 3)
        )
        pages.append(page(f"<h1>Lamp {WORDS[n]}</h1><div class=more>{rows}</div>"))
    for n, record in enumerate(records(pages)):
        said = [(row["title"], row["price"]) for row in _rows(record)]
        assert said == [(f"{WORDS[k]} case {n}", f"${n + k}.99") for k in range(2 + n % 3)]


def test_products_that_a_shop_recommends_on_many_pages_are_rows() -> None:
    pages, names = [], []
    for n in range(60):
        own = n // 10 if n % 4 == 0 else 0
        names.append([f"{WORDS[k]} key{f' {own}' if own else ''}" for k in range(4)])
        rows = "".join(
            f"<div class=item><a href='/p/{name}'><img src='/i/{name}.png' alt='{name}'>"
            f"<p>{name}</p></a><span class=price>${k}.50</span></div>"
            for k, name in enumerate(names[-1])
        )
        body = f"<h1>Lamp {WORDS[n % 12]} {n}</h1><p class=about>{sentences(n, 1)[0]}</p>"
        pages.append(page(f"{body}<div class=also><div class=grid>{rows}</div></div>"))
    for said, record in zip(names, records(pages), strict=True):
        assert [row["title"] for row in _rows(record)] == said


def _blocks(kinds: int) -> Slot:
    """Six siblings of one look, with one text of each number of kinds of places in turn."""
    parent = Element(0, 0, "div", (), "", None)
    whole = Slot("div", ("all",), None, [parent])
    blocks = Slot("div", ("column",), whole, [])
    places = [Slot("div", (WORDS[kind],), blocks, []) for kind in range(kinds)]
    for number in range(6):
        place = places[number % kinds]
        block = Element(0, 3 * number + 1, "div", ("column",), "", parent)
        inner = Element(0, 3 * number + 2, "div", place.words, "", block)
        inner.content += [Run(text, (), -1, 0) for text in sentences(number, 2)]
        block.content.append(inner)
        parent.content.append(block)
        blocks.elements.append(block)
        place.elements.append(inner)
    blocks.children += places
    whole.children.append(blocks)
    return blocks


def test_columns_of_a_page_builder_are_no_rows() -> None:
    """They have the same elements around anything: few of them have something in one place."""
    assert are_rows(_blocks(1))
    assert not are_rows(_blocks(3))


def test_siblings_without_a_place_in_common_are_no_variants_of_one_row() -> None:
    """What a class has and what it inherits stand below one heading, hardly ever on one page."""

    def members(n: int) -> str:
        cells = "<div class='head col-type'>Type</div><div class='head col-name'>Member</div>"
        cells += "<div class='head col-about'>Description</div>"
        cells += "".join(
            f"<div class=col-type>{WORDS[k]} type</div><div class=col-name>{WORDS[k]}_{n}</div>"
            f"<div class=col-about><div class=block>{sentences(n, k + 1)[k]}</div></div>"
            for k in range(2 + n % 3)
        )
        return f"<div class=grid>{cells}</div>"

    def inherited(n: int) -> str:
        return "".join(
            f"<div class=inherited><h3 class=from>From {WORDS[n % 12]} {k}</h3>"
            f"<code>{WORDS[k]}, {WORDS[n % 12 - k]}</code></div>"
            for k in range(1 + n % 2)
        )

    pages = [
        page(
            f"<h1>Class {WORDS[n % 12]}</h1><section class=members><h2>Members</h2>"
            f"{'' if n % 2 else members(n)}{inherited(n // 2) if n % 2 or not n else ''}</section>"
        )
        for n in range(20)
    ]
    for n, record in enumerate(records(pages)):
        if n % 2 == 0:
            names = [f"{WORDS[k]}_{n}" for k in range(2 + n % 3)]
            tables = [own for own in record.values() if isinstance(own, list)]
            found = [[row.get("member") for row in rows] for rows in tables]
            assert names in found


def test_siblings_in_turns_are_rows_below_a_heading_of_the_template() -> None:
    """Functions and their documentation follow each other, in sections that are no elements."""

    def members(n: int, kind: str) -> str:
        return f"<h2 class=header>{kind} documentation</h2>" + "".join(
            f"<h3 class=name>{kind}_{n}_{k}</h3><div class=about><p>{sentences(n + k, 3)[k]}</div>"
            for k in range(1 + n % 3)
        )

    pages = [
        page(
            f"<div class=all><h2 class=header>Details</h2><p>{sentences(n, 2)[1]}</p>"
            f"{members(n, 'Constructor')}{members(n + 1, 'Function')}</div>",
            f"Class {WORDS[n]}",
        )
        for n in range(12)
    ]
    for n, record in enumerate(records(pages)):
        tables = [own for own in record.values() if isinstance(own, list)]
        rows = [[str(value) for value in row.values()] for own in tables for row in own]
        for k in range(1 + (n + 1) % 3):
            said = [row for row in rows if f"Function_{n + 1}_{k}" in row]
            assert said
            assert sentences(n + 1 + k, 3)[k] in said[0]


def test_rows_have_their_name_and_what_counts_them_another() -> None:
    """A number of comments counts them; only the comments themselves are called so."""
    pages = []
    for n in range(9):
        comments = "".join(
            f"<li class=comment><b class=author>{WORDS[(n + k) % 12]} {WORDS[k]}</b>"
            f"<p>{sentences(10 * n + k, 1)[0]}</p>"
            for k in range(2 + n % 4)
        )
        pages.append(
            page(
                f"<h1>On {WORDS[n]}</h1><p>{' '.join(sentences(n, 3))}</p>"
                f"<p><span class=label>Comments:</span> <b class=comments>{2 + n % 4}</b></p>"
                f"<h3>Comments</h3><ol class=comments>{comments}</ol>"
            )
        )
    for n, record in enumerate(records(pages)):
        assert record["comment_count"] == str(2 + n % 4)
        assert len(record["comments"]) == 2 + n % 4


def test_rows_of_small_numbers_are_rows_though_all_pages_have_these() -> None:
    heads = "".join(f"<th>{name}</th>" for name in ("Season", "Games", "Goals", "Fouls"))
    lines = [
        [[1990 + k, (n * k) % 4, (n + k) % 3, (n + 2 * k) % 2] for k in range(3)] for n in range(12)
    ]
    pages = [
        page(
            f"<h1>Player {WORDS[n]}</h1><table><tr>{heads}</tr>"
            + "".join("<tr>" + "".join(f"<td>{one}</td>" for one in line) + "</tr>" for line in own)
            + "</table>"
        )
        for n, own in enumerate(lines)
    ]
    for record, own in zip(records(pages), lines, strict=True):
        (rows,) = (value for value in record.values() if isinstance(value, list))
        assert [[str(one) for one in row.values()] for row in rows] == [
            [str(one) for one in line] for line in own
        ]
