"""What names values: captions, heads of cells, labels, addresses, and what machines are told."""

from __future__ import annotations

import json
from random import Random

from support.slot_pages import WORDS, page, records, sentences

from unmold.records import extract_records
from unmold.templates import induce_template


def test_captions_below_values_name_them() -> None:
    pages = []
    for n in range(12):
        facts = [(f"{n % 3}", "Wins"), (f"{n * 37}", "Points"), (f"{n + 90}", "Matches")]
        cards = "".join(
            f"<div class=card><div class=big>{value}</div><div class=small>{name}</div></div>"
            for value, name in facts
        )
        pages.append(page(f"<h1>Player {WORDS[n]}</h1><div class=cards>{cards}</div>"))
    for n, record in enumerate(records(pages)):
        assert (record["wins"], record["points"], record["matches"]) == (
            f"{n % 3}",
            f"{n * 37}",
            f"{n + 90}",
        )


def test_a_cell_belongs_to_the_head_before_it_though_others_are_empty() -> None:
    pages = []
    for n in range(20):
        owner = f"<a href='/u/{n}'>{WORDS[-n % 12]}</a>" if n % 7 else ""
        rows = (
            f"<tr><th>Reported by:</th><td class=search>{WORDS[n % 12]}</td>"
            f"<th>Owned by:</th><td>{owner}</td></tr>"
            f"<tr><th>Priority:</th><td>level {n % 4}</td><th>Component:</th><td>core</td></tr>"
            f"<tr><th>Milestone:</th><td>v{n}</td><th>Theme:</th><td>{WORDS[n % 5]}</td></tr>"
        )
        pages.append(page(f"<h1>Ticket {WORDS[n % 12]} {n}</h1><table>{rows}</table>"))
    for n, record in enumerate(records(pages)):
        assert record["reported_by"] == WORDS[n % 12]
        assert record.get("owned_by") == (WORDS[-n % 12] if n % 7 else None)
        assert record["priority"] == f"level {n % 4}"
        assert record["component"] == "core"


def test_rows_that_nobody_filled_do_not_hide_those_that_are() -> None:
    names = ("User", "Joined", "Age", "Home", "Job", "Web", "Phone", "Likes")
    pages = []
    for n in range(12):
        said = {"User": WORDS[n], "Joined": f"{n + 1} May 2009"}
        rows = "".join(
            f"<tr><td class=field>{name}</td><td>{said.get(name, '')}</td></tr>" for name in names
        )
        head = f"<tr><th colspan=2>About {WORDS[n]} here</th></tr>"
        pages.append(page(f"<h2>A board</h2><table>{head}{rows}</table>"))
    assert [record["joined"] for record in records(pages)] == [
        f"{n + 1} May 2009" for n in range(12)
    ]


def test_entries_that_differ_by_their_place_are_columns() -> None:
    pages = [
        page(
            f"<h1>House {WORDS[n]}</h1>"
            f"<div class=info><p>{WORDS[-n]} {WORDS[n]}</p><p>{1900 + n} or {WORDS[n]}</p></div>"
        )
        for n in range(12)
    ]
    for n, record in enumerate(records(pages)):
        assert {f"{WORDS[-n]} {WORDS[n]}", f"{1900 + n} or {WORDS[n]}"} <= {
            *map(str, record.values())
        }


def test_badges_are_a_list_though_nothing_separates_them() -> None:
    pages = []
    for n in range(12):
        badges = "".join(
            f"<span class='badge tone{k}'>{WORDS[(n + k) % 12]}</span>" for k in range(1 + n % 3)
        )
        pages.append(page(f"<h1>Player {WORDS[n]}</h1><div class=formats>{badges}</div>"))
    found = [record["formats"] for record in records(pages)]
    assert found == [[WORDS[(n + k) % 12] for k in range(1 + n % 3)] for n in range(12)]


def test_an_old_and_a_new_price_are_no_badges() -> None:
    pages = [
        page(
            f"<h1>Lamp {WORDS[n]}</h1><p class=price><del><span class=amount>$ {n + 20}.00</span>"
            f"</del> <ins><span class=amount>$ {n + 10}.00</span></ins></p>"
        )
        for n in range(12)
    ]
    for n, record in enumerate(records(pages)):
        assert {f"$ {n + 20}.00", f"$ {n + 10}.00"} <= {*map(str, record.values())}


