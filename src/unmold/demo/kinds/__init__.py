"""One file per page kind: facts enter, pages with their gold values leave.

A new kind is a module with a function from the shop to its pages, and one more entry in `KINDS`.
"""

from collections.abc import Callable, Iterator

from unmold.demo.catalogue import Shop
from unmold.demo.kinds.article import article_pages
from unmold.demo.kinds.category import category_pages
from unmold.demo.kinds.home import home_pages
from unmold.demo.kinds.info import info_pages
from unmold.demo.kinds.journal import journal_pages
from unmold.demo.kinds.kit import kit_pages
from unmold.demo.kinds.product import product_pages
from unmold.demo.page import DemoPage

KINDS: tuple[Callable[[Shop], Iterator[DemoPage]], ...] = (
    home_pages,
    category_pages,
    product_pages,
    kit_pages,
    journal_pages,
    article_pages,
    info_pages,
)
