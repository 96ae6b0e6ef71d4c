"""What the paper printed, to compare with what is measured here.

Its 13,237 pages are of 50 sites, one template each, 73 KB on average; the machine was a Core 2 Duo
at 2.4 GHz. Its docs per second count a page once for each of the 50 templates.
"""

from __future__ import annotations

from dataclasses import dataclass

TEMPLATES = 50

RUNTIME_DOCS_PER_SECOND = {
    "FP": 594.90,
    "RTDM": 0.61,
    "LCTS": 6.74,
    "TV": 261.57,
    "CP": 46.46,
    "CPS": 37.37,
    "CTSS": 419.68,
    "MD5": 611.18,
    "MDH5": 8643.51,
}
"""Table 4: ten training pages for each template."""


@dataclass(frozen=True, slots=True)
class Validated:
    """A row of table 5."""

    precision: float
    recall: float
    f1: float
    accuracy: float
    docs_per_second: float


CROSS_VALIDATION = {
    "FP": Validated(1.0, 0.9877, 0.9930, 1.0, 488.18),
    "TV": Validated(0.1868, 0.9996, 0.1913, 0.4593, 14.94),
    "CP": Validated(0.7809, 0.9979, 0.7836, 0.8369, 2.78),
    "CPS": Validated(0.7147, 0.9986, 0.7147, 0.8242, 1.95),
    "CTSS": Validated(1.0, 0.9912, 0.9950, 1.0, 141.00),
    "MD5": Validated(0.5760, 0.2250, 0.2786, 0.9987, 454.03),
    "MDH5": Validated(1.0, 0.9729, 0.9831, 1.0, 6438.51),
}
"""Table 5: ten-fold cross validation."""


@dataclass(frozen=True, slots=True)
class Clustered:
    """A row of table 6."""

    clusters: int
    rand_index: float
    adjusted_rand_index: float
    purity: float
    docs_per_second: float


CLUSTERING = {
    "FP": Clustered(274, 0.9866, 0.8218, 1.0, 487.30),
    "MDH5": Clustered(410, 0.9844, 0.7862, 1.0, 4263.12),
}
"""Table 6."""

LARGE_PAGES = 3_657_105
LARGE_CLUSTERS = 2_604_653
LARGE_BIGGEST = 16_411
LARGE_DOCS_PER_SECOND = 1_197.32
"""Table 7: a crawl of the pages that the Open Directory listed."""

SPLIT = 17
"""Figure 2: where both sides of a fingerprint tell equally much."""
