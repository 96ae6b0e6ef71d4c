"""The benchmarks by name: `unmold bench` lists them.

To add one: write its module in this folder, its command in `unmold.cli`, and a line here.
"""

from __future__ import annotations

BENCHMARKS: dict[str, str] = {
    "quality": "Score clustering methods on corpora with gold labels.",
    "fingerprints": "Measure the tables and figures of the paper on template fingerprints again.",
    "structure-style": "Sweep weight, thresholds and overlap of structure and style.",
    "text": "Measure the experiments of the papers on TEXT again.",
    "extraction": "Score extracted values and list entries against gold.",
    "pattern-trees": "Match unseen pages with pattern trees learned from a few.",
    "uxclust": "Measure the tables and figures of the UXClust paper again.",
}
"""Every benchmark with its one line."""
