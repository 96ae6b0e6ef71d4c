"""What a report needs to know of all templates before it describes one: sizes, fits, likeness."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from unmold.report.detail import MAX_TEMPLATES
from unmold.report.likeness_map import find_alike
from unmold.report.pictures import Tile
from unmold.store import Workspace
from unmold.store.template_distances import MAX_COMPARED, TemplateDistances, read_distances
from unmold.templates.distances import measure_distances


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where templates and pages are told more, if not in the same document."""

    of_template: Callable[[str], str]
    """By its id."""

    of_page: Callable[[str], str]
    """By its key."""


NEAREST = 3
"""Templates that each is said to be like."""

ALIKE = 0.35
"""From which likeness on that is worth a word; a guess."""


@dataclass(frozen=True, slots=True)
class TemplateSize:
    """A template in numbers."""

    name: str
    id: str
    site: str
    pages: int
    records: int
    fit: float | None
    anchor: str
    """The id of its section; empty if it has none."""

    link: str
    """Where it is told more: in the report at its section, in the web app at its address."""

    @property
    def tile(self) -> Tile:
        return Tile(self.name, self.link, self.pages, self.fit)


class Overview:
    """All templates of a workspace.

    Links lead to the sections of one document, unless `addresses` says where else they lead.
    """

    def __init__(self, workspace: Workspace, addresses: Addresses | None = None) -> None:
        self._workspace = workspace
        self.addresses = addresses
        self.page_rows: list[dict[str, Any]] = workspace.pages.select(
            ["site", "template", "score"]
        ).to_pylist()
        self.sizes = self._measure()
        self.by_id = {size.id: size for size in self.sizes}

    @property
    def described(self) -> list[TemplateSize]:
        """Those with a section of their own."""
        return [size for size in self.sizes if size.anchor]

    def _measure(self) -> list[TemplateSize]:
        """Site by site, the largest templates first."""
        scores: dict[str, list[float]] = {}
        for row in self.page_rows:
            if row["template"] is not None and row["score"] is not None:
                scores.setdefault(row["template"], []).append(row["score"])
        clusters = [row for row in self._workspace.clusters.to_pylist() if row["template"]]
        clusters.sort(key=lambda row: (row["site"], -row["pages"], row["template"]))
        largest = sorted(clusters, key=lambda row: -row["pages"])[:MAX_TEMPLATES]
        shown = {row["template"] for row in largest}
        sizes = []
        for number, row in enumerate(clusters, 1):
            own = scores.get(row["template"], [])
            anchor = f"t{number}" if row["template"] in shown else ""
            sizes.append(
                TemplateSize(
                    row["template"],
                    row["template_id"] or "",
                    row["site"],
                    row["pages"],
                    row["records"],
                    float(np.mean(own)) if own else None,
                    anchor,
                    self._link(row["template_id"] or "", anchor),
                )
            )
        return sizes

    def _link(self, template_id: str, anchor: str) -> str:
        if self.addresses is not None:
            return self.addresses.of_template(template_id)
        return f"#{anchor}" if anchor else ""

    @cached_property
    def distances(self) -> TemplateDistances | None:
        """What the run kept; of a workspace without it, computed again."""
        kept = read_distances(self._workspace.generation)
        if kept is None:
            largest = sorted(self.sizes, key=lambda size: -size.pages)[:MAX_COMPARED]
            signatures = [self._workspace.templates[size.name].signature for size in largest]
            ids = tuple(size.id for size in largest)
            kept = TemplateDistances(ids, measure_distances(signatures))
        return kept if len(kept.ids) >= 2 else None

    @cached_property
    def _nearest(self) -> dict[str, list[tuple[str, float]]]:
        if self.distances is None:
            return {}
        ids, matrix = self.distances.ids, self.distances.matrix
        return {
            ids[at]: [(ids[other], 1 - float(matrix[at, other])) for other in row]
            for at, row in enumerate(find_alike(matrix, NEAREST))
        }

    def alike(self, size: TemplateSize) -> Iterator[tuple[TemplateSize, float]]:
        """The templates that are most like one, with how much they are."""
        for other, likeness in self._nearest.get(size.id, []):
            if likeness >= ALIKE and other in self.by_id:
                yield self.by_id[other], likeness
