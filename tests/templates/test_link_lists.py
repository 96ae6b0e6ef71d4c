"""Tables of links that are lists, and links that make a table."""

from __future__ import annotations

from support.slot_pages import WORDS, page, records, sentences


def _article(n: int, inner: str, head: str = "") -> str:
    said = "".join(f"<p>{text}</p>" for text in sentences(n, 4))
    whole = page(f"<h1>On {WORDS[n]} {n}</h1><div class=body>{said}</div>{inner}")
    return whole.replace("<head>", f"<head>{head}")


def _links(kind: str, names: list[str], folder: str = "") -> str:
    items = "".join(
        f"<li class=item><img src='/{k}.png'><a href='/{folder}{name.lower()}'>{name}</a></li>"
        for k, name in enumerate(names)
    )
    return f"<ul class={kind}>{items}</ul>"


def test_links_to_categories_are_a_list_whatever_class_they_have() -> None:
    names = [f"{word} {kind}" for word in WORDS for kind in ("drama", "comedy")]
    genres = [[names[(7 * n + 3 * k) % 24] for k in range(2 + n % 3)] for n in range(20)]
    pages = [_article(n % 12, _links("kinds", genres[n], "genre/")) for n in range(20)]
    for n, record in enumerate(records(pages)):
        assert genres[n] in record.values()


def test_tags_are_a_list_that_the_head_need_not_repeat() -> None:
    tags = [[f"{WORDS[n].title()} {k}" for k in range(1 + n % 3)] for n in range(12)]
    heads = ["".join(f"<meta property=article:tag content='{tag}'>" for tag in own) for own in tags]
    pages = [_article(n, _links("tags", tags[n]), heads[n]) for n in range(12)]
    for n, record in enumerate(records(pages)):
        assert [*record] == ["title", "text", "tags"]
        assert record["tags"] == tags[n]


def test_links_to_pages_of_their_own_are_rows() -> None:
    titles = [[f"{WORDS[(n + k) % 12]} and {n}{k}" for k in range(2 + n % 3)] for n in range(12)]
    pages = [_article(n, _links("related", titles[n])) for n in range(12)]
    for n, record in enumerate(records(pages)):
        (rows,) = (v for v in record.values() if isinstance(v, list) and isinstance(v[0], dict))
        assert [row["title"] for row in rows] == titles[n]
        assert all(row["url"] for row in rows)


def test_rows_lead_to_parts_of_other_pages() -> None:
    """Reference pages link to what they describe; a heading of the same page is no address."""
    pages = []
    for n in range(12):
        rows = "".join(
            f"<dt><a href='{WORDS[k]}.html#{WORDS[k]}.{n}'>{WORDS[k]}.{n}</a></dt>"
            f"<dd>{sentences(n + k, 1)[0]}</dd>"
            for k in range(3 + n % 2)
        )
        pages.append(_article(n, f"<dl class=see>{rows}</dl>"))
    for n, record in enumerate(records(pages)):
        (rows,) = (v for v in record.values() if isinstance(v, list) and isinstance(v[0], dict))
        assert [row["url"] for row in rows] == [f"{w}.html#{w}.{n}" for w in WORDS[: 3 + n % 2]]


def test_one_value_between_a_label_and_a_break_is_no_list() -> None:
    pages = [
        _article(n, f"<p><b>Number:</b><br>R{n}{n}</p><p><b>Level:</b><br>{WORDS[n]} level</p>")
        for n in range(12)
    ]
    for n, record in enumerate(records(pages)):
        assert f"R{n}{n}" in record.values()


def test_what_pages_share_in_one_folder_is_a_list() -> None:
    """Moods of films are values; similar films, in the folder of films, are rows."""
    moods = [f"{word}ish" for word in WORDS]

    def links(folder: str, names: list[str]) -> str:
        return "".join(f"<li><a href='/{folder}/{name}'>{name.title()}</a></li>" for name in names)

    own = [[moods[(5 * n + k) % 12] for k in range(1 + n % 3)] for n in range(12)]
    similar = [[WORDS[(n + k) % 12] for k in range(1, 3)] for n in range(12)]
    pages = [
        page(
            f"<h1>The {WORDS[n]} film</h1><div class=plot>{' '.join(sentences(n, 5))}</div>"
            f"<h3>Moods</h3><ul class=side>{links('mood', own[n])}</ul>"
            f"<h3>Similar</h3><ul class=more>{links('film', similar[n])}</ul>"
        )
        for n in range(12)
    ]
    urls = [f"https://films.example/film/{WORDS[n]}" for n in range(12)]
    for n, record in enumerate(records(pages, urls)):
        assert record["moods"] == [mood.title() for mood in own[n]]
        assert [row["url"] for row in record["similar"]] == [f"/film/{name}" for name in similar[n]]
