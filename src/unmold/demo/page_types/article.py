"""Articles: text of any length, a lead and a quotation in some, tags, comments."""

from collections.abc import Iterator

from unmold.demo import paths
from unmold.demo.chrome import page_url
from unmold.demo.facts import Article, Remark
from unmold.demo.frames import Draft, make_page
from unmold.demo.look import Look
from unmold.demo.markup import Content, Element, element, part
from unmold.demo.page import Blueprint, DemoPage
from unmold.demo.parts import emphasise, paragraphs
from unmold.demo.prose import without_emphasis
from unmold.demo.structured import describe_article, item_property, open_graph


def article_pages(blueprint: Blueprint) -> Iterator[DemoPage]:
    """One page per article."""
    for position, article in enumerate(blueprint.shop.articles):
        yield _article_page(blueprint, article, position)


def _article_page(blueprint: Blueprint, article: Article, position: int) -> DemoPage:
    look = blueprint.look_of("article", position)
    path = blueprint.paths.article(article)
    url = page_url(blueprint, path)
    teaser = without_emphasis(article.paragraphs[0])
    head = [
        *open_graph("article", article.title, url, teaser),
        *describe_article(look, article, url),
    ]
    tags = [element("li", tag, gold="tags[]") for tag in article.tags]
    return make_page(
        blueprint,
        "journal",
        Draft("article", path, article.title, position, tuple(head), "https://schema.org/Article"),
        element(
            "h1",
            article.title,
            class_=look.css("article name"),
            itemprop=item_property(look, "headline"),
            gold="title",
        ),
        _byline(blueprint, look, path, article),
        element("p", emphasise(article.lead), class_=look.css("article summary"), gold="lead")
        if article.lead
        else None,
        element("div", _text(look, article), class_=look.css("article text")),
        _gone(blueprint, path, article),
        element("h3", look.say("tags")),
        element("ul", tags, class_=look.css("article tags")),
        _comments(look, article),
    )


def _byline(blueprint: Blueprint, look: Look, path: str, article: Article) -> Element:
    day = article.day
    author = article.author
    return element(
        "p",
        look.say("written by"),
        element(
            "a",
            author.name,
            href=paths.link(path, blueprint.paths.author(author)),
            class_=look.css("article author"),
            gold="author",
        ),
        ", ",
        element("time", look.show_day(day), datetime=day.isoformat(), gold="date"),
        ", ",
        element("span", str(article.minutes), look.say("reading"), gold="minutes"),
        class_=look.css("article byline"),
    )


def _text(look: Look, article: Article) -> list[Element]:
    shown = paragraphs(look, article.paragraphs, "text[]")
    if article.quote:
        shown.insert(2, element("blockquote", article.quote, gold="quote"))
    return shown


def _gone(blueprint: Blueprint, path: str, article: Article) -> Content:
    """A link to a page that answers that nothing is there."""
    if article.gone is None:
        return None
    target = blueprint.shop.missing[article.gone]
    return element("p", element("a", part("", "→"), href=paths.link(path, target)))


def _comments(look: Look, article: Article) -> Element | None:
    if not article.comments:
        return None
    items = [_comment(look, remark) for remark in article.comments]
    return element(
        "section",
        element("h3", look.say("comments")),
        element("ol", items),
        class_=look.css("comments"),
    )


def _comment(look: Look, remark: Remark) -> Element:
    day = remark.day
    return element(
        "li",
        element("cite", remark.author, gold="author"),
        " ",
        element("time", look.show_day(day), datetime=day.isoformat(), gold="date"),
        element("p", remark.text, gold="text"),
        gold="comments{}",
    )
