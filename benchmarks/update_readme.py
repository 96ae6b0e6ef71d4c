"""Puts the kept results into README.md and docs/reference/, between marks.

Reads `results/*.json` and two of `results/bench/`. README.md gets what matters most; speed.md gets
the tables of all benchmarks, peers.md those that compare other packages. A test compares.
"""

import json
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.headlines import cluster_table, gold_table, value_table
from benchmarks.results import RESULTS, Result, load_results
from benchmarks.update_docs import replace_between
from unmold.bench.extraction import ExtractionReport
from unmold.bench.measuring import Measured
from unmold.bench.quality import QualityReport

CHECKOUT = Path(__file__).parent.parent
README = CHECKOUT / "README.md"
SPEED = CHECKOUT / "docs" / "reference" / "speed.md"
PEERS = CHECKOUT / "docs" / "reference" / "peers.md"
GOOD = "<!-- quality: written by make bench -->"
FAST = "<!-- benchmarks: written by make bench -->"
BESIDE = "<!-- peers: written by make bench -->"

DEVELOPMENT = (
    "All sites here are development sites: the rules were made and tried on them, so that these "
    "figures say what was reached, not what a new site will give."
)
"""What a reader must know of every figure of quality: the corpora are all that there is."""

ORDER = ("whole_job", "serve", "parse", "features", "measures")
"""What comes first in the README; the rest follows by name."""

INSIDERS = ("fingerprints", "neighbours")
"""What only those ask who chose a method by name: speed.md tells them."""


def render_readme() -> str:
    """README.md with its two blocks made anew."""
    own, beside = split_results(load_results())
    text = replace_between(README.read_text(encoding="utf-8"), GOOD, render_quality())
    text = replace_between(text, BESIDE, render_headlines(beside))
    return replace_between(text, FAST, render_headlines(own))


def split_results(results: list[Result]) -> tuple[list[Result], list[Result]]:
    """Those of unmold, and those that compare other packages."""
    beside = [result for result in results if result.benchmark == "peers"]
    return [result for result in results if result not in beside], beside


def render_speed() -> str:
    """The document with all tables of unmold's own speed, made anew."""
    return _render_tables(SPEED, FAST, split_results(load_results())[0])


def render_peers() -> str:
    """The document with all tables that compare other packages, made anew."""
    return _render_tables(PEERS, BESIDE, split_results(load_results())[1])


def _render_tables(document: Path, mark: str, results: list[Result]) -> str:
    tables = "\n\n".join(result.to_markdown() for result in results)
    return replace_between(document.read_text(encoding="utf-8"), mark, tables)


def render_quality() -> str:
    quality = msgspec.convert(_load("quality"), QualityReport)
    extraction = msgspec.convert(_load("extraction"), ExtractionReport)
    shown = [
        (gold_table(extraction), extraction),
        (cluster_table(quality), quality),
        (value_table(extraction), extraction),
    ]
    parts = (part for table, report in shown for part in (table.to_markdown(), _origin(report)))
    return "\n\n".join([DEVELOPMENT, *parts])


def _origin(measured: Measured) -> str:
    return f"({measured.origin})"


def _load(name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((RESULTS / "bench" / f"{name}.json").read_text("utf-8"))
    return content


def render_headlines(results: list[Result]) -> str:
    """One point for each benchmark that has something to say, with what it was measured of."""
    first = [result for name in ORDER for result in results if result.name == name]
    rest = [result for result in results if result.name not in ORDER]
    told = [one for one in (*first, *rest) if one.headline and one.name not in INSIDERS]
    machines = ", ".join(dict.fromkeys(result.machine for result in told))
    points = (f"- {result.headline} *({result.date}, {result.code})*" for result in told)
    return "\n".join([*points, "", f"({machines})"])


def main() -> None:
    README.write_text(render_readme(), encoding="utf-8")
    SPEED.write_text(render_speed(), encoding="utf-8")
    PEERS.write_text(render_peers(), encoding="utf-8")


if __name__ == "__main__":
    main()
