"""Pages of those who write: who they are, and what they wrote last."""

from collections.abc import Iterator

from unmold.demo import paths
from unmold.demo.facts import Article, Author
from unmold.demo.frames import Draft, make_page
from unmold.demo.look import Look
from unmold.demo.markup import Element, element
from unmold.demo.page import Blueprint, DemoPage
from unmold.demo.page_types.home import newest_first
from unmold.demo.parts import paragraphs

SHOWN = 12
"""Articles listed on an author's page."""


def author_pages(blueprint: Blueprint) -> Iterator[DemoPage]:
    """One page per author."""
    written: dict[Author, list[Article]] = {author: [] for author in blueprint.shop.authors}
    for article in newest_first(blueprint):
        written[article.author].append(article)
    for position, (author, articles) in enumerate(written.items()):
        yield _author_page(blueprint, author, articles[:SHOWN], position)


def _author_page(
    blueprint: Blueprint, author: Author, articles: list[Article], position: int
) -> DemoPage:
    look = blueprint.look_of("author", position)
    path = blueprint.paths.author(author)
    items = [_item(blueprint, look, path, article) for article in articles]
    return make_page(
        blueprint,
        "journal",
        Draft("author", path, author.name, position),
        element(
            "header",
            element("h1", author.name, gold="name"),
            _facts(look, author),
            class_=look.css("author card"),
        ),
        element(
            "div",
            paragraphs(look, author.biography, "biography[]"),
            class_=look.css("author text"),
        ),
        element("h2", look.say("articles by")),
        element("ul", items, class_=look.css("author articles")),
    )


def _facts(look: Look, author: Author) -> Element:
    known: list[tuple[str, Element]] = [
        ("role", element("dd", author.role, gold="role")),
        ("town", element("dd", author.town, gold="town")),
    ]
    if author.site:
        website = element("a", author.site.split("/")[2], href=author.site, gold="website")
        known.append(("website", element("dd", website)))
    return element("dl", [[element("dt", look.say(name)), value] for name, value in known])


def _item(blueprint: Blueprint, look: Look, path: str, article: Article) -> Element:
    target = paths.link(path, blueprint.paths.article(article))
    day = article.day
    return element(
        "li",
        element("a", article.title, href=target, gold="title url@href"),
        " ",
        element("time", look.show_day(day), datetime=day.isoformat(), gold="date"),
        gold="articles{}",
    )
