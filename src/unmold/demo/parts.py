"""Parts that several page kinds share: product cards, page numbers, remarks.

In: facts. Out: elements, and the rows of gold records that say the same.
"""

from collections.abc import Callable, Sequence

from unmold.demo import paths
from unmold.demo.catalogue import Product, Remark
from unmold.demo.markup import Element, element
from unmold.demo.page import Row
from unmold.demo.show import show_day, show_price, show_stars


def product_card(source: str, product: Product) -> Element:
    """A product as lists show it."""
    old = product.old_cents
    return element(
        "li",
        element(
            "a",
            product.name,
            href=paths.link(source, paths.product_path(product)),
            class_="card-name",
        ),
        element("span", show_price(old), class_="card-old-price") if old else None,
        element("span", show_price(product.cents), class_="card-price"),
        element("span", product.rating, class_="card-rating") if product.rating else None,
        class_="card card--sale" if old else "card",
    )


def product_row(product: Product) -> Row:
    """What `product_card` shows."""
    row = {"name": product.name, "price": show_price(product.cents)}
    if product.old_cents:
        row["old_price"] = show_price(product.old_cents)
    if product.rating:
        row["rating"] = product.rating
    return row


def review_block(review: Remark) -> Element:
    """A review of a product."""
    return element(
        "div",
        element("h4", review.title),
        element("span", show_stars(review.stars), class_="stars"),
        element("p", f"by {review.author} on {show_day(review.day)}", class_="byline"),
        element("p", review.text, class_="review-text"),
        class_="review",
    )


def review_row(review: Remark) -> Row:
    """What `review_block` shows."""
    return {
        "title": review.title,
        "stars": show_stars(review.stars),
        "author": review.author,
        "date": show_day(review.day),
        "text": review.text,
    }


def pagination(source: str, page: int, pages: int, path_of: Callable[[int], str]) -> Element | None:
    """Links to the other pages of a list; a list of one page has none."""
    if pages == 1:
        return None
    numbers: list[Element] = [
        element("b", str(number))
        if number == page
        else element("a", str(number), href=paths.link(source, path_of(number)))
        for number in range(1, pages + 1)
    ]
    return element("div", numbers, class_="pagination")


def breadcrumbs(source: str, steps: Sequence[tuple[str, str]]) -> Element:
    """The way down from the home page, each step a name and a path."""
    links = [element("a", name, href=paths.link(source, target)) for name, target in steps]
    return element("div", links, class_="breadcrumbs")
