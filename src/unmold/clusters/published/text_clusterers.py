"""The methods `text-mdl`, `text-hash` and `text-max` of Kim and Shim (TKDE 2011).

As retold by Divya, Loshma and Hegde (IJCTT 2012). All three merge clusters while that shortens the
description of the pages: TEXT-MDL by exact costs over all pairs, TEXT-HASH by costs that are
estimated from signatures, TEXT-MAX over pairs of the largest estimated Jaccard similarity alone.
The last step is the same: which paths are in each cluster's template is decided from real supports.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from unmold.clusters.base import Clusterer, Labels, number_by_first_page
from unmold.clusters.published.text_costs import (
    MAX_SIGNATURE_LENGTH,
    SIGNATURE_LENGTH,
    Description,
    Encoding,
    Signatures,
    SupportCosts,
    describe_clusters,
    find_template_paths,
)
from unmold.clusters.published.text_merging import merge_all_pairs, merge_nearest
from unmold.clusters.published.text_paths import (
    Counts,
    EssentialPaths,
    Items,
    PathSettings,
    Variant,
    find_essential_paths,
    find_items,
    require_between,
)
from unmold.features import Features


class TextClusterer(Clusterer):
    """What the methods of the family share."""

    reads: ClassVar[tuple[str, ...]] = ("element_paths", "content_paths")

    variant: Variant
    threshold: float | None
    chrome_weight: float | None
    encoding: Encoding

    template_paths_: list[NDArray[np.uint64]]
    """For each cluster the hashes of the paths that most of its pages have, ascending."""
    description_: Description
    """The length of the pages' description by these clusters, in bits."""

    def fit(self, features: Features) -> Self:
        essential = self._find_paths(features)
        self.labels_ = self._find_labels(features, essential)
        self.template_paths_ = find_template_paths(essential, self.labels_)
        self.description_ = describe_clusters(
            essential.matrix, self.labels_, self.encoding, weights=essential.weights
        )
        return self

    def label(self, features: Features) -> Labels:
        """The clusters alone, without templates and the length of the description."""
        return self._find_labels(features, self._find_paths(features))

    def _find_paths(self, features: Features) -> EssentialPaths:
        settings = PathSettings.of(self.variant, self.threshold, self.chrome_weight)
        return find_essential_paths(features, settings)

    def _find_labels(self, features: Features, essential: EssentialPaths) -> Labels:
        items = find_items(essential)
        merged = self._merge(items, essential, features) if len(items) else np.empty(0, np.int64)
        return number_by_first_page(self._label_outliers(items.labels(merged)))

    @abstractmethod
    def _merge(self, items: Items, essential: EssentialPaths, features: Features) -> Counts:
        """For each item the number of its cluster."""

    def _label_outliers(self, labels: Counts) -> Counts:
        """Pages without essential paths are in no cluster."""
        return labels


class TextMdlClusterer(TextClusterer):
    """Merges the pair that saves most, by exact costs of all pairs."""

    is_quadratic: ClassVar = True

    def __init__(
        self,
        variant: Variant = "frequent",
        threshold: float | None = None,
        chrome_weight: float | None = None,
        encoding: Encoding = "ids",
    ) -> None:
        self.variant = variant
        self.threshold = threshold
        self.chrome_weight = chrome_weight
        self.encoding = encoding

    def _merge(self, items: Items, essential: EssentialPaths, features: Features) -> Counts:
        return merge_all_pairs(SupportCosts(items))


class TextHashClusterer(TextClusterer):
    """Merges the pair that saves most, by costs of all pairs estimated from signatures."""

    is_quadratic: ClassVar = True

    def __init__(
        self,
        variant: Variant = "frequent",
        threshold: float | None = None,
        chrome_weight: float | None = None,
        signature_length: int = SIGNATURE_LENGTH,
        encoding: Encoding = "ids",
        seed: int = 0,
    ) -> None:
        self.variant = variant
        self.threshold = threshold
        self.chrome_weight = chrome_weight
        self.signature_length = signature_length
        self.encoding = encoding
        self.seed = seed

    def _merge(self, items: Items, essential: EssentialPaths, features: Features) -> Counts:
        return merge_all_pairs(self._sign(items, essential))

    def _sign(self, items: Items, essential: EssentialPaths) -> Signatures:
        require_between("signature_length", self.signature_length, 1, MAX_SIGNATURE_LENGTH)
        return Signatures.of(items, essential.paths, self.signature_length, self.seed)


class TextMaxClusterer(TextHashClusterer):
    """Merges clusters with their nearest by Jaccard while the estimated costs fall."""

    is_quadratic: ClassVar = False

    def _merge(self, items: Items, essential: EssentialPaths, features: Features) -> Counts:
        return merge_nearest(self._sign(items, essential))
