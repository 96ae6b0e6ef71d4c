"""The home page: a headline, some goods, the latest from the journal."""

from collections.abc import Iterator

from unmold.demo import paths
from unmold.demo.catalogue import Article, Shop
from unmold.demo.chance import Chance
from unmold.demo.layouts import shop_layout
from unmold.demo.markup import Element, element
from unmold.demo.page import DemoPage, present
from unmold.demo.parts import product_card, product_row
from unmold.demo.prose import write_sentence
from unmold.demo.show import show_day


def home_pages(shop: Shop) -> Iterator[DemoPage]:
    """The one home page."""
    chance = Chance(shop.seed, "home")
    headline = write_sentence(chance)
    featured = chance.sample(shop.products, 6)
    latest = sorted(shop.articles, key=lambda article: (article.day, article.number))[:-4:-1]
    html = shop_layout(
        shop,
        paths.HOME,
        "Welcome",
        element("h1", headline),
        element("ul", [product_card(paths.HOME, product) for product in featured], class_="cards"),
        element("ol", [_teaser(article) for article in latest], class_="latest"),
    )
    values = present(
        headline=headline,
        featured=[product_row(product) for product in featured],
        latest=[{"title": article.title, "date": show_day(article.day)} for article in latest],
    )
    yield DemoPage(paths.HOME, "home", html, values)


def _teaser(article: Article) -> Element:
    target = paths.link(paths.HOME, paths.article_path(article))
    return element(
        "li",
        element("a", article.title, href=target),
        element("time", show_day(article.day), datetime=article.day.isoformat()),
    )
