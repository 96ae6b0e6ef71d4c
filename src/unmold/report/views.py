"""What the parts of a report show: plain values, ready to be written.

Whoever renders a part (the report, the web app) fills one of these and hands it to the part of the
same name in `parts/`. Texts are those of pages, and are escaped when they are written; only
`Markup` is HTML, and only unmold's own pictures are that.
"""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup


@dataclass(frozen=True, slots=True)
class NumberView:
    """One of the large numbers at the top."""

    label: str
    value: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class PictureView:
    """A picture for wide windows and one for narrow ones."""

    wide: Markup
    narrow: Markup


@dataclass(frozen=True, slots=True)
class ValueShare:
    """A value of a column, and the share of values that are the same."""

    text: str
    share: float


@dataclass(frozen=True, slots=True)
class DistributionView:
    """How the values of a column spread: a picture of numbers, or the commonest values."""

    picture: Markup | None = None
    low: str = ""
    high: str = ""
    values: tuple[ValueShare, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class ColumnView:
    """One column of a table."""

    name: str
    type: str
    fill: float
    fill_bar: Markup
    distribution: DistributionView
    examples: tuple[str, ...]
    doubts: tuple[str, ...]
    is_list: bool = False


@dataclass(frozen=True, slots=True)
class CellView:
    """One cell of a sample."""

    text: str
    link: str = ""
    """An address of the web; empty where there is none that can be followed safely."""

    is_number: bool = False


@dataclass(frozen=True, slots=True)
class SampleView:
    """Some rows of a table."""

    head: tuple[str, ...]
    rows: tuple[tuple[CellView, ...], ...]
    more_rows: int = 0
    more_columns: int = 0


@dataclass(frozen=True, slots=True)
class TableView:
    """A table of records: of the pages, or of a repeated part."""

    name: str
    part: str
    """Empty for the table of the pages."""

    rows: int
    profiled: int
    columns: tuple[ColumnView, ...]
    sample: SampleView
    more_columns: int = 0

    @property
    def has_doubts(self) -> bool:
        return any(column.doubts for column in self.columns)


@dataclass(frozen=True, slots=True)
class FurtherColumn:
    """A column of the second tier."""

    name: str
    type: str
    fill: float
    example: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class FurtherView:
    """What the second tier holds beyond the first."""

    table: str
    """What SQL calls it."""

    columns: tuple[FurtherColumn, ...]
    more: int = 0


@dataclass(frozen=True, slots=True)
class PageView:
    """An example page."""

    text: str
    link: str = ""


@dataclass(frozen=True, slots=True)
class ThumbnailView:
    """A small picture of a page, with the places of values outlined."""

    image: str
    """A `data:` address of a picture."""

    width: int
    height: int
    outlines: Markup
    page: PageView
    unseen: tuple[str, ...] = ()
    """Columns whose values have no place that could be shown."""


@dataclass(frozen=True, slots=True)
class AlikeView:
    """A template that resembles another."""

    name: str
    link: str
    likeness: float


@dataclass(frozen=True, slots=True)
class TemplateView:
    """One template."""

    anchor: str
    name: str
    id: str
    site: str
    pages: int
    not_fitting: int
    fit: float | None
    """How much of the template its pages have, on average; None where nobody measured."""

    fit_class: str
    examples: tuple[PageView, ...]
    tables: tuple[TableView, ...]
    """The table of its pages first."""

    further: FurtherView
    alike: tuple[AlikeView, ...] = ()
    pattern: Markup | None = None
    pattern_note: str = ""
    """Why there is no pattern."""

    elsewhere: tuple[str, ...] = ()
    thumbnail: ThumbnailView | None = None
    thumbnail_note: str = ""

    @property
    def columns(self) -> int:
        """Columns of the first tier, all tables together."""
        return sum(len(table.columns) + table.more_columns for table in self.tables)

    @property
    def doubts(self) -> int:
        """Columns that somebody should look at."""
        return sum(1 for table in self.tables for column in table.columns if column.doubts)


@dataclass(frozen=True, slots=True)
class TemplateLine:
    """A template in the list of all."""

    name: str
    link: str
    """Empty where the report has no section about it."""

    site: str
    pages: int
    not_fitting: int
    fit: float | None
    fit_class: str
    columns: int | None = None
    """None, as the next two, where nobody counted."""

    tables: int | None = None
    doubts: int | None = None


@dataclass(frozen=True, slots=True)
class SiteLine:
    """A site in the list of all."""

    site: str
    pages: int
    templates: int
    without: int
    """Pages without a template."""


@dataclass(frozen=True, slots=True)
class ProblemView:
    """All problems of one kind."""

    code: str
    meaning: str
    remedy: str
    count: int
    examples: tuple[tuple[str, str], ...]
    """Where, and why."""


@dataclass(frozen=True, slots=True)
class LeftOverView:
    """Pages without a template, and why they have none."""

    pages: int
    reason: str


@dataclass(frozen=True, slots=True)
class PairView:
    """Two templates that are much alike."""

    first: AlikeView
    second: AlikeView
    likeness: float


@dataclass(frozen=True, slots=True)
class MapView:
    """Which templates are alike."""

    picture: PictureView
    pairs: tuple[PairView, ...]
    shown: int
    templates: int


@dataclass(frozen=True, slots=True)
class SchemaChangeView:
    """A column or table that came, went or changed."""

    template: str
    place: str
    change: str
    detail: str


@dataclass(frozen=True, slots=True)
class CountChangeView:
    """A template that is new, gone, or has another number of pages."""

    template: str
    before: int | None
    now: int | None

    @property
    def change(self) -> str:
        if self.before is None:
            return "new"
        if self.now is None:
            return "gone"
        return f"{self.now - self.before:+,}"


@dataclass(frozen=True, slots=True)
class ChangesView:
    """What is other than in the previous generation."""

    generation: int
    previous: int | None
    pages: tuple[NumberView, ...]
    templates: tuple[CountChangeView, ...]
    schema: tuple[SchemaChangeView, ...]
    more_templates: int = 0
    more_schema: int = 0


@dataclass(frozen=True, slots=True)
class ReportView:
    """The whole report."""

    title: str
    made: str
    version: str
    generation: int
    numbers: tuple[NumberView, ...]
    sites: tuple[SiteLine, ...]
    lines: tuple[TemplateLine, ...]
    treemap: PictureView | None
    alike: MapView | None
    problems: tuple[ProblemView, ...]
    left_over: tuple[LeftOverView, ...]
    changes: ChangesView
    templates: tuple[TemplateView, ...]
    legend: Markup
