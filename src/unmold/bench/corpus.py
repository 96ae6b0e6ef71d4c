"""Corpora with gold labels, and the features of their pages.

A corpus is a folder with `manifest.csv`, whose columns are `path`, `site`, `template` and where the
gold has them `template_coarse` and `template_fine`. Pages are read once, what leaks their label is
blanked, and all methods of a benchmark share the features.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter

import numpy as np

from unmold.bench.blanking import blank_body_class
from unmold.bench.sampling import sample_sites
from unmold.errors import UsageError
from unmold.evaluation import Gold, read_gold
from unmold.features import Features, compute_features, prepare_pages
from unmold.features.table import COMPARANDS
from unmold.model import Page
from unmold.pages import read_pages
from unmold.settings import Comparison, Limits

VARIABLE = "UNMOLD_CORPORA"
MANIFEST = "manifest.csv"
Watch = Callable[[Iterable[Page]], Iterable[Page]]
"""Hands pages on, and may show a person how far reading is."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """Pages with gold labels."""

    folder: Path
    gold: Gold

    @property
    def name(self) -> str:
        return self.folder.resolve().name

    def read_pages(self) -> Iterator[Page]:
        """The pages that can be judged, without what leaks their labels.

        A page counts if it has a template, and if its site has another such page: a site of one
        page has no pair that could be right or wrong.
        """
        wanted = self._judged()
        for page in read_pages(self.folder / MANIFEST):
            if page.path in wanted:
                site = self.site_of(page.path)
                yield replace(page, site=site, data=blank_body_class(page.data))

    def sample_paths(self, pages: int, seed: int) -> set[str]:
        """The paths of `pages` random pages of each site, of those that can be judged."""
        wanted = self._judged()
        paths = [path for path in self.gold.template if path in wanted]
        rows = sample_sites([self.site_of(path) for path in paths], pages, seed)
        return {paths[row] for row in rows.tolist()}

    def site_of(self, path: str) -> str:
        return (self.gold.site or {}).get(path, "")

    def _judged(self) -> set[str]:
        labelled = [path for path, template in self.gold.template.items() if template]
        pages = Counter(self.site_of(path) for path in labelled)
        return {path for path in labelled if pages[self.site_of(path)] > 1}


@dataclass(frozen=True, slots=True)
class CorpusFeatures:
    """The features of a corpus, and what reading and computing them took."""

    corpus: Corpus
    features: Features
    sampled: Features
    """The same of random pages of each site, with their trees if these were asked for."""
    page_bytes: int
    seconds: float

    @property
    def templates(self) -> list[str]:
        """The gold template of every row."""
        return [self.corpus.gold.template[path] for path in self.features.paths]


def find_corpora(folders: Sequence[str | Path] = ()) -> list[Corpus]:
    """The corpora in some folders, each of which is a corpus or holds several.

    Without folders, those of the folder that the variable UNMOLD_CORPORA names.
    """
    chosen = [Path(folder) for folder in folders] or [_default_folder()]
    found = [corpus for folder in chosen for corpus in _corpora_in(folder)]
    names = Counter(corpus.name for corpus in found)
    twice = [name for name, count in names.items() if count > 1]
    if twice:
        raise UsageError(f"two corpora are called {twice[0]!r}", hint="rename one of the folders")
    return found


def load_features(
    corpus: Corpus,
    columns: Collection[str],
    *,
    sample: int,
    seed: int = 0,
    watch: Watch | None = None,
) -> CorpusFeatures:
    """Read a corpus and compute its features.

    Links, texts and trees take the most memory: there are none unless `columns` name them, and
    trees (`comparands`) are kept of the sampled pages only.
    """
    pages = corpus.read_pages()
    keeper = _Keeper(corpus.sample_paths(sample, seed), keeps_pages=COMPARANDS in columns)
    start = perf_counter()
    features = compute_features(
        keeper.watch(watch(pages) if watch else pages), columns=set(columns) - {COMPARANDS}
    )
    seconds = perf_counter() - start
    return CorpusFeatures(corpus, features, keeper.select(features), keeper.page_bytes, seconds)


class _Keeper:
    """Counts the bytes of pages that pass by, and keeps the pages of the sample."""

    def __init__(self, paths: set[str], *, keeps_pages: bool) -> None:
        self.page_bytes = 0
        self._paths = paths
        self._keeps_pages = keeps_pages
        self._kept: list[Page] = []

    def watch(self, pages: Iterable[Page]) -> Iterator[Page]:
        for page in pages:
            self.page_bytes += len(page.data)
            if self._keeps_pages and page.path in self._paths:
                self._kept.append(page)
            yield page

    def select(self, features: Features) -> Features:
        """The features of the sample, with trees if pages were kept."""
        rows = [row for row, path in enumerate(features.paths) if path in self._paths]
        chosen = features.select(np.array(rows, np.int64))
        if not self._keeps_pages:
            return chosen
        return chosen.with_comparands(prepare_pages(self._kept, Comparison(), Limits()))


def _default_folder() -> Path:
    value = os.environ.get(VARIABLE, "")
    if not value:
        raise UsageError(
            "no corpus to measure on",
            hint=f"give --corpus DIR, or set {VARIABLE} to a folder of corpora",
        )
    return Path(value)


def _corpora_in(folder: Path) -> list[Corpus]:
    if (folder / MANIFEST).is_file():
        return [_open_corpus(folder)]
    if not folder.is_dir():
        raise UsageError(f"there is no folder {str(folder)!r}", hint="a corpus is a folder")
    inside = [child for child in sorted(folder.iterdir()) if (child / MANIFEST).is_file()]
    if not inside:
        raise UsageError(
            f"no corpus in {str(folder)!r}",
            hint=f"a corpus is a folder with a {MANIFEST} of the columns path, site and template",
        )
    return [_open_corpus(child) for child in inside]


def _open_corpus(folder: Path) -> Corpus:
    return Corpus(folder, read_gold(folder / MANIFEST))
