"""Which columns pages get: what is joined, what is a fragment, what is chrome."""

from __future__ import annotations

from unmold import extract_records, induce_template
from unmold.model import Page

WORDS = "amber birch cedar daisy elder fern grape hazel iris jade kelp lilac".split()  # noqa: SIM905


def page(number: int, body: str, path: str = "") -> Page:
    """A page of a site, at an address of its own."""
    url = f"https://site.example/{path or f'items/{number}.html'}"
    html = f"<title>{WORDS[number]}</title><body><h1>{WORDS[number]}</h1>{body}"
    return Page(
        key=str(number), path=f"{number}.html", url=url, site="site.example", data=html.encode()
    )


def columns(pages: list[Page]) -> dict[str, str]:
    """The columns that are not noise, and the source of each."""
    template = induce_template(pages)
    return {name: field.source for name, field in template.columns() if not field.is_noise}


def test_columns_with_different_labels_stay_apart_though_no_page_has_both() -> None:
    labels = ("Width", "Weight")
    pages = [
        page(n, f"<dl><dt>{labels[n % 2]}</dt><dd>{n + 10} {('cm', 'g')[n % 2]}</dd></dl>")
        for n in range(12)
    ]
    found = columns(pages)
    assert {"width", "weight"} <= found.keys()
    for number, record in enumerate(extract_records(induce_template(pages), pages, tier=2)):
        assert labels[number % 2].lower() in record.values
        assert labels[1 - number % 2].lower() not in record.values


def test_labels_that_share_a_word_may_name_one_column() -> None:
    labels = ("Price", "Our price")
    pages = [page(n, f"<dl><dt>{labels[n % 2]}</dt><dd>${n + 10}.50</dd></dl>") for n in range(12)]
    records = list(extract_records(induce_template(pages), pages, tier=2))
    shared = set.intersection(*({*record.values} for record in records))
    assert any(
        all(record.values[name] == f"${n + 10}.50" for n, record in enumerate(records))
        for name in shared
    )


def prose(number: int) -> str:
    """Paragraphs with marked words here and there."""
    marked = f"as the <em>{WORDS[number]}</em> says" if number % 2 else "as everybody says"
    more = f" and <a href='/w/{number}'>so does {WORDS[-1 - number]}</a> again" * (number % 3)
    return (
        f"<div class=story><p>In the year {1900 + number} the garden was new, {marked}.{more}</p>"
        f"<p>Nobody in {WORDS[number]} town had seen <b>such {number}</b> flowers.{more}</p></div>"
    )


def test_pieces_of_prose_are_no_columns_beside_the_paragraphs() -> None:
    template = induce_template([page(n, prose(n)) for n in range(12)])
    paragraphs = [field for field in template.fields if field.source == "block"]
    assert any("the garden was new" in field.examples[0] for field in paragraphs)
    examples = {text for field in template.fields for text in field.examples}
    assert not any(text.startswith("so does") or text == "such 1" for text in examples)
    assert not any("/w/" in text for text in examples)


def test_pieces_that_every_line_has_are_data() -> None:
    pages = [
        page(
            n,
            f"<p class=by>by <a href='/{n % 3}'>{WORDS[n % 3]}</a> on <b>{n + 1} May 2024</b></p>",
        )
        for n in range(12)
    ]
    record = next(extract_records(induce_template(pages), pages, tier=2))
    assert {"amber", "1 May 2024"} <= {
        value for value in record.values.values() if isinstance(value, str)
    }


MENUS = (("Start", "Shop", "Help"), ("Anfang", "Laden", "Hilfe"), ("Début", "Magasin", "Aide"))


def test_a_menu_in_several_languages_is_noise() -> None:
    def body(number: int) -> str:
        links = "".join(
            f"<li><a href='/{number % 3}/{place}'>{text}</a></li>"
            for place, text in enumerate(MENUS[number % 3])
        )
        return f"<nav><ul>{links}</ul></nav><p class=size>{number} cm</p>"

    template = induce_template([page(n, body(n)) for n in range(12)])
    noise = {text for field in template.fields if field.is_noise for text in field.examples}
    kept = {text for field in template.fields if not field.is_noise for text in field.examples}
    assert not kept & {text for menu in MENUS for text in menu}
    assert {"Laden", "Help"} <= noise
    assert any(text.endswith(" cm") for text in kept)


def test_a_path_of_crumbs_is_data_though_it_is_navigation() -> None:
    def body(number: int) -> str:
        return f"<nav><a href='/'>Home</a> <a href='/c/{number % 3}'>{WORDS[number % 3]}s</a></nav>"

    template = induce_template([page(n, body(n)) for n in range(12)])
    kept = {text for field in template.fields if not field.is_noise for text in field.examples}
    assert "ambers" in kept


