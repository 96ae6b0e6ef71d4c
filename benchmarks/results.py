"""What a benchmark found: printed for people, kept as JSON for the documents.

`update_readme` puts them into the documents.
"""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from unmold.bench.measuring import Measured

RESULTS = Path(__file__).parent / "results"


@dataclass(frozen=True)
class Result(Measured):
    """One table; `note` says in a sentence what was done and on what.

    `headline` is what somebody should know who reads nothing else of it.
    """

    name: str
    title: str
    note: str
    columns: list[str]
    rows: list[list[str]]
    headline: str = ""

    @property
    def benchmark(self) -> str:
        """The benchmark that it is of: one with several tables names them `BENCHMARK-TABLE`."""
        return self.name.partition("-")[0]

    @property
    def path(self) -> Path:
        return RESULTS / f"{self.name}.json"

    def publish(self) -> None:
        """Prints the table and keeps it."""
        print(self.to_text())
        self.path.parent.mkdir(exist_ok=True)
        text = json.dumps(asdict(self), indent=2, ensure_ascii=False) + "\n"
        self.path.write_text(text, encoding="utf-8")

    def to_text(self) -> str:
        """The table with aligned columns."""
        table = [self.columns, *self.rows]
        widths = [max(len(row[column]) for row in table) for column in range(len(self.columns))]
        lines = [
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in table
        ]
        return "\n".join([self.title, *lines])

    def to_markdown(self) -> str:
        """The table as a document shows it."""
        rule = ["---"] * len(self.columns)
        table = [f"| {' | '.join(row)} |" for row in [self.columns, rule, *self.rows]]
        return "\n".join([f"**{self.title}** {self.note}", "", *table, "", f"({self.origin})"])


def load_results() -> list[Result]:
    """All kept results, by name."""
    paths = sorted(RESULTS.glob("*.json"))
    return [Result(**json.loads(path.read_text(encoding="utf-8"))) for path in paths]
