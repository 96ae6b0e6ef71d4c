"""The light family: the same home, lists, products and articles in other, older markup."""

from collections.abc import Iterator, Sequence

from unmold.demo import paths
from unmold.demo.facts import Article, Product
from unmold.demo.frames import Draft, make_page
from unmold.demo.look import Look
from unmold.demo.markup import Content, Element, element
from unmold.demo.page import Blueprint, DemoPage
from unmold.demo.page_types.home import newest_first
from unmold.demo.parts import emphasise, show_pages
from unmold.demo.plan import LIGHT_EVERY, LIGHT_PER_LIST, pages_for

GOODS = f"{paths.LIGHT}goods/"
STORIES = paths.LIGHT + paths.JOURNAL


def light_pages(blueprint: Blueprint) -> Iterator[DemoPage]:
    """All pages of the family, or none."""
    if not blueprint.plan.light:
        return
    products = blueprint.shop.products[::LIGHT_EVERY]
    articles = [article for article in newest_first(blueprint) if article.number % LIGHT_EVERY == 1]
    yield _home(blueprint, articles[:5])
    yield from _goods(blueprint, products)
    yield from _stories(blueprint, articles)
    for position, product in enumerate(products):
        yield _product(blueprint, product, position)
    for position, article in enumerate(articles):
        yield _article(blueprint, article, position)


def _home(blueprint: Blueprint, articles: Sequence[Article]) -> DemoPage:
    look = blueprint.look_of("home-light")
    links = [
        element("p", _story(blueprint, look, paths.LIGHT, article), gold="latest{}")
        for article in articles
    ]
    goods = element("a", look.say("featured"), href=paths.link(paths.LIGHT, GOODS))
    return make_page(
        blueprint,
        "light",
        Draft("home-light", paths.LIGHT, blueprint.shop.name),
        element("h2", blueprint.shop.name),
        element("p", goods),
        element("h3", look.say("latest")),
        links,
    )


def _goods(blueprint: Blueprint, products: Sequence[Product]) -> Iterator[DemoPage]:
    pages = pages_for(len(products), LIGHT_PER_LIST)
    for page in range(1, pages + 1):
        look = blueprint.look_of("category-light", page - 1)
        path = paths.list_page(GOODS, page)
        shown = products[(page - 1) * LIGHT_PER_LIST : page * LIGHT_PER_LIST]
        rows = [_goods_row(blueprint, look, path, product) for product in shown]
        yield make_page(
            blueprint,
            "light",
            Draft("category-light", path, look.say("featured"), page - 1),
            element("h2", look.say("featured")),
            element("table", element("tbody", rows), border=1),
            show_pages(look, path, GOODS, page, pages),
        )


def _goods_row(blueprint: Blueprint, look: Look, path: str, product: Product) -> Element:
    target = paths.link(path, blueprint.paths.light(blueprint.paths.product(product)))
    return element(
        "tr",
        element("td", element("a", product.name, href=target, gold="name url@href")),
        element("td", product.brand, gold="brand"),
        element("td", look.price(product.cents), align="right", gold="price"),
        gold="products{}",
    )


def _stories(blueprint: Blueprint, articles: Sequence[Article]) -> Iterator[DemoPage]:
    pages = pages_for(len(articles), LIGHT_PER_LIST)
    for page in range(1, pages + 1):
        look = blueprint.look_of("journal-light", page - 1)
        path = paths.list_page(STORIES, page)
        shown = articles[(page - 1) * LIGHT_PER_LIST : page * LIGHT_PER_LIST]
        terms = [
            element("div", _story(blueprint, look, path, article), gold="articles{}")
            for article in shown
        ]
        yield make_page(
            blueprint,
            "light",
            Draft("journal-light", path, look.say("journal"), page - 1, full=paths.JOURNAL),
            element("h2", look.say("journal")),
            element("div", terms),
            show_pages(look, path, STORIES, page, pages),
        )


def _story(blueprint: Blueprint, look: Look, path: str, article: Article) -> list[Content]:
    target = paths.link(path, blueprint.paths.light(blueprint.paths.article(article)))
    return [
        element("i", look.show_day(article.day), gold="date"),
        " ",
        element("a", article.title, href=target, gold="title url@href"),
    ]


def _product(blueprint: Blueprint, product: Product, position: int) -> DemoPage:
    look = blueprint.look_of("product-light", position)
    full = blueprint.paths.product(product)
    rows = [
        element(
            "tr",
            element("td", element("b", look.say(name)), gold="label"),
            element("td", value, gold="value"),
            gold="specifications{}",
        )
        for name, value in product.specifications
    ]
    return make_page(
        blueprint,
        "light",
        Draft("product-light", paths.LIGHT + full, product.name, position, full=full),
        element("h2", product.name, gold="name"),
        element("p", look.say("brand"), ": ", element("u", product.brand, gold="brand")),
        _prices(look, product),
        element("p", product.summary, gold="summary"),
        element("table", element("tbody", rows), border=0),
    )


def _prices(look: Look, product: Product) -> Element:
    old = product.old_cents
    return element(
        "p",
        element("s", look.price(old), gold="old_price") if old else None,
        " " if old else None,
        element("b", look.price(product.cents), gold="price"),
    )


def _article(blueprint: Blueprint, article: Article, position: int) -> DemoPage:
    look = blueprint.look_of("article-light", position)
    full = blueprint.paths.article(article)
    return make_page(
        blueprint,
        "light",
        Draft("article-light", paths.LIGHT + full, article.title, position, full=full),
        element("h2", article.title, gold="title"),
        element(
            "p",
            element("i", look.show_day(article.day), gold="date"),
            " / ",
            element("b", article.author.name, gold="author"),
        ),
        [element("p", emphasise(text), gold="text[]") for text in article.paragraphs],
    )
