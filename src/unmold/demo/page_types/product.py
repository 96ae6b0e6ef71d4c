"""Product pages: an offer, and blocks in the site's order, some of which not all products have."""

from collections.abc import Callable, Iterator

from unmold.demo.chance import Chance
from unmold.demo.chrome import page_url
from unmold.demo.facts import Product
from unmold.demo.frames import Draft, make_page
from unmold.demo.look import Look
from unmold.demo.markup import Content, Element, element
from unmold.demo.page import Blueprint, DemoPage
from unmold.demo.page_types.offer import offer
from unmold.demo.page_types.reviews import reviews
from unmold.demo.parts import paragraphs, show_cards, show_way
from unmold.demo.structured import describe_product, item_property, open_graph


def product_pages(blueprint: Blueprint) -> Iterator[DemoPage]:
    """One page per product."""
    for position, product in enumerate(blueprint.shop.products):
        yield _product_page(blueprint, product, position)


def _product_page(blueprint: Blueprint, product: Product, position: int) -> DemoPage:
    look = blueprint.look_of("product", position)
    path = blueprint.paths.product(product)
    url = page_url(blueprint, path)
    head = [
        *open_graph("product", product.name, url, product.summary),
        *describe_product(look, product, url),
    ]
    blocks = [BLOCK[name](blueprint, look, product) for name in look.blocks]
    return make_page(
        blueprint,
        "shop",
        Draft("product", path, product.name, position, tuple(head), "https://schema.org/Product"),
        _way(blueprint, look, path, product),
        element(
            "h1",
            product.name,
            class_=look.css("product name"),
            itemprop=item_property(look, "name"),
            gold="name",
        ),
        offer(blueprint, look, product),
        *blocks,
    )


def _way(blueprint: Blueprint, look: Look, path: str, product: Product) -> Element:
    category = blueprint.shop.categories[product.category].name
    above = blueprint.paths.category(blueprint.shop, product.category)
    return show_way(look, path, [(look.say("home"), "", ""), (category, above, "category")])


def _description(blueprint: Blueprint, look: Look, product: Product) -> Content:
    video = element("a", look.say("video"), href=product.video, gold="video@href")
    more = element(
        "div",
        element("h3", look.say("more")),
        paragraphs(look, product.more, "more[]"),
        class_=look.css("product more"),
    )
    return element(
        "section",
        element("h2", look.say("description")),
        element(
            "div",
            paragraphs(look, product.description, "description[]"),
            class_=look.css("product description"),
        ),
        more if product.more else None,
        element("p", video, class_=look.css("product video")) if product.video else None,
    )


def _specifications(blueprint: Blueprint, look: Look, product: Product) -> Content:
    outer, row, label, value = SPECIFICATION_TAGS[look.forms["specifications"]]
    rows = [
        element(
            row,
            element(label, look.say(name), gold="label"),
            element(value, text, gold="value"),
            gold="specifications{}",
        )
        for name, text in product.specifications
    ]
    inner = element("tbody", rows) if outer == "table" else rows
    return [
        element("h2", look.say("specifications")),
        element(outer, inner, class_=look.css("product specifications")),
    ]


SPECIFICATION_TAGS = {
    "table": ("table", "tr", "th", "td"),
    # An element without a name: terms and definitions are side by side, with nothing around.
    "pairs": ("dl", "", "dt", "dd"),
    "items": ("ul", "li", "strong", "span"),
}

VARIANT_TAGS = {
    "list": ("ul", "li", "span"),
    "table": ("table", "tr", "td"),
    "blocks": ("div", "div", "b"),
}


def _variants(blueprint: Blueprint, look: Look, product: Product) -> Content:
    if not product.variants:
        return None
    outer, row, cell = VARIANT_TAGS[look.forms["variants"]]
    rows = [
        element(
            row,
            element(cell, variant.name, class_=look.css("variant name"), gold="name"),
            element(
                cell, look.price(variant.cents), class_=look.css("variant price"), gold="price"
            ),
            element(cell, variant.stock, class_=look.css("variant stock"), gold="stock"),
            class_=look.css("variant"),
            gold="variants{}",
        )
        for variant in product.variants
    ]
    inner = element("tbody", rows) if outer == "table" else rows
    return [
        element("h2", look.say("variants")),
        element(outer, inner, class_=look.css("variant list")),
    ]


def _reviews(blueprint: Blueprint, look: Look, product: Product) -> Content:
    return reviews(look, product.reviews)


def _related(blueprint: Blueprint, look: Look, product: Product) -> Content:
    related = _choose_related(blueprint, product)
    if not related:
        return None
    path = blueprint.paths.product(product)
    cards = show_cards(look, blueprint.paths, path, related, "related")
    return element(
        "section", element("h2", look.say("related")), cards, class_=look.css("product related")
    )


def _choose_related(blueprint: Blueprint, product: Product) -> list[Product]:
    """Some goods with numbers near the product's, so that all are linked from somewhere."""
    chance = Chance(blueprint.look.seed, "related", product.number)
    products = blueprint.shop.products
    start = max(0, min(product.number - products[0].number - 10, len(products) - 20))
    others = [other for other in products[start : start + 20] if other is not product]
    return chance.sample(others, chance.between(0, 4))


BLOCK: dict[str, Callable[[Blueprint, Look, Product], Content]] = {
    "description": _description,
    "specifications": _specifications,
    "variants": _variants,
    "reviews": _reviews,
    "related": _related,
}
