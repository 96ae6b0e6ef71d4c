"""Pages of plain information, such as the one about the shop."""

from collections.abc import Iterator

from unmold.demo import paths
from unmold.demo.catalogue import Shop
from unmold.demo.layouts import plain_layout
from unmold.demo.markup import element
from unmold.demo.page import DemoPage, present


def info_pages(shop: Shop) -> Iterator[DemoPage]:
    """One page per subject."""
    for info in shop.infos:
        path = paths.info_path(info)
        html = plain_layout(
            shop,
            path,
            info.title,
            element("h1", info.title),
            [element("p", paragraph) for paragraph in info.paragraphs],
        )
        values = present(title=info.title, text=list(info.paragraphs))
        yield DemoPage(path, "info", html, values)
