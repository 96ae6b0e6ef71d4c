"""`wrap_workspace`: a workspace enters, a verified wrapper for each of its templates leaves.

Queries are made from some pages of a template and verified on all of them. Where a field then is
wrong too often, they are made once more, with pages on which it was wrong among those looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from unmold.export.marks import count_marks
from unmold.export.page_view import PageView, Words
from unmold.export.synthesis import synthesise
from unmold.export.verification import verify
from unmold.export.wrapper import FieldWrapper, TemplateWrapper
from unmold.model import Page, Problem
from unmold.records.extract import Extractor
from unmold.settings import Limits
from unmold.store import Workspace
from unmold.templates.model import Template
from unmold.templates.sample import find_leaves

SAMPLE_PAGES = 40
MORE_PAGES = 20
BATCH_PAGES = 32

Problems = Callable[[Problem], object]


def wrap_workspace(
    workspace: Workspace,
    language: str,
    *,
    template: str | None = None,
    limits: Limits | None = None,
    problems: Problems | None = None,
) -> Iterator[TemplateWrapper]:
    """The wrappers of all templates, or of one, in `xpath` or `css`."""
    for one in workspace.templates if template is None else [template]:
        views = _Views(workspace, one, limits or Limits(), problems or (lambda problem: None))
        wrapper = _wrap(workspace.templates[one], views, language)
        if wrapper is not None:
            yield wrapper


class _Views:
    """The pages of one template, read again whenever they are asked for."""

    def __init__(
        self, workspace: Workspace, template: str, limits: Limits, problems: Problems
    ) -> None:
        self.workspace, self.limits, self.problems = workspace, limits, problems
        self.template = workspace.templates[template]
        self.count = sum(1 for _ in self._pages(lambda problem: None))

    def __iter__(self) -> Iterator[PageView]:
        pages = self._pages(self.problems)
        # Each page is a problem once, however often it is asked for.
        self.problems = lambda problem: None
        while batch := list(islice(pages, BATCH_PAGES)):
            yield from _view_pages(self.template, batch, self.limits)

    def _pages(self, problems: Problems) -> Iterator[Page]:
        return self.workspace.read_pages(self.template.id, limits=self.limits, problems=problems)

    def at(self, positions: set[int]) -> list[PageView]:
        """The pages at some positions."""
        return [view for number, view in enumerate(self) if number in positions]


def _view_pages(template: Template, pages: Sequence[Page], limits: Limits) -> Iterator[PageView]:
    extractor = Extractor(template)
    words = Words.of(template)
    for page, leaves in zip(pages, find_leaves(pages, limits), strict=True):
        yield PageView(page, extractor.extract(page, leaves), leaves, words)


def _wrap(template: Template, views: _Views, language: str) -> TemplateWrapper | None:
    if not views.count:
        return None
    sample = {position * views.count // SAMPLE_PAGES for position in range(SAMPLE_PAGES)}
    seen = views.at(sample)
    marks = count_marks(seen)
    wrapper = synthesise(template, seen, language)
    wrapper.marks = marks
    del seen
    wrong = verify(wrapper, views)
    wrapper.pages = views.count
    flagged = {name for name, column in wrapper.columns() if column.is_flagged}
    missed = sorted({page for name in flagged for page in wrong[name]} - sample)
    if missed:
        more = sample | set(missed[:: len(missed) // MORE_PAGES + 1])
        second = synthesise(template, views.at(more), language)
        verify(second, views)
        second.pages, second.marks = views.count, marks
        return _better(wrapper, second)
    return wrapper


def _better(first: TemplateWrapper, second: TemplateWrapper) -> TemplateWrapper:
    """The second wrapper, with those fields of the first that were right more often."""
    before = {one.field.name: one for one in first.fields}
    second.fields = [_best(before[one.field.name], one) for one in second.fields]
    tables = {table.name: table for table in first.tables}
    second.tables = [
        max(tables[table.name], table, key=lambda one: _right(list(one.columns())))
        for table in second.tables
    ]
    return second


def _best(first: FieldWrapper, second: FieldWrapper) -> FieldWrapper:
    return second if second.share.value > first.share.value else first


def _right(columns: Sequence[FieldWrapper]) -> int:
    return sum(column.share.right for column in columns)
