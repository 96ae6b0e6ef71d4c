"""Values of rows are found again, however their authors mark up words in them."""

from __future__ import annotations

import re
from random import Random

import pytest
from support.slot_pages import page, records

SYLLABLES = ("ka", "lo", "mi", "ten", "sur", "pa", "rol", "vin", "des", "qua")


class Writer:
    """Writes invented texts, about half of them with marked words."""

    def __init__(self) -> None:
        self.chance = Random(3)

    def happens(self, share: float) -> bool:
        return self.chance.random() < share

    def word(self) -> str:
        return "".join(self.chance.choices(SYLLABLES, k=self.chance.randint(1, 3)))

    def sentence(self, words: int) -> str:
        said = [self.word() for _ in range(words)]
        if self.happens(0.5):
            for at in self.chance.sample(range(words), 2):
                mark = self.chance.choice(["<code>{}</code>", "<a href='/x/{0}'>{0}</a>"])
                said[at] = mark.format(said[at])
        return " ".join(said) + "."


def plain(text: str) -> str:
    return re.sub("<[^>]*>", "", text)


@pytest.fixture
def writer() -> Writer:
    return Writer()


def make_rows(pages: list[list[dict[str, str]]]) -> list[bytes | str]:
    return [
        page(
            f"<h1>Class c{n}</h1><ul class=members>"
            + "".join(
                f"<li><section class=detail><h3>{row['name']}</h3>{row['old']}"
                f"<div class=block>{row['text']}</div><dl class=notes>{row['notes']}</dl></section>"
                for row in rows
            )
            + "</ul>"
        )
        for n, rows in enumerate(pages)
    ]


def check_rows(pages: list[list[dict[str, str]]], name: str) -> None:
    """Some column has this value of nearly every row."""
    right = total = 0
    for rows, record in zip(pages, records(make_rows(pages)), strict=True):
        (found,) = (value for value in record.values() if isinstance(value, list))
        for row, said in zip(rows, found, strict=True):
            total += 1
            right += plain(row[name]) in said.values() or not row[name]
    assert right >= 0.97 * total > 0


def test_a_second_text_in_a_few_rows_makes_no_list(writer: Writer) -> None:
    pages = [
        [
            {
                "name": writer.word().title() + writer.word().title(),
                "old": "<div class=block>Deprecated.</div>" * (k == 2 and n % 6 == 0),
                "text": writer.sentence(8),
                "notes": f"<dt>Since:<dd>1.{writer.chance.randint(2, 9)}",
            }
            for k in range(5 + n % 7)
        ]
        for n in range(20)
    ]
    check_rows(pages, "text")


def test_a_labelled_text_beside_lists_is_found_by_its_label(writer: Writer) -> None:
    def list_notes(returns: str) -> str:
        notes = ""
        for label, share, most in (("Parameters:", 0.7, 3), ("Throws:", 0.5, 2)):
            if writer.happens(share):
                texts = [writer.sentence(5) for _ in range(writer.chance.randint(1, most))]
                notes += f"<dt>{label}" + "".join(f"<dd>{writer.word()} - {one}" for one in texts)
            notes += f"<dt>Returns:<dd>{returns}" * (bool(returns) and label == "Parameters:")
        return notes

    pages = []
    for n in range(20):
        rows = []
        for _ in range(5 + n % 7):
            returns = writer.sentence(6) if writer.happens(0.7) else ""
            name = writer.word().title() + writer.word().title()
            own = {"name": name, "old": "", "text": writer.sentence(8), "returns": returns}
            rows.append(own | {"notes": list_notes(returns)})
        pages.append(rows)
    check_rows(pages, "returns")
