"""The paper's figures from a report, as SVG by file name."""

from __future__ import annotations

from unmold.bench.fingerprints import paper
from unmold.bench.fingerprints.report import FingerprintReport
from unmold.bench.pictures import Axis, Mark, Series, draw_plot


def draw_figures(report: FingerprintReport) -> dict[str, str]:
    """Figure 2, figure 4, and figures 5 and 6 in one."""
    return {
        "fingerprint-splits.svg": draw_splits(report),
        "fingerprint-cluster-sizes.svg": draw_sizes(report),
        "fingerprint-throughput.svg": draw_throughput(report),
    }


def draw_splits(report: FingerprintReport) -> str:
    """Figure 2: what the two sides of each split tell."""
    splits = report.splits
    positions = range(1, len(splits.prefix) + 1)
    ours = f"equal after {splits.break_even}"
    if splits.break_even == paper.SPLIT:
        marks = [Mark(paper.SPLIT, f"{ours}, as published")]
    else:
        marks = [Mark(splits.break_even, ours), Mark(paper.SPLIT, f"published: {paper.SPLIT}")]
    return draw_plot(
        "Where to split a fingerprint",
        [
            Series("entries before the split", list(zip(positions, splits.prefix, strict=True))),
            Series("entries after the split", list(zip(positions, splits.suffix, strict=True))),
        ],
        Axis(f"split after entry ({splits.fingerprints:,} distinct fingerprints)", low=0, high=25),
        Axis("entropy in bits", low=0),
        marks=marks,
    )


def draw_sizes(report: FingerprintReport) -> str:
    """Figure 4: how many clusters have which size."""
    points = [(float(size), float(count)) for size, count in report.sizes]
    clusters = sum(count for _, count in report.sizes)
    return draw_plot(
        "Sizes of fingerprint clusters",
        [Series("clusters", points, style="dots")],
        Axis(f"pages in a cluster ({clusters:,} clusters)", logarithmic=True),
        Axis("clusters of that size", logarithmic=True),
    )


def draw_throughput(report: FingerprintReport) -> str:
    """Figures 5 and 6: pages per second while the index grows."""

    def rates(step: str) -> list[tuple[float, float]]:
        return [
            (float(batch.known + batch.pages), batch.pages / getattr(batch, step))
            for batch in report.throughput
        ]

    return draw_plot(
        "Throughput while the index grows",
        [
            Series("fingerprinting", rates("fingerprinting")),
            Series("looking up", rates("looking_up")),
            Series("adding", rates("adding")),
        ],
        Axis("pages", low=0),
        Axis("pages per second", logarithmic=True),
    )
