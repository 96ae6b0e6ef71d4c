"""The offer on a product page: picture, maker, number, prices, rating, availability."""

from unmold.demo import paths
from unmold.demo.facts import Product
from unmold.demo.formatting import show_count
from unmold.demo.look import Look
from unmold.demo.markup import Content, Element, element, part
from unmold.demo.noise import make_noise
from unmold.demo.page import Blueprint
from unmold.demo.parts import if_there, old_price, show_price


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
