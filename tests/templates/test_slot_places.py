"""What is a place of its own, and how its values are found on every page."""

from __future__ import annotations

from support.slot_pages import WORDS, first_tier, page, records, sentences


def test_ids_name_places_that_few_pages_have() -> None:
    """Panels of tabs share their classes; each has an id."""
    pages = []
    for n in range(30):
        said = "".join(f"<p>{text}</p>" for text in sentences(n, 4))
        facts = f"<table><tr><th>Size<td>{n} cm<tr><th>Tone<td>{WORDS[n % 12]} {n}</table>"
        panels = [("about", said)] if n % 10 == 0 else []
        panels += [("facts", facts)] if n % 3 == 1 else []
        panels += [("reviews", f"<h2>Reviews of lamp {n}</h2>")]
        pages.append(
            page(
                f"<h1>Lamp {WORDS[n % 12]} {n}</h1><div class=tabs>"
                + "".join(f"<div class=panel id={name}>{own}</div>" for name, own in panels)
                + "</div>"
            )
        )
    found = records(pages)
    for n in (0, 10, 20):
        assert "\n".join(sentences(n, 4)) in found[n].values()


def test_parts_are_found_though_classes_change_from_page_to_page() -> None:
    pages = []
    for n in range(12):
        one, two = f"x{WORDS[n]}", f"y{WORDS[n]}"
        rows = "".join(
            f"<li class=card><a href='/p/{n}{k}'><div><b class={one}>{WORDS[k]} lamp {n}</b> "
            f"<span class={two}><i class={one}>$ {n + 1}{k}.00</i></span></div></a>"
            for k in range(3)
        )
        pages.append(page(f"<h1>Shop {WORDS[n]}</h1><ul class=grid>{rows}</ul>"))
    for n, record in enumerate(records(pages)):
        (rows,) = (value for value in record.values() if isinstance(value, list))
        assert [row["price"] for row in rows] == [f"$ {n + 1}{k}.00" for k in range(3)]


def test_the_title_before_a_text_is_no_part_of_it() -> None:
    pages = [
        page(
            f"<h1>cmd{WORDS[n]}</h1><p class=name>cmd{WORDS[n]} — {WORDS[-n]} {n} is found</p>"
            f"<p class=of>Part {n}</p>"
        )
        for n in range(9)
    ]
    assert [record["name"] for record in records(pages)] == [
        f"{WORDS[-n]} {n} is found" for n in range(9)
    ]


def test_what_stands_before_labelled_parts_is_a_place() -> None:
    def part(heading: str, text: str) -> str:
        return f"<div><h2>{heading}</h2><p>{text}</p></div>"

    pages = []
    for n in range(9):
        parts = [part(f"cmd{WORDS[n]}", f"{WORDS[-n]} {n} is found")]
        parts += [part("Synopsis", f"cmd {n}"), part("See also", f"cmd{WORDS[-n]}")]
        parts += [part(f"Of {WORDS[n]} {k}", f"{WORDS[k]} {n}") for k in range(n % 3)]
        pages.append(page(f"<div class=entry>{''.join(parts)}</div>", f"cmd{WORDS[n]}"))
    for n, record in enumerate(records(pages)):
        assert f"{WORDS[-n]} {n} is found" in record.values()


def test_numbered_items_are_rows_though_no_page_has_two() -> None:
    pages = []
    for n in range(12):
        comment = (
            f"<ol class=comments><li class='comment' id=comment-{70 + n}>"
            f"<b class=author>{WORDS[n]} Smith</b><p>I like {WORDS[-n]} {n}.</p></li></ol>"
        )
        pages.append(
            page(f"<h1>Post {WORDS[n]}</h1><p class=d>About {n}</p>{comment * (n % 3 == 0)}")
        )
    first, _ = first_tier(pages)
    assert [table.name for table in first.tables] == ["comments"]
    assert records(pages)[3]["comments"] == [
        {"author": "dune Smith", "comment": f"I like {WORDS[-3]} 3."}
    ]


