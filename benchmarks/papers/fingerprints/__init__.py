"""The tables and figures of the paper on template fingerprints, measured on other pages.

Classification (tables 4 and 5) is measured corpus by corpus, because what a template is differs;
clustering (tables 6 and 7, figure 4), the entropies of splits (figure 2) and throughput (figures 5
and 6) also over all pages together.

Paper: Hachenberg and Gottron, "Locality sensitive hashing for scalable structural classification
and clustering of web documents", CIKM 2013.
"""

from benchmarks.papers.fingerprints.fingerprint_report import (
    FingerprintReport,
    FingerprintSettings,
    measure_fingerprints,
)
from benchmarks.papers.fingerprints.fingerprint_tables import make_charts, make_tables
from benchmarks.papers.fingerprints.published_items import ITEMS
from benchmarks.papers.report import Paper

PAPER = Paper(
    name="fingerprints",
    title="Template fingerprints: classification, clustering, throughput.",
    citation="Hachenberg and Gottron, Locality sensitive hashing for scalable structural "
    "classification and clustering of web documents, 2013.",
    document="fingerprints.md",
    settings=FingerprintSettings,
    report=FingerprintReport,
    measure=measure_fingerprints,
    published=ITEMS,
    make_tables=make_tables,
    make_charts=make_charts,
)
