"""The three frames around the content: the shop's, the journal's and a plain one.

In: the shop, a page's path, title and content. Out: a whole document with navigation,
advertisements and footer. The page kinds call one of them.
"""

from unmold.demo import paths
from unmold.demo.advertisements import advertise
from unmold.demo.catalogue import Shop
from unmold.demo.chance import Chance
from unmold.demo.markup import Content, Element, document, element

STYLE = "body{margin:0;font:16px/1.5 serif}.ad{background:#eee}.wrap>main{flex:1}"


def shop_layout(shop: Shop, path: str, title: str, *content: Content) -> str:
    """Header, categories and an advertisement at the side, footer."""
    side = element(
        "aside", _category_list(shop, path), advertise(shop, path, "side"), class_="sidebar"
    )
    body = element(
        "body",
        _header(shop, path),
        advertise(shop, path, "top"),
        element("div", side, element("main", *content), class_="wrap"),
        _footer(shop, path),
        _tracking(shop, path),
        class_="shop",
    )
    return document("en", _head(shop, path, title), body)


def journal_layout(shop: Shop, path: str, title: str, *content: Content) -> str:
    """Masthead, one column, an advertisement under the text, footer."""
    masthead = element(
        "div",
        element("a", shop.name, href=paths.link(path, paths.HOME), class_="masthead-home"),
        element(
            "a", "The Journal", href=paths.link(path, paths.journal_path()), class_="masthead-title"
        ),
        id="masthead",
    )
    body = element(
        "body",
        masthead,
        element("div", *content, advertise(shop, path, "bottom"), id="column"),
        _footer(shop, path),
        _tracking(shop, path),
        class_="journal",
    )
    return document("en", _head(shop, path, title), body)


def plain_layout(shop: Shop, path: str, title: str, *content: Content) -> str:
    """Header, text, footer."""
    body = element("body", _header(shop, path), element("main", *content), _footer(shop, path))
    return document("en", _head(shop, path, title), body)


def _head(shop: Shop, path: str, title: str) -> Element:
    return element(
        "head",
        element("meta", charset="utf-8"),
        element("title", f"{title} | {shop.name}"),
        element("link", rel="canonical", href=page_url(shop, path)),
        element("meta", name="viewport", content="width=device-width"),
        element("style", STYLE),
    )


def page_url(shop: Shop, path: str) -> str:
    """Where the page would be if the shop existed."""
    return f"https://www.{shop.site}/{path}"


def _header(shop: Shop, path: str) -> Element:
    targets = [("Home", paths.HOME), ("Sets", paths.kits_path()), ("Journal", paths.journal_path())]
    targets += [(info.title, paths.info_path(info)) for info in shop.infos[:1]]
    items = [element("li", _anchor(path, target, text)) for text, target in targets]
    search = element(
        "form", element("input", type="search", name="q", placeholder="Search"), role="search"
    )
    return element(
        "header",
        element("a", shop.name, href=paths.link(path, paths.HOME), class_="logo"),
        element("nav", element("ul", items)),
        search,
    )


def _category_list(shop: Shop, path: str) -> Element:
    items = [
        element("li", _anchor(path, paths.category_path(shop, number), goods.name))
        for number, goods in enumerate(shop.categories)
    ]
    return element("ul", items, class_="categories")


def _footer(shop: Shop, path: str) -> Element:
    items = [element("li", _anchor(path, paths.info_path(info), info.title)) for info in shop.infos]
    return element("footer", element("ul", items), element("p", f"© 2025 {shop.name}"))


def _tracking(shop: Shop, path: str) -> Element:
    token = Chance(shop.seed, "tracking", path).between(10**8, 10**9)
    return element("script", f'window.visit = {{"page": {token}, "end": "</visit>"}};')


def _anchor(source: str, target: str, text: str) -> Element:
    # The page that is open is marked instead of linked, as most menus do.
    if source == target:
        return element("span", text, class_="current")
    return element("a", text, href=paths.link(source, target))
