"""The tables and figures of the paper on template fingerprints."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean

from benchmarks.papers.fingerprints import published
from benchmarks.papers.fingerprints.fingerprint_report import FingerprintReport
from benchmarks.papers.fingerprints.grouping import Grouped
from benchmarks.papers.published import DRAWING, EXAMPLE, MEASURED, PublishedItem

CORPUS = "swde"
"""As in the paper, its sites have one template each."""


def _pages(report: FingerprintReport) -> str:
    pages = sum(corpus.pages for corpus in report.corpora)
    return f"{pages:,} pages of {sum(corpus.templates for corpus in report.corpora)} templates"


def _few(report: FingerprintReport) -> str:
    templates = {corpus.name: corpus.templates for corpus in report.corpora}
    rate = {
        one.classifier: one.pages_per_second * templates[CORPUS]
        for one in report.few
        if one.corpus == CORPUS
    }
    return f"FP {rate['FP']:,.0f}, RTDM {rate['RTDM']:,.0f} page-templates/s on {CORPUS}"


def _folds(report: FingerprintReport) -> str:
    (own,) = [one for one in report.folds if (one.corpus, one.classifier) == (CORPUS, "FP")]
    rates = f"precision {own.rates['precision']:.4f}, recall {own.rates['recall']:.4f}"
    return f"FP {rates} on {CORPUS}"


def _grouped(report: FingerprintReport, corpus: str) -> Grouped:
    return next(one for one in report.grouped if (one.corpus, one.method) == (corpus, "FP"))


def _clusters(report: FingerprintReport) -> str:
    own = _grouped(report, CORPUS)
    return f"FP ARI {own.adjusted_rand_index:.4f}, purity {own.purity:.4f} on {CORPUS}"


def _large(report: FingerprintReport) -> str:
    own = [one for one in report.grouped if one.method == "FP"][-1]
    rate = own.pages / (own.seconds + (own.preparing or 0.0))
    return f"{own.pages:,} pages, {own.clusters:,} clusters, {rate:,.0f} pages/s"


def _sizes(report: FingerprintReport) -> str:
    singles = dict(report.sizes).get(1, 0)
    return f"{singles:,} of {sum(count for _, count in report.sizes):,} clusters have one page"


def _throughput(report: FingerprintReport) -> str:
    rates = [one.pages / (one.fingerprinting + one.looking_up) for one in report.throughput]
    return f"{_halves(rates)} pages/s"


def _volume(report: FingerprintReport) -> str:
    times = report.throughput
    rates = [one.page_bytes / (one.fingerprinting + one.looking_up) / 1e6 for one in times]
    return f"{_halves(rates)} MB/s"


def _halves(rates: Sequence[float]) -> str:
    """Whether a rate falls: single batches differ by their pages."""
    middle = len(rates) // 2
    return f"first half {mean(rates[:middle]):,.0f}, second {mean(rates[middle:]):,.0f}"


_FP = published.CROSS_VALIDATION["FP"]
_CLUSTERED = published.CLUSTERING["FP"]

ITEMS = (
    PublishedItem(
        "Table 1",
        "the dictionary of an example page, and its fingerprint",
        EXAMPLE,
        where="tests/measures/test_fingerprint.py::test_the_papers_example",
        remark="two claims that the paper makes of this example do not hold, as tests show",
    ),
    PublishedItem("Table 2", "names of the eight baselines", DRAWING, remark="all are measured"),
    PublishedItem(
        "Table 3",
        "the pages",
        MEASURED,
        f"13,237 pages of {published.TEMPLATES} templates",
        _pages,
        "Table 3, the pages.",
        "the paper's pages are not published",
    ),
    PublishedItem(
        "Table 4",
        "speed with ten training pages",
        MEASURED,
        f"FP {published.RUNTIME_DOCS_PER_SECOND['FP']:,.0f}, "
        f"RTDM {published.RUNTIME_DOCS_PER_SECOND['RTDM']} page-templates/s",
        _few,
        "Table 4, ",
        "RTDM and LCTS on 50 pages of each corpus",
    ),
    PublishedItem(
        "Table 5",
        "tenfold cross validation",
        MEASURED,
        f"FP precision {_FP.precision:.4f}, recall {_FP.recall:.4f}",
        _folds,
        "Table 5, ",
        "far less where a site has several templates",
    ),
    PublishedItem(
        "Table 6",
        "clusters",
        MEASURED,
        f"FP ARI {_CLUSTERED.adjusted_rand_index:.4f}, purity {_CLUSTERED.purity:.4f}",
        _clusters,
        "Table 6, ",
        "far less where a site has several templates",
    ),
    PublishedItem(
        "Table 7",
        "clustering a large crawl",
        MEASURED,
        f"{published.LARGE_PAGES:,} pages, {published.LARGE_CLUSTERS:,} clusters, "
        f"{published.LARGE_DOCS_PER_SECOND:,.0f} pages/s",
        _large,
        "Table 7, ",
        "all corpora; as many generated fingerprints as in the paper are clustered in "
        "[speed](speed.md)",
    ),
    PublishedItem("Figure 1", "how the index looks a page up", DRAWING),
    PublishedItem(
        "Figure 2",
        "entropy of both sides, by split",
        MEASURED,
        f"equal after {published.SPLIT}",
        lambda report: f"equal after {report.splits.break_even}",
        "fingerprint-splits.svg",
    ),
    PublishedItem(
        "Figure 3",
        "the rates of table 5 as bars",
        MEASURED,
        f"FP precision {_FP.precision:.4f}, recall {_FP.recall:.4f}",
        _folds,
        "Table 5, ",
        "shown as numbers",
    ),
    PublishedItem(
        "Figure 4",
        "how many clusters have which size",
        MEASURED,
        "about 2.4 of 2.6 million clusters have one page",
        _sizes,
        "fingerprint-cluster-sizes.svg",
    ),
    PublishedItem(
        "Figure 5",
        "documents per second while the index grows",
        MEASURED,
        "about constant, 1,197 on average",
        _throughput,
        "fingerprint-throughput.svg",
    ),
    PublishedItem(
        "Figure 6",
        "kilobytes per second while the index grows",
        MEASURED,
        "constant, about 34 MB/s by the average page of 28.44 KB",
        _volume,
        "fingerprint-volume.svg",
        "only the beginning of a page is read here, so that batches differ by the sizes of pages",
    ),
)
