"""The home page: a headline, some goods, the latest from the journal."""

from collections.abc import Iterator

from unmold.demo import paths
from unmold.demo.chance import Chance
from unmold.demo.facts import Article
from unmold.demo.frames import Draft, make_page
from unmold.demo.look import Look
from unmold.demo.markup import Element, element
from unmold.demo.page import Blueprint, DemoPage
from unmold.demo.parts import show_cards
from unmold.demo.prose import without_emphasis, write_sentence


def home_pages(blueprint: Blueprint) -> Iterator[DemoPage]:
    """The one home page."""
    look = blueprint.look_of("home")
    chance = Chance(blueprint.look.seed, "home")
    headline = without_emphasis(write_sentence(chance))
    featured = chance.sample(blueprint.shop.products[:200], 6)
    latest = newest_first(blueprint)[:4]
    entries = [_teaser(blueprint, look, article) for article in latest]
    yield make_page(
        blueprint,
        "shop",
        Draft("home", paths.HOME, blueprint.shop.name),
        element("h1", headline, gold="headline"),
        element("h2", look.say("featured")),
        show_cards(look, blueprint.paths, paths.HOME, featured, "featured"),
        element("h2", look.say("latest")),
        element("ol", entries, class_=look.css("latest list")),
    )


def newest_first(blueprint: Blueprint) -> list[Article]:
    """All articles, those of one day in any order that stays the same."""
    return sorted(blueprint.shop.articles, key=lambda article: (article.day, article.number))[::-1]


def _teaser(blueprint: Blueprint, look: Look, article: Article) -> Element:
    target = paths.link(paths.HOME, blueprint.paths.article(article))
    day = article.day
    return element(
        "li",
        element("a", article.title, href=target, gold="title url@href"),
        " ",
        element("time", look.show_day(day), datetime=day.isoformat(), gold="date"),
        gold="latest{}",
    )
