"""Columns that say the same, or nothing."""

from __future__ import annotations

from support.slot_pages import WORDS, page, records, sentences


def test_a_date_is_one_however_it_is_written() -> None:
    pages = []
    for n in range(12):
        day = f"2021-03-{n + 10}"
        pages.append(
            page(
                f"<h1>On {WORDS[n]} {n}</h1>"
                f"<p class=stamp>\N{CALENDAR} Mar {n + 10}, 2021</p>"
                f"<p class=when>{n + 10} March 2021</p><div class=body>"
                + "".join(f"<p>{text}</p>" for text in sentences(n, 4))
                + "</div>"
            ).replace(
                "<head>", f"<head><meta property=article:published_time content={day}T10:00Z>"
            )
        )
    assert "published_time" in pages[0]
    for record in records(pages):
        dates = {name: value for name, value in record.items() if "2021" in str(value)}
        assert [*dates] == ["date"]


def test_numbers_that_count_are_left_out() -> None:
    pages = []
    for n in range(12):
        lines = "".join(f"<span class=line>{at}</span>" for at in range(n + 1, 2 * n + 5))
        codes = "".join(f"<span class=code>{at * 7 % 11}</span>" for at in range(n, n + 3))
        said = "".join(f"<p>{text}</p>" for text in sentences(n, 4))
        pages.append(
            page(
                f"<h1>On {WORDS[n]} {n}</h1><div class=lines>{lines}</div>"
                f"<div class=codes>{codes}</div><div class=body>{said}</div>"
            )
        )
    for n, record in enumerate(records(pages)):
        lists = [value for value in record.values() if isinstance(value, list)]
        assert lists == [[str(at * 7 % 11) for at in range(n, n + 3)]]


def test_the_date_that_pages_show_stays_beside_that_of_their_last_change() -> None:
    pages = []
    for n in range(12):
        day = n + 11 if n == 3 else n + 10
        said = "".join(f"<p>{text}</p>" for text in sentences(n, 4))
        shown = f"<p class=when>{n + 10} March 2021</p>" if n < 10 else ""
        pages.append(
            page(f"<h1>On {WORDS[n]} {n}</h1>{shown}<div class=body>{said}</div>").replace(
                "<head>",
                f"<head><meta property=article:modified_time content=2021-03-{day}T10:00Z>",
            )
        )
    for n, record in enumerate(records(pages)):
        assert record.get("date") == (f"{n + 10} March 2021" if n < 10 else None)


def test_what_one_page_of_many_has_is_no_column() -> None:
    pages = []
    for n in range(12):
        said = "".join(f"<p>{text}</p>" for text in sentences(n, 4))
        more = "".join(f"<p>{text}</p>" for text in sentences(n + 3, 6)) if n == 5 else ""
        pages.append(
            page(
                f"<h1>On {WORDS[n]} {n}</h1><div class=body>{said}</div><div class=more>"
                f"<div><b>Notes</b>{more}</div><div><b>Size</b><p>{n} cm</p></div></div>"
            )
        )
    assert all([*record] == ["title", "text", "size"] for record in records(pages))


def test_numbers_of_pages_are_no_table() -> None:
    pages = []
    for n in range(12):
        count = 4 + n % 5 if n < 3 else 0
        numbers = "".join(f"<li><a href='/page/{k}'>{k}</a></li>" for k in range(1, count))
        pages.append(
            page(
                f"<h1>On {WORDS[n]} {n}</h1>"
                + "".join(f"<p>{text}</p>" for text in sentences(n, 4))
                + f"<ul class=numbers>{numbers}</ul>"
            )
        )
    for record in records(pages):
        assert not any(isinstance(value, list) for value in record.values())