def test_a_long_line_of_labels_and_values_is_no_free_text() -> None:
    names = ("Gas mileage", "Engine", "Transmission", "Drive", "Doors", "Incentives")
    pages = []
    for n in range(12):
        line = " ".join(
            f"<b>{name}:</b> <span>{WORDS[n]} with the {WORDS[-n]} of {n + k}</span>"
            for k, name in enumerate(names)
        )
        pages.append(page(f"<h1>Car {WORDS[n]}</h1><div class=facts>{line}</div>"))
    for n, record in enumerate(records(pages)):
        assert record["engine"] == f"{WORDS[n]} with the {WORDS[-n]} of {n + 1}"
        assert record["doors"] == f"{WORDS[n]} with the {WORDS[-n]} of {n + 4}"


def test_links_to_what_their_addresses_say_are_called_so() -> None:
    pages = [
        page(
            f"<h1>Talk {WORDS[n]}</h1>"
            f"<div class=x1><a href='/speaker/{n}{k}'>{WORDS[k].title()} "
            f"{WORDS[n].title()}</a></div>"
        )
        for n, k in ((n, 5 * n % 12) for n in range(12))
    ]
    assert [record["speaker"] for record in records(pages)][:2] == ["Amber Amber", "Fjord Birch"]


def linked(n: int) -> str:
    crumbs = [
        {"@type": "ListItem", "position": k, "name": name}
        for k, name in enumerate(("Home", f"Shelf {n % 3}", f"Dish {WORDS[n]}"))
    ]
    facts = {
        "@graph": [
            {
                "@type": "Recipe",
                "author": {"@type": "Person", "name": "Anna Amber"},
                "recipeInstructions": [
                    {
                        "@type": "HowToStep",
                        "text": f"{WORDS[n + k].title()} is cut into {k + 2} parts.",
                    }
                    for k in range(2)
                ],
            },
            {"@type": "BreadcrumbList", "itemListElement": crumbs},
        ]
    }
    return f'<script type="application/ld+json">{json.dumps(facts)}</script>'


def test_a_text_that_mentions_the_author_does_not_say_who_wrote_it() -> None:
    pages = []
    for n in range(8):
        text = "".join(f"<p>{said} Anna Amber liked it.</p>" for said in sentences(n, 4))
        pages.append(page(f"{linked(n)}<h1>Dish {WORDS[n]}</h1><div class=story>{text}</div>"))
    for n, record in enumerate(records(pages)):
        assert record["author"] == "Anna Amber"
        assert record["breadcrumbs"] == ["Home", f"Shelf {n % 3}", f"Dish {WORDS[n]}"]
        assert record["instructions"] == [
            f"{WORDS[n + k].title()} is cut into {k + 2} parts." for k in range(2)
        ]


def test_a_path_that_pages_show_is_not_said_twice() -> None:
    pages = [
        page(
            f"{linked(n)}<div class=breadcrumb><a href=/>Start</a> / <a href=/{n}>"
            f"{WORDS[n]} shelf</a></div><h1>Dish {WORDS[n]}</h1>"
        )
        for n in range(8)
    ]
    for n, record in enumerate(records(pages)):
        assert record["breadcrumbs"] == ["Start", f"{WORDS[n]} shelf"]
        assert "breadcrumbs_2" not in record


def test_links_that_lead_to_a_page_are_breadcrumbs_whatever_they_are_called() -> None:
    pages = [
        page(
            f"<nav class=x1><a href=/>Start</a><span>/</span><a href=/{n % 3}>{WORDS[n % 3]} shelf"
            f"</a><span>/</span><span>Dish {WORDS[n]}</span></nav><h1>Dish {WORDS[n]}</h1>"
            f"<p class=x2>made {n + 3} times</p>"
        )
        for n in range(9)
    ]
    for n, record in enumerate(records(pages)):
        assert record["breadcrumbs"] == ["Start", f"{WORDS[n % 3]} shelf", f"Dish {WORDS[n]}"]


