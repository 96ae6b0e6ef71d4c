"""The frames around the content: the shop's, the journal's, a plain one, and the light family's.

`make_page` makes a whole page with its gold values; the page types call it.
"""

from collections.abc import Callable
from dataclasses import dataclass

from unmold.demo import paths
from unmold.demo.chance import Chance
from unmold.demo.chrome import (
    STYLE,
    category_menu,
    cookie_banner,
    footer,
    header,
    masthead,
    page_url,
    served,
)
from unmold.demo.gold_records import read_gold, resolve_addresses
from unmold.demo.look import Look
from unmold.demo.markup import Content, Element, document, element
from unmold.demo.noise import Noise, make_noise
from unmold.demo.page import Blueprint, DemoPage
from unmold.demo.structured import item_property


@dataclass(frozen=True)
class Draft:
    """What a page type knows of a page before it is framed."""

    template: str
    path: str
    title: str
    position: int = 0
    """Its position among the pages of its template."""
    head: tuple[Element, ...] = ()
    item_type: str = ""
    """What the page is about, for sites that use microdata."""
    full: str = ""
    """Of a light page: the page of the other family that says the same."""


def make_page(blueprint: Blueprint, frame: str, draft: Draft, *content: Content) -> DemoPage:
    """The content in its frame, with the gold values that the content says it shows."""
    noise = make_noise(blueprint.look.seed, draft.path)
    look = blueprint.look_of(draft.template, draft.position)
    inner = element(
        look.forms["page"],
        *content,
        class_=look.css(f"{draft.template} page"),
        itemtype=item_property(look, draft.item_type) if draft.item_type else None,
        itemscope=bool(draft.item_type) and look.forms["structured"] == "microdata",
    )
    body = element("body", FRAMES[frame](blueprint, draft, noise, inner))
    if look.forms["wrapper"] == "div":
        body = element("body", element("div", body.children, class_="everything"))
    body.attributes.append(("class", blueprint.look.css(f"{frame} frame")))
    return DemoPage(
        draft.path,
        blueprint.label_of(draft.template, draft.position),
        document("en", _head(blueprint, draft, noise), body),
        resolve_addresses(read_gold(inner), page_url(blueprint, draft.path)),
    )


def shop(blueprint: Blueprint, draft: Draft, noise: Noise, content: Content) -> Content:
    """Header, categories and an advertisement at the side, footer."""
    look = blueprint.look
    main = element("main", content, class_=look.css("main"))
    side = element(
        "aside",
        category_menu(blueprint, draft.path),
        advertise(look, draft.path, "side"),
        class_=look.css("side"),
    )
    columns = {"before": [side, main], "after": [main, side], "none": [main]}
    return [
        cookie_banner(blueprint),
        header(blueprint, draft.path, noise),
        advertise(look, draft.path, "top"),
        element("div", columns[look.forms["side"]], class_=look.css("wrap")),
        # A site without a side has its categories below.
        side if look.forms["side"] == "none" else None,
        footer(blueprint),
        *served(blueprint, noise),
    ]


def journal(blueprint: Blueprint, draft: Draft, noise: Noise, content: Content) -> Content:
    """Masthead, one column, an advertisement under the text, footer."""
    look = blueprint.look
    below = advertise(look, draft.path, "bottom")
    return [
        cookie_banner(blueprint),
        masthead(blueprint),
        element("div", content, below, id=look.id("column")),
        footer(blueprint),
        *served(blueprint, noise),
    ]


def plain(blueprint: Blueprint, draft: Draft, noise: Noise, content: Content) -> Content:
    """Header, text, footer."""
    return [
        header(blueprint, draft.path, noise),
        element("main", content, class_=blueprint.look.css("plain")),
        footer(blueprint),
        *served(blueprint, noise),
    ]


def light(blueprint: Blueprint, draft: Draft, noise: Noise, content: Content) -> Content:
    """Three links above, one below, and no advertisement."""
    look = blueprint.look
    links = [("home", paths.LIGHT), ("journal", paths.LIGHT + paths.JOURNAL)]
    top = [element("a", look.say(name), href=paths.rooted(to)) for name, to in links]
    below = element("a", look.say("full site"), href=paths.rooted(draft.full))
    return [
        element("div", element("b", blueprint.shop.name), " | ", top, id=look.id("top")),
        content,
        element("hr"),
        element("small", below, f" © {blueprint.shop.name} {noise.served}"),
    ]


FRAMES: dict[str, Callable[[Blueprint, Draft, Noise, Content], Content]] = {
    "shop": shop,
    "journal": journal,
    "plain": plain,
    "light": light,
}


def _head(blueprint: Blueprint, draft: Draft, noise: Noise) -> Element:
    return element(
        "head",
        element("meta", charset="utf-8"),
        element("title", f"{draft.title} | {blueprint.shop.name}"),
        element("link", rel="canonical", href=page_url(blueprint, draft.path)),
        element("meta", name="viewport", content="width=device-width"),
        element("meta", name="csrf-token", content=noise.token),
        element("style", STYLE),
        list(draft.head),
    )


# Advertisements that rotate: what a page shows beside its content changes from page to page.


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
