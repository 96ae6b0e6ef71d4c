"""The journal's list of articles, newest first, on as many pages as it takes."""

from collections.abc import Iterator

from unmold.demo import paths
from unmold.demo.catalogue import Article, Shop
from unmold.demo.layouts import journal_layout
from unmold.demo.markup import Element, element
from unmold.demo.page import DemoPage, Row, present
from unmold.demo.parts import pagination
from unmold.demo.plan import ARTICLES_PER_LIST, pages_for
from unmold.demo.show import show_day


def journal_pages(shop: Shop) -> Iterator[DemoPage]:
    """All pages of the list."""
    newest_first = sorted(shop.articles, key=lambda article: (article.day, article.number))[::-1]
    pages = pages_for(len(newest_first), ARTICLES_PER_LIST)
    for page in range(1, pages + 1):
        path = paths.journal_path(page)
        shown = newest_first[(page - 1) * ARTICLES_PER_LIST : page * ARTICLES_PER_LIST]
        html = journal_layout(
            shop,
            path,
            "The Journal",
            [_entry(path, article) for article in shown],
            pagination(path, page, pages, paths.journal_path),
        )
        yield DemoPage(
            path, "journal", html, present(articles=[_row(article) for article in shown])
        )


def _entry(path: str, article: Article) -> Element:
    title = element("a", article.title, href=paths.link(path, paths.article_path(article)))
    return element(
        "article",
        element("h2", title),
        element("p", f"{show_day(article.day)} by {article.author}", class_="entry-byline"),
        element("p", article.paragraphs[0], class_="entry-teaser"),
        class_="entry",
    )


def _row(article: Article) -> Row:
    return {
        "title": article.title,
        "date": show_day(article.day),
        "author": article.author,
        "teaser": article.paragraphs[0],
    }
