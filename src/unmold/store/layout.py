"""The layout of a workspace: the paths of its parts.

    current -> generations/0002         the published generation; replaced by one atomic rename
    tables, templates, records, search  links into `current`, so that one rename switches them all
    generations/0001, 0002, ...         each written once, beside the published one; its
                                        `checksums.json` is written last
    pages/, crawl/                      archives of a crawl and its links; never deleted
    memory/                             archives of pages that were given from memory
    edits.json                          a person's corrections; never deleted
    journal.sqlite                      steps finished, with settings and versions
    checksums.json                      of the journal, while nobody writes to it
    .lock                               held by whoever writes
    .edits.lock                         held by whoever writes edits

`generations` makes and publishes generations, `workspace` reads them.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

TABLES = ("pages", "links", "clusters", "fields", "problems", "tables", "changes")
"""The tables of every generation."""

TEXTS = 0
"""In place of a tier: the texts from which columns of the first tier were read."""

ALL = ".all"
"""What the names of files of the second tier have behind the template's name."""

GENERATIONS = "generations"

LINKED = ("tables", "templates", "records", "search")
"""What of the published generation shows at the root."""


@dataclass(frozen=True, slots=True)
class Generation:
    """The directory of one generation."""

    root: Path
    number: int

    @property
    def path(self) -> Path:
        return self.root / GENERATIONS / f"{self.number:04}"

    @property
    def templates(self) -> Path:
        return self.path / "templates"

    @property
    def records(self) -> Path:
        return self.path / "records"

    @property
    def search(self) -> Path:
        return self.path / "search"

    @property
    def features(self) -> Path:
        return self.path / "work" / "features"

    @property
    def summary(self) -> Path:
        return self.path / "summary.json"

    def table(self, name: str) -> Path:
        return self.path / "tables" / f"{name}.parquet"

    def work(self, name: str) -> Path:
        """What later steps, and the next run, need of a step."""
        return self.path / "work" / f"{name}.parquet"

    def template(self, template: str) -> Path:
        return self.templates / f"{template}.json"

    def set_aside(self, template: str) -> Path:
        """Where a template is kept as it was learned, if edits made another of it."""
        return self.path / "work" / "learned" / f"{template}.json"

    def learned_template(self, template: str) -> Path:
        """A template as it was learned."""
        aside = self.set_aside(template)
        return aside if aside.exists() else self.template(template)

    @property
    def learned_members(self) -> Path:
        """The template of each page as it was learned; edits may have given it to another."""
        aside = self.work("learned-members")
        return aside if aside.exists() else self.work("members")

    def record_table(self, template: str, number: str = "", tier: int = 1) -> Path:
        """The records of a template, or one of its repeated parts, by its number (`1`, `1-2`).

        The tables of the second tier have `.all` in their names. The tier `TEXTS` holds, row by
        row, the texts from which columns of the first tier were read, as numbers and dates. Parts
        are named after what is on pages, so their names are no names for files.
        """
        end = f"{number and '-'}{number}"
        if tier == TEXTS:
            return self.work(f"texts-{template}{end}")
        name = template if tier == 1 else f"{template}{ALL}"
        return self.records / f"{name}{end}.parquet"

    def folders(self) -> list[Path]:
        return [self.path / name for name in LINKED] + [self.features]


@dataclass(frozen=True, slots=True)
class Layout:
    """The directory of a workspace."""

    root: Path

    @property
    def journal(self) -> Path:
        return self.root / "journal.sqlite"

    @property
    def lock(self) -> Path:
        return self.root / ".lock"

    @property
    def current(self) -> Path:
        return self.root / "current"

    @property
    def generations(self) -> Path:
        return self.root / GENERATIONS

    @property
    def crawled_links(self) -> Path:
        return self.root / "crawl" / "links.parquet"

    @property
    def edits(self) -> Path:
        return self.root / "edits.json"

    @property
    def memory(self) -> Path:
        return self.root / "memory"

    def memory_archive(self, number: int) -> Path:
        """Where a generation keeps pages that came from memory, to read them again."""
        return self.memory / f"{number:04}.warc.gz"

    def generation(self, number: int) -> Generation:
        return Generation(self.root, number)

    def numbers(self) -> list[int]:
        """The generations that are there, published or not."""
        if not self.generations.is_dir():
            return []
        return sorted(int(path.name) for path in self.generations.iterdir() if path.name.isdigit())

    def published(self) -> Generation | None:
        """The generation that readers see, resolved once; None where there is none yet."""
        try:
            name = self.current.readlink().name
        except (OSError, ValueError):
            return None
        return self.generation(int(name)) if name.isdigit() else None
