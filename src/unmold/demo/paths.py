"""Where the pages of each kind lie, and how one links to another.

In: facts. Out: paths relative to the root of the site, and relative links between them.
"""

import posixpath

from unmold.demo.catalogue import Article, Info, Kit, Product, Shop
from unmold.demo.show import make_slug

HOME = "index.html"


def product_path(product: Product) -> str:
    return f"products/{product.number}-{make_slug(product.name)}.html"


def kit_path(kit: Kit) -> str:
    return f"sets/{kit.number}-{make_slug(kit.name)}.html"


def article_path(article: Article) -> str:
    return f"journal/{article.day.year}/{article.number}-{make_slug(article.title)}.html"


def info_path(info: Info) -> str:
    return f"{info.name}.html"


def category_path(shop: Shop, category: int, page: int = 1) -> str:
    return list_path(f"shop/{make_slug(shop.categories[category].name)}", page)


def kits_path(page: int = 1) -> str:
    return list_path("shop/sets", page)


def journal_path(page: int = 1) -> str:
    return list_path("journal/index", page)


def list_path(stem: str, page: int) -> str:
    """The first page of a list has no number."""
    return f"{stem}.html" if page == 1 else f"{stem}-page-{page}.html"


def link(source: str, target: str) -> str:
    """The relative address of one page on another, good on disk and on a server."""
    return posixpath.relpath(target, posixpath.dirname(source) or ".")
