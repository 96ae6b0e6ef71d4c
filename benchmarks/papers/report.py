"""The one writer for all papers: a report becomes JSON, tables and pictures, and is read back."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Generic, Self, TypeVar

import msgspec

from benchmarks.papers.charts import Chart, draw_chart
from benchmarks.papers.published import PublishedItem
from unmold.bench.corpus import Corpus
from unmold.bench.measuring import Measured
from unmold.bench.text_tables import Table
from unmold.errors import UsageError

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "benchmarks" / "results" / "papers"
PICTURES = ROOT / "docs" / "pictures"

Started = Callable[[str], object]
"""Called with the name of each step before it runs."""


def run_silently(step: str) -> None:
    """The default for `Started`: tells nobody."""


@dataclass(frozen=True, slots=True)
class Report(Measured):
    """Base class of all reports: plain data that survives JSON, and where it comes from."""

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_dict(cls, content: dict[str, Any]) -> Self:
        """The inverse of `to_dict`, also after JSON has turned tuples into lists."""
        return msgspec.convert(content, cls)


AnyReport = TypeVar("AnyReport", bound=Report)


@dataclass(frozen=True, slots=True)
class Paper(Generic[AnyReport]):
    """How to measure one paper again, and how to show what was found."""

    name: str
    title: str
    citation: str
    """Authors, title and year."""
    document: str
    """The page in `docs/concepts/` that shows the tables."""
    settings: type[Any]
    report: type[AnyReport]
    measure: Callable[[Sequence[Corpus], Any, Started], AnyReport]
    published: tuple[PublishedItem, ...]
    """Every table and figure of the paper, and what became of it."""
    make_tables: Callable[[AnyReport], list[Table]]
    make_charts: Callable[[AnyReport], dict[str, Chart]] = lambda report: {}
    """The pictures by file name."""
    corpora: tuple[str, ...] = ()
    """Names of the corpora that `make papers` measures on; empty for all."""

    def parse_settings(self, assignments: Mapping[str, str]) -> Any:
        """The settings with some of them replaced; values are JSON, such as `[16, 64]`."""
        known = [one.name for one in fields(self.settings)]
        for name in assignments:
            if name not in known:
                raise UsageError(
                    f"{self.name} has no setting {name!r}", hint=f"it has {', '.join(known)}"
                )
        try:
            values = {name: json.loads(text) for name, text in assignments.items()}
            return msgspec.convert(values, self.settings)
        except (json.JSONDecodeError, msgspec.ValidationError) as error:
            raise UsageError(f"a setting of {self.name} cannot be read: {error}") from error

    def read(self, folder: Path = RESULTS) -> AnyReport:
        """The report that was written to a folder."""
        path = folder / f"{self.name}.json"
        return self.report.from_dict(json.loads(path.read_text(encoding="utf-8")))

    def write(self, report: AnyReport, results: Path = RESULTS, pictures: Path = PICTURES) -> None:
        """Write the report as `NAME.json`, and its charts as SVG."""
        results.mkdir(parents=True, exist_ok=True)
        text = json.dumps(report.to_dict(), indent=1) + "\n"
        (results / f"{self.name}.json").write_text(text, encoding="utf-8")
        self.draw(report, pictures)

    def draw(self, report: AnyReport, pictures: Path = PICTURES) -> None:
        """Write the charts of a report as SVG."""
        pictures.mkdir(parents=True, exist_ok=True)
        for file_name, chart in self.make_charts(report).items():
            (pictures / file_name).write_text(draw_chart(chart), encoding="utf-8")

    def render_text(self, report: AnyReport) -> str:
        """The tables for a terminal."""
        return "\n\n".join([*(one.to_text() for one in self.make_tables(report)), report.origin])

    def render_markdown(self, report: AnyReport) -> str:
        """The tables for a document."""
        tables = [table.to_markdown() for table in self.make_tables(report)]
        return "\n\n".join([*tables, f"({report.origin})"])
