"""Titles with texts behind them, in columns of a layout that differs from page to page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from support.slot_pages import WORDS, page, records, sentences

Card = Callable[[str, str], str]


def spread(cards: Sequence[str], columns: int) -> str:
    """Cards in columns beside each other, as a page builder lays them out."""
    size = -(-len(cards) // columns)
    parts = ("".join(cards[start : start + size]) for start in range(0, len(cards), size))
    return "".join(f"<div class=column>{part}</div>" for part in parts)


def builder_pages(card: Card, ask: Callable[[int, int], str], count: int = 10) -> list[str]:
    """Pages with any number of cards, between texts of their own."""
    pages = []
    for n in range(count):
        cards = [card(ask(n, k), text) for k, text in enumerate(sentences(n, 4 + n % 3))]
        opening = "".join(f"<div class=words>{text}</div>" for text in sentences(n + 3, 2))
        layout = f"<div class=columns>{spread(cards, 1 + n % 3)}</div>"
        closing = f"<div class=columns><div class=column>{opening}</div></div>"
        sections = [closing, layout] if n % 2 else [layout, closing]
        body = "".join(f"<section class=part>{section}</section>" for section in sections)
        pages.append(page(f"<h1>Repairs in {WORDS[n]}</h1>{body}", f"Repairs in {WORDS[n]}"))
    return pages


def wrapped(title: str, text: str) -> str:
    return (
        f"<div class=box><div class=inner><h4 class=box-title>{title}</h4>"
        f"<div class=box-text>{text}</div></div></div>"
    )


def beside(title: str, text: str) -> str:
    return (
        f"<div class=toggle><h6 class=toggle-title>{title}</h6></div>"
        f"<div class=toggle-text>{text}</div>"
    )


def rows_of(record: dict[str, Any], name: str) -> list[tuple[str, ...]]:
    return [tuple(row.values()) for row in record[name]]


def test_questions_with_answers_are_a_table() -> None:
    found = records(builder_pages(beside, lambda n, k: f"Who mends a {WORDS[k]} in {WORDS[n]}?"))
    for n, record in enumerate(found):
        said = sentences(n, 4 + n % 3)
        asked = [f"Who mends a {WORDS[k]} in {WORDS[n]}?" for k in range(len(said))]
        assert rows_of(record, "questions") == [*zip(asked, said, strict=True)]
        assert list(record["questions"][0]) == ["question", "answer"]


def test_elements_that_hold_a_title_and_its_text_are_rows() -> None:
    found = records(builder_pages(wrapped, lambda n, k: f"{WORDS[k]} of {WORDS[n]}"))
    for n, record in enumerate(found):
        (name,) = [key for key, value in record.items() if isinstance(value, list)]
        titles = [row["title"] for row in record[name]]
        assert titles == [f"{WORDS[k]} of {WORDS[n]}" for k in range(4 + n % 3)]


def test_cards_that_are_the_same_on_all_pages_are_no_table() -> None:
    found = records(builder_pages(beside, lambda _, k: f"Step {WORDS[k]}"))
    assert not any(isinstance(value, list) for record in found for value in record.values())


def test_headings_between_paragraphs_of_an_author_are_no_cards() -> None:
    def plain(title: str, text: str) -> str:
        return f"<h2>{title}</h2><p>{text}</p>"

    found = records(builder_pages(plain, lambda n, k: f"{WORDS[k]} of {WORDS[n]}"))
    for record in found:
        assert "questions" not in record
        assert "sections" not in record


def test_steps_that_are_called_the_same_on_all_pages_are_a_table() -> None:
    names = ("Collect it at your home", "Mend it in our shop", "Bring it back to you")
    pages = builder_pages(beside, lambda n, k: f"Who mends a {WORDS[k]} in {WORDS[n]}?")
    for n, own in enumerate(pages):
        # How important a heading is depends on what else its page has.
        level = 3 + n % 3
        steps = "".join(
            f"<div class=column><h{level} class=step-title>{name} in {WORDS[n]}</h{level}>"
            f"<div class=step-text>{text}</div></div>"
            for name, text in zip(names, sentences(n + 20, 3), strict=True)
        )
        pages[n] = own.replace("</body>", f"<div class=steps>{steps}</div></body>")
    for n, record in enumerate(records(pages)):
        said = [f"{name} in {WORDS[n]}" for name in names]
        tables = [value for value in record.values() if isinstance(value, list)]
        (steps,) = [rows for rows in tables if "title" in rows[0]]
        assert [row["title"] for row in steps] == said


def test_cards_that_are_laid_out_anew_on_some_pages_are_one_table() -> None:
    def usual(title: str, text: str) -> str:
        return (
            f"<div class=box><h4 class='head box-title'>{title}</h4>"
            f"<div class='words box-text'>{text}</div></div>"
        )

    def other(title: str, text: str) -> str:
        return f"<h4 class=head>{title}</h4><div class=words>{text}</div>"

    def called(n: int, k: int) -> str:
        return f"{WORDS[k]} of {WORDS[n]}"

    designs = builder_pages(usual, called), builder_pages(other, called)
    pages = [designs[n % 3 == 2][n] for n in range(10)]
    for n, record in enumerate(records(pages)):
        (rows,) = [value for value in record.values() if isinstance(value, list)]
        assert [row["title"] for row in rows] == [called(n, k) for k in range(4 + n % 3)]
