"""The benchmarks by name: `unmold bench` lists them.

To add one: write its module in this folder, its command in `unmold.cli`, and a line here.
"""

from __future__ import annotations

BENCHMARKS: dict[str, str] = {
    "quality": "Score clustering methods on corpora with gold labels.",
    "extraction": "Score tables, values and list entries against gold.",
}
"""Every benchmark with its one line."""
