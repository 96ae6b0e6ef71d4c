"""Values without the words around them, and whole: authors, steps, states, what stands twice."""

from __future__ import annotations

import json

from support.slot_pages import WORDS, page, records, sentences


def test_the_one_author_of_a_blog_stands_without_the_words_before_the_name() -> None:
    pages = [
        page(
            f"<h1>On {WORDS[n]}</h1><div class=byline>By Ann Lee</div>"
            f"<div class=body>{''.join(f'<p>{text}</p>' for text in sentences(n, 4))}</div>"
        )
        for n in range(6)
    ]
    assert [record["author"] for record in records(pages)] == ["Ann Lee"] * 6


def test_who_comments_is_not_who_wrote_the_page() -> None:
    """Nor is the date behind the one name that all pages say."""
    script = json.dumps({"@type": "Article", "author": {"@type": "Person", "name": "Ann Lee"}})
    pages = [
        page(
            f"<script type='application/ld+json'>{script}</script><h1>On {WORDS[n]}</h1>"
            f"<div class=entry-meta>By <a href=/ann>Ann Lee</a> <time>{n + 1} May 2020</time></div>"
            f"<div class=body>{''.join(f'<p>{text}</p>' for text in sentences(n, 4))}</div>"
            f"<div class=comment-author>{WORDS[n].title()} X.</div>"
        )
        for n in range(6)
    ]
    assert [record["author"] for record in records(pages)] == ["Ann Lee"] * 6


def test_the_steps_of_a_list_are_items_however_long() -> None:
    def steps(n: int) -> list[str]:
        return [text for k in range(3 + n % 3) for text in sentences(n + k, 1)]

    pages = [
        page(
            f"<h1>Dish {WORDS[n]}</h1><div class=recipe><h2>Instructions</h2>"
            f"<ol class=steps>{''.join(f'<li>{step}</li>' for step in steps(n))}</ol></div>"
        )
        for n in range(8)
    ]
    for n, record in enumerate(records(pages)):
        assert record["instructions"] == steps(n)


def test_a_state_in_brackets_beside_a_number_is_a_value_of_its_own() -> None:
    """Though some pages say of which version they are, behind a word that few have."""
    states = ("new bug", "closed: fixed", "open idea", "closed: no")

    def heading(n: int) -> str:
        version = f" — at <a href='/{n}?v=1'>Version {n % 5}</a>" if n % 3 == 0 else ""
        state = f"<span class=status>({states[n % 4]})</span>"
        return f"<h1 id=number><a href='/{n}'>Ticket #{n + 20}</a> {state}{version}</h1>"

    pages = [
        page(f"{heading(n)}<h2 class=summary>{sentences(n, 1)[0]}</h2>", title=sentences(n, 1)[0])
        for n in range(12)
    ]
    for n, record in enumerate(records(pages)):
        assert record["ticket"] == f"#{n + 20}"
        assert states[n % 4] in record.values()


def test_what_stands_above_and_below_a_text_is_one_value() -> None:
    forums = ("General", "Help wanted", "News")

    def way(n: int) -> str:
        return f"<p class=location><a href=/>Board</a> » <a href='/f'>{forums[n % 3]}</a></p>"

    pages = [
        page(
            f"{way(n)}<h1>{WORDS[n]} {n}</h1><div class=post>"
            f"{''.join(f'<p>{text}</p>' for text in sentences(n, 3))}</div>{way(n)}"
        )
        for n in range(9)
    ]
    for n, record in enumerate(records(pages)):
        assert not any(
            isinstance(value, list) and value and isinstance(value[0], dict)
            for value in record.values()
        )
        assert any(forums[n % 3] in str(value) for name, value in record.items() if name != "title")


def test_a_labelled_value_that_hardly_ever_varies_is_data() -> None:
    pages = [
        page(
            f"<h1>Ticket {WORDS[n]}</h1><table class=facts>"
            f"<tr><th>Reporter:</th><td>{WORDS[n % 5]}</td></tr>"
            f"<tr><th>Priority:</th><td>{('low', 'high', 'urgent')[n % 3]}</td></tr>"
            f"<tr><th>Milestone:</th><td>v{n % 7}</td></tr>"
            f"<tr><th>Component:</th><td>{'web' if n == 4 else 'core'}</td></tr></table>"
        )
        for n in range(12)
    ]
    for n, record in enumerate(records(pages)):
        assert record["component"] == ("web" if n == 4 else "core")
