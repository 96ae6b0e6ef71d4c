"""Static pages: information, contact, questions, and the page that says nothing is there."""

from collections.abc import Iterator

from unmold.demo import paths
from unmold.demo.frames import Draft, make_page
from unmold.demo.look import Look
from unmold.demo.markup import Element, element
from unmold.demo.page import Blueprint, DemoPage
from unmold.demo.parts import paragraphs


def info_pages(blueprint: Blueprint) -> Iterator[DemoPage]:
    """One page per subject."""
    for position, info in enumerate(blueprint.shop.infos):
        look = blueprint.look_of("info", position)
        yield make_page(
            blueprint,
            "plain",
            Draft("info", blueprint.paths.info(info), info.title, position),
            element("h1", info.title, gold="title"),
            paragraphs(look, info.paragraphs, "text[]"),
        )


def contact_pages(blueprint: Blueprint) -> Iterator[DemoPage]:
    """The page that says where the shop is and when it is open."""
    look, contact = blueprint.look_of("contact"), blueprint.shop.contact
    address = element(
        "address",
        element("span", contact.street, gold="street"),
        element("br"),
        element("span", contact.town, gold="town"),
    )
    hours = [
        element("tr", element("th", day, gold="label"), element("td", time, gold="value"),
                gold="opening{}")
        for day, time in contact.hours
    ]  # fmt: skip
    yield make_page(
        blueprint,
        "plain",
        Draft("contact", paths.CONTACT, look.say("contact")),
        element("h1", look.say("contact")),
        element("h2", look.say("address")),
        address,
        _line(look, "telephone", contact.telephone),
        _line(look, "mail", contact.mail),
        element("h2", look.say("hours")),
        element("table", element("tbody", hours), class_=look.css("contact hours")),
        element(
            "form",
            element("label", look.say("mail"), element("input", name="from", type="email")),
            element("button", look.say("send"), type="submit"),
            method="post",
        ),
    )


def _line(look: Look, name: str, value: str) -> Element:
    label = element("b", look.say(name), ":")
    return element("p", label, " ", element("span", value, gold=name))


def question_pages(blueprint: Blueprint) -> Iterator[DemoPage]:
    """Frequent questions with their answers."""
    look = blueprint.look_of("faq")
    items = [
        element(
            "details",
            element("summary", question, gold="question"),
            element("p", answer, gold="answer"),
            gold="questions{}",
        )
        for question, answer in blueprint.shop.questions
    ]
    yield make_page(
        blueprint,
        "plain",
        Draft("faq", paths.QUESTIONS, look.say("questions")),
        element("h1", look.say("questions")),
        element("div", items, class_=look.css("faq list")),
    )


def missing_pages(blueprint: Blueprint) -> Iterator[DemoPage]:
    """Pages that are linked but answer, as if all were well, that nothing is there."""
    for position, path in enumerate(blueprint.shop.missing):
        look = blueprint.look_of("missing", position)
        yield make_page(
            blueprint,
            "plain",
            Draft("missing", path, look.say("missing"), position),
            element("h1", look.say("missing")),
            element("p", look.say("missing text"), class_=look.css("missing")),
            element("code", f"/{path}", gold="requested"),
        )