def test_markup_of_authors_does_not_hide_a_value() -> None:
    """A term may be code, emphasis, both or neither; the element around it stays the same."""
    markup = ["{}", "<code>{}</code>", "<em><code>{}</code></em>", "<code><i>{}</i></code>"]
    markup += [f"<span class={word}><code>{{}}</code></span>" for word in WORDS]
    pages = []
    for n in range(12):
        terms = "".join(
            f"<dt>{markup[(3 * n + k) % len(markup)].format(f'{WORDS[k]}_{n}')}</dt>"
            f"<dd>Sets the {WORDS[-k]} of {n}.</dd>"
            for k in range(3)
        )
        pages.append(page(f"<h1>Call {WORDS[n]}</h1><dl class=arguments>{terms}</dl>"))
    for n, record in enumerate(records(pages)):
        rows = next(value for value in record.values() if isinstance(value, list))
        assert [row["name"] for row in rows] == [f"{WORDS[k]}_{n}" for k in range(3)]


def test_rare_labels_name_values() -> None:
    labels = ["Colour", "Weight", "Width", "Depth", "Focus", "Zoom", "Mode"]
    pages = []
    for n in range(30):
        rows = "".join(
            f"<tr><td class=name>{label}</td><td class=desc>{WORDS[(n + at) % 12]} {n}</td></tr>"
            for at, label in enumerate(labels)
            if at < 4 or n % 3 == at - 4
        )
        pages.append(page(f"<h1>Lamp {WORDS[n % 12]} {n}</h1><table>{rows}</table>"))
    for n, record in enumerate(records(pages)):
        at = 4 + n % 3
        assert record[labels[at].lower()] == f"{WORDS[(n + at) % 12]} {n}"


def test_what_readers_look_for_is_among_the_first_columns() -> None:
    def row(label: str, value: str) -> str:
        return f"<tr><th>{label}</th><td>{value}</td></tr>"

    labels = [f"{word.title()} size" for word in WORDS]
    pages = []
    for n in range(9):
        rows = [row(label, f"{WORDS[n]} {13 * n + at}") for at, label in enumerate(labels)]
        rows += [row("Brand", f"{WORDS[n]} works")]
        said = "".join(f"<p>{text}</p>" for text in sentences(n, 5))
        pages.append(
            page(f"<h1>Lamp {WORDS[n]}</h1><table>{''.join(rows)}</table><div class=t>{said}</div>")
        )
    first, _ = first_tier(pages)
    names = [field.name for field in first.fields]
    assert names[:2] == ["title", "amber_size"]
    assert names[10:12] == ["brand", "text"]
    assert names[12:] == [f"{word}_size" for word in WORDS[9:]]


def test_a_shop_page_has_no_date_and_one_price() -> None:
    pages = []
    for n in range(9):
        linked = (
            '<script type="application/ld+json">{"@type":"Product","name":"Lamp",'
            f'"datePublished":"2020-01-{n + 10}","offers":{{"price":"{n + 1}500000"}}}}</script>'
        )
        old = f"<del class=old>{n + 2},500,000₫</del>"
        pages.append(
            page(
                f"{linked}<h1>Lamp {WORDS[n]}</h1>"
                + (f"{old}<ins>{n + 1},500,000₫</ins>" if n % 3 else f"<b>{n + 1},500,000₫</b>")
            )
        )
    first, _ = first_tier(pages)
    names = [field.name for field in first.fields]
    assert "date" not in names
    assert [field.name for field in first.fields if "1,500,000" in "".join(field.examples)] == []


def test_what_adds_nothing_to_the_title_is_no_column() -> None:
    pages = [
        page(
            f"<h1>20{n + 10} Lamp {WORDS[n]} {WORDS[-n]} Lux</h1><p class=a>by {WORDS[n]} {n}</p>"
            f"<div class=b>Lamp {WORDS[n]} {WORDS[-n]} in full detail</div>"
        )
        for n in range(9)
    ]
    first, _ = first_tier(pages)
    assert [field.name for field in first.fields] == ["title", "text"]


def test_of_two_that_say_the_same_the_one_with_a_property_stays() -> None:
    pages = []
    for n in range(9):
        rows = "".join(
            f"<li class=card><div class=photo>{WORDS[k]} lamp {n}</div>"
            f"<div><b itemprop=name>{WORDS[k]} lamp {n}</b></div><p class=cost>$ {n}{k}.00</p>"
            for k in range(3)
        )
        pages.append(page(f"<h1>Shop {WORDS[n]}</h1><ul class=grid>{rows}</ul>"))
    first, _ = first_tier(pages)
    assert "name" in [field.name for field in first.tables[0].fields]
    assert "photo" not in [field.name for field in first.tables[0].fields]


