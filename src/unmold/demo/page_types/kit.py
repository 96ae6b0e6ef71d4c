"""Pages of sets: a second layout for something that is sold, with its contents as a table."""

from collections.abc import Iterator

from unmold.demo import paths
from unmold.demo.facts import Kit, Product
from unmold.demo.frames import Draft, make_page
from unmold.demo.look import Look
from unmold.demo.markup import Element, element
from unmold.demo.page import Blueprint, DemoPage


def kit_pages(blueprint: Blueprint) -> Iterator[DemoPage]:
    """One page per set."""
    for position, kit in enumerate(blueprint.shop.kits):
        yield _kit_page(blueprint, kit, position)


def _kit_page(blueprint: Blueprint, kit: Kit, position: int) -> DemoPage:
    look = blueprint.look_of("set", position)
    path = blueprint.paths.kit(kit)
    worth = look.price(sum(product.cents for product in kit.contents))
    hero = element(
        "div",
        element("h1", kit.name, gold="name"),
        element("p", kit.summary, gold="summary"),
        class_=look.css("set hero"),
    )
    return make_page(
        blueprint,
        "shop",
        Draft("set", path, kit.name, position),
        hero,
        _contents_table(blueprint, look, path, kit),
        _sum(look, "worth", worth, "worth"),
        _sum(look, "together", look.price(kit.cents), "price"),
    )


def _sum(look: Look, label: str, price: str, gold: str) -> Element:
    return element(
        "p", look.say(label), element("span", price, gold=gold), class_=look.css(f"set {gold}")
    )


def _contents_table(blueprint: Blueprint, look: Look, path: str, kit: Kit) -> Element:
    head = element("tr", element("th", look.say("contents")), element("th", look.say("price")))
    rows = [_contents_row(blueprint, look, path, product) for product in kit.contents]
    return element(
        "table", element("thead", head), element("tbody", rows), class_=look.css("set contents")
    )


def _contents_row(blueprint: Blueprint, look: Look, path: str, product: Product) -> Element:
    target = paths.link(path, blueprint.paths.product(product))
    return element(
        "tr",
        element("td", element("a", product.name, href=target, gold="name url@href")),
        element("td", look.price(product.cents), gold="price"),
        gold="contents{}",
    )
