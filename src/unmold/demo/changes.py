"""The changes that a site may undergo, one at a time: what a re-crawl finds.

`CHANGES` is the table: a name, what it says, the templates it is about, and how it edits the look
of their pages. Three concern no look: other content, broken pages, and no change at all.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from unmold.demo.formatting import DAYS, MONEY
from unmold.demo.look import Look, unlike

EVERY = frozenset({"*"})


def _same(look: Look) -> Look:
    return look


@dataclass(frozen=True)
class Change:
    """One change of a site."""

    says: str
    templates: frozenset[str] = frozenset()
    """The templates whose pages it is about, `EVERY` for all."""
    edit: Callable[[Look], Look] = _same
    every: int = 1
    """It is about every page of these templates, every second, ..."""
    new_template: bool = False
    """Whether the pages it is about come from a template of their own afterwards."""
    new_content: bool = False
    broken: float = 0.0
    """The share of pages that come out broken."""

    def concerns(self, template: str, position: int = 0) -> bool:
        """Whether it is about a page: its template, its position among those of the template."""
        named = self.templates is EVERY or template in self.templates
        return named and position % self.every == 0


def _after(choices: tuple[str, ...], choice: str) -> str:
    return choices[(choices.index(choice) + 1) % len(choices)]


def _move_specifications(look: Look) -> Look:
    """The block that all products have, to the beginning or, if it is there, to the end."""
    block = "specifications"
    others = tuple(name for name in look.blocks if name != block)
    is_first = look.blocks[0] == block
    return replace(look, blocks=(*others, block) if is_first else (block, *others))


PRODUCT = frozenset({"product"})
ARTICLE = frozenset({"article"})
CATEGORY = frozenset({"category"})

CHANGES: dict[str, Change] = {
    "": Change("nothing"),
    "renamed-class": Change(
        "the class of a product's price has another name",
        PRODUCT,
        lambda look: look.with_name("product price", "money-now"),
    ),
    "renamed-id": Change(
        "the id of a product's reviews has another name",
        PRODUCT,
        lambda look: look.with_name("#reviews", "voices"),
    ),
    "moved-block": Change(
        "the specifications are elsewhere on product pages", PRODUCT, _move_specifications
    ),
    "dropped-field": Change(
        "product pages no longer show the number",
        PRODUCT,
        lambda look: look.with_form("number", "hidden"),
    ),
    "new-field": Change(
        "product pages say when delivery is",
        PRODUCT,
        lambda look: look.with_form("delivery", "shown"),
    ),
    "wrapper": Change(
        "a div is around everything in the body of all pages",
        EVERY,
        lambda look: look.with_form("wrapper", "div"),
    ),
    "text-to-link": Change(
        "a product's brand has become a link",
        PRODUCT,
        lambda look: look.with_form("brand", "link"),
    ),
    "currency": Change(
        "products are priced in another currency",
        PRODUCT,
        lambda look: replace(look, money=_after(tuple(MONEY), look.money)),
    ),
    "date-format": Change(
        "articles write dates in another format",
        ARTICLE,
        lambda look: replace(look, day=_after(tuple(DAYS), look.day)),
    ),
    "list-to-table": Change(
        "categories show their goods in a table",
        CATEGORY,
        lambda look: look.with_form("cards", "table"),
    ),
    "reworded-label": Change(
        "the label of a product's availability is reworded",
        PRODUCT,
        lambda look: look.with_label("availability", "Can be had"),
    ),
    "redesign": Change("product pages are designed anew", PRODUCT, unlike, new_template=True),
    "split": Change(
        "every second product page has a design of its own",
        PRODUCT,
        unlike,
        every=2,
        new_template=True,
    ),
    "new-content": Change("other goods and articles, the same templates", new_content=True),
    "broken-pages": Change("two pages in a hundred come out broken", broken=0.02),
}
