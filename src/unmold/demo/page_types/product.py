"""Product pages: an offer, and blocks in the site's order, some of which not all products have."""

from collections.abc import Callable, Iterator, Sequence

from unmold.demo import paths
from unmold.demo.chance import Chance
from unmold.demo.chrome import page_url
from unmold.demo.facts import Product, Remark
from unmold.demo.formatting import show_count, show_stars
from unmold.demo.frames import Draft, make_page
from unmold.demo.look import Look
from unmold.demo.markup import Content, Element, element, part
from unmold.demo.noise import make_noise
from unmold.demo.page import Blueprint, DemoPage
from unmold.demo.parts import if_there, old_price, paragraphs, show_cards, show_price, show_way
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


# The offer: picture, maker, number, prices, rating, availability.


def offer(blueprint: Blueprint, look: Look, product: Product) -> Element:
    """All that one needs to know before buying."""
    return element(
        look.forms["offer"],
        _picture(product),
        if_there(look, "span", product.badge, "product badge", "badge"),
        _labelled(look, "brand", _brand(blueprint, look, product)),
        _number(look, product),
        if_there(look, "del", old_price(look, product), "product old price", "old_price"),
        show_price(look, product.cents),
        _rating(look, product),
        _labelled(look, "availability", element("span", product.availability, gold="availability")),
        _delivery(look, product),
        element("p", product.summary, class_=look.css("product summary"), gold="summary"),
        _buy(blueprint, look, product),
        class_=look.css("product offer"),
    )


def _picture(product: Product) -> Element:
    source = f"https://images.example/{product.number}.jpg"
    return element(
        "figure",
        element("img", src=source, alt=product.name, width=640, height=480, gold="image@src"),
    )


def _labelled(look: Look, name: str, value: Element) -> Element:
    label = element("b", look.say(name), ":")
    return element("p", label, " ", value, class_=look.css(f"product {name}"))


def _brand(blueprint: Blueprint, look: Look, product: Product) -> Element:
    if look.forms["brand"] == "text":
        return element("span", product.brand, gold="brand")
    path = blueprint.paths.product(product)
    above = blueprint.paths.category(blueprint.shop, product.category)
    return element("a", product.brand, href=paths.link(path, above) + "?brand=1", gold="brand")


def _number(look: Look, product: Product) -> Element | None:
    if look.forms["number"] == "hidden":
        return None
    number = part("number", str(product.number))
    return element("p", look.say("number"), number, class_=look.css("product number"))


def _rating(look: Look, product: Product) -> Element | None:
    if not product.rating:
        return None
    return element(
        "p",
        element("b", product.rating, gold="rating"),
        look.say("of five"),
        " ",
        element("small", show_count(len(product.reviews), "review"), gold="review_count"),
        class_=look.css("product rating"),
    )


def _delivery(look: Look, product: Product) -> Element | None:
    if look.forms["delivery"] == "hidden":
        return None
    return _labelled(look, "delivery", element("span", product.delivery, gold="delivery"))


def _buy(blueprint: Blueprint, look: Look, product: Product) -> Content:
    noise = make_noise(look.seed, f"buy {product.number}")
    return element(
        "form",
        element("input", type="hidden", name="_token", value=noise.token),
        element("input", type="number", name="quantity", value=1),
        element(
            "button", look.say("buy"), type="button", disabled=product.availability == "Sold out"
        ),
        action=paths.rooted(paths.CONTACT),
        method="post",
    )


# Reviews, some with answers of the shop inside.


TAGS = {"blocks": ("div", "div"), "items": ("ol", "li"), "articles": ("section", "article")}


def reviews(look: Look, remarks: Sequence[Remark]) -> Content:
    """All reviews below a heading, or nothing."""
    if not remarks:
        return None
    outer, inner = TAGS[look.forms["reviews"]]
    rows = [
        element(inner, _review(look, remark), class_=look.css("review"), gold="reviews{}")
        for remark in remarks
    ]
    return element(
        "section",
        element("h2", look.say("reviews")),
        element(outer, rows, class_=look.css("review list")),
        id=look.id("reviews"),
    )


def _review(look: Look, review: Remark) -> list[Content]:
    return [
        element("h4", review.title, gold="title"),
        element("span", show_stars(review.stars), class_=look.css("review rating"), gold="stars"),
        _byline(look, review, "review"),
        element("p", review.text, class_=look.css("review text"), gold="text"),
        [_reply(look, reply) for reply in review.replies],
    ]


def _reply(look: Look, reply: Remark) -> Element:
    return element(
        "blockquote",
        element("h5", look.say("reply")),
        _byline(look, reply, "reply"),
        element("p", reply.text, class_=look.css("reply text"), gold="text"),
        class_=look.css("reply"),
        gold="replies{}",
    )


def _byline(look: Look, remark: Remark, kind: str) -> Element:
    return element(
        "p",
        element("cite", remark.author, gold="author"),
        ", ",
        element("time", look.show_day(remark.day), datetime=remark.day.isoformat(), gold="date"),
        class_=look.css(f"{kind} author"),
    )
