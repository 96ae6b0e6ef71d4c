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
    for number, record in enumerate(extract_records(induce_template(pages), pages)):
        assert labels[number % 2].lower() in record.values
        assert labels[1 - number % 2].lower() not in record.values


def test_labels_that_share_a_word_may_name_one_column() -> None:
    labels = ("Price", "Our price")
    pages = [page(n, f"<dl><dt>{labels[n % 2]}</dt><dd>${n + 10}.50</dd></dl>") for n in range(12)]
    records = list(extract_records(induce_template(pages), pages))
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
    assert any("1900 the garden was new" in field.examples[0] for field in paragraphs)
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
    record = next(extract_records(induce_template(pages), pages))
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
    assert "1 cm" in kept


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
