"""Reviews of a product, some with answers of the shop inside."""

from collections.abc import Sequence

from unmold.demo.facts import Remark
from unmold.demo.formatting import show_stars
from unmold.demo.look import Look
from unmold.demo.markup import Content, Element, element

TAGS = {"blocks": ("div", "div"), "items": ("ol", "li"), "articles": ("section", "article")}


def reviews(look: Look, remarks: Sequence[Remark]) -> Content:
    """All reviews below a heading, or nothing."""
    if not remarks:
        return None
    outer, inner = TAGS[look.forms["reviews"]]
    rows = [
        element(inner, _review(look, remark), class_=look.css("review"), gold="reviews{}")
        for remark in remarks
    ]
    return element(
        "section",
        element("h2", look.say("reviews")),
        element(outer, rows, class_=look.css("review list")),
        id=look.id("reviews"),
    )


def _review(look: Look, review: Remark) -> list[Content]:
    return [
        element("h4", review.title, gold="title"),
        element("span", show_stars(review.stars), class_=look.css("review rating"), gold="stars"),
        _byline(look, review, "review"),
        element("p", review.text, class_=look.css("review text"), gold="text"),
        [_reply(look, reply) for reply in review.replies],
    ]


def _reply(look: Look, reply: Remark) -> Element:
    return element(
        "blockquote",
        element("h5", look.say("reply")),
        _byline(look, reply, "reply"),
        element("p", reply.text, class_=look.css("reply text"), gold="text"),
        class_=look.css("reply"),
        gold="replies{}",
    )


def _byline(look: Look, remark: Remark, kind: str) -> Element:
    return element(
        "p",
        element("cite", remark.author, gold="author"),
        ", ",
        element("time", look.show_day(remark.day), datetime=remark.day.isoformat(), gold="date"),
        class_=look.css(f"{kind} author"),
    )
