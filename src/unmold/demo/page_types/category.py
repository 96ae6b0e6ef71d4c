"""Lists of goods: one list per category and one of sets, each on as many pages as it takes."""

from collections.abc import Iterator, Sequence
from itertools import count

from unmold.demo import paths
from unmold.demo.facts import Kit, Product
from unmold.demo.formatting import show_count
from unmold.demo.frames import Draft, make_page
from unmold.demo.markup import element
from unmold.demo.page import Blueprint, DemoPage
from unmold.demo.parts import show_cards, show_pages, show_way
from unmold.demo.plan import pages_for


def category_pages(blueprint: Blueprint) -> Iterator[DemoPage]:
    """All pages of all lists of goods."""
    positions = count()
    for number, goods in enumerate(blueprint.shop.categories):
        products = blueprint.shop.products_in(number)
        first = blueprint.paths.category(blueprint.shop, number)
        yield from _list_pages(blueprint, goods.name, products, first, positions)
    name = blueprint.look.say("sets")
    yield from _list_pages(blueprint, name, blueprint.shop.kits, paths.KITS, positions)


def _list_pages(
    blueprint: Blueprint,
    name: str,
    goods: Sequence[Product | Kit],
    first: str,
    positions: Iterator[int],
) -> Iterator[DemoPage]:
    size = blueprint.plan.products_per_list
    pages = pages_for(len(goods), size)
    for page in range(1, pages + 1):
        position = next(positions)
        look = blueprint.look_of("category", position)
        path = paths.list_page(first, page)
        shown = goods[(page - 1) * size : page * size]
        counted = show_count(len(goods), look.say("items"))
        yield make_page(
            blueprint,
            "shop",
            Draft("category", path, name, position),
            show_way(look, path, [(look.say("home"), "", "")]),
            element("h1", name, gold="title"),
            element("p", counted, class_=look.css("count"), gold="count"),
            show_cards(look, blueprint.paths, path, shown, "products"),
            show_pages(look, path, first, page, pages),
        )
