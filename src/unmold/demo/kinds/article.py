"""Articles: text of any length, a quotation in some, tags, comments."""

from collections.abc import Iterator

from unmold.demo import paths
from unmold.demo.catalogue import Article, Remark, Shop
from unmold.demo.layouts import journal_layout
from unmold.demo.markup import Element, element
from unmold.demo.page import DemoPage, present
from unmold.demo.show import show_day


def article_pages(shop: Shop) -> Iterator[DemoPage]:
    """One page per article."""
    for article in shop.articles:
        yield _article_page(shop, article)


def _article_page(shop: Shop, article: Article) -> DemoPage:
    path = paths.article_path(article)
    html = journal_layout(
        shop,
        path,
        article.title,
        element("h1", article.title, class_="article-title"),
        _byline(article),
        element("div", _text(article), class_="article-text"),
        element("ul", [element("li", tag) for tag in article.tags], class_="tags"),
        _comments(article),
    )
    values = present(
        title=article.title,
        author=article.author,
        date=show_day(article.day),
        text=list(article.paragraphs),
        quote=article.quote,
        tags=list(article.tags),
        comments=[
            {"author": remark.author, "date": show_day(remark.day), "text": remark.text}
            for remark in article.comments
        ],
    )
    return DemoPage(path, "article", html, values)


def _byline(article: Article) -> Element:
    day = element("time", show_day(article.day), datetime=article.day.isoformat())
    return element("p", "By ", element("span", article.author, class_="author"), ", ", day)


def _text(article: Article) -> list[Element]:
    paragraphs = [element("p", paragraph) for paragraph in article.paragraphs]
    if article.quote:
        paragraphs.insert(2, element("blockquote", article.quote))
    return paragraphs


def _comments(article: Article) -> Element | None:
    if not article.comments:
        return None
    items = [_comment(remark) for remark in article.comments]
    return element("section", element("h3", "Comments"), element("ol", items), class_="comments")


def _comment(remark: Remark) -> Element:
    return element(
        "li",
        element("cite", remark.author),
        element("time", show_day(remark.day), datetime=remark.day.isoformat()),
        element("p", remark.text),
    )