def test_a_number_in_a_class_makes_no_row() -> None:
    pages = []
    for n in range(12):
        made = f"<ul class=info><li class=item-{70 + n}>{n + 1} May 20{n + 10}</li></ul>"
        pages.append(page(f"<h1>Post {WORDS[n]}</h1><p>About {n}</p>{made * (n % 3 > 0)}"))
    first, _ = first_tier(pages)
    assert not first.tables
    assert "date" in [field.name for field in first.fields]


def test_an_image_that_counts_visits_is_no_image_of_the_page() -> None:
    counted = "<img src='https://count.example/g.gif?v=1&post={n}&day={n}'>"
    pages = [
        page(f"<h1>Post {WORDS[n]}</h1><p class=a>By {WORDS[n]} {n}</p>{counted.format(n=n)}")
        for n in range(9)
    ]
    first, _ = first_tier(pages)
    assert "image" not in [field.type for field in first.fields]


def test_rows_that_are_shown_twice_are_one_table() -> None:
    pages = []
    for n in range(9):
        links = [f"<a href='/{n}{k}'>{WORDS[k]} of {n}</a>" for k in range(2 + n % 3)]
        small = "".join(f"<li class=small>{link}</li>" for link in links)
        large = "".join(f"<li class=large>{link}<p>Read {n} {link}</p></li>" for link in links)
        pages.append(
            page(f"<h1>Post {WORDS[n]}</h1><ul class=a>{small}</ul><ul class=b>{large}</ul>")
        )
    first, _ = first_tier(pages)
    assert [len(table.fields) for table in first.tables] == [3]


def test_a_picture_before_a_date_is_no_part_of_it() -> None:
    pages = [
        page(f"<h1>Post {WORDS[n]}</h1><div class=info>📅 {month} {n + 1}, 20{n + 10}</div>")
        for n, month in enumerate(["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul"])
    ]
    first, _ = first_tier(pages)
    assert [(field.name, field.type) for field in first.fields][1:] == [("date", "date")]


def list_chapters(more: str) -> list[str]:
    """Pages with a list that leads into each of them."""
    pages = []
    for n in range(9):
        names = [f"{WORDS[k]} {n}" for k in range(3 + n % 3)]
        rows = "".join(
            f"<li class=entry><a href='#{k}'>{name}</a>{more.format(n=n, k=k)}</li>"
            for k, name in enumerate(names)
        )
        said = "".join(f"<p>{text}</p>" for text in sentences(n, 4))
        pages.append(page(f"<h1>Guide {WORDS[n]}</h1><ul class=list>{rows}</ul>{said}"))
    return pages


def test_a_table_of_contents_is_no_table() -> None:
    first, _ = first_tier(list_chapters(""))
    assert first.tables == ()


def test_a_list_that_says_more_of_places_on_the_page_is_one() -> None:
    first, _ = first_tier(list_chapters("<p class=about>Makes {n} of {k} at once</p>"))
    assert [len(table.fields) for table in first.tables] == [2]


def test_a_notice_beside_a_place_is_another_place() -> None:
    """Else the first word of signatures would tell them from the notice, and from each other."""
    pages = []
    for n in range(20):
        notice = "<div class=notice>Deprecated.<div class=why>Use the other one.</div></div>"
        first = "public" if n % 3 else "protected final"
        pages.append(
            page(
                f"<h1>Type {WORDS[n % 12]} {n}</h1><section class=about>{notice * (n == 7)}"
                f"<div class=signature><span class=modifiers>{first}</span> "
                f"<span class=name>{WORDS[n % 12]}{n}</span> by <a href='/{n}'>{WORDS[-n % 12]}</a>"
                f"</div><div class=block>{' '.join(sentences(n, 2))}</div></section>"
            )
        )
    for n, record in enumerate(records(pages)):
        first = "public" if n % 3 else "protected final"
        assert f"{first} {WORDS[n % 12]}{n} by {WORDS[-n % 12]}" in record.values()


def test_texts_of_a_place_are_one_column_however_their_authors_mark_them_up() -> None:
    pages = []
    for n in range(12):
        rows = ""
        for k in range(4):
            one, two = sentences(5 * n + k, 2)
            said = [f"{one} {two}", f"{one}<p>{two}</p>", f"{one}<ul><li>{two}</ul>"][k % 3]
            old = "<div class=block><div class=old>Old.</div></div>" * (n == k == 0)
            rows += f"<li class=m><h3>call{n}{k}</h3>{old}<div class=block>{said}</div></li>"
        pages.append(page(f"<h1>Type {WORDS[n]}</h1><ul class=members>{rows}</ul>"))
    for n, record in enumerate(records(pages)[1:], 1):
        (rows,) = (value for value in record.values() if isinstance(value, list))
        texts = [" ".join(row["text"].split()) for row in rows]
        assert texts == [" ".join(sentences(5 * n + k, 2)) for k in range(4)]


