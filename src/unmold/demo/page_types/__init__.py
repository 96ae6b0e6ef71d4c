"""The page types of the demo site, one file each.

A new type is a module with a function from the blueprint to its pages, and one more entry in
`PAGE_TYPES`.
"""

from collections.abc import Callable, Iterator

from unmold.demo.page import Blueprint, DemoPage
from unmold.demo.page_types.article import article_pages
from unmold.demo.page_types.author import author_pages
from unmold.demo.page_types.category import category_pages
from unmold.demo.page_types.home import home_pages
from unmold.demo.page_types.info import contact_pages, info_pages, missing_pages, question_pages
from unmold.demo.page_types.journal import journal_pages
from unmold.demo.page_types.kit import kit_pages
from unmold.demo.page_types.light import light_pages
from unmold.demo.page_types.product import product_pages

PAGE_TYPES: tuple[Callable[[Blueprint], Iterator[DemoPage]], ...] = (
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
