"""The tables and figures of the paper on template fingerprints, measured on other pages.

Corpora enter, a `FingerprintReport` leaves. Classification (tables 4 and 5) is measured corpus by
corpus, because what a template is differs; clustering (tables 6 and 7, figure 4), the entropies of
splits (figure 2) and throughput (figures 5 and 6) also over all pages together. `show` makes
tables beside the published ones, `figures` draws.

Paper: Hachenberg and Gottron, "Locality sensitive hashing for scalable structural classification
and clustering of web documents", CIKM 2013.
"""

from unmold.bench.fingerprints.report import (
    FingerprintReport,
    FingerprintSettings,
    measure_fingerprints,
)

__all__ = ["FingerprintReport", "FingerprintSettings", "measure_fingerprints"]
