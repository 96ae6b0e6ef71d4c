"""Pages of invented templates, for tests that learn and extract."""

from __future__ import annotations

WORDS = (
    *("amber", "birch", "cedar", "delta", "ember", "fjord"),
    *("grove", "heath", "islet", "jetty", "knoll", "ledge"),
)


def book_page(number: int, *, price: bool = True, structured: bool = False) -> bytes:
    """A page about one book: heading, label and value pairs, a list of reviews."""
    word = WORDS[number % len(WORDS)]
    author = WORDS[(number * 5 + 3) % len(WORDS)].title()
    shown = f"<tr><th>Price</th><td>${number + 5}.50</td></tr>" if price else ""
    reviews = "".join(
        f'<li class="review"><b class="who">{WORDS[(number + n) % 12]}</b>'
        + (f'<i class="stars">{number + n} of 99</i>' if n % 2 == 0 else "")
        + f'<p class="said">Text {number}-{n} of a review</p></li>'
        for n in range(number % 3 + 2)
    )
    script = (
        '<script type="application/ld+json">{"@context": "https://schema.org", "@type": "Book",'
        f' "isbn": "978{number:05}", "author": {{"@type": "Person", "name": "{author}"}}}}</script>'
        if structured
        else ""
    )
    return (
        f"<html><head><title>{word} {number} | Shop</title>{script}</head><body>"
        '<ul class="menu"><li><a href="/">Home</a></li><li><a href="/all">All books</a></li></ul>'
        f'<h1>The {word} book {number}</h1><div class="facts"><table>'
        f"<tr><th>Author</th><td><a href='/author/{author}'>{author}</a></td></tr>"
        f"<tr><th>Published</th><td>{number % 27 + 1} March 20{number % 20 + 10}</td></tr>{shown}"
        f'</table></div><ul class="reviews">{reviews}</ul><p class="end">All rights reserved</p>'
        "</body></html>"
    ).encode()


def weather_page(number: int) -> bytes:
    """A page of another template."""
    return (
        f"<html><body><div id='w'><h2>Weather in {WORDS[number % 12]}</h2>"
        f"<dl><dt>Wind:</dt><dd>{number} knots</dd></dl></div></body></html>"
    ).encode()
