"""`InboundXPath` in a spider of somebody else's."""

import subprocess
import sys
from pathlib import Path

from crawl.conftest import LocalSite

SPIDER = """
import json, sys
from scrapy import Request, Spider
from scrapy.crawler import CrawlerProcess

class Foreign(Spider):
    name = "foreign"
    start_urls = [sys.argv[1]]
    custom_settings = {"SPIDER_MIDDLEWARES": {"unmold.crawl.InboundXPath": 50}}
    def parse(self, response):
        print(json.dumps(response.meta.get("inbound")))
        for link in response.css("a::attr(href)"):
            yield Request(response.urljoin(link.get()), self.parse)
        yield {"not": "a request"}

process = CrawlerProcess({"LOG_ENABLED": False})
process.crawl(Foreign)
process.start()
"""


def test_existing_spiders_get_the_record(site: LocalSite, tmp_path: Path) -> None:
    import json

    site.pages["/"] = "<table><a href=/x>one</a><tr><td>cell"
    site.pages["/x"] = "<p>x"
    script = tmp_path / "spider.py"
    script.write_text(SPIDER)
    result = subprocess.run(
        [sys.executable, str(script), site.address + "/"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    first, second = [json.loads(line) for line in result.stdout.splitlines()]
    assert first is None
    assert second == {
        "url": f"{site.address}/x",
        "xpath": "/html[1]/body[1]/a[1]",
        "source": f"{site.address}/",
        "text": "one",
    }, "the place in the HTML5 tree, which moves the link out of the table"
