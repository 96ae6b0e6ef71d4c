"""Brings the three levels of gold labels and the sites into one consistent coding.

How the levels are read is explained in `pairs`.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

import numpy as np

from unmold.errors import UsageError
from unmold.evaluation.contingency import Codes
from unmold.evaluation.labels import (
    Columns,
    Labeling,
    encode_clusters,
    encode_labels,
    is_blank,
)


@dataclass(frozen=True)
class CodedGold:
    """The labelled pages as codes, and the names of a page's site, cluster and template."""

    labeling: Labeling
    site: Codes
    site_names: list[str]
    cluster_names: list[Hashable]
    template_names: list[Hashable]
    unlabelled: int
    named: Labeling
    """The same pages before codes were made unique per site: they index the lists of names."""

    def name_template(self, page: int) -> str:
        return str(self.template_names[int(self.named.template[page])])

    def name_cluster(self, page: int) -> str:
        return str(self.cluster_names[int(self.named.clusters[page])])

    def name_site(self, page: int) -> str:
        return self.site_names[int(self.site[page])]


def code_columns(columns: Columns, across_sites: bool) -> CodedGold:
    """Code the pages that have a template.

    Unless `across_sites`, equal names on two sites are two things: neither a cluster nor a template
    reaches from one site into another.
    """
    template, template_names = encode_labels(columns.template)
    clusters, cluster_names = encode_clusters(columns.clusters)
    site, site_names = _code_sites(columns.sites, len(template))
    labelled = template >= 0
    named = Labeling(
        clusters=clusters,
        missing=columns.missing,
        template=template,
        coarse=_code_level(columns.coarse, columns.template, template),
        fine=_code_level(columns.fine, columns.template, template),
    ).select(labelled)
    coded = CodedGold(
        labeling=named if across_sites else _divide_by_site(named, site[labelled]),
        site=site[labelled],
        site_names=site_names,
        cluster_names=cluster_names,
        template_names=template_names,
        unlabelled=int(np.count_nonzero(~labelled)),
        named=named,
    )
    _check_nesting(coded)
    return coded


def _code_level(level: list[Any] | None, template: list[Any], template_codes: Codes) -> Codes:
    """Codes of the coarse or the fine labels; where there is none, the template's name."""
    if level is None:
        return template_codes
    pairs = zip(level, template, strict=True)
    return encode_labels([name if is_blank(label) else label for label, name in pairs])[0]


def _code_sites(sites: list[Any] | None, pages: int) -> tuple[Codes, list[str]]:
    if sites is None:
        return np.zeros(pages, dtype=np.int64), [""]
    names = ["" if is_blank(site) else str(site) for site in sites]
    numbers = {name: number for number, name in enumerate(sorted(set(names)))}
    return np.fromiter((numbers[name] for name in names), np.int64, pages), list(numbers)


def _divide_by_site(labeling: Labeling, site: Codes) -> Labeling:
    def divide(codes: Codes) -> Codes:
        width = int(codes.max(initial=0)) + 1
        return np.where(codes < 0, codes, site * width + codes)

    return Labeling(
        clusters=divide(labeling.clusters),
        missing=labeling.missing,
        template=divide(labeling.template),
        coarse=divide(labeling.coarse),
        fine=divide(labeling.fine),
    )


def _check_nesting(coded: CodedGold) -> None:
    """Refuse a gold that says of one pair both that it must and that it must not be joined."""
    levels = coded.labeling
    page = _find_straddler(levels.template, levels.coarse)
    if page is not None:
        raise _contradiction(f"template {coded.name_template(page)!r} has several coarse labels")
    page = _find_straddler(levels.fine, levels.template)
    if page is not None:
        template = coded.name_template(page)
        raise _contradiction(
            f"a fine label of template {template!r} is also one of another template"
        )


def _contradiction(what: str) -> UsageError:
    return UsageError(
        f"the gold contradicts itself: {what}",
        hint="fine labels divide templates, coarse labels join them",
    )


def _find_straddler(inner: Codes, outer: Codes) -> int | None:
    """A page whose inner label is also that of a page under another outer label."""
    if len(inner) == 0:
        return None
    _, first, group = np.unique(inner, return_index=True, return_inverse=True)
    straddlers = np.flatnonzero(outer[first][group.reshape(-1)] != outer)
    return int(straddlers[0]) if len(straddlers) else None
