"""Makes a verified wrapper for each template of a workspace.

Queries are made from some pages of a template and verified on all of them. Where a field then is
wrong too often, or has no query yet, they are made once more and with more patience, with pages on
which it was wrong among those looked at.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from unmold.errors import Failure, attempt
from unmold.export.page_view import PageView, Words
from unmold.export.synthesis import synthesise
from unmold.export.template_tests import count_marks
from unmold.export.wrapper import FieldWrapper, TemplateWrapper
from unmold.model import Page, Problem, ProblemCode
from unmold.records.extract import Extractor
from unmold.settings import Limits
from unmold.store import Workspace
from unmold.templates.model import Template
from unmold.templates.sample import find_leaves

# Verification. Pages are read as users of parsel read them. A page counts for a field where unmold
# or the wrapper finds a value; both must then find the same. Of a table's column all rows must be
# right.


Values = dict[str, list[tuple[tuple[int, ...], Any]]]
"""By column: the rows it is in, outer ones first, and its value there."""


def verify(wrapper: TemplateWrapper, views: Iterable[PageView]) -> dict[str, list[int]]:
    """Fill in the shares; by column, on which pages it is wrong."""
    columns = dict(wrapper.columns())
    wrong: dict[str, list[int]] = defaultdict(list)
    for number, view in enumerate(views):
        theirs = columns_of(wrapper.read(view.selector))
        ours = columns_of(view.record.values)
        for name, column in columns.items():
            if name in theirs or name in ours:
                is_right = theirs.get(name) == ours.get(name)
                column.share.add(is_right)
                if not is_right:
                    wrong[name].append(number)
    return wrong


def columns_of(values: dict[str, Any]) -> Values:
    """The values of a record by column."""
    found: Values = defaultdict(list)
    waiting: list[tuple[str, tuple[int, ...], Any]] = [("", (), values)]
    while waiting:
        name, place, value = waiting.pop()
        if isinstance(value, dict):
            start = f"{name}." if name else ""
            waiting += [(start + key, place, inner) for key, inner in value.items()]
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            waiting += [(name, (*place, row), inner) for row, inner in enumerate(value)]
        else:
            found[name].append((place, value))
    return {name: sorted(rows, key=lambda row: row[0]) for name, rows in found.items()}


# Guesses: fields that are wrong beyond the first sample get a second one.
SAMPLE_PAGES = 28
MORE_PAGES = 20
"""Pages added to the sample where a wrapper missed values. A guess."""

BATCH_PAGES = 32
"""Pages held at once."""
KEPT_BYTES = 16 * 2**20
"""Pages of a template that are small together are kept parsed; others are read again."""

Problems = Callable[[Problem], object]


def wrap_workspace(
    workspace: Workspace,
    language: str,
    *,
    template: str | None = None,
    limits: Limits | None = None,
    problems: Problems | None = None,
) -> Iterator[TemplateWrapper]:
    """The wrappers of all templates, or of one, in `xpath` or `css`.

    A template on which that fails is a problem, and left out.
    """
    report = problems or (lambda problem: None)
    for one in workspace.templates if template is None else [template]:
        wrapper = attempt(_wrap_template, workspace, one, language, limits or Limits(), report)
        if isinstance(wrapper, Failure):
            report(Problem(ProblemCode.FAILED, one, wrapper.reason))
        elif wrapper is not None:
            yield wrapper


def _wrap_template(
    workspace: Workspace, template: str, language: str, limits: Limits, problems: Problems
) -> TemplateWrapper | None:
    views = _Views(workspace, template, limits, problems)
    return make_wrapper(workspace.templates[template], views, language)


class _Views:
    """The pages of one template, read again whenever they are asked for unless they are small."""

    def __init__(
        self, workspace: Workspace, template: str, limits: Limits, problems: Problems
    ) -> None:
        self.workspace, self.limits, self.problems = workspace, limits, problems
        self.template = workspace.templates[template]
        sizes = [len(page.data) for page in self._pages(lambda problem: None)]
        self.count = len(sizes)
        self._is_small = sum(sizes) <= KEPT_BYTES
        self._kept: list[PageView] = []

    def __iter__(self) -> Iterator[PageView]:
        if self._kept:
            yield from self._kept
            return
        found: list[PageView] = []
        pages = self._pages(self.problems)
        # Each page is a problem once, however often it is asked for.
        self.problems = lambda problem: None
        while batch := list(islice(pages, BATCH_PAGES)):
            for view in view_pages(self.template, batch, self.limits):
                if self._is_small:
                    found.append(view)
                yield view
        self._kept = found

    def _pages(self, problems: Problems) -> Iterator[Page]:
        return self.workspace.read_pages(self.template.name, limits=self.limits, problems=problems)

    def at(self, positions: set[int]) -> list[PageView]:
        """The pages at some positions."""
        return [view for number, view in enumerate(self) if number in positions]


def view_pages(template: Template, pages: Sequence[Page], limits: Limits) -> Iterator[PageView]:
    """Pages of a template as users of parsel see them, with what unmold reads from them."""
    extractor = Extractor(template)
    words = Words.of(template)
    for page, leaves in zip(pages, find_leaves(pages, limits), strict=True):
        yield PageView(page, extractor.extract(page, leaves, limits), leaves, words)


def make_wrapper(template: Template, views: _Views, language: str) -> TemplateWrapper | None:
    """The verified wrapper of one template; None for a template without pages."""
    if not views.count:
        return None
    sample = {position * views.count // SAMPLE_PAGES for position in range(SAMPLE_PAGES)}
    is_sample = views.count > SAMPLE_PAGES
    seen = views.at(sample)
    marks = count_marks(seen)
    wrapper = synthesise(template, seen, language, is_quick=is_sample)
    wrapper.marks, wrapper.pages = marks, views.count
    del seen
    wrong = verify(wrapper, views)
    flagged = {name for name, column in wrapper.columns() if column.is_flagged}
    if flagged and is_sample:
        missed = sorted({page for name in flagged for page in wrong[name]} - sample)
        more = sample | set(missed[:: len(missed) // MORE_PAGES + 1])
        # A table whose rows are found otherwise has all its columns made again.
        only = {name.partition(".")[0] for name in flagged}
        second = synthesise(template, views.at(more), language, only)
        verify(second, views)
        _improve(wrapper, second)
    return wrapper


def _improve(first: TemplateWrapper, second: TemplateWrapper) -> None:
    """Take those fields and tables of the second wrapper that are right more often."""
    fields = {one.field.name: one for one in second.fields}
    first.fields = [_best(one, fields.get(one.field.name, one)) for one in first.fields]
    tables = {table.name: table for table in second.tables}
    first.tables = [
        max(tables.get(table.name, table), table, key=lambda one: _right(list(one.columns())))
        for table in first.tables
    ]


def _best(first: FieldWrapper, second: FieldWrapper) -> FieldWrapper:
    return second if second.share.value >= first.share.value else first


def _right(columns: Sequence[FieldWrapper]) -> int:
    return sum(column.share.right for column in columns)
