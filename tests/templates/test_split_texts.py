"""Texts of several values: what is cut out of them, and what is cut off."""

from __future__ import annotations

import re

from support.slot_pages import WORDS, page, records, sentences

MONTHS = ("May", "June", "July")


def _pages(line: str) -> list[str]:
    """Pages with a line.

    In it, a `%` is a word, a `^` one with a capital, a `#` a number and an `@` a date.
    """
    made = []
    for n in range(12, 26):
        own = (
            line.replace("%", WORDS[n % 7])
            .replace("^", WORDS[n % 5].title())
            .replace("#", str(n))
            .replace("@", f"{n} {MONTHS[n % 3]} 20{n - 2}")
        )
        text = "".join(f"<p>{sentence}</p>" for sentence in sentences(n, 3))
        made.append(page(f"<h1>Match {n}</h1>{own}<div class=text>{text}</div>", f"Match {n}"))
    return made


def test_a_date_behind_a_sign_is_a_column() -> None:
    for record in records(_pages("<p class=facts>^ Hall · Oslo % · @</p>")):
        assert "20" in record["date"]
        assert " 20" not in record["facts"]
        assert record["facts"].count("·") == 1


def test_a_date_before_a_sign_is_a_column() -> None:
    for record in records(_pages("<p class=facts>@ | ^ Hall #</p>")):
        assert " 20" in record["date"]
        assert "Hall" not in record["date"]
        assert record["facts"].endswith("Hall " + record["title"].split()[-1])


def test_signs_between_other_values_stay() -> None:
    for record in records(_pages("<p class=facts>^ Hall · Oslo %</p>")):
        assert " · " in record["facts"]
        assert "date" not in record


def test_from_when_to_when_is_one_value() -> None:
    for record in records(_pages("<p class=facts>@ – @</p>")):
        assert record["facts" if "facts" in record else "date"].count("20") >= 2


def test_a_word_that_leads_to_the_next_value_is_cut_off() -> None:
    row = "<tr><th>Reported:</th><td>@ by <span class=vcard>^ #</span></td></tr>"
    for record in records(_pages(f"<table>{row}</table>")):
        assert "by" not in str(record["reported"]).split()


def test_neighbours_are_called_by_their_titles() -> None:
    bar = "".join(
        f"<div class=nav-{to}><a href=/%-#-{to} rel={to}><span class=meta>{said} Artikel</span>"
        f"^ goes # {to}</a></div>"
        for to, said in (("previous", "Vorheriger"), ("next", "Nächster"))
    )
    pages = _pages(f"<nav class=nav-single>{bar}</nav>")
    # Pictures among the posts call their neighbours otherwise, by no title.
    for number in (3, 8, 13):
        shown = re.sub(r"<span class=meta>(\w+) Artikel</span>[^<]*", r"\1 Bild", pages[number])
        pages[number] = shown
    for number, record in enumerate(records(pages)):
        if number % 5 != 3:
            assert str(record["previous"]).endswith("previous")
            assert "Artikel" not in f"{record['previous']} {record['next']}"


def _post(n: int) -> str:
    """A post as WordPress shows it, with its topics among the classes of the article."""
    topics = WORDS[n % 7], WORDS[n % 5 + 7]
    said = [
        f"<div class=entry-{kind}><span>{label} </span>"
        + ", ".join(f"<a rel=tag href=/{kind}/{word}>{word}</a>" for word in words)
        + "</div>"
        for kind, label, words in (
            ("cats", "Filed under", topics[: 1 + n % 2]),
            ("tags", "Tagged", [f"{topics[1]}-{n % 9}", f"{topics[0]}-{n % 8}"][: 1 + n % 3 % 2]),
        )
    ]
    text = "".join(f"<p>{sentence}</p>" for sentence in sentences(n, 3))
    return page(
        f"<article class='post-{n} post hentry category-{topics[0]} tag-{topics[1]}-{n}'>"
        f"<h1>On {topics[0]} {n}</h1><div class=entry-content>{text}</div>"
        f"<footer class=entry-footer>{''.join(said)}</footer></article>",
        f"On {topics[0]} {n}",
    )


def test_topics_of_posts_do_not_part_their_places() -> None:
    found = records([*map(_post, range(12, 28))], on=[*map(_post, range(28, 60))])
    for n, record in enumerate(found, 28):
        assert WORDS[n % 7] in str(record["filed_under"])
