"""One file per page kind: a blueprint enters, pages with their gold values leave.

A new kind is a module with a function from the blueprint to its pages, and one more entry in
`KINDS`.
"""

from collections.abc import Callable, Iterator

from unmold.demo.kinds.article import article_pages
from unmold.demo.kinds.author import author_pages
from unmold.demo.kinds.category import category_pages
from unmold.demo.kinds.home import home_pages
from unmold.demo.kinds.info import contact_pages, info_pages, missing_pages, question_pages
from unmold.demo.kinds.journal import journal_pages
from unmold.demo.kinds.kit import kit_pages
from unmold.demo.kinds.light import light_pages
from unmold.demo.kinds.product import product_pages
from unmold.demo.page import Blueprint, DemoPage

KINDS: tuple[Callable[[Blueprint], Iterator[DemoPage]], ...] = (
    home_pages,
    category_pages,
    product_pages,
    kit_pages,
    journal_pages,
    article_pages,
    author_pages,
    info_pages,
    contact_pages,
    question_pages,
    missing_pages,
    light_pages,
)
