"""A text that stands in one element on some pages and in another on the rest is one column."""

from __future__ import annotations

from support.slot_pages import WORDS, page, records, sentences


def article(number: int, around: str) -> str:
    """A page whose text is in an element of that class, beside a date."""
    said = "".join(f"<p>{text}</p>" for text in sentences(number, 5))
    day = f"<p class=day>2024-03-{number + 1:02}</p>"
    return page(f"<h1>On {WORDS[number % 12]} {number}</h1>{day}<div class={around}>{said}</div>")


def test_texts_of_two_markups_are_one() -> None:
    pages = [article(n, "body") for n in range(18)]
    for n in range(0, 18, 3):
        moved = "<section class=builder><aside class=rte>"
        pages[n] = pages[n].replace("<div class=body>", moved).replace("</p></div>", "</p></aside>")
    for n, record in enumerate(records(pages)):
        assert record["text"] == "\n".join(sentences(n, 5))
        assert "main_text" not in record


def test_two_texts_of_a_page_are_two() -> None:
    pages = []
    for n in range(18):
        note = "".join(f"<p>{text}</p>" for text in sentences(n + 40, 3))
        beside = f"<div class=wysiwyg>{note}</div>" if n % 3 == 0 else ""
        pages.append(article(n, "body").replace("<p class=day>", f"{beside}<p class=day>"))
    for n, record in enumerate(records(pages)):
        assert "\n".join(sentences(n, 5)) in record.values()
        assert ("\n".join(sentences(n + 40, 3)) in record.values()) is (n % 3 == 0)
