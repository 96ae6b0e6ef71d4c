"""How many pages of each kind a site of a given size has.

In: the number of pages wanted. Out: a `Plan` whose pages add up to it. The catalogue is next.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import cycle

PRODUCTS_PER_LIST = 8
ARTICLES_PER_LIST = 5
SMALLEST = 12

# A shop has more goods than stories.
GROWTH = ("products",) * 6 + ("articles",) * 2 + ("kits",)


@dataclass(frozen=True)
class Plan:
    """The number of things a site is about; every one of them has a page."""

    categories: int
    products: int = 2
    kits: int = 1
    articles: int = 1
    infos: int = 3

    def products_in(self, category: int) -> int:
        """Products are dealt to the categories in turn."""
        return len(range(category, self.products, self.categories))

    def list_pages(self) -> int:
        """The pages of all lists together."""
        products = sum(
            pages_for(self.products_in(category), PRODUCTS_PER_LIST)
            for category in range(self.categories)
        )
        kits = pages_for(self.kits, PRODUCTS_PER_LIST)
        return products + kits + pages_for(self.articles, ARTICLES_PER_LIST)

    def pages(self) -> int:
        """All pages, the home page among them."""
        details = self.products + self.kits + self.articles + self.infos
        return 1 + self.list_pages() + details


def pages_for(items: int, per_page: int) -> int:
    """The pages a list takes; an empty list still has one."""
    return max(1, -(-items // per_page))


def plan_site(pages: int) -> Plan:
    """The plan of a site with that many pages, or with `SMALLEST` where that is more."""
    wanted = max(pages, SMALLEST)
    plan = Plan(categories=min(6, max(2, wanted // 20)))
    for larger in _growing(plan):
        if larger.pages() > wanted:
            break
        plan = larger
    # A thing that opens a new list page costs two; where only one is left, it becomes information.
    return replace(plan, infos=plan.infos + wanted - plan.pages())


def _growing(plan: Plan) -> Iterator[Plan]:
    for kind in cycle(GROWTH):
        plan = replace(plan, **{kind: getattr(plan, kind) + 1})
        yield plan
