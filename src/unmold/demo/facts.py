"""What there is to know about the invented shop: plain facts, from which pages are made.

`catalogue` invents them, the page types show them.
"""

from dataclasses import dataclass
from datetime import date

from unmold.demo.words import Range


@dataclass(frozen=True)
class Remark:
    """A review of a product (with stars and a title) or a comment on an article (without)."""

    author: str
    day: date
    text: str
    title: str = ""
    stars: int = 0
    replies: tuple["Remark", ...] = ()


@dataclass(frozen=True)
class Variant:
    """A colour or size that a product is sold in."""

    name: str
    cents: int
    stock: str


@dataclass(frozen=True)
class Product:
    """Something for sale; what may be None or empty is missing from its page."""

    number: int
    name: str
    brand: str
    category: int
    cents: int
    old_cents: int | None
    badge: str | None
    availability: str
    delivery: str
    summary: str
    description: tuple[str, ...]
    more: tuple[str, ...]
    specifications: tuple[tuple[str, str], ...]
    variants: tuple[Variant, ...]
    reviews: tuple[Remark, ...]
    video: str | None

    @property
    def rating(self) -> str | None:
        """The mean of the stars to one decimal, None without reviews."""
        if not self.reviews:
            return None
        tenths = (10 * sum(review.stars for review in self.reviews)) // len(self.reviews)
        return f"{tenths // 10}.{tenths % 10}"


@dataclass(frozen=True)
class Kit:
    """Several products sold as one."""

    number: int
    name: str
    summary: str
    cents: int
    contents: tuple[Product, ...]


@dataclass(frozen=True)
class Author:
    """Someone who writes for the journal."""

    name: str
    role: str
    town: str
    biography: tuple[str, ...]
    site: str | None


@dataclass(frozen=True)
class Article:
    """An entry of the journal."""

    number: int
    title: str
    author: Author
    day: date
    minutes: int
    lead: str | None
    paragraphs: tuple[str, ...]
    quote: str | None
    tags: tuple[str, ...]
    comments: tuple[Remark, ...]
    gone: int | None
    """The number of a page that it links to and that is no more."""


@dataclass(frozen=True)
class Info:
    """A page of plain information, such as the one about the shop."""

    name: str
    title: str
    paragraphs: tuple[str, ...]


@dataclass(frozen=True)
class Contact:
    """Where the shop is and when it is open."""

    street: str
    town: str
    telephone: str
    mail: str
    hours: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Shop:
    """All there is to know about the site."""

    seed: int
    name: str
    categories: tuple[Range, ...]
    products: tuple[Product, ...]
    kits: tuple[Kit, ...]
    authors: tuple[Author, ...]
    articles: tuple[Article, ...]
    infos: tuple[Info, ...]
    contact: Contact
    questions: tuple[tuple[str, str], ...]
    missing: tuple[str, ...]
    """Paths that are linked and answer that nothing is there."""

    @property
    def site(self) -> str:
        """The host without `www.`, below a domain that is reserved for examples."""
        return "".join(letter for letter in self.name.lower() if letter.isalpha()) + ".example"

    def products_in(self, category: int) -> tuple[Product, ...]:
        """The goods of one category; they are dealt to the categories in turn."""
        return self.products[category :: len(self.categories)]