def test_what_few_pages_have_is_found_by_its_label_whatever_markup_it_has() -> None:
    chance = Random(1)
    labels = (("Supertypes:", 0.2), ("Implements:", 0.5), ("Subtypes:", 0.2), ("Since:", 0.7))

    def types(number: int) -> tuple[str, str]:
        own = [word.title() for word in chance.sample(WORDS, number)]
        marks = [("<a href=/>", "</a>") if chance.random() < 0.7 else ("<b>", "</b>") for _ in own]
        marked = [f"{start}{one}{end}" for one, (start, end) in zip(own, marks, strict=True)]
        return ", ".join(marked), ", ".join(own)

    pages, expected = [], []
    for n in range(30):
        notes, said = "", {}
        for label, share in labels:
            if chance.random() < share:
                html, text = (f"1.{n}", f"1.{n}") if label == "Since:" else types(1 + n % 3)
                notes += f"<dl class=notes><dt>{label}</dt><dd>{html}</dd></dl>"
                said[label[:-1].lower()] = text
        about = f"<div class=block>{' '.join(sentences(n, 2))}</div>"
        pages.append(page(f"<h1>Type {n}</h1><section class=about>{notes}{about}</section>"))
        expected.append(said)
    for record, said in zip(records(pages), expected, strict=True):
        for name in ("supertypes", "implements", "subtypes"):
            assert record.get(name) == said.get(name)


def test_headings_with_a_control_in_them_start_sections() -> None:
    def section(name: str, n: int) -> str:
        heading = f"<h2><span>[<a href='/e/{n}'>edit</a>]</span> <span>{name}</span></h2>"
        return heading + "".join(f"<p>{text} So much for {name}.</p>" for text in sentences(n, 2))

    def said(name: str, n: int) -> str:
        return "\n".join(f"{text} So much for {name}." for text in sentences(n, 2))

    pages = [
        page(
            f"<h1>Who is {WORDS[n]}</h1><div class=body><p>{sentences(n + 40, 1)[0]}</p>"
            + section("Early life", n) * (n % 3 > 0)
            + section("College career", n + 20)
            + "</div>"
        )
        for n in range(12)
    ]
    for n, record in enumerate(records(pages)):
        assert record.get("early_life") == (said("Early life", n) if n % 3 else None)
        assert record["college_career"] == said("College career", n + 20)


def test_what_says_the_same_behind_other_words_is_one_column() -> None:
    pages = [
        page(
            f"<h1>Inn number {n}</h1><p class=city>Town {WORDS[n]} {n}</p>"
            f"<p class=a>Interested in Town {WORDS[n]} {n}</p>"
            f"<p class=b>Explore more of Town {WORDS[n]} {n}</p><p class=c>{3 * n} beds</p>"
        )
        for n in range(12)
    ]
    for n, record in enumerate(records(pages)):
        assert [*map(str, record.values())].count(f"Town {WORDS[n]} {n}") <= 1
        assert not any("Interested" in str(said) for said in record.values())
        assert sum(f"{WORDS[n]} {n}" in str(said) for said in record.values()) == 1


def test_the_title_behind_a_word_names_something_of_its_own() -> None:
    pages = [
        page(
            f"<p class=nav>Package {WORDS[n]}.{n}</p><h1>Package {WORDS[n]}.{n}</h1>"
            f"<p class=since>{n + 3} years</p>",
            f"Package {WORDS[n]}.{n}",
        )
        for n in range(12)
    ]
    for n, record in enumerate(records(pages)):
        assert record["title"] == f"Package {WORDS[n]}.{n}"
        assert f"{WORDS[n]}.{n}" in record.values()


def test_names_in_any_order_are_values_however_popular() -> None:
    names = [f"{one} {other}" for one in WORDS for other in WORDS]
    pages, wanted = [], []
    for n in range(20):
        random = Random(n)
        said = [(random.choice(names), f"{random.choice(WORDS)} {k}") for k in range(40)]
        reviews = "".join(f"<li class=review><b>{who}</b><p>{what}</p></li>" for who, what in said)
        pages.append(page(f"<h1>Lamp {WORDS[n % 12]} {n}</h1><ul class=reviews>{reviews}</ul>"))
        wanted.append([*map(list, said)])
    found = [record["reviews"] for record in records(pages)]
    assert [[[*row.values()] for row in rows] for rows in found] == wanted


