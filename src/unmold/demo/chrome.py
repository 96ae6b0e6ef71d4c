"""What is on every page around its content: banner, menu, search, side, footer.

What many pages share is written once and kept, as it is most of their bytes.
"""

from collections.abc import Callable

from unmold.demo import paths, style_sheet
from unmold.demo.markup import Element, Raw, element, render
from unmold.demo.noise import Noise
from unmold.demo.page import Blueprint

STYLE = f"@import '/{style_sheet.PATH}'; body{{margin:0;font:16px/1.5 serif}}main{{flex:1}}"


def page_url(blueprint: Blueprint, path: str) -> str:
    """Where the page would be if the shop existed."""
    return f"https://www.{blueprint.shop.site}{paths.rooted(path)}"


def cookie_banner(blueprint: Blueprint) -> Raw:
    """What one has to agree to."""
    return _keep(blueprint, "cookies", lambda: _cookie_banner(blueprint))


def _cookie_banner(blueprint: Blueprint) -> Element:
    look = blueprint.look
    return element(
        "div",
        element(
            "p", look.say("cookies"), " ", element("a", "?", href=paths.rooted("about-us.html"))
        ),
        element("button", look.say("accept"), type="button"),
        class_=look.css("cookie banner"),
        id=look.id("cookies"),
    )


def header(blueprint: Blueprint, path: str, noise: Noise) -> Element:
    """Logo, menu, search with a token, basket with a session id."""
    look = blueprint.look
    basket = f"{paths.rooted(paths.CONTACT)}?sid={noise.session}"
    search = element(
        "form",
        element("input", type="hidden", name="_token", value=noise.token),
        element("input", type="search", name="q", placeholder=look.say("search")),
        action="/",
        role="search",
    )
    return element(
        "header",
        element("a", blueprint.shop.name, href="/", class_=look.css("logo")),
        _menu(blueprint, path),
        search,
        element("a", look.say("basket"), href=basket, class_=look.css("basket")),
        class_=look.css("site header"),
    )


def masthead(blueprint: Blueprint) -> Element:
    """The journal's own head."""
    look = blueprint.look
    journal = element(
        "a", look.say("journal"), href=paths.rooted(paths.JOURNAL), class_=look.css("masthead name")
    )
    home = element("a", blueprint.shop.name, href="/", class_=look.css("masthead home"))
    return element("div", home, journal, id=look.id("masthead"))


def _menu(blueprint: Blueprint, path: str) -> Raw:
    look = blueprint.look
    targets = [("home", ""), ("sets", paths.KITS), ("journal", paths.JOURNAL)]
    targets.append(("contact", paths.CONTACT))
    entries = [(look.say(name), target) for name, target in targets]
    return _keep_menu(blueprint, "menu", path, entries)


def category_menu(blueprint: Blueprint, path: str) -> Raw:
    """The categories, at the side."""
    entries = [
        (goods.name, blueprint.paths.category(blueprint.shop, number))
        for number, goods in enumerate(blueprint.shop.categories)
    ]
    return _keep_menu(blueprint, "categories", path, entries)


def footer(blueprint: Blueprint) -> Raw:
    """Links to information, a copyright line."""
    return _keep(blueprint, "footer", lambda: _footer(blueprint))


def _footer(blueprint: Blueprint) -> Element:
    look, shop = blueprint.look, blueprint.shop
    entries = [(info.title, blueprint.paths.info(info)) for info in shop.infos[:8]]
    entries += [(look.say("questions"), paths.QUESTIONS), (look.say("contact"), paths.CONTACT)]
    if blueprint.plan.light:
        entries.append(("Light", paths.LIGHT))
    items = [element("li", element("a", text, href=paths.rooted(to))) for text, to in entries]
    return element(
        "footer",
        element("h4", look.say("newsletter")),
        element("ul", items, class_=look.css("footer list")),
        element("p", f"© 2019–2025 {shop.name}. {look.say('rights')}"),
        class_=look.css("site footer"),
    )


def served(blueprint: Blueprint, noise: Noise) -> list[Element]:
    """When and by what the page was written, for those who run the site."""
    look = blueprint.look
    text = f"{look.say('served')} {noise.served} ({noise.node})"
    script = f'window.visit = {{"session": "{noise.session}", "end": "</visit>"}};'
    return [element("p", text, class_=look.css("served")), element("script", script)]


def _keep_menu(blueprint: Blueprint, name: str, path: str, entries: list[tuple[str, str]]) -> Raw:
    """A menu, kept for all pages on which it is the same."""
    is_open = any(target == path for _, target in entries)
    return _keep(
        blueprint,
        f"{name} {path}" if is_open else name,
        lambda: element(
            "nav",
            element("ul", [_entry(blueprint, path, *entry) for entry in entries]),
            class_=blueprint.look.css(f"{name} nav"),
        ),
    )


def _entry(blueprint: Blueprint, path: str, text: str, target: str) -> Element:
    # The page that is open is marked instead of linked, as most menus do.
    if path == target:
        return element("li", element("span", text, class_=blueprint.look.css("current")))
    return element("li", element("a", text, href=paths.rooted(target)))


def _keep(blueprint: Blueprint, key: str, build: Callable[[], Element]) -> Raw:
    """Something that is written once and kept."""
    if key not in blueprint.chrome:
        blueprint.chrome[key] = Raw(render(build(), "    "))
    return blueprint.chrome[key]
