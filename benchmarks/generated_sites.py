"""Builds the invented shops on which floors are checked everywhere.

    python -m benchmarks.generated_sites FOLDER
    unmold bench quality --corpus FOLDER --floors benchmarks/floors/generated.json

The same bytes come out everywhere, so that floors can be tight.
"""

import sys
from pathlib import Path

from unmold.demo import build_site

SHOPS = {"shop-1": (1, 60), "shop-2": (2, 120), "shop-3": (3, 200)}
"""For each corpus, its seed and how many pages it has."""


def build_corpora(folder: Path) -> None:
    for name, (seed, pages) in SHOPS.items():
        build_site(folder / name, seed=seed, pages=pages)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("usage: python -m benchmarks.generated_sites FOLDER")
    build_corpora(Path(sys.argv[1]))
