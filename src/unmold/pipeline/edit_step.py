"""The step after learning: makes of what was learned what edits say.

Learned templates, and which page has which, are kept beside what edits make of them: so that an
edit that is undone leaves no trace, and that the next run learns from what pages say, not from what
somebody made of it. A template that edits made is learned anew only when they, or the learned
templates that it is made of, have changed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace

import msgspec
import pyarrow as pa

from unmold.disk import share_file, write_bytes
from unmold.edits.model import MADE, AnyEdit, Column, Split
from unmold.errors import Failure
from unmold.model import Problem, ProblemCode
from unmold.pipeline.edit_routes import Made, Router, Routes
from unmold.pipeline.induce_step import keep_columns_of, learn_pages
from unmold.pipeline.job import Job, note_failures, read_work_column
from unmold.pipeline.previous_run import learned_members, names_of_splits
from unmold.pipeline.template_names import TemplateNames
from unmold.records.classify import TemplateClassifier
from unmold.store.feature_files import read_features
from unmold.store.journal import Step, StepDetails, StepSettings
from unmold.store.rows import PageRow
from unmold.store.stored_pages import read_page_rows
from unmold.store.table_files import write_column
from unmold.store.verified import load_template
from unmold.templates import Field, Selector, Template
from unmold.templates.naming import UniqueNames
from unmold.templates.signature import COLUMNS
from unmold.templates.template_file import template_bytes

PINNED = "pinned"
"""The table of pages that a person gave to their templates."""


def settings(job: Job) -> StepSettings:
    edits = structural_edits(job.edits.active)
    if not edits:
        return {}
    return {"edits": hashlib.sha256(msgspec.json.encode(edits)).hexdigest()}


def structural_edits(edits: tuple[AnyEdit, ...]) -> list[AnyEdit]:
    """Those that change pages and columns."""
    return [edit for edit in edits if edit.is_structural]


def apply_edits(job: Job) -> StepDetails:
    """Make the templates that edits want, and give each page to its own."""
    learned = _restore(job)
    edits = structural_edits(job.edits.active)
    if not edits:
        return {}
    job.progress.begin("editing", len(edits), "edits")
    work = _Work(job, learned)
    routes = Router(work.rows, learned, work.ids).route(edits, work.choose)
    write_column(job.generation.work("learned-members"), "template", learned, pa.string())
    job.generation.set_aside("").parent.mkdir(exist_ok=True)
    routes.pin(learned)
    made = work.make_templates(routes)
    write_column(job.generation.work(PINNED), "key", sorted(routes.pinned), pa.string())
    write_column(job.generation.work("members"), "template", routes.templates, pa.string())
    note_failures(job, "edit", work.failures)
    job.progress.advance(len(edits))
    job.progress.end()
    return {
        "applied": routes.applied,
        "waiting": {str(number): reason for number, reason in routes.waiting.items()},
        "parts": {name: one.parts for name, one in routes.made.items() if one.edits},
        "digests": made,
        "names": names_of_splits(job)
        | {name: one.id for name, one in routes.made.items() if one.of is not None},
    }


def _restore(job: Job) -> list[str | None]:
    """Put everything back as it was learned, after a run that was killed in this step."""
    generation = job.generation
    if generation.work("learned-members").exists():
        learned = learned_members(generation)
        for path in generation.templates.glob("*.json"):
            if path.stem not in learned:
                path.unlink()
        for path in generation.set_aside("").parent.glob("*.json"):
            share_file(path, generation.template(path.stem))
        write_column(generation.work("members"), "template", learned, pa.string())
        generation.work("learned-members").unlink()
    for path in (*generation.set_aside("").parent.glob("*.json"), generation.work(PINNED)):
        path.unlink(missing_ok=True)
    found: list[str | None] = read_work_column(generation, "members", "template")
    return found


@dataclass
class _Work:
    """The templates of a run, and what the previous one made of them."""

    job: Job
    learned: list[str | None]

    def __post_init__(self) -> None:
        self.rows: list[PageRow] = self.job.rows()
        names = dict.fromkeys(name for name in self.learned if name is not None)
        self.templates = {name: Template.load(self.job.generation.template(name)) for name in names}
        self.ids = {name: template.id for name, template in self.templates.items()}
        self.failures: list[Problem] = []
        base = self.job.base
        before = self.job.writer.journal.steps(base.number) if base else {}
        self.before: StepDetails = before["edit"].details if "edit" in before else {}
        self.split_names = {identity: name for name, identity in names_of_splits(self.job).items()}
        self._members = self._members_before()

    def _members_before(self) -> dict[str, str | None]:
        """By key the template that a page had, or that it has by a crawl that was accepted."""
        if self.job.accepted is not None:
            return dict(self.job.accepted.assigned)
        if self.job.base is None:
            return {}
        members = read_work_column(self.job.base, "members", "template")
        before = {
            (row.key, row.url): template
            for row, template in zip(read_page_rows(self.job.base), members, strict=True)
        }
        # A page that changed stays where it was; another page in its place does not.
        return {row.key: before.get((row.key, row.url)) for row in self.rows}

    def choose(self, edit: Split, origin: str, rest: list[int]) -> list[int]:
        """Which further pages go with those that were split off: that did before, or look so."""
        name = self.split_names.get(edit.new_template)
        base = self.job.base
        if name is None or base is None or not base.template(name).exists():
            return []
        known = [n for n in rest if self._has(n)]
        chosen = [n for n in known if self._members[self.rows[n].key] == name]
        new = [n for n in rest if n not in {*known}]
        if new and base.template(origin).exists():
            both = [load_template(base.template(one)) for one in (origin, name)]
            features = read_features(
                self.job.generation.features, [self.rows[n] for n in new], COLUMNS
            )
            assert features is not None, "every run keeps what signatures are made of"
            verdicts = TemplateClassifier(both).classify(features)
            chosen += [n for n, one in zip(new, verdicts, strict=True) if one.template == name]
        return chosen

    def _has(self, number: int) -> bool:
        return self._members.get(self.rows[number].key) is not None

    def make_templates(self, routes: Routes) -> dict[str, str]:
        """Write the templates that differ from what was learned; by name what each depends on."""
        changed = {name for name, one in routes.made.items() if one.edits}
        changed |= {name for name, _ in routes.columns}
        for name in (*changed, *(name for name in self.templates if name not in routes.made)):
            if name in self.templates:
                share_file(self.job.generation.template(name), self.job.generation.set_aside(name))
        digests = {}
        for name in sorted(changed, key=lambda name: (routes.made[name].of is not None, name)):
            made = routes.made[name]
            own = [row for row, one in zip(self.rows, routes.templates, strict=True) if one == name]
            digest = self._digest(made)
            template = self._template(name, made, own, digest) if made.edits else None
            template = template or self.templates.get(name)
            if template is None:
                # Too few pages for a template of their own.
                self._rename(routes, name, None)
                continue
            columns = [edit for target, edit in routes.columns if target == name]
            if template.name != name:
                self._rename(routes, name, template.name)
            final = add_columns(template, columns)
            write_bytes(self.job.generation.template(final.name), template_bytes(final))
            digests[final.name] = digest
        self._remove_others(routes)
        return digests

    def _rename(self, routes: Routes, old: str, new: str | None) -> None:
        made = routes.made.pop(old)
        if new is not None:
            routes.made[new] = made
        routes.templates[:] = [new if one == old else one for one in routes.templates]

    def _remove_others(self, routes: Routes) -> None:
        kept = {name for name in routes.templates if name is not None}
        for path in self.job.generation.templates.glob("*.json"):
            if path.stem not in kept:
                path.unlink()

    def _digest(self, made: Made) -> str:
        """What a template that edits made depends on."""
        found = hashlib.sha256()
        for part in made.parts:
            found.update(self.job.generation.set_aside(part).read_bytes())
        own = {*made.edits}
        edits = [edit for edit in self.job.edits.active if edit.id in own]
        found.update(msgspec.json.encode([made.id, edits]))
        return found.hexdigest()

    def _template(self, name: str, made: Made, own: list[PageRow], digest: str) -> Template | None:
        """The template of merged or parted pages: the previous one, or learned anew."""
        base = self.job.base
        shown = self.split_names.get(made.id, name)
        previous = None
        if base is not None and base.template(shown).exists():
            previous = without_columns(load_template(base.template(shown)))
            if self.before.get("digests", {}).get(shown) == digest:
                return previous
        known = own
        if made.of is None:
            previous = previous or self.templates[name]
            # What its own pages say tells which columns these are: others have been added to them.
            keys = {
                row.key for row, one in zip(self.rows, self.learned, strict=True) if one == name
            }
            known = [row for row in own if row.key in keys] or own
        if len(own) < self.job.settings.min_pages:
            return previous
        learned = learn_pages(self.job, own)
        if not isinstance(learned, Template):
            reason = learned.reason if isinstance(learned, Failure) else "no page can be read"
            where = own[0].key
            self.failures.append(
                Problem(ProblemCode.FAILED, where, f"what edits made was not learned: {reason}")
            )
            return previous
        if previous is not None:
            return keep_columns_of(self.job, learned, previous, known)
        return learned.named(self._new_name(learned, made.id), made.id)

    def _new_name(self, learned: Template, identity: str) -> str:
        """A name for a template of its own that no other has, or had."""
        steps = self.job.writer.journal.steps(self.job.generation.number)
        given = {**steps["induce"].details.get("names", {}), **names_of_splits(self.job)}
        given |= {path.stem: "" for path in self.job.generation.templates.glob("*.json")}
        names = TemplateNames(given, (row.site for row in self.rows))
        return names.take(learned.name, learned.site, identity)


def add_columns(template: Template, edits: list[Column]) -> Template:
    """A template with the columns that edits add to both of its tiers."""
    first = template.first
    if first is not None:
        first = replace(first, fields=_with_columns(first, edits, tier=1))
    return replace(template, fields=_with_columns(template, edits, tier=2), first=first)


def _with_columns(template: Template, edits: list[Column], tier: int) -> tuple[Field, ...]:
    names = UniqueNames()
    taken = [one.name for one in template.fields] + [one.name for one in template.tables]
    for name in taken:
        names.take(name)
    added = tuple(_make_field(edit, names.take(edit.to), tier) for edit in edits)
    return (*template.fields, *added)


def _make_field(edit: Column, name: str, tier: int) -> Field:
    reading, found = edit.reading, edit.first if tier == 1 else edit.selectors
    return Field(
        id=f"{MADE}{edit.id}",
        name=name,
        type=reading.type,
        selectors=tuple(Selector(family, int(key, 16), take) for family, key, take in found),
        fill=edit.fill,
        examples=edit.examples,
        prefix=edit.prefix,
        number_format=reading.number_format,
        date_order=reading.date_order,
        is_whole=reading.is_whole,
        currency=reading.currency,
        source=edit.source,
    )


def without_columns(template: Template) -> Template:
    """A template without the columns that edits added."""

    def learned(fields: tuple[Field, ...]) -> tuple[Field, ...]:
        return tuple(one for one in fields if not one.id.startswith(MADE))

    first = template.first and replace(template.first, fields=learned(template.first.fields))
    return replace(template, fields=learned(template.fields), first=first)


def applied_edits(steps: Mapping[str, Step]) -> tuple[list[int], dict[str, str]]:
    """Which edits a run applied, and why others wait."""
    details: StepDetails = steps["edit"].details if "edit" in steps else {}
    return details.get("applied", []), details.get("waiting", {})
