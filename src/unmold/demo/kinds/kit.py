"""Pages of sets: a second layout for something that is sold, with its contents as a table."""

from collections.abc import Iterator

from unmold.demo import paths
from unmold.demo.catalogue import Kit, Product, Shop
from unmold.demo.layouts import shop_layout
from unmold.demo.markup import Element, element
from unmold.demo.page import DemoPage, present
from unmold.demo.show import show_price


def kit_pages(shop: Shop) -> Iterator[DemoPage]:
    """One page per set."""
    for kit in shop.kits:
        yield _kit_page(shop, kit)


def _kit_page(shop: Shop, kit: Kit) -> DemoPage:
    path = paths.kit_path(kit)
    worth = show_price(sum(product.cents for product in kit.contents))
    html = shop_layout(
        shop,
        path,
        kit.name,
        element("div", element("h1", kit.name), element("p", kit.summary), class_="set-hero"),
        _contents_table(path, kit),
        element("p", "Bought one by one: ", element("span", worth), class_="set-worth"),
        element("p", "Together: ", element("span", show_price(kit.cents)), class_="set-price"),
    )
    values = present(
        name=kit.name,
        summary=kit.summary,
        contents=[
            {"name": product.name, "price": show_price(product.cents)} for product in kit.contents
        ],
        worth=worth,
        price=show_price(kit.cents),
    )
    return DemoPage(path, "set", html, values)


def _contents_table(path: str, kit: Kit) -> Element:
    head = element("tr", element("th", "In this set"), element("th", "Price"))
    rows = [_contents_row(path, product) for product in kit.contents]
    return element("table", element("thead", head), element("tbody", rows), class_="set-contents")


def _contents_row(path: str, product: Product) -> Element:
    name = element("a", product.name, href=paths.link(path, paths.product_path(product)))
    return element("tr", element("td", name), element("td", show_price(product.cents)))
