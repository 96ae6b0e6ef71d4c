"""What the UXClust paper printed: the shape of its crawls, and its rates and times."""

from __future__ import annotations

from typing import NamedTuple


class PaperSite(NamedTuple):
    """One site of the paper's first table."""

    name: str
    pages: int
    xpaths: int
    """Different XPaths of inbound links."""
    kept: int
    """Those with 100 pages or more."""


SITES = [
    PaperSite("argos.co.uk", 111142, 4472, 224),
    PaperSite("azon.lt", 102313, 306, 86),
    PaperSite("bigbox.lt", 120557, 5055, 145),
    PaperSite("citylights.com", 13698, 553, 19),
    PaperSite("currys.co.uk", 9993, 1078, 9),
    PaperSite("elshop.lt", 90001, 246, 36),
    PaperSite("ikea.com", 122686, 1754, 117),
    PaperSite("ilterzogirone.it", 66404, 1317, 109),
    PaperSite("imk.lt", 74295, 1864, 116),
    PaperSite("iristorante.it", 116410, 1196, 119),
    PaperSite("kompiutera.lt", 21623, 368, 35),
    PaperSite("smartbuy.lt", 15638, 441, 29),
    PaperSite("tesco.com", 88773, 3618, 192),
    PaperSite("varle.lt", 117514, 875, 61),
]

RATES = {
    "uxclust": (0.93, 0.93, 893.0),
    "pq-grams": (0.88, 0.56, 0.40),
    "common-paths": (0.93, 0.78, 3.14),
}
"""Mean precision, recall, and pages of the known template per second."""

BASELINE_PAGES = {"common-paths": 1000, "pq-grams": 100}
"""How many pages of a site the baselines got."""
