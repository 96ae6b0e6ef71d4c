"""Turns labels of any type into arrays of codes that metrics can count.

Callers give lists, arrays, Arrow arrays, or mappings from page to label. They become `Columns`, one
row a gold page, which `gold` turns into a `Labeling`; `scores` counts with that.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from unmold.errors import UsageError
from unmold.evaluation.contingency import Codes

UNCLUSTERED = -1
"""The label, and the code, of a page that is in no cluster."""


class ArrowLike(Protocol):
    """An Arrow array, known by what it can do, so that PyArrow need not be imported."""

    def to_pylist(self) -> list[Any]: ...


Labels = Sequence[Any] | NDArray[Any] | ArrowLike | Mapping[Any, Any]

_NO_LABEL: frozenset[Hashable] = frozenset({None, ""})
_NO_CLUSTER: frozenset[Hashable] = frozenset({None, "", UNCLUSTERED, str(UNCLUSTERED)})


@dataclass(frozen=True)
class Columns:
    """Labels side by side, one row a page, before they are codes."""

    clusters: list[Any]
    missing: NDArray[np.bool_]
    template: list[Any]
    coarse: list[Any] | None
    fine: list[Any] | None
    sites: list[Any] | None
    not_in_gold: int


@dataclass(frozen=True)
class Labeling:
    """Codes of pages; fine labels lie inside templates, templates inside coarse labels."""

    clusters: Codes
    """-1 where a page is in no cluster."""
    missing: NDArray[np.bool_]
    """True where the clustering does not name the page at all; its cluster is then -1."""
    template: Codes
    coarse: Codes
    fine: Codes

    @property
    def clustered(self) -> NDArray[np.bool_]:
        return np.not_equal(self.clusters, UNCLUSTERED)

    def partition(self) -> Codes:
        """The clusters, with every page that is in none as a cluster of its own."""
        return separate_unclustered(self.clusters)

    def select(self, pages: NDArray[Any]) -> Labeling:
        """The same for some pages, given as a mask or as positions."""
        return Labeling(
            clusters=self.clusters[pages],
            missing=self.missing[pages],
            template=self.template[pages],
            coarse=self.coarse[pages],
            fine=self.fine[pages],
        )


def separate_unclustered(clusters: Codes) -> Codes:
    """Give every unclustered page a new code that no other page has."""
    separated = clusters.copy()
    alone = np.flatnonzero(clusters == UNCLUSTERED)
    first_free = int(clusters.max(initial=UNCLUSTERED)) + 1
    separated[alone] = first_free + np.arange(len(alone))
    return separated


def encode_clusters(labels: Labels) -> tuple[Codes, list[Hashable]]:
    """Codes of cluster labels, and the labels by code.

    The code is -1, unclustered, where the label is -1, "-1", "", None or NaN.
    """
    return _encode(to_list(labels), _NO_CLUSTER)


def encode_labels(labels: Labels) -> tuple[Codes, list[Hashable]]:
    """Codes of gold labels, and the labels by code; -1 where the label is "", None or NaN."""
    return _encode(to_list(labels), _NO_LABEL)


def align(
    clusters: Labels,
    gold: Labels,
    coarse: Labels | None,
    fine: Labels | None,
    sites: Labels | None,
) -> Columns:
    """Put the labels side by side: mappings by the pages of `gold`, everything else by position."""
    if isinstance(gold, Mapping):
        return _align_mappings(clusters, gold, coarse, fine, sites)
    template = to_list(gold)
    columns = {
        name: to_list(labels) if labels is not None else None
        for name, labels in (
            ("clusters", clusters),
            ("coarse", coarse),
            ("fine", fine),
            ("sites", sites),
        )
    }
    for name, column in columns.items():
        if column is not None and len(column) != len(template):
            raise UsageError(
                f"{name} has {len(column)} labels, gold has {len(template)}",
                hint="give one label per page, or mappings from page to label",
            )
    return Columns(
        clusters=columns["clusters"] or [],
        missing=np.zeros(len(template), dtype=np.bool_),
        template=template,
        coarse=columns["coarse"],
        fine=columns["fine"],
        sites=columns["sites"],
        not_in_gold=0,
    )


def is_blank(label: object) -> bool:
    """Whether a gold label says nothing."""
    return label is None or label == "" or (isinstance(label, float) and label != label)


def _align_mappings(
    clusters: Labels,
    gold: Mapping[Any, Any],
    coarse: Labels | None,
    fine: Labels | None,
    sites: Labels | None,
) -> Columns:
    by_page = _as_mapping("clusters", clusters)
    pages = list(gold)
    missing = np.fromiter((page not in by_page for page in pages), np.bool_, len(pages))
    if by_page and pages and missing.all():
        raise UsageError(
            "the clusters and the gold have no page in common",
            hint=f"clusters name pages like {next(iter(by_page))!r}, the gold like {pages[0]!r}",
        )
    return Columns(
        clusters=_look_up(by_page, pages),
        missing=missing,
        template=list(gold.values()),
        coarse=None if coarse is None else _look_up(_as_mapping("coarse", coarse), pages),
        fine=None if fine is None else _look_up(_as_mapping("fine", fine), pages),
        sites=None if sites is None else _look_up(_as_mapping("sites", sites), pages),
        not_in_gold=len(by_page) - int(np.count_nonzero(~missing)),
    )


def _as_mapping(name: str, labels: Labels) -> Mapping[Any, Any]:
    if isinstance(labels, Mapping):
        return labels
    raise UsageError(
        f"gold is a mapping from page to label, {name} is not",
        hint="give both as mappings, or both as sequences in the same order",
    )


def _look_up(labels: Mapping[Any, Any], pages: Iterable[Any]) -> list[Any]:
    return [labels.get(page) for page in pages]


def to_list(labels: Labels) -> list[Any]:
    if isinstance(labels, Mapping):
        raise UsageError(
            "some labels are a mapping from page to label, gold is not",
            hint="give both as mappings, or both as sequences in the same order",
        )
    if isinstance(labels, str | bytes):
        raise UsageError(
            f"expected labels, one per page, not the text {labels[:80]!r}",
            hint="evaluate_files reads labels from files",
        )
    if isinstance(labels, np.ndarray):
        return labels.reshape(-1).tolist()
    if isinstance(labels, Sequence):
        return list(labels)
    return _unpack(labels)


def _unpack(labels: Any) -> list[Any]:
    """The values of an Arrow array, or of anything else that can be iterated."""
    if hasattr(labels, "to_pylist"):
        return list(labels.to_pylist())
    return list(labels)


def _encode(labels: list[Any], blanks: frozenset[Hashable]) -> tuple[Codes, list[Hashable]]:
    numbers: dict[Hashable, int] = {}

    def number(label: Any) -> int:
        if label in blanks or label != label:
            return -1
        return numbers.setdefault(label, len(numbers))

    try:
        codes = np.fromiter(map(number, labels), np.int64, len(labels))
    except (TypeError, ValueError) as error:
        raise UsageError(f"labels must be strings or numbers: {error}") from error
    return codes, list(numbers)
