"""The report as tables and charts, with the published numbers beside ours."""

from __future__ import annotations

from benchmarks.papers.charts import Axis, Chart, Mark, Series
from benchmarks.papers.fingerprints import published
from benchmarks.papers.fingerprints.classifying import SLOW, Classified
from benchmarks.papers.fingerprints.fingerprint_report import FingerprintReport
from benchmarks.papers.fingerprints.grouping import ALL, Grouped
from unmold.bench.text_tables import Table, show_count, show_rate

PUBLISHED = "published"
_RATES = ("precision", "recall", "f1", "accuracy")
_RATE_COLUMNS = ("precision", "recall", "F1", "accuracy")


def make_tables(report: FingerprintReport) -> list[Table]:
    """All tables, in the order of the paper."""
    return [
        show_pages(report),
        show_few(report),
        show_folds(report),
        show_differences(report),
        show_grouped(report),
        show_large(report),
    ]


def show_pages(report: FingerprintReport) -> Table:
    """Table 3: what was classified."""
    settings = report.settings
    return Table(
        title="Table 3, the pages.",
        note=f"Templates with {settings.least_pages} pages or more, at most {settings.most_pages} "
        "random pages of each. `shared` is the share of pages whose very fingerprint pages of "
        "another template have as well. The paper has 13,237 pages of 50 templates, one of each "
        "site, of 73 KB on average.",
        columns=["corpus", "pages", "templates", "KB a page", "shared"],
        rows=[
            [
                corpus.name,
                show_count(corpus.pages),
                show_count(corpus.templates),
                f"{corpus.page_bytes / corpus.pages / 1000:.0f}",
                show_rate(corpus.shared),
            ]
            for corpus in report.corpora
        ],
    )


def show_few(report: FingerprintReport) -> Table:
    """Table 4: speed with few training pages."""
    templates = {corpus.name: corpus.templates for corpus in report.corpora}
    theirs = [
        [PUBLISHED, name, "", "", "", show_count(rate / published.TEMPLATES), "", show_count(rate)]
        for name, rate in published.RUNTIME_DOCS_PER_SECOND.items()
    ]
    return Table(
        title=f"Table 4, {report.settings.training} training pages for each template.",
        note="`pages/s` from bytes in memory to the answer, `prepared` from prepared pages; the "
        "paper counts a page once for each template, so `page-templates/s` is what compares. "
        f"{' and '.join(SLOW)} were asked about {report.settings.slow_pages} random pages of each "
        "corpus.",
        columns=[
            "corpus",
            "classifier",
            "precision",
            "recall",
            "F1",
            "pages/s",
            "prepared",
            "page-templates/s",
        ],
        rows=[_few_row(result, templates[result.corpus]) for result in report.few] + theirs,
        names=2,
    )


def _few_row(result: Classified, templates: int) -> list[str]:
    return [
        result.corpus,
        result.classifier,
        *(show_rate(result.rates[rate]) for rate in ("precision", "recall", "f1")),
        show_count(result.pages_per_second),
        show_count(result.pages / result.seconds),
        show_count(result.pages_per_second * templates),
    ]


def show_folds(report: FingerprintReport) -> Table:
    """Table 5: cross validation."""
    theirs = [
        [
            PUBLISHED,
            name,
            *(f"{value:.4f}" for value in (row.precision, row.recall, row.f1, row.accuracy)),
            show_count(row.docs_per_second / published.TEMPLATES),
        ]
        for name, row in published.CROSS_VALIDATION.items()
    ]
    return Table(
        title=f"Table 5, {report.settings.folds}-fold cross validation.",
        note="Means over templates, each a yes-or-no question, then over folds; `pages/s` with "
        "training, from bytes in memory. Published docs/s were divided by the 50 templates.",
        columns=["corpus", "classifier", *_RATE_COLUMNS, "pages/s"],
        rows=[_fold_row(result) for result in report.folds] + theirs,
        names=2,
    )


def _fold_row(result: Classified) -> list[str]:
    return [
        result.corpus,
        result.classifier,
        *(f"{result.rates[rate]:.4f}" for rate in _RATES),
        show_count(result.pages_per_second),
    ]


def show_differences(report: FingerprintReport) -> Table:
    """The t-tests that belong to table 5."""
    return Table(
        title="Differences over the folds.",
        note="Paired two-tailed t-tests at 0.05. The paper finds FP and CTSS alike, and MDH5 below "
        "both in recall and F1.",
        columns=["corpus", "first", "second", "rate", "first - second", "p", "significant"],
        rows=[
            [
                one.corpus,
                one.first,
                one.second,
                one.rate,
                f"{one.mean:+.4f}",
                f"{one.p_value:.3f}",
                "yes" if one.significant else "no",
            ]
            for one in report.differences
        ],
        names=4,
    )


