"""Runs Scrapy for one crawl and fills its `CrawlState`.

The settings are those of a good citizen: robots.txt, a delay that follows the server's pace, a user
agent that says who asks, and no cookies, as in the UXClust paper.
"""

from __future__ import annotations

import logging
import signal
from typing import Any
from urllib.parse import urlsplit

from scrapy.crawler import CrawlerProcess

from unmold.crawl.addresses import RULE, AddressRule, proxy_hosts
from unmold.crawl.crawl_progress import Report
from unmold.crawl.crawl_settings import CrawlSettings
from unmold.crawl.spider import CrawlSpider
from unmold.crawl.state import CrawlState

_PACKAGE = "unmold.crawl"


def run_engine(state: CrawlState, progress: Report | None) -> None:
    """Fetch until the frontier is empty, a budget is used up, or somebody stops it."""
    logging.getLogger("scrapy").setLevel(logging.CRITICAL)
    logging.getLogger("twisted").setLevel(logging.CRITICAL)
    process = CrawlerProcess(scrapy_settings(state.settings, state.start))
    process.crawl(CrawlSpider, state=state, progress=progress)
    _stop_gently(state)
    process.start(stop_after_crawl=True, install_signal_handlers=False)
    if state.failure is not None:
        raise state.failure


def _stop_gently(state: CrawlState) -> None:
    """Let Ctrl-C and a polite kill finish what is under way; nothing is lost either way."""

    def stop(*_: object) -> None:
        state.stopped = True

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)


def scrapy_settings(settings: CrawlSettings, start: str) -> dict[str, Any]:
    """Our settings in Scrapy's words."""
    proxies = proxy_hosts() if settings.use_proxy else frozenset[str]()
    rule = AddressRule(urlsplit(start).hostname or "", settings.allow_private, proxies)
    return {
        "TWISTED_REACTOR": "twisted.internet.asyncioreactor.AsyncioSelectorReactor",
        "SCHEDULER": f"{_PACKAGE}.spider.FrontierScheduler",
        "TWISTED_DNS_RESOLVER": f"{_PACKAGE}.addresses.GuardedResolver",
        RULE: rule,
        "HTTPPROXY_ENABLED": settings.use_proxy,
        # The guard is nearest to the network: what other middlewares make passes it too.
        "DOWNLOADER_MIDDLEWARES": {
            f"{_PACKAGE}.guard.InSiteRedirects": 600,
            f"{_PACKAGE}.guard.SiteGuard": 1000,
        },
        "REDIRECT_ENABLED": False,
        "METAREFRESH_ENABLED": False,
        "COOKIES_ENABLED": False,
        "TELNETCONSOLE_ENABLED": False,
        "LOG_ENABLED": False,
        "LOG_INSTALL_ROOT_HANDLER": False,
        "USER_AGENT": settings.user_agent,
        "ROBOTSTXT_OBEY": settings.obey_robots,
        "CONCURRENT_REQUESTS": settings.concurrency,
        "CONCURRENT_REQUESTS_PER_DOMAIN": settings.concurrency,
        "DOWNLOAD_DELAY": settings.delay,
        "AUTOTHROTTLE_ENABLED": settings.throttle,
        "AUTOTHROTTLE_START_DELAY": max(settings.delay, 0.1),
        "AUTOTHROTTLE_TARGET_CONCURRENCY": float(settings.concurrency),
        "DOWNLOAD_TIMEOUT": settings.timeout,
        "DOWNLOAD_MAXSIZE": settings.max_page_bytes,
        "DOWNLOAD_WARNSIZE": 0,
        "RETRY_TIMES": settings.retries,
    }
