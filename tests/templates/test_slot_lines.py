"""What the parts of a line are, as the meta line of a post or the prices of a product."""

from __future__ import annotations

from support.slot_pages import WORDS, page, records, sentences

AUTHORS = ("Anna Berg", "Carl Dorn")


def _post(n: int, k: int) -> str:
    """As blogs write it: one time for posts that nobody changed, else two, then by whom."""
    day = f"{k + 1} March 201{n % 9}"
    dates = (
        f"<time class='entry-date published'>{day}</time>"
        f"<time class=updated>{k + 11} May 201{n % 9}</time>"
        if (n + k) % 4
        else f"<time class='entry-date published updated'>{day}</time>"
    )
    return (
        f"<article class='post-{n}{k} format-standard hentry post status-publish type-post'>"
        f"<h2 class=entry-title><a href='/{n}{k}'>On {WORDS[k]} {n}</a></h2>"
        f"<div class=entry-meta><span class=posted-on><a href='/{n}{k}'>{dates}</a></span> "
        f"<span class=byline><span class='author vcard'><a class='url fn n' href='/a/{k}'>"
        f"{AUTHORS[(n + k) % 2]}</a></span></span>"
        f"<span class=comments-link><a href='/{n}{k}#c'>{n + k + 2} comments</a></span></div>"
        f"<div class=entry-content><p>{sentences(n + k, 1)[0]}</p></div></article>"
    )


def test_the_meta_line_of_posts_is_date_author_and_comments() -> None:
    pages = [
        page(f"<h1>{WORDS[n]}</h1><main>{''.join(_post(n, k) for k in range(4 + n % 2))}</main>")
        for n in range(10)
    ]
    for n, record in enumerate(records(pages)):
        assert "posts" in record
        for k, row in enumerate(record["posts"]):
            assert row["date"] == f"{k + 1} March 201{n % 9}"
            assert row["author"] == AUTHORS[(n + k) % 2]
            assert row["comments"] == f"{n + k + 2} comments"


def test_the_author_of_a_comment_is_one_column_with_or_without_a_link() -> None:
    def comment(n: int, k: int) -> str:
        name = f"{WORDS[(n + k) % 12].title()} {'KLM'[k % 3]}."
        linked = f"<a class=url href='http://{WORDS[k]}.org'>{name}</a>" if (n + k) % 3 else name
        when = f"<a href='#c{n}{k}'><time>{k + 1} March 201{n % 9}</time></a>"
        return (
            f"<li class='comment depth-1'><article id=c-{n}{k}><footer>"
            f"<div class=meta><span class=vcard><b class=fn>{linked}</b></span> {when}</div>"
            f"</footer><div class=said><p>{sentences(n + k, 2)[1]}</p></div></article></li>"
        )

    pages = [
        page(
            f"<h1>On {WORDS[n]}</h1><div class=body>"
            + "".join(f"<p>{text}</p>" for text in sentences(n, 5))
            + f"</div><ol class=list>{''.join(comment(n, k) for k in range(3 + n % 3))}</ol>"
        )
        for n in range(12)
    ]
    for n, record in enumerate(records(pages)):
        for k, row in enumerate(record["comments"]):
            assert f"{WORDS[(n + k) % 12].title()} {'KLM'[k % 3]}." in row.values()
            # A date that links to the comment is no title.
            assert row["date"] == f"{k + 1} March 201{n % 9}"
            assert row.get("title") != row["date"]


def test_a_price_is_one_column_with_or_without_a_sale() -> None:
    def product(n: int, k: int) -> str:
        now = f"<span class=amount>${n + k + 1}.50</span>"
        old = f"<del><span class=amount>${n + k + 3}.50</span></del>"
        price = f"{old} <ins>{now}</ins>" if (n + k) % 3 else now
        return (
            "<li class='instock product purchasable type-product'>"
            f"<h3><a href='/{n}{k}'>Lamp {WORDS[k]} {n}</a></h3>"
            f"<div class=loop><span class=price>{price}</span></div></li>"
        )

    pages = [
        page(f"<h1>{WORDS[n]}</h1><ul>{''.join(product(n, k) for k in range(4 + n % 3))}</ul>")
        for n in range(10)
    ]
    for n, record in enumerate(records(pages)):
        for k, row in enumerate(record["products"]):
            assert row["price"] == f"${n + k + 1}.50"
            assert row.get("old_price") == (f"${n + k + 3}.50" if (n + k) % 3 else None)


def test_commands_between_signs_are_no_way_to_a_page() -> None:
    pages = [
        page(
            f"<h1>Links to {WORDS[n]}</h1><div>"
            + " | ".join(f"<a href='?{WORDS[n]}&{k}'>Hide {k}s</a>" for k in ("image", "link"))
            + (" | <a href='?x'>Hide more</a>" if n % 4 == 0 else "")
            + f"</div><p class=of>{WORDS[n]} {n}</p>"
        )
        for n in range(12)
    ]
    assert not any("breadcrumbs" in record for record in records(pages))
