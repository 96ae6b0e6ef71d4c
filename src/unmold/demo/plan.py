"""Decides how many pages of each type a site of a given size has."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import cycle

from unmold.demo.chance import Chance

SMALLEST = 18
"""The fewest pages with which each page type occurs."""
SMALLEST_WITH_LIGHT = 60
"""From here on the second, lighter look has enough pages of its own to be learned."""
FEWEST_CATEGORIES, MOST_CATEGORIES = 2, 8
LIGHT_EVERY = 3
"""Every third product and article has a light page too."""
LIGHT_PER_LIST = 12
"""Entries of a list in the lighter look."""

# A shop has more goods than stories.
GROWTH = ("products",) * 8 + ("articles",) * 3 + ("kits",)


@dataclass(frozen=True)
class DemoSettings:
    """What site to invent."""

    seed: int = 0
    """Decides brand, goods, wording, class names, markup and order of blocks."""

    pages: int = 120
    """How many pages there are, at least one of each type."""

    light: bool = True
    """Whether a site of 60 pages or more has a second, light family of pages below `light/`."""

    change: str = ""
    """The name of one change, a key of `CHANGES`, made to the site that the seed gives."""

    hostile: bool = False
    """Whether labels, classes, ids and URLs hold quotes, braces, line breaks and code."""


@dataclass(frozen=True)
class Plan:
    """The number of things a site is about; every one of them has a page."""

    categories: int
    products_per_list: int
    articles_per_list: int
    light: bool
    products: int = 2
    kits: int = 1
    authors: int = 2
    articles: int = 2
    infos: int = 2
    missing: int = 2

    def products_in(self, category: int) -> int:
        """Products are dealt to the categories in turn."""
        return len(range(category, self.products, self.categories))

    def list_pages(self) -> int:
        """The pages of all lists together."""
        products = sum(
            pages_for(self.products_in(category), self.products_per_list)
            for category in range(self.categories)
        )
        kits = pages_for(self.kits, self.products_per_list)
        return products + kits + pages_for(self.articles, self.articles_per_list)

    def light_pages(self) -> int:
        """The pages of the light family: home, one list of goods, one of articles, and details."""
        if not self.light:
            return 0
        products, articles = light_count(self.products), light_count(self.articles)
        lists = pages_for(products, LIGHT_PER_LIST) + pages_for(articles, LIGHT_PER_LIST)
        return 1 + lists + products + articles

    def pages(self) -> int:
        """All pages, the home page and those for contact and questions among them."""
        details = self.products + self.kits + self.articles + self.authors
        return 3 + self.list_pages() + details + self.infos + self.missing + self.light_pages()


def light_count(things: int) -> int:
    """How many of some things have a light page."""
    return len(range(0, things, LIGHT_EVERY))


def pages_for(items: int, per_page: int) -> int:
    """The pages a list takes; an empty list still has one."""
    return max(1, -(-items // per_page))


def plan_site(settings: DemoSettings) -> Plan:
    """The plan of a site with that many pages, or with `SMALLEST` where that is more."""
    wanted = max(settings.pages, SMALLEST)
    chance = Chance(settings.seed, "plan")
    categories = chance.between(4, MOST_CATEGORIES)
    plan = Plan(
        categories=max(FEWEST_CATEGORIES, min(categories, wanted // 20)),
        products_per_list=chance.between(8, 16),
        articles_per_list=chance.between(5, 9),
        light=settings.light and wanted >= SMALLEST_WITH_LIGHT,
        missing=max(2, min(40, wanted // 50)),
        authors=max(2, min(12, wanted // 25)),
    )
    for larger in _growing(plan):
        if larger.pages() > wanted:
            break
        plan = larger
    # A thing may cost several pages; what is left when the next costs too many becomes information.
    return replace(plan, infos=plan.infos + wanted - plan.pages())


def _growing(plan: Plan) -> Iterator[Plan]:
    for kind in cycle(GROWTH):
        plan = replace(plan, **{kind: getattr(plan, kind) + 1})
        yield plan
