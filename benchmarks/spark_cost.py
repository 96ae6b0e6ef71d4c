"""What very many pages would cost on Spark, by what the benchmark `spark` measured.

A model, not a measurement: costs a page times pages. What changes it most is the share of pages
that templates are learned from, which is small only where templates have many pages.
"""

import json

from benchmarks.results import RESULTS, Result
from benchmarks.spark import SAMPLE, SMALLER

PAGES = 3_000_000_000
"""About as many as a crawl of Common Crawl has."""

SCENARIOS = (
    ("sites with 1,000 pages a template", 1000, SAMPLE),
    ("sites with fewer than 50 pages a template", SAMPLE, SAMPLE),
    (f"the same, samples of {SMALLER} pages", SAMPLE, SMALLER),
)
"""What is crawled, pages a template, and pages that each is learned from."""


def main() -> None:
    """Compute the table from the kept result."""
    rows = {row[0]: row for row in json.loads((RESULTS / "spark.json").read_bytes())["rows"]}
    # Learning is measured a sampled page, where both engines do the same.
    learning = {size: rows[f"inducing, a page of samples of {size}"] for size in (SAMPLE, SMALLER)}
    table = []
    for name, pages, sample in SCENARIOS:
        share = min(1.0, sample / pages)
        hours = {
            stage: PAGES * float(rows[stage][2]) / 3_600_000
            for stage in ("reading", "clustering", "extracting")
        }
        hours["inducing"] = PAGES * share * float(learning[sample][1]) / 3_600_000
        shuffled = sum(float(rows[stage][5].replace(",", "") or 0) for stage in hours)
        total = sum(hours.values())
        table.append(
            [
                name,
                f"{share:.0%}",
                *(f"{hours[stage]:,.0f}" for stage in hours),
                f"{total:,.0f}",
                f"{PAGES * shuffled / 1e12:.1f}",
            ]
        )
    Result(
        "spark_cost",
        "What three billion pages would cost on Spark",
        "By the costs a page of the table above, on pages like those: hours of one core, and "
        "terabytes shuffled. Indexing, tables and the driver's work are not in it.",
        [
            "crawl",
            "learned from",
            *("read", "cluster", "extract", "induce"),
            "core hours",
            "shuffled, TB",
        ],
        table,
    ).publish()


if __name__ == "__main__":
    main()