def test_links_to_the_same_place_from_different_depths_are_no_column() -> None:
    pages = [
        page(
            n, f"<a href='{'../' * (n % 3 + 1)}help.html'>Help</a>", f"{'a/' * (n % 3 + 1)}{n}.html"
        )
        for n in range(12)
    ]
    assert "href" not in columns(pages).values()


def test_links_to_hand_on_the_page_are_noise() -> None:
    pages = [
        page(n, f"<a class=s href='https://share.example/?u=/items/{n}.html'>Share</a>")
        for n in range(12)
    ]
    assert "href" not in columns(pages).values()


def test_a_rare_link_is_named_by_its_text() -> None:
    def body(number: int) -> str:
        film = f"<p><a href='https://films.example/{number}'>Watch the film</a></p>"
        return film if number % 3 == 0 else "<p>No film</p>"

    template = induce_template([page(n, body(n)) for n in range(12)])
    assert "https://films.example/3" in {
        text
        for field in template.fields
        for text in field.examples
        if field.name == "watch_film_link"
    }


def test_a_label_inside_a_text_distinguishes_its_values() -> None:
    """Lines of the same look, some of them left out: places would mix them up."""

    def page(number: int) -> bytes:
        lines = [f"Posted: 0{number % 9 + 1}/05/2011", f"Salary: {number * 17 + 400} a week"]
        if number % 3:
            lines.insert(0, f"Phone: 555-{number + 1000}")
        items = "".join(f"<div class=line>{line}</div>" for line in lines)
        return f"<h1>Job {number}</h1><section>{items}</section>".encode()

    template = induce_template([page(number) for number in range(12)])
    record = next(iter(extract_records(template, [page(15)], tier=2)))
    assert record.values["posted"] == "07/05/2011"
    assert "phone" not in record.values
    assert record.raw["posted"] == "Posted: 07/05/2011"


def test_a_class_that_names_the_page_hides_nothing() -> None:
    """The most tolerant key has the classes around a value; here they differ on every page."""

    def page(number: int) -> bytes:
        name = "".join(chr(ord("a") + int(digit)) for digit in str(number + 100))
        return (
            f"<body class=page-{name}><article class='{name} post'><h1>Report {name}</h1>"
            f"<p class=by>Written by {name.title()}</p></article>"
        ).encode()

    template = induce_template([page(number) for number in range(12)])
    record = next(iter(extract_records(template, [page(77)], tier=2)))
    assert record.raw["title"] == "Report bhh"


def document(number: int) -> str:
    """What an author wrote: no two pages have the same elements."""
    ways = [
        *("<p>{}</p>", "<ul><li>{}</li></ul>", "<blockquote><p>{}</p></blockquote>"),
        *("<ol><li><p>{}</p></li></ol>", "<pre>{}</pre>", "<div><p>{}</p></div>"),
    ]
    chosen = [ways[(number * step + step) % len(ways)] for step in range(3 + number % 3)]
    sentence = "Keep <em>the</em> {} away from {} children, dogs, goats, and from the midday sun"
    texts = [sentence.format(WORDS[number], WORDS[step] * 9) for step in range(len(chosen))]
    written = [way.format(text) for way, text in zip(chosen, texts, strict=True)]
    start = f"<p>Of {WORDS[number]}s there is much to say.</p>"
    return f"<div class=article>{start}{''.join(written)}</div>"


def test_prose_of_many_kinds_is_one_text_in_the_order_of_the_page() -> None:
    pages = [page(n, document(n)) for n in range(12)]
    template = induce_template(pages)
    text = next(field for field in template.fields if field.name == "text")
    assert text.is_joined
    assert text.is_list
    others = {name for name, field in template.columns() if field.source in ("text", "block")}
    assert others == {"text", "title", "article"}, "what begins every page stays beside the text"
    record = list(extract_records(template, pages, tier=2))[1]
    said = [WORDS[place] * 9 in part for place, part in enumerate(record.values["text"][1:])]
    assert said == [True] * 4


def test_of_links_that_bear_the_same_number_one_is_kept() -> None:
    tabs = ("photos", "prices", "reviews")
    pages = [
        page(n, "".join(f"<a class={tab} href='/car/{n}7/{tab}'>{tab}</a>" for tab in tabs))
        for n in range(12)
    ]
    assert list(columns(pages).values()).count("href") == 1


def test_the_first_of_a_list_is_no_column_if_its_order_tells_nothing() -> None:
    def body(number: int) -> str:
        genres = [WORDS[(number + step) % 5] for step in range(1 + number % 3)]
        return "<ul class=genres>" + "".join(f"<li>{genre}</li>" for genre in genres) + "</ul>"

    found = columns([page(n, body(n)) for n in range(12)])
    assert not any(name.endswith("first") for name in found)
    assert "genres" in found
