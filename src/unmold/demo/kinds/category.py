"""Lists of goods: one list per category and one of sets, each on as many pages as it takes."""

from collections.abc import Callable, Iterator, Sequence

from unmold.demo import paths
from unmold.demo.catalogue import Kit, Product, Shop
from unmold.demo.layouts import shop_layout
from unmold.demo.markup import Element, element
from unmold.demo.page import DemoPage, Row, present
from unmold.demo.parts import breadcrumbs, pagination, product_card, product_row
from unmold.demo.plan import PRODUCTS_PER_LIST, pages_for
from unmold.demo.show import show_price


def category_pages(shop: Shop) -> Iterator[DemoPage]:
    """All pages of all lists of goods."""
    for number, goods in enumerate(shop.categories):
        products = shop.products_in(number)
        yield from _list_pages(shop, goods.name, products, _category_path(shop, number))
    yield from _list_pages(shop, "Sets", shop.kits, paths.kits_path)


def _category_path(shop: Shop, category: int) -> Callable[[int], str]:
    return lambda page: paths.category_path(shop, category, page)


def _list_pages(
    shop: Shop, name: str, goods: Sequence[Product | Kit], path_of: Callable[[int], str]
) -> Iterator[DemoPage]:
    pages = pages_for(len(goods), PRODUCTS_PER_LIST)
    for page in range(1, pages + 1):
        path = path_of(page)
        shown = goods[(page - 1) * PRODUCTS_PER_LIST : page * PRODUCTS_PER_LIST]
        count = f"{len(goods)} items"
        html = shop_layout(
            shop,
            path,
            name,
            breadcrumbs(path, [("Home", paths.HOME)]),
            element("h1", name),
            element("p", count, class_="count"),
            element("ul", [_card(path, item) for item in shown], class_="cards cards--list"),
            pagination(path, page, pages, path_of),
        )
        values = present(title=name, count=count, products=[_row(item) for item in shown])
        yield DemoPage(path, "category", html, values)


def _card(path: str, item: Product | Kit) -> Element:
    if isinstance(item, Product):
        return product_card(path, item)
    return element(
        "li",
        element("a", item.name, href=paths.link(path, paths.kit_path(item)), class_="card-name"),
        element("span", show_price(item.cents), class_="card-price"),
        class_="card",
    )


def _row(item: Product | Kit) -> Row:
    if isinstance(item, Product):
        return product_row(item)
    return {"name": item.name, "price": show_price(item.cents)}
