"""Pages of invented templates whose repeats lie in repeats, or are several siblings together."""

from __future__ import annotations

from support.template_pages import WORDS


def catalogue_page(number: int) -> bytes:
    """Categories that hold products that hold offers; some products lack a price."""
    sections = "".join(_section(number, place) for place in range(number % 3 + 2))
    return f"<html><body><h1>Catalogue {number}</h1>{sections}<p>The end</p></body></html>".encode()


def _section(number: int, place: int) -> str:
    products = "".join(
        _product(number * 7 + place * 3 + n) for n in range((number + place) % 3 + 1)
    )
    word = WORDS[(number + place) % 12]
    return (
        f'<section class="category"><h2>{word.title()} {number}-{place}</h2>'
        f'<p class="intro">About {word} {number}</p>{products}</section>'
    )


def _product(number: int) -> str:
    price = f'<span class="price">${number + 5}.50</span>' if has_price(number) else ""
    offers = "".join(
        f'<li class="offer"><b>Shop {number * 3 + n}</b><i>{number * 5 + n} left</i></li>'
        for n in range(number % 3 + 1)
    )
    return (
        f'<div class="product"><h3><a href="/{number}">{WORDS[number % 12]} lamp {number}</a></h3>'
        f'{price}<ul class="offers">{offers}</ul></div>'
    )


def has_price(number: int) -> bool:
    """Whether the product of this number shows a price."""
    return number % 4 > 0


def directory_page(number: int) -> bytes:
    """Flat entries: a heading, an address and sometimes a telephone, all siblings."""
    entries = "".join(
        f"<h3>{WORDS[(number + n) % 12].title()} {number}-{n}</h3>"
        f'<p class="address">{number * 3 + n} Main Street</p>'
        + (f'<p class="telephone">555-{number}{n}</p>' if (number + n) % 3 else "")
        for n in range(number % 4 + 2)
    )
    return f"<html><body><h1>Directory {number}</h1><div>{entries}</div></body></html>".encode()


def team_page(number: int) -> bytes:
    """A table with headers; some cells are empty."""
    rows = "".join(
        f"<tr><td>{WORDS[(number + n) % 12]} {n}</td><td>{(number * n) % 7 if n % 3 else ''}</td>"
        f"<td>{n + number}</td></tr>"
        for n in range(number % 4 + 2)
    )
    return (
        f"<html><body><h1>Team {number}</h1><h2>Players</h2><table><thead><tr><th>Name</th>"
        f"<th>Goals</th><th>Fouls</th></tr></thead><tbody>{rows}</tbody></table></body></html>"
    ).encode()


def sizes_page(number: int) -> bytes:
    """A table whose rows every page names alike."""
    rows = "".join(
        f"<tr><td>{size}</td><td>${number + n}.00</td><td>{number * (n + 2)} in stock</td></tr>"
        for n, size in enumerate(("Small", "Medium", "Large"))
    )
    return (
        f"<html><body><h1>Shirt {number}</h1><h2>Sizes</h2><table>{rows}</table>"
        f"<dl><dt>Colour</dt><dd>{WORDS[number % 12]}</dd><dt>Weight</dt><dd>{number} g</dd></dl>"
        "</body></html>"
    ).encode()