def show_grouped(report: FingerprintReport) -> Table:
    """Table 6: clustering."""
    theirs = [
        [
            PUBLISHED,
            name,
            "13,237",
            "50",
            show_count(row.clusters),
            f"{row.rand_index:.4f}",
            f"{row.adjusted_rand_index:.4f}",
            f"{row.purity:.4f}",
            show_count(row.docs_per_second),
            "",
        ]
        for name, row in published.CLUSTERING.items()
    ]
    return Table(
        title="Table 6, clustering across sites.",
        note="All pages with a gold template, by template alone; purity is the mean over clusters. "
        "`pages/s` from bytes in memory, `grouping` from fingerprints or digests.",
        columns=[
            "corpus",
            "method",
            "pages",
            "templates",
            "clusters",
            "RI",
            "ARI",
            "purity",
            "pages/s",
            "grouping",
        ],
        rows=[_grouped_row(result) for result in report.grouped] + theirs,
        names=2,
    )


def _grouped_row(result: Grouped) -> list[str]:
    rates = (result.rand_index, result.adjusted_rand_index, result.purity)
    prepared = result.preparing
    return [
        result.corpus,
        result.method,
        show_count(result.pages),
        show_count(result.templates),
        show_count(result.clusters),
        *(f"{rate:.4f}" for rate in rates),
        "-" if prepared is None else show_count(result.pages / (result.seconds + prepared)),
        show_count(result.pages / result.seconds),
    ]


def show_large(report: FingerprintReport) -> Table:
    """Table 7: all pages at once."""
    ours = [one for one in report.grouped if one.method == "FP"][-1]
    rate = ours.pages / (ours.seconds + (ours.preparing or 0.0))
    return Table(
        title="Table 7, many pages.",
        note="Ours are far fewer: all corpora, not a crawl of the whole Open Directory.",
        columns=["pages of", "pages", "clusters", "singletons", "largest", "pages/s"],
        rows=[
            [
                "all corpora" if ours.corpus == ALL else ours.corpus,
                *map(show_count, (ours.pages, ours.clusters, ours.singletons, ours.largest, rate)),
            ],
            [
                PUBLISHED,
                *map(show_count, (published.LARGE_PAGES, published.LARGE_CLUSTERS)),
                "2.4 million",
                show_count(published.LARGE_BIGGEST),
                show_count(published.LARGE_DOCS_PER_SECOND),
            ],
        ],
    )


def make_charts(report: FingerprintReport) -> dict[str, Chart]:
    """Figures 2, 4, 5 and 6."""
    return {
        "fingerprint-splits.svg": chart_splits(report),
        "fingerprint-cluster-sizes.svg": chart_sizes(report),
        "fingerprint-throughput.svg": chart_throughput(report),
        "fingerprint-volume.svg": chart_volume(report),
    }


def chart_splits(report: FingerprintReport) -> Chart:
    """Figure 2: what the two sides of each split tell."""
    splits = report.splits
    positions = range(1, len(splits.prefix) + 1)
    ours = f"equal after {splits.break_even}"
    if splits.break_even == published.SPLIT:
        marks = [Mark(published.SPLIT, f"{ours}, as published")]
    else:
        marks = [
            Mark(splits.break_even, ours),
            Mark(published.SPLIT, f"published: {published.SPLIT}"),
        ]
    return Chart(
        "Where to split a fingerprint",
        [
            Series("entries before the split", list(zip(positions, splits.prefix, strict=True))),
            Series("entries after the split", list(zip(positions, splits.suffix, strict=True))),
        ],
        Axis(f"split after entry ({splits.fingerprints:,} distinct fingerprints)", low=0, high=25),
        Axis("entropy in bits", low=0),
        marks=marks,
    )


def chart_sizes(report: FingerprintReport) -> Chart:
    """Figure 4: how many clusters have which size."""
    points = [(float(size), float(count)) for size, count in report.sizes]
    clusters = sum(count for _, count in report.sizes)
    return Chart(
        "Sizes of fingerprint clusters",
        [Series("clusters", points, style="dots")],
        Axis(f"pages in a cluster ({clusters:,} clusters)", logarithmic=True),
        Axis("clusters of that size", logarithmic=True),
    )


def chart_throughput(report: FingerprintReport) -> Chart:
    """Figure 5: pages per second while the index grows."""

    def rates(step: str) -> list[tuple[float, float]]:
        return [
            (float(batch.known + batch.pages), batch.pages / getattr(batch, step))
            for batch in report.throughput
        ]

    return Chart(
        "Throughput while the index grows",
        [
            Series("fingerprinting", rates("fingerprinting")),
            Series("looking up", rates("looking_up")),
            Series("adding", rates("adding")),
        ],
        Axis("pages", low=0),
        Axis("pages per second", logarithmic=True),
    )


def chart_volume(report: FingerprintReport) -> Chart:
    """Figure 6: megabytes per second while the index grows."""
    points = [
        (float(one.known + one.pages), one.page_bytes / (one.fingerprinting + one.looking_up) / 1e6)
        for one in report.throughput
    ]
    return Chart(
        "Volume while the index grows",
        [Series("fingerprinting and looking up", points)],
        Axis("pages", low=0),
        Axis("megabytes per second", low=0),
    )
