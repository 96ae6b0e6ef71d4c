"""What is served: the published generation as the edits show it, taken up anew when it changes.

A `Snapshot` never changes: a request that began with one ends with it. `Live` hands out the newest,
looks after the workspace in the background, and makes ready what is expensive once for each
generation: the database, the ids of pages, the classifiers.
"""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from unmold.checksums import read_checksums
from unmold.errors import MachineError, UnmoldError
from unmold.model import Page, Problem
from unmold.overlay import OverlayMaker, prepare_overlay
from unmold.records import Record
from unmold.records.classify import TemplateClassifier
from unmold.records.extract import PageExtractor
from unmold.serve.problems import hide_paths, not_found
from unmold.serve.queries import Queries, quote
from unmold.serve.settings import ServeSettings
from unmold.serve.shown_paths import ShownPaths
from unmold.settings import Limits
from unmold.store import Layout, StoredTable, Workspace
from unmold.store.page_lookup import PageLookup
from unmold.store.rows import PublishedPage
from unmold.store.stored_pages import read_pages_again

logger = logging.getLogger("unmold.serve")


@dataclass(frozen=True, slots=True)
class TemplateEntry:
    """A template as lists have it: nothing of its own file is read for that."""

    id: str
    name: str
    """What it is shown as."""
    learned: str
    """What unmold called it."""
    site: str
    pages: int
    records: int


class Snapshot:
    """One generation with the edits of one moment."""

    def __init__(self, workspace: Workspace, settings: ServeSettings) -> None:
        self.workspace = workspace
        self.settings = settings
        self.queries = Queries(workspace, settings.query_seconds)
        self.pages = PageLookup(workspace.generation)
        self._extractors: dict[tuple[str, int], PageExtractor] = {}
        self._overlay_makers: dict[str, OverlayMaker] = {}

    @property
    def generation(self) -> int:
        return self.workspace.generation.number

    @cached_property
    def templates(self) -> dict[str, TemplateEntry]:
        """The templates by id, site by site, the largest first."""
        learned = self._learned_names()
        rows = [row for row in self.workspace.clusters.to_pylist() if row["template_id"]]
        rows.sort(key=lambda row: (row["site"], -row["pages"], row["template"]))
        return {
            row["template_id"]: TemplateEntry(
                row["template_id"],
                row["template"],
                learned.get(row["template"], row["template"]),
                row["site"],
                row["pages"],
                row["records"],
            )
            for row in rows
        }

    def _learned_names(self) -> dict[str, str]:
        views = self.workspace.views
        return {shown: learned for learned, shown in views.names.items()} if views else {}

    @cached_property
    def templates_by_name(self) -> dict[str, TemplateEntry]:
        """The templates by the names that they are shown by."""
        return {entry.name: entry for entry in self.templates.values()}

    def template(self, template: str) -> TemplateEntry:
        """The template with an id."""
        if template not in self.templates:
            raise not_found("there is no such template", "GET /api/v1/templates lists all")
        return self.templates[template]

    def shown_name(self, learned: str | None) -> str | None:
        """What a template is shown as."""
        views = self.workspace.views
        return views.names.get(learned, learned) if views and learned else learned

    @cached_property
    def paths(self) -> ShownPaths:
        """How the paths of pages are shown."""
        relation = self.queries.relation(self.table("pages"))
        path = quote("path")
        query = f"SELECT min({path}), max({path}) FROM {relation} WHERE starts_with({path}, '/')"
        sites = self.queries.fetch(f"SELECT DISTINCT site FROM {relation}")
        first, last = self.queries.fetch(query)[0]
        return ShownPaths.between(first, last, [site for (site,) in sites])

    def table(self, name: str) -> StoredTable:
        """A table of the workspace by its name."""
        return self.workspace.stored_tables[name]

    def find_page(self, page: str) -> PublishedPage:
        """What is known of a page; its template as it is shown."""
        found = self.pages.find_published(page)
        if found is None:
            raise not_found("there is no such page", "GET /api/v1/pages lists all")
        found.template = self.shown_name(found.template)
        return found

    def read_page(self, page: str) -> Page | Problem:
        """A page read where it lies, or why it cannot be had."""
        row = self.pages.find_read(page)
        if row is None:
            raise not_found("there is no such page", "GET /api/v1/pages lists all")
        limits = Limits()
        return next(iter(read_pages_again([row], limits=limits)))

    @cached_property
    def classifier(self) -> TemplateClassifier:
        """What finds the templates of new pages, by the names that unmold gave them."""
        return TemplateClassifier(list(self.workspace.learned_templates.values()))

    def extractor(self, template: str, tier: int) -> PageExtractor:
        """What makes the records of a template's pages; made once."""
        if (template, tier) not in self._extractors:
            made = self.workspace.prepare_extractor(template, tier=tier)
            self._extractors[template, tier] = made
        return self._extractors[template, tier]

    def record(self, page: str, tier: int = 1) -> Record | Problem | None:
        """The record of a page, extracted where it lies; None of a page without a template.

        A page that is not what it was is a problem.
        """
        template = self.find_page(page).template
        if template is None:
            return None
        read = self.read_page(page)
        return read if isinstance(read, Problem) else self.extract(read, template, tier)

    def extract(self, page: Page, template: str, tier: int) -> Record:
        """What a page says by a template."""
        return self.extractor(template, tier).extract_pages([page], Limits(), jobs=1)[0]

    def overlay_maker(self, template: str) -> OverlayMaker:
        """What lays the records of a template over its pages; made once."""
        if template not in self._overlay_makers:
            self._overlay_makers[template] = prepare_overlay(self.workspace, template)
        return self._overlay_makers[template]

    def prepare(self) -> None:
        """Make ready what the first requests need."""
        self.queries.prepare()
        _ = self.templates, self.paths
        self.pages.prepare()
        if self.templates:
            _ = self.classifier
            self.workspace.count_hits("*")

    def secret_paths(self) -> list[str]:
        """What no answer may name."""
        path = self.workspace.path
        found = {str(path), str(path.absolute()), str(path.resolve()), self.paths.root}
        return [one for one in {*found, *self.paths.sites} if len(one) > 1]

    def hide_paths(self, text: str) -> str:
        """A message without the places of files."""
        return hide_paths(text, self.secret_paths())

    def close(self) -> None:
        self.queries.close()


