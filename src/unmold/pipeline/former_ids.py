"""Ids of templates that edits mean, where a run starts over or finds a template again.

A run that builds on the previous one keeps ids by itself. One that starts over would hand them out
anew, and an edit would mean another template. So an id that an edit names is never another's: it
stays with the template that has its pages, by what readers see until now, or by the pages that the
edit kept as evidence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from unmold.edits.model import AnyEdit, Merge, TemplateRef, Undo
from unmold.errors import UnmoldError
from unmold.pipeline.job import Job
from unmold.pipeline.page_refs import PageFinder
from unmold.pipeline.previous_run import learned_members
from unmold.pipeline.template_names import known_again
from unmold.store import Generation
from unmold.store.rows import PageRow
from unmold.store.stored_pages import read_page_rows
from unmold.store.verified import load_template
from unmold.templates import Template
from unmold.templates.stability import keep_column_ids

ENOUGH = 2
"""Pages that must be there of those that an edit named: one alone may have become another. A
guess."""


class FormerIds:
    """Finds the ids of templates that edits are about."""

    def __init__(self, job: Job, pages: Sequence[PageRow]) -> None:
        self._edits = job.edits.edits
        self._refs = {ref.id: ref for edit in self._edits for ref in template_refs(edit)}
        self._taken: set[str] = set()
        self._templates: dict[str, Template] = {}
        self._ids: dict[str, str] = {}
        self._before: dict[str, str | None] = {}
        self._sizes: Counter[str] = Counter()
        starts_over = job.base is None and job.writer.former is not None
        if self._refs and job.writer.former is not None:
            self._read(job.writer.former, pages, starts_over)
        if job.base is not None:
            # A run that builds on another keeps the ids of its templates by itself.
            self._taken |= {*self._ids.values()}
        finder = PageFinder(pages)
        self._evidence = {
            identity: {key for page in ref.pages if (key := finder.find(page)) is not None}
            for identity, ref in self._refs.items()
        }

    def _read(self, former: Generation, pages: Sequence[PageRow], starts_over: bool) -> None:
        """What readers see until now; where that is damaged, the evidence of edits has to do."""
        try:
            names = learned_members(former)
            rows = read_page_rows(former)
            for name in {one for one in names if one is not None}:
                template = load_template(former.learned_template(name))
                self._ids[name], self._templates[template.id] = template.id, template
        except (UnmoldError, OSError):
            return
        if starts_over:
            known = {(row.site, row.url): row.key for row in pages}
            for row, member in zip(rows, names, strict=True):
                key = known.get((row.site, row.url))
                if key is not None:
                    self._before[key] = member
            self._sizes = Counter(filter(None, self._before.values()))

    def last_ids(self, last: Mapping[str, int]) -> dict[str, int]:
        """By slug the last number that was handed out, those that edits name included."""
        found = Counter(last)
        for identity in (*self._refs, *self._templates):
            slug, _, number = identity.rpartition("_")
            if number.isdecimal():
                found[slug] = max(found[slug], int(number))
        return dict(found)

    def find(self, own: Sequence[PageRow]) -> str | None:
        """The id that the template of some pages had."""
        keys = {row.key for row in own}
        name = known_again(sorted(keys), self._before, self._sizes)
        found = self._ids.get(name) if name is not None else None
        if found is None or found in self._taken:
            found = next((one for one in self._refs if self._has_evidence(one, keys)), None)
        if found is not None:
            self._taken.add(found)
        return found

    def _has_evidence(self, identity: str, keys: set[str]) -> bool:
        """Whether most of the pages that an edit named for a template are among these."""
        evidence, pages = self._evidence[identity], self._refs[identity].pages
        shared = len(evidence & keys)
        is_enough = shared >= min(ENOUGH, len(pages)) and 2 * shared > len(evidence)
        return identity not in self._taken and is_enough

    def keep_column_ids(self, template: Template) -> Template:
        """A template whose columns have the ids that they had."""
        previous = self._templates.get(template.id)
        return template if previous is None else keep_column_ids(template, previous)


def template_refs(edit: AnyEdit) -> Iterator[TemplateRef]:
    """The templates that an edit is about."""
    if isinstance(edit, Merge):
        yield from edit.templates
    elif isinstance(edit, Undo):
        return
    elif edit.template is not None:
        yield edit.template
