"""Crawls a site, and keeps the XPath of the link that led to each page.

A breadth-first crawler on top of Scrapy that survives being killed at any moment, obeys robots.txt
and records where every link was, which no public crawler did before. `crawl_site` is the door;
`InboundXPath` gives existing spiders the same record. `uxclust` clusters by that.
"""

from unmold.crawl.crawl import crawl_site
from unmold.crawl.crawl_progress import CrawlProgress, CrawlSummary
from unmold.crawl.crawl_settings import CrawlSettings

__all__ = ["CrawlProgress", "CrawlSettings", "CrawlSummary", "InboundXPath", "crawl_site"]


def __getattr__(name: str) -> object:
    """The middleware needs Scrapy, so it is loaded when it is asked for."""
    if name == "InboundXPath":
        from unmold.crawl.middleware import InboundXPath

        return InboundXPath
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
