"""Parts that several page types share: product cards, page numbers, the way down, paragraphs.

Their elements say which gold values they show.
"""

from collections.abc import Sequence

from unmold.demo import paths
from unmold.demo.facts import Kit, Product
from unmold.demo.look import Look
from unmold.demo.markup import Content, Element, element
from unmold.demo.paths import Paths
from unmold.demo.structured import item_property

CONTAINERS = {"list": ("ul", "li"), "grid": ("div", "div"), "articles": ("section", "article")}


def show_cards(
    look: Look, site: Paths, source: str, goods: Sequence[Product | Kit], table: str
) -> Element:
    """Some goods as lists show them, each a row of the named table."""
    cards = [_card(look, site, source, item) for item in goods]
    gold = f"{table}{{}}"
    if look.forms["cards"] == "table":
        rows = [element("tr", [element("td", cell) for cell in card], gold=gold) for card in cards]
        return element("table", element("tbody", rows), class_=look.css("card list"))
    outer, inner = CONTAINERS[look.forms["cards"]]
    items = [
        element(inner, card, class_=_card_class(look, item), gold=gold)
        for card, item in zip(cards, goods, strict=True)
    ]
    return element(outer, items, class_=look.css("card list"))


def _card_class(look: Look, item: Product | Kit) -> str:
    on_sale = isinstance(item, Product) and item.old_cents
    return look.css("card") + (f" {look.css('card sale')}" if on_sale else "")


def _card(look: Look, site: Paths, source: str, item: Product | Kit) -> list[Element]:
    target = paths.link(source, site.product(item) if isinstance(item, Product) else site.kit(item))
    name = element("a", item.name, href=target, class_=look.css("card name"), gold="name url@href")
    price = element("span", look.price(item.cents), class_=look.css("card price"), gold="price")
    if isinstance(item, Kit):
        return [name, price]
    found = [
        if_there(look, "em", item.badge, "card badge", "badge"),
        name,
        if_there(look, "del", old_price(look, item), "card old price", "old_price"),
        price,
        if_there(look, "span", item.rating, "card rating", "rating"),
    ]
    return [part for part in found if part]


def if_there(look: Look, tag: str, text: str | None, words: str, gold: str) -> Element | None:
    """An element that shows a text, or nothing where there is none."""
    return element(tag, text, class_=look.css(words), gold=gold) if text else None


def old_price(look: Look, product: Product) -> str | None:
    """What a product cost before, if it is on sale."""
    return look.price(product.old_cents) if product.old_cents else None


def show_pages(look: Look, source: str, first: str, page: int, pages: int) -> Element | None:
    """Links to the other pages of a list, the far ones left out; a list of one page has none."""
    if pages == 1:
        return None
    near = [n for n in range(1, pages + 1) if n in (1, pages) or abs(n - page) <= 2]
    numbers = [
        element("b", str(number))
        if number == page
        else element("a", str(number), href=paths.link(source, paths.list_page(first, number)))
        for number in near
    ]
    following = paths.link(source, paths.list_page(first, page + 1))
    older = element("a", look.say("older"), href=following, rel="next") if page < pages else None
    return element("div", numbers, older, class_=look.css("pagination"))


def show_way(look: Look, source: str, steps: Sequence[tuple[str, str, str]]) -> Element:
    """The way down from the home page: of each step its name, its path, its gold name."""
    links: list[Content] = []
    for name, target, gold in steps:
        links += [element("a", name, href=paths.link(source, target), gold=gold), " › "]
    return element("div", *links[:-1], class_=look.css("breadcrumb"))


def paragraphs(look: Look, texts: Sequence[str], gold: str) -> list[Element]:
    """Paragraphs with inline markup, each one of a list of texts."""
    return [element("p", emphasise(text), gold=gold) for text in texts]


def emphasise(text: str) -> list[Content]:
    """A text with what lies between asterisks set off."""
    pieces = text.split("*")
    return [element("em", piece) if n % 2 else piece for n, piece in enumerate(pieces) if piece]


def show_price(look: Look, cents: int) -> Element:
    """The price of the thing that a page is about."""
    return element(
        look.forms["price"],
        look.price(cents),
        class_=look.css("product price"),
        itemprop=item_property(look, "price"),
        gold="price",
    )
