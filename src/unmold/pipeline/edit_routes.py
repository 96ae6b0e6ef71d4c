"""Which template each page has by the edits of a workspace: merges, splits and moves.

What was learned is where it begins; edits follow in their order. Pages that are merged must be
together in every run, pages that are split off never with the others, whatever was learned.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from unmold.edits.model import AnyEdit, Column, Merge, Move, PageRef, Split, TemplateRef
from unmold.edits.views import WaitingError
from unmold.pipeline.page_refs import PageFinder
from unmold.store.rows import PageRow


@dataclass
class Made:
    """A template that edits made of learned ones."""

    id: str
    parts: list[str]
    """The learned templates whose pages it has."""

    edits: list[int] = field(default_factory=list)
    """The edits that made it what it is."""

    of: str | None = None
    """What it was split off from; None for one that was learned."""

    pages: list[str] = field(default_factory=list)
    """The pages that were split off by name."""


@dataclass
class Routes:
    """The template of each page, and what became of templates."""

    rows: Sequence[PageRow]
    templates: list[str | None]
    made: dict[str, Made]
    """By name all templates; of one that is split off, the name is its id until it has one."""

    waiting: dict[int, str] = field(default_factory=dict)
    applied: list[int] = field(default_factory=list)
    pinned: set[str] = field(default_factory=set)
    """Pages that a person gave to their template, however well they fit."""

    columns: list[tuple[str, Column]] = field(default_factory=list)
    """Templates with the columns that they get."""

    def pin(self, learned: Sequence[str | None]) -> None:
        """Pin all pages whose template is another than the learned one."""
        for row, before, now in zip(self.rows, learned, self.templates, strict=True):
            if now is not None and now != before:
                self.pinned.add(row.key)


Chooser = Callable[[Split, str, list[int]], list[int]]
"""Which of some pages, given by their numbers, go with those that were split off a template."""


class Router:
    """Lets edits act on the templates of pages, one after the other."""

    def __init__(
        self, rows: Sequence[PageRow], learned: Sequence[str | None], ids: Mapping[str, str]
    ) -> None:
        made = {name: Made(identity, [name]) for name, identity in ids.items()}
        self.routes = Routes(rows, [*learned], made)
        self._numbers = {row.key: number for number, row in enumerate(rows)}
        self._finder = PageFinder(rows)

    def route(self, edits: Sequence[AnyEdit], choose: Chooser) -> Routes:
        """Apply the edits that change pages or columns."""
        for edit in edits:
            try:
                match edit:
                    case Merge():
                        self._merge(edit)
                    case Split():
                        self._split(edit, choose)
                    case Move():
                        self._move(edit)
                    case Column():
                        self.routes.columns.append((self._find(edit.template), edit))
                    case _:
                        continue
            except WaitingError as error:
                self.routes.waiting[edit.id] = str(error)
            else:
                self.routes.applied.append(edit.id)
        return self.routes

    def _find(self, ref: TemplateRef) -> str:
        for name, made in self.routes.made.items():
            if made.id == ref.id:
                return name
        raise WaitingError(f"there is no template {ref.name} ({ref.id})")

    def _find_page(self, page: PageRef) -> int | None:
        key = self._finder.find(page)
        return None if key is None else self._numbers[key]

    def _merge(self, edit: Merge) -> None:
        first = self._find(edit.templates[0])
        others = []
        for ref in edit.templates[1:]:
            try:
                others.append(self._find(ref))
            except WaitingError:
                if not self._has_all(first, ref):
                    raise
        target = self.routes.made[first]
        for other in dict.fromkeys(others):
            if other == first:
                continue
            gone = self.routes.made.pop(other)
            target.parts += [part for part in gone.parts if part not in target.parts]
            target.edits += [*gone.edits, edit.id]
            for number, template in enumerate(self.routes.templates):
                if template == other:
                    self.routes.templates[number] = first

    def _has_all(self, template: str, ref: TemplateRef) -> bool:
        """Whether the pages of a template that is gone are another's by now."""
        found = [number for page in ref.pages if (number := self._find_page(page)) is not None]
        return bool(found) and all(self.routes.templates[number] == template for number in found)

    def _split(self, edit: Split, choose: Chooser) -> None:
        origin = self._find(edit.template)
        templates = self.routes.templates
        found = [self._find_page(page) for page in edit.pages]
        own = [number for number in found if number is not None and templates[number] == origin]
        rest = [n for n, one in enumerate(templates) if one == origin and n not in {*own}]
        own += choose(edit, origin, rest)
        if not own:
            raise WaitingError(f"none of its pages is one of {edit.template.name}")
        name = edit.new_template
        keys = sorted(self.routes.rows[number].key for number in own)
        self.routes.made[name] = Made(
            name, [*self.routes.made[origin].parts], [edit.id], origin, keys
        )
        self.routes.made[origin].edits.append(edit.id)
        for number in own:
            templates[number] = name
        if len(own) == len(own + rest) or origin not in templates:
            del self.routes.made[origin]

    def _move(self, edit: Move) -> None:
        number = self._find_page(edit.page)
        if number is None:
            raise WaitingError(f"there is no page {edit.page.url}")
        target = None if edit.template is None else self._find(edit.template)
        before = self.routes.templates[number]
        self.routes.templates[number] = target
        if target is not None:
            self.routes.pinned.add(self.routes.rows[number].key)
        if before is not None and before not in self.routes.templates:
            del self.routes.made[before]
