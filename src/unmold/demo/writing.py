"""Invents what the shop writes: authors, articles, answers, and pages of information.

`catalogue` joins these facts with the goods.
"""

from collections.abc import Sequence
from datetime import date, timedelta

from unmold.demo.chance import Chance
from unmold.demo.facts import Article, Author, Contact, Info, Remark
from unmold.demo.formatting import make_slug
from unmold.demo.people import FIRST_NAMES, LAST_NAMES, ROLES, invent_name
from unmold.demo.prose import (
    SUBJECTS,
    without_emphasis,
    write_paragraph,
    write_paragraphs,
    write_sentence,
)
from unmold.demo.words import STREETS, TOWNS

FIRST_DAY = date(2023, 1, 9)
TOPICS = (
    "Choosing", "Repairing", "A short history of", "Living with", "How we test", "In praise of",
    "Storing", "Against", "Ten notes on", "The trouble with", "Understanding", "A year of",
)  # fmt: skip
TAGS = (
    "care", "history", "makers", "repair", "seasons", "tests", "travel", "how-to", "café", "R&D",
    "interviews", "gifts", "workshop",
)  # fmt: skip
INFO_TITLES = (
    "About us", "Terms & conditions", "Delivery", "Returns & repairs", "Privacy", "Our workshop",
    "Press", "Jobs", "Gift cards", "Wholesale", "Recycling", "Materials",
)  # fmt: skip
QUESTIONS = (
    "How long does delivery take?", "Can I return something?", "Do you repair older pieces?",
    "Where is my order?", "Do you ship abroad?", "Is there a shop to visit?", "Do you gift-wrap?",
    "How do I look after wood?", "Which cards do you take?", "Can I change my order?",
    "Do you sell spare parts?", "Why is it sold out?",
)  # fmt: skip
WEEK = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def invent_authors(seed: int, count: int) -> tuple[Author, ...]:
    """People with different names."""
    chance = Chance(seed, "authors")
    firsts, lasts = chance.sample(FIRST_NAMES, count), chance.sample(LAST_NAMES, count)
    return tuple(
        _invent_author(Chance(seed, "author", number), f"{first} {last}")
        for number, (first, last) in enumerate(zip(firsts, lasts, strict=False))
    )


def _invent_author(chance: Chance, name: str) -> Author:
    return Author(
        name=name,
        role=chance.pick(ROLES),
        town=chance.pick(TOWNS),
        biography=write_paragraphs(chance, 1, 3),
        site=f"https://{make_slug(name)}.example/" if chance.happens(0.5) else None,
    )


def invent_articles(
    seed: object, count: int, authors: Sequence[Author], gone: int
) -> tuple[Article, ...]:
    """Articles with different titles; the first ones link to pages that are gone."""
    used: dict[str, int] = {}
    return tuple(_invent_article(seed, n, authors, gone, used) for n in range(count))


def _invent_article(
    seed: object, number: int, authors: Sequence[Author], gone: int, used: dict[str, int]
) -> Article:
    chance = Chance(seed, "article", number)
    return Article(
        number=number + 1,
        title=_invent_title(chance, used),
        author=authors[number % len(authors)] if number < len(authors) else chance.pick(authors),
        day=invent_day(chance),
        minutes=chance.between(2, 19),
        lead=write_sentence(chance) if chance.happens(0.6) else None,
        paragraphs=write_paragraphs(chance, 3, 9),
        quote=without_emphasis(write_sentence(chance)) if chance.happens(0.5) else None,
        tags=tuple(chance.sample(TAGS, chance.between(1, 4))),
        comments=tuple(_invent_comment(chance) for _ in range(max(0, chance.between(-2, 4)))),
        gone=number if number < gone else None,
    )


def _invent_title(chance: Chance, used: dict[str, int]) -> str:
    title = f"{chance.pick(TOPICS)} {chance.pick(SUBJECTS)}"
    if chance.happens(0.5):
        title += f", with {chance.pick(SUBJECTS)}"
    used[title] = used.get(title, 0) + 1
    return title if used[title] == 1 else f"{title}, part {used[title]}"


def _invent_comment(chance: Chance) -> Remark:
    text = without_emphasis(write_paragraph(chance, 1, 2))
    return Remark(invent_name(chance), invent_day(chance), text)


def invent_info(seed: int, number: int) -> Info:
    """A page of text; beyond the usual subjects they are notices."""
    again = number - len(INFO_TITLES)
    title = INFO_TITLES[number] if again < 0 else f"Notice {again + 1}"
    return Info(make_slug(title), title, write_paragraphs(Chance(seed, "info", number), 2, 6))


def invent_contact(seed: int, site: str) -> Contact:
    """Where the shop is; closed on one or two days."""
    chance = Chance(seed, "contact")
    closed = {"Sunday", chance.pick(WEEK)}
    opening = chance.between(8, 10)
    return Contact(
        street=f"{chance.between(1, 120)} {chance.pick(STREETS)}",
        town=f"{chance.between(1000, 9999)} {chance.pick(TOWNS)}",
        telephone=f"+{chance.between(30, 59)} {chance.between(10**7, 10**8)}",
        mail=f"hello@{site}",
        hours=tuple((day, "closed" if day in closed else f"{opening}:00–18:30") for day in WEEK),
    )


def invent_questions(seed: int) -> tuple[tuple[str, str], ...]:
    """Frequent questions with answers."""
    chance = Chance(seed, "questions")
    asked = chance.sample(QUESTIONS, chance.between(6, len(QUESTIONS)))
    return tuple((question, without_emphasis(write_paragraph(chance, 1, 3))) for question in asked)


def invent_day(chance: Chance) -> date:
    """A day of about two and a half years."""
    return FIRST_DAY + timedelta(days=chance.below(900))
