"""Pages to classify: those of templates with enough pages, and not too many of any."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from unmold.bench.corpus import Corpus
from unmold.model import Page


@dataclass(frozen=True, slots=True)
class LabelledPages:
    """Pages with their templates."""

    corpus: str
    pages: list[Page]
    templates: list[str]

    @property
    def number_of_templates(self) -> int:
        return len(set(self.templates))


def select_pages(corpus: Corpus, least: int, most: int, seed: int) -> LabelledPages:
    """Pages of all templates that have at least `least`, at most `most` of each, at random."""
    chosen = choose_paths(list(corpus.gold.template.items()), least, most, seed)
    pages = [page for page in corpus.read_pages() if page.path in chosen]
    return LabelledPages(corpus.name, pages, [corpus.gold.template[page.path] for page in pages])


def choose_paths(
    labels: Sequence[tuple[str, str]], least: int, most: int, seed: int = 0
) -> set[str]:
    """Paths of a sample, from pairs of path and template.

    >>> labels = [("1", "a"), ("2", "a"), ("3", "a"), ("4", "b")]
    >>> len(choose_paths(labels, least=2, most=2)), "4" in choose_paths(labels, 2, 2)
    (2, False)
    """
    random = Random(seed)
    paths: dict[str, list[tuple[float, str]]] = {}
    for path, template in labels:
        if template:
            paths.setdefault(template, []).append((random.random(), path))
    return {
        path for drawn in paths.values() if len(drawn) >= least for _, path in sorted(drawn)[:most]
    }
