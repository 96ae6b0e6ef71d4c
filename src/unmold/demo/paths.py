"""Where the pages of each type lie, and how one links to another.

Addresses are relative to the root of the site. One that ends in a slash, or is empty, is that of a
folder; its file is the `index.html` in it, as servers have it.
"""

import posixpath
from urllib.parse import quote

from unmold.demo.facts import Article, Author, Info, Kit, Product, Shop
from unmold.demo.formatting import make_slug
from unmold.demo.hostile import hostile_slug

HOME = ""
LIGHT = "light/"
CONTACT = "contact.html"
QUESTIONS = "faq.html"
KITS = "shop/sets/"
JOURNAL = "journal/"


class Paths:
    """The addresses of a site; those of a hostile one hold quotes, braces and spaces."""

    def __init__(self, hostile: bool = False) -> None:
        self.hostile = hostile

    def _slug(self, name: str) -> str:
        slug = make_slug(name)
        return hostile_slug(slug) if self.hostile else slug

    def product(self, product: Product) -> str:
        return f"products/{product.number}-{self._slug(product.name)}.html"

    def kit(self, kit: Kit) -> str:
        return f"sets/{kit.number}-{self._slug(kit.name)}.html"

    def article(self, article: Article) -> str:
        return f"journal/{article.day.year}/{article.number}-{self._slug(article.title)}.html"

    def author(self, author: Author) -> str:
        return f"authors/{self._slug(author.name)}/"

    def info(self, info: Info) -> str:
        return f"{info.name}.html"

    def category(self, shop: Shop, category: int) -> str:
        return f"shop/{make_slug(shop.categories[category].name)}/"

    def light(self, path: str) -> str:
        """The light page for the same as a page of the other family."""
        return LIGHT + path


def list_page(first: str, page: int) -> str:
    """The first page of a list has no number."""
    return first if page == 1 else f"{first}page-{page}.html"


def file_of(path: str) -> str:
    """The file that holds the page."""
    return f"{path}index.html" if path.endswith("/") or not path else path


def link(source: str, target: str) -> str:
    """The relative address of one page on another."""
    steps = posixpath.relpath(target or ".", posixpath.dirname(source) or ".")
    if not target or target.endswith("/"):
        steps += "/"
    return quote(steps)


def rooted(target: str) -> str:
    """The address from the root of the site."""
    return "/" + quote(target)
