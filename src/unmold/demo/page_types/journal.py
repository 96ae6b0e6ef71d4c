"""The journal's list of articles, newest first, on as many pages as it takes."""

from collections.abc import Iterator

from unmold.demo import paths
from unmold.demo.facts import Article
from unmold.demo.frames import Draft, make_page
from unmold.demo.look import Look
from unmold.demo.markup import Element, element
from unmold.demo.page import Blueprint, DemoPage
from unmold.demo.page_types.home import newest_first
from unmold.demo.parts import emphasise, show_pages
from unmold.demo.plan import pages_for

TAGS = {"articles": "article", "items": "li", "blocks": "div"}


def journal_pages(blueprint: Blueprint) -> Iterator[DemoPage]:
    """All pages of the list."""
    articles, size = newest_first(blueprint), blueprint.plan.articles_per_list
    pages = pages_for(len(articles), size)
    for page in range(1, pages + 1):
        look = blueprint.look_of("journal", page - 1)
        path = paths.list_page(paths.JOURNAL, page)
        shown = articles[(page - 1) * size : page * size]
        entries = [_entry(blueprint, look, path, article) for article in shown]
        items = look.forms["entries"] == "items"
        yield make_page(
            blueprint,
            "journal",
            Draft("journal", path, look.say("journal"), page - 1),
            element("ul", entries, class_=look.css("entry list")) if items else entries,
            show_pages(look, path, paths.JOURNAL, page, pages),
        )


def _entry(blueprint: Blueprint, look: Look, path: str, article: Article) -> Element:
    title = element(
        "a",
        article.title,
        href=paths.link(path, blueprint.paths.article(article)),
        gold="title url@href",
    )
    day = article.day
    byline = element(
        "p",
        element("time", look.show_day(day), datetime=day.isoformat(), gold="date"),
        ", ",
        element("span", article.author.name, class_=look.css("entry author"), gold="author"),
    )
    return element(
        TAGS[look.forms["entries"]],
        element("h2", title),
        byline,
        element(
            "p", emphasise(article.paragraphs[0]), class_=look.css("entry summary"), gold="teaser"
        ),
        class_=look.css("entry"),
        gold="articles{}",
    )