def test_an_arrow_that_leads_on_is_no_part_of_a_value() -> None:
    pages = [
        page(
            f"<h1>Film {WORDS[n]}</h1><p class=year>{1990 + n} in {WORDS[-n]} »</p>"
            f"<div class=story><p>{sentences(n, 1)[0]}</p><p>{sentences(n, 2)[1]}</p>"
            f"<div class=more><a href='/s/{n}'>»</a></div></div>"
        )
        for n in range(9)
    ]
    for n, record in enumerate(records(pages)):
        assert f"{1990 + n} in {WORDS[-n]}" in record.values()
        assert "\n".join(sentences(n, 2)) in record.values()


def test_a_text_whose_markup_differs_from_page_to_page_stands_in_one_place() -> None:
    """One page has a second element of the kind; the others only have other elements inside."""
    pages = []
    for n in range(12):
        said = sentences(n, 6)
        inner = (
            f"<div class=lead{n}>{said[0]}</div><p>{said[1]}</p>",
            f"<section class=a{n}><p>{said[0]}</p></section><blockquote>{said[1]}</blockquote>",
            f"<table class=t{n}><tr><td>{said[0]}</td></tr></table><p>{said[1]}</p>",
        )[n % 3]
        more = f"<div class=narrow><form><p>{said[3]}</p></form></div>" if n == 4 else ""
        pages.append(
            page(
                f"<h1>On {WORDS[n]} {n}</h1><div class=c><div class=narrow>{inner}<p>{said[2]}</p>"
                f"</div>{more}</div>"
            )
        )
    for n, record in enumerate(records(pages)):
        assert record["text"] == "\n".join(sentences(n, 6)[:3])


def test_the_way_to_a_page_is_no_title() -> None:
    pages = [
        page(
            f"<p class=breadcrumbs><a href='/'>Home</a> • <a href='/k/{n}'>{WORDS[n]} tips</a></p>"
            + "".join(f"<p>{text}</p>" for text in sentences(n, 4)),
            f"{WORDS[n]} tips - The Site",
        )
        for n in range(12)
    ]
    for n, record in enumerate(records(pages)):
        assert record["title"] == f"{WORDS[n]} tips"
        assert record["breadcrumbs"] == ["Home", f"{WORDS[n]} tips"]


def test_lines_that_texts_open_with_are_places_though_markup_is_plain() -> None:
    """No class, but each text has them, set off whole, and sentences follow."""
    pages = []
    for n in range(12):
        said = "".join(f"<p>{text}</p>" for text in sentences(n, 2 + n % 3))
        pages.append(
            page(
                f"<h2>Lamp {WORDS[n]} {n}</h2><p>Maker: <u>{WORDS[-n]} &amp; Co</u></p>"
                f"<p><i>{n + 1} May 2021</i> / <b>{WORDS[n].title()} Smith</b></p>"
                f"<p><b>£{n + 20}.50</b></p>{said}"
            )
        )
    for n, record in enumerate(records(pages)):
        assert record["maker"] == f"{WORDS[-n]} & Co"
        assert record["date"] == f"{n + 1} May 2021"
        assert record["author"] == f"{WORDS[n].title()} Smith"
        assert record["price"] == f"£{n + 20}.50"
        assert "\n".join(sentences(n, 2 + n % 3)) in record.values()


def test_lines_that_authors_set_off_anywhere_are_part_of_their_texts() -> None:
    pages = []
    for n in range(12):
        texts = [f"<p>{text}</p>" for text in sentences(n, 4)]
        head = f"<p><b>{WORDS[n].title()} first</b></p>"
        next_head = f"<p><b>{WORDS[-n].title()} then</b></p>"
        body = "".join([head, *texts[:2], next_head, *texts[2:]])
        pages.append(page(f"<h1>Notes of {WORDS[n]} {n}</h1>{body}"))
    for n, record in enumerate(records(pages)):
        assert f"{WORDS[n].title()} first\n" in str(record["text"])
