"""XPaths of links select the same elements in a real browser.

Chromium parses each page without running it (`DOMParser`, as we do: scripting off), evaluates both
XPaths of every link, and says what it finds there. Its own list of links must be ours.
"""

import csv
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support.browser import find_browser, run_in_browser

from unmold._core import decode
from unmold.demo import build_site
from unmold.features import page_features
from unmold.model import Page
from unmold.pages import read_pages

Require = Callable[[object, str], None]

PAGES_PER_CORPUS = 6
# The browser counts siblings for every index: a list of ten thousand links would take it minutes.
MAX_BYTES = 150_000
WHITE_SPACE = re.compile(r"[\t-\r\x85\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\xa0\u1680 ]+")
UNSEEN = ["script", "style", "noscript", "noframes", "noembed", "iframe", "template"]

SCRIPT = """
let unseen;

function visibleText(node) {
  let text = "";
  for (const child of node.childNodes) {
    if (child.nodeType === 3 && !unseen.has(node.localName)) text += child.data;
    else if (child.nodeType === 1 && child.localName !== "template") text += visibleText(child);
  }
  return text;
}

function find(document, xpath) {
  const found = document.evaluate(xpath, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE);
  return Array.from({length: found.snapshotLength}, (_, index) => found.snapshotItem(index));
}

function describe(element) {
  return [element.localName, element.getAttribute("href"), visibleText(element)];
}

function answer(asked) {
  unseen = new Set(asked.unseen);
  return asked.pages.map(page => {
    const document = new DOMParser().parseFromString(page.html, "text/html");
    const links = Array.from(document.querySelectorAll("a[href], area[href]"))
      .filter(link => link.namespaceURI === "http://www.w3.org/1999/xhtml");
    const numbers = new Map(links.map((link, number) => [link, number]));
    const places = page.xpaths.map(xpath => find(document, xpath).map(node => numbers.get(node)));
    return {links: links.map(describe), places};
  });
}
"""

ODD = [
    "<table><a href=1>fostered</a><tr><td><a href=2>in</a></table><a href=3>after",
    "<p><a href=1>one<div><a href=2>two<p>three</a></div>",
    "<svg><a href=0>no</a><foreignObject><a href=1>yes</a></foreignObject></svg><a href=2>x",
    "<x:y><a href=1>colon</a></x:y><x:y><a href=2>again</a></x:y><a'b><a href=3>quote</a>",
    "<math><mi><a href=1>in</a></mi><annotation-xml encoding=text/html><a href=2>x</a></math>",
    "<template><a href=0>no</a></template><noscript><a href=1>yes</a></noscript><a href=2>x</a>",
    "<select><option>a<a href=1>b</a></select><map><area href=2></map><frameset><a href=3>",
    "<body><html><a href=1>x</a></body><a href=2>y</a></html><a href=3>z</a><!-- --><a href=4>",
    "<ul><li><a href=1>a</a><li><a href=2>b</a></ul><ul><li><a href=3>c  d\n e</a><a href>f</a>",
]


@pytest.fixture(scope="module")
def browser(require: Require) -> str:
    found = find_browser()
    require(found, "needs Chromium: on Debian, apt install chromium")
    assert found is not None
    return found


def check_pages(browser: str, pages: list[Page], folder: Path) -> int:
    """Compare every link of the pages with the browser's; their number."""
    ours = [page_features(page).links for page in pages]
    asked = [
        {
            "html": text_of(page),
            "xpaths": [path for link in links for path in (link.xpath, link.short_xpath)],
        }
        for page, links in zip(pages, ours, strict=True)
    ]
    answers: list[dict[str, Any]] = run_in_browser(
        browser, SCRIPT, {"unseen": UNSEEN, "pages": asked}, folder
    )
    for page, links, answer in zip(pages, ours, answers, strict=True):
        expected = [[place] for place in range(len(links)) for _ in ("xpath", "short_xpath")]
        assert answer["places"] == expected, page.key
        texts = [WHITE_SPACE.sub(" ", text).strip(" ") for _, _, text in answer["links"]]
        assert [link.text for link in links] == texts, page.key
    return sum(map(len, ours))


def text_of(page: Page) -> str:
    return decode(page.data, page.charset)[0]


def corpus_pages(corpora: Path) -> Iterator[Path]:
    for manifest in sorted(corpora.glob("*/manifest.csv")):
        with manifest.open(encoding="utf-8", newline="") as lines:
            paths = [manifest.parent / row["path"] for row in csv.DictReader(lines)]
        small = [path for path in paths if path.stat().st_size < MAX_BYTES]
        yield from small[:: len(small) // PAGES_PER_CORPUS][:PAGES_PER_CORPUS]


def test_odd_pages(browser: str, tmp_path: Path) -> None:
    assert check_pages(browser, list(read_pages(ODD)), tmp_path) >= 2 * len(ODD)


def test_the_demo_site(browser: str, tmp_path: Path) -> None:
    site = build_site(tmp_path / "demo", pages=30)
    assert check_pages(browser, list(read_pages(site.manifest)), tmp_path) > 300


def test_real_pages(browser: str, corpora: Path, tmp_path: Path) -> None:
    pages = list(read_pages(list(corpus_pages(corpora))))
    assert check_pages(browser, pages, tmp_path) > 2000
