"""Product pages: price, specification table, and parts that only some have."""

from collections.abc import Iterator

from unmold.demo import paths
from unmold.demo.catalogue import Product, Shop
from unmold.demo.chance import Chance
from unmold.demo.layouts import shop_layout
from unmold.demo.markup import Element, element
from unmold.demo.page import DemoPage, present
from unmold.demo.parts import breadcrumbs, product_card, product_row, review_block, review_row
from unmold.demo.show import show_price


def product_pages(shop: Shop) -> Iterator[DemoPage]:
    """One page per product."""
    for product in shop.products:
        yield _product_page(shop, product)


def _product_page(shop: Shop, product: Product) -> DemoPage:
    path = paths.product_path(product)
    related = _choose_related(shop, product)
    category = shop.categories[product.category].name
    steps = [("Home", paths.HOME), (category, paths.category_path(shop, product.category))]
    html = shop_layout(
        shop,
        path,
        product.name,
        breadcrumbs(path, steps),
        element("h1", product.name, class_="product-name"),
        _picture(product),
        _offer(product),
        _description(product),
        _specification_table(product),
        _reviews(product),
        _related(path, related),
    )
    values = present(
        name=product.name,
        brand=product.brand,
        number=str(product.number),
        price=show_price(product.cents),
        old_price=show_price(product.old_cents) if product.old_cents else None,
        availability=product.availability,
        rating=product.rating,
        summary=product.summary,
        description=list(product.description),
        specifications=[
            {"label": label, "value": value} for label, value in product.specifications
        ],
        reviews=[review_row(review) for review in product.reviews],
        related=[product_row(other) for other in related],
    )
    return DemoPage(path, "product", html, values)


def _choose_related(shop: Shop, product: Product) -> list[Product]:
    chance = Chance(shop.seed, "related", product.number)
    others = [other for other in shop.products if other.number != product.number]
    return chance.sample(others, chance.between(0, 4))


def _picture(product: Product) -> Element:
    source = f"https://images.example/{product.number}.jpg"
    return element("figure", element("img", src=source, alt=product.name, width=640, height=480))


def _offer(product: Product) -> Element:
    old = product.old_cents
    return element(
        "div",
        element("p", element("a", product.brand, href="#brand"), class_="brand"),
        element("p", f"No. {product.number}", class_="number"),
        element("del", show_price(old), class_="old-price") if old else None,
        element("strong", show_price(product.cents), class_="price"),
        element("p", element("b", product.rating), " of 5 stars", class_="rating")
        if product.rating
        else None,
        element("p", product.availability, class_="availability"),
        element("p", product.summary, class_="summary"),
        element(
            "button", "Add to basket", type="button", disabled=product.availability == "Sold out"
        ),
        class_="offer",
    )


def _description(product: Product) -> Element:
    video = (
        element("p", element("a", "Watch it in use", href=product.video), class_="video")
        if product.video
        else None
    )
    return element(
        "section",
        element("h2", "Description"),
        [element("p", paragraph) for paragraph in product.description],
        video,
        class_="description",
    )


def _specification_table(product: Product) -> Element:
    rows = [
        element("tr", element("th", label, scope="row"), element("td", value))
        for label, value in product.specifications
    ]
    return element("table", element("tbody", rows), class_="specifications")


def _reviews(product: Product) -> Element | None:
    if not product.reviews:
        return None
    return element(
        "section",
        element("h2", f"Reviews ({len(product.reviews)})"),
        [review_block(review) for review in product.reviews],
        id="reviews",
    )


def _related(path: str, related: list[Product]) -> Element | None:
    if not related:
        return None
    cards = element(
        "ul", [product_card(path, other) for other in related], class_="cards cards--related"
    )
    return element("section", element("h2", "Goes well with"), cards)
