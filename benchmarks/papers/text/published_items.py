"""The figures of the paper on TEXT; it has no tables, and most of its figures have no numbers."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.papers.published import DRAWING, MEASURED, NOT_MEASURED, PublishedItem
from benchmarks.papers.text.growth import Growth
from benchmarks.papers.text.text_report import TextReport

PAGES = 1000
"""The largest number that all methods were asked about."""

ORDER = "`wavek-means` less than `text-max`, `text-hash` and `rtdm`"
REMARK = (
    "the charts have no legible values; `rtdm` costs most here, too, but `wavek-means`, of which "
    "the paper gives only the name, is not the cheapest"
)


def _sorted_by(
    read: Callable[[Growth], float], show: Callable[[Growth], str]
) -> Callable[..., str]:
    def describe(report: TextReport) -> str:
        own = sorted((one for one in report.growth if one.pages == PAGES), key=read)
        shown = ", ".join(f"`{one.method}` {show(one)}" for one in own)
        return f"{shown}, for {PAGES:,} pages of {report.growth_site}"

    return describe


_time = _sorted_by(lambda one: one.seconds, lambda one: f"{one.seconds:.2f} s")
_space = _sorted_by(
    lambda one: float(one.memory or 0), lambda one: f"{(one.memory or 0) / 1e6:.0f} MB"
)


def _chart(label: str, what: str, measured: Callable[..., str], picture: str) -> PublishedItem:
    return PublishedItem(label, what, MEASURED, ORDER, measured, picture, REMARK)


def _listing(method: str) -> PublishedItem:
    return PublishedItem(
        f"Listing, {method}",
        f"files in the clusters of {method}",
        NOT_MEASURED,
        remark="some twenty saved pages that are not published; files are listed several times",
    )


ITEMS = (
    PublishedItem("Figure 1", "the tree of an example page", DRAWING),
    _listing("TEXT-HASH"),
    _listing("TEXT-MAX"),
    _listing("WaveK-means"),
    _chart("Line chart of time", "time of four methods", _time, "text-time.svg"),
    _chart("Bar chart of time", "the same as bars", _time, "text-time.svg"),
    _chart("Bar chart of space", "memory of four methods", _space, "text-memory.svg"),
    _chart("Line chart of space", "the same as lines", _space, "text-memory.svg"),
)