def test_of_equally_good_names_for_machines_the_first_is_taken() -> None:
    names = ("azure", "beige", "coral", "denim", "ebony", "frost", "green", "hazel")
    pages = []
    for n in range(12):
        said = {"@type": "Product", **dict.fromkeys(names, f"{n * 37 + 5} votes")}
        data = f"<script type=application/ld+json>{json.dumps(said)}</script>"
        body = f"<h1>Lamp {WORDS[n]}</h1><div><div>{n * 37 + 5} votes</div><p>Of all</p></div>"
        pages.append(page(data + body))
    assert [record.get("azure") for record in records(pages)] == [
        f"{n * 37 + 5} votes" for n in range(12)
    ]


def test_an_equals_sign_ends_a_label_and_a_form_does_not_hide_what_it_names() -> None:
    pages = []
    for n in range(12):
        facts = (f"Brand = {WORDS[n]}", f"Lens = {n % 3 + 1} inch", "Flash = built in")
        boxes = "".join(f"<div><input type=checkbox name=b> {fact}</div>" for fact in facts)
        form = f"<form action=/search><p>See similar ones where:</p>{boxes}</form>"
        text = "".join(f"<p>{line}</p>" for line in sentences(n, 6))
        pages.append(page(f"<h1>Camera {WORDS[-n % 12]} {n}</h1><div>{text}</div>{form}"))
    for n, record in enumerate(records(pages)):
        assert record["brand"] == WORDS[n]
        assert record["lens"] == f"{n % 3 + 1} inch"
        assert record.get("flash", "built in") == "built in"


def test_what_may_be_chosen_in_a_form_is_not_said_of_the_page() -> None:
    pages = []
    for n in range(12):
        plans = "".join(f"<div>{years} years: ${n + 10 * years}.50</div>" for years in (1, 2))
        text = "".join(f"<p>{line}</p>" for line in sentences(n, 6))
        pages.append(page(f"<h1>Camera {WORDS[n]}</h1><div>{text}</div><form>{plans}</form>"))
    said = [value for record in records(pages) for value in record.values()]
    assert not any(isinstance(value, str) and value.endswith(".50") for value in said)


def test_a_label_that_was_never_seen_ends_what_the_one_before_it_names() -> None:
    def book(number: int, more: str = "") -> bytes:
        names = [f"{WORDS[number % 12]} Smith", f"{WORDS[number % 7]} Young"][: number % 3 + 1]
        links = ", ".join(f"<a href='/s?{name}'>{name}</a>" for name in names)
        facts = f"<li><strong>Author:</strong> {links}</li>{more}"
        facts += f"<li><strong>Publisher:</strong> House {number}</li>"
        return page(f"<h1>Book {WORDS[-number % 12]} {number}</h1><ul>{facts}</ul>").encode()

    template = induce_template([book(n) for n in range(12)], jobs=1)
    drawn = (
        "<li><strong>Drawn by:</strong> <a href='/s?x'>Ann Lee</a>, <a href='/s?y'>Jo Ray</a></li>"
    )
    (record,) = extract_records(template, [book(15, drawn)], jobs=1)
    assert record.values["author"] == [f"{WORDS[3]} Smith"]


def test_small_numbers_on_many_pages_do_not_make_labels_of_rows() -> None:
    pages = []
    for n in range(20):
        ranks = "".join(f"<td>{rank}</td>" for rank in (n % 3 + 1, n % 2 + 4, 37 * n, 53 * n + 11))
        names = (WORDS[n % 12], "Western" if n % 2 else "Eastern", "League")
        rows = "".join(f"<tr><td>{name}</td>{ranks}</tr>" for name in names)
        body = f"<h1>Player {WORDS[n % 12]} {n}</h1><table>{rows}</table>"
        pages.append(page(body))
    for record in records(pages):
        (rows,) = [value for value in record.values() if isinstance(value, list)]
        assert len(rows) == 3
