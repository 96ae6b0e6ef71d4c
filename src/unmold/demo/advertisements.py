"""Advertisements that rotate: what a page shows beside its content changes from page to page.

There is an element for each place that frames offer, or nothing.
"""

from unmold.demo.chance import Chance
from unmold.demo.look import Look
from unmold.demo.markup import Element, element

SLOGANS = (
    ("Northern Post", "Parcels by Tuesday, or nearly"),
    ("Tamsin's Tea", "Try 12 blends for the price of 9"),
    ("Quill & Key", "Letters deserve better paper"),
    ("Ferrymen's Bank", "Savings that float"),
    ("Lumen Hire", "Light for one night"),
    ("Café Orly", "Un petit noir, s’il vous plaît"),
    ("Bolt & Daughters", "Locks since 1902"),
)


def advertise(look: Look, path: str, place: str) -> Element | None:
    """What is in that place of that page; one page in three shows nothing there."""
    chance = Chance(look.seed, "advertisement", path, place)
    if chance.happens(1 / 3):
        return None
    build = chance.pick((_banner, _text_box, _newsletter))
    classes = f"{look.css('ad')} {look.css(f'ad {place}')}"
    return element("div", build(chance), class_=classes, data_slot=chance.between(100, 999))


def _banner(chance: Chance) -> list[Element]:
    sponsor, slogan = chance.pick(SLOGANS)
    token = chance.between(10**5, 10**6)
    image = element(
        "img", src=f"https://ads.example/b/{token}.gif", alt=f"{sponsor}: {slogan}", width=468
    )
    return [element("a", image, href=f"https://ads.example/go?b={token}&s=demo", rel="sponsored")]


def _text_box(chance: Chance) -> list[Element]:
    sponsor, slogan = chance.pick(SLOGANS)
    return [
        element("small", "Advertisement"),
        element("p", element("b", sponsor), " ", slogan),
    ]


def _newsletter(chance: Chance) -> list[Element]:
    week = chance.between(1, 52)
    form = element(
        "form",
        element("label", f"Letter no. {week}: ", element("input", type="email", name="address")),
        element("button", "Subscribe", type="submit"),
        action="https://letters.example/subscribe",
        method="post",
    )
    return [form]
