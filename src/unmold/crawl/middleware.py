"""`InboundXPath`: existing Scrapy spiders get the XPath of the link behind every request.

A spider middleware. Requests that a callback yields get `meta["inbound"]`: the URL, the XPath of
the first link to it on the page, the page's URL and the link's text, computed on the HTML5 tree as
`unmold crawl` does. Requests that no link of the page explains are left alone.

    SPIDER_MIDDLEWARES = {"unmold.crawl.InboundXPath": 50}
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, TypedDict

from scrapy import Request
from scrapy.http import HtmlResponse, Response

from unmold.model import Link, Page
from unmold.pages.links import links_of
from unmold.pages.urls import clean_url
from unmold.settings import Limits

META_KEY = "inbound"


class InboundRecord(TypedDict):
    """What `meta["inbound"]` holds."""

    url: str
    xpath: str
    source: str
    text: str


class InboundXPath:
    """Notes on every request where its link was."""

    async def process_spider_output(
        self, response: Response, result: AsyncIterator[Any]
    ) -> AsyncIterator[Any]:
        """Hand on what a callback yields."""
        links: dict[str, Link] | None = None
        async for item in result:
            if isinstance(item, Request) and isinstance(response, HtmlResponse):
                links = first_links(response) if links is None else links
                _note(item, response, links)
            yield item


def first_links(response: HtmlResponse) -> dict[str, Link]:
    """For every URL that a page links to, the first of its links."""
    page = Page(response.url, response.url, response.url, "", response.body)
    links: dict[str, Link] = {}
    for link in links_of(page, Limits()):
        links.setdefault(clean_url(link.url) or link.url, link)
    return links


def _note(request: Request, response: Response, links: dict[str, Link]) -> None:
    link = links.get(clean_url(request.url) or request.url)
    if link is not None and META_KEY not in request.meta:
        request.meta[META_KEY] = InboundRecord(
            url=request.url, xpath=link.xpath, source=response.url, text=link.text
        )