Stamp = tuple[Any, ...]


class Live:
    """The newest snapshot of a workspace."""

    def __init__(self, settings: ServeSettings) -> None:
        self.settings = settings
        self._layout = Layout(settings.workspace)
        self._lock = threading.RLock()
        self._stop = threading.Event()
        self._threads: list[threading.Thread] = []
        self.damage: dict[str, str] = {}
        """By name of each damaged file what is wrong with it."""
        self._stamp = self._look()
        self._snapshot = Snapshot(Workspace(settings.workspace), settings)

    @property
    def snapshot(self) -> Snapshot:
        """What a request is answered from."""
        return self._snapshot

    @property
    def workspace(self) -> Workspace:
        return self._snapshot.workspace

    @property
    def name(self) -> str:
        """What the workspace is called."""
        return self.settings.workspace.resolve().name

    def page(self, page: str) -> Page | Problem:
        """A page by its id, read where it lies, or why it cannot be had."""
        return self._snapshot.read_page(page)

    def record(self, page: str, tier: int = 1) -> Record | Problem | None:
        """The record of a page by its id, extracted where it lies."""
        return self._snapshot.record(page, tier)

    def secret_paths(self) -> list[str]:
        """What no answer may name."""
        try:
            return self._snapshot.secret_paths()
        except (UnmoldError, OSError):
            return [str(self.settings.workspace.resolve())]

    def start(self) -> None:
        """Look after the workspace until `stop`."""
        for work in (self._watch, self._check_files):
            thread = threading.Thread(target=work, name=f"unmold{work.__name__}", daemon=True)
            thread.start()
            self._threads.append(thread)

    def stop(self) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()
        self._snapshot.close()

    def refresh(self) -> bool:
        """Take up a new generation or new edits, if there are any."""
        with self._lock:
            stamp = self._look()
            if stamp == self._stamp:
                return False
            fresh = Snapshot(Workspace(self.settings.workspace), self.settings)
            fresh.prepare()
            # Requests that began with the one before hold it until they are answered.
            self._snapshot, self._stamp = fresh, stamp
            return True

    def _look(self) -> Stamp:
        """What changes with a new generation or a new edit."""
        published = self._layout.published()
        number = published.number if published else None
        try:
            found = self._layout.edits.stat()
        except OSError:
            return (number,)
        return number, found.st_ino, found.st_size, found.st_mtime_ns

    def _watch(self) -> None:
        self._prepare()
        while not self._stop.wait(self.settings.poll_seconds):
            try:
                self.refresh()
            except Exception as error:
                # What is served stays what it was, and what is written next may be fine.
                logger.warning("the new state of the workspace cannot be read: %s", error)

    def _prepare(self) -> None:
        try:
            self._snapshot.prepare()
        except Exception as error:
            # Whoever asks for what is not ready gets the same error.
            logger.warning("%s", error)

    def _check_files(self) -> None:
        """Check the files of each generation that is served, once."""
        checked: Path | None = None
        while True:
            generation = self.workspace.generation.path
            if generation != checked:
                self.check_files()
                checked = generation
            if self._stop.wait(self.settings.poll_seconds):
                return

    def check_files(self) -> None:
        """Read every file of the generation that is served, and note those that are damaged."""
        found: dict[str, str] = {}
        try:
            checksums = read_checksums(self.workspace.generation.path)
        except MachineError as error:
            logger.warning("%s", error)
            return
        for name in checksums.files:
            if self._stop.is_set():
                return
            if reason := checksums.find_damage(name):
                found[name] = reason
                logger.error("%s is damaged: %s", name, reason)
        self.damage = found
