"""The interface that all clustering methods share.

`fit` takes a table of features and sets `labels_`: one number a page, -1 for a page in no cluster.
Estimators follow the habits of scikit-learn, without needing it: `__init__` only stores its
parameters, what was learned ends with an underscore, and `sklearn.base.clone` works. The registry
finds a method by its name; `cluster` runs one over the sites of a source.
"""

from __future__ import annotations

import hashlib
import inspect
from abc import ABC, abstractmethod
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from unmold.errors import UsageError
from unmold.evaluation.labels import UNCLUSTERED
from unmold.features import Features, Ragged

Labels = NDArray[np.int64]


class Clusterer(ABC):
    """A clustering method.

    Clusters are numbered from 0, by default in the order of their first pages. A method that can
    learn page by page has `partial_fit`, after which `labels_` are those of all pages seen so far;
    one that can judge pages it has not learned from has `predict`.
    """

    reads: ClassVar[tuple[str, ...]]
    """The columns of the feature table that the method reads."""

    reads_later: ClassVar[tuple[str, ...]] = ()
    """Columns that it looks up for some pages, and does without where they cannot be had."""

    is_order_independent: ClassVar[bool] = True
    """Whether the order of pages never changes which pages are together."""

    is_quadratic: ClassVar[bool] = False
    """Whether the method compares all pairs of pages."""

    is_sampled: ClassVar[bool] = False
    """Whether a run may cluster a sample of a large site, and give the other pages to the clusters
    that are nearest by the views of `auto`."""

    labels_: Labels

    @abstractmethod
    def fit(self, features: Features) -> Self:
        """Find the clusters of these pages, and forget those of others."""

    def fit_predict(self, features: Features) -> Labels:
        """Find the clusters of these pages and return their labels."""
        return self.fit(features).labels_

    def foresee(self, features: Features) -> str | None:
        """What to say before `fit` where that may take minutes; None where it does not."""
        return None

    @classmethod
    def supports_predict(cls) -> bool:
        return hasattr(cls, "predict")

    @classmethod
    def supports_partial_fit(cls) -> bool:
        return hasattr(cls, "partial_fit")

    @classmethod
    def parameter_names(cls) -> list[str]:
        """What the estimator takes, in the order of its signature."""
        if cls.__init__ is object.__init__:
            return []
        return [name for name in inspect.signature(cls.__init__).parameters if name != "self"]

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The parameters by name. No parameter is an estimator, so `deep` asks for the same."""
        return {name: getattr(self, name) for name in self.parameter_names()}

    def set_params(self, **parameters: Any) -> Self:
        """Change parameters; takes effect with the next `fit`."""
        known = self.parameter_names()
        for name, value in parameters.items():
            if name not in known:
                takes = f"it takes {', '.join(known)}" if known else "it takes none"
                raise UsageError(f"{type(self).__name__} has no parameter {name!r}", hint=takes)
            setattr(self, name, value)
        return self

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={value!r}" for name, value in self.get_params().items())
        return f"{type(self).__name__}({shown})"

    def _require_fitted(self, attribute: str = "labels_") -> None:
        if not hasattr(self, attribute):
            raise UsageError(
                f"{type(self).__name__} has learned nothing yet", hint="call `fit` first"
            )


def check_range(name: str, value: float, low: float = 0, high: float = 1) -> None:
    """Refuse a parameter that means nothing.

    >>> check_range("kappa", 0.5)
    """
    if not low <= value <= high:
        raise UsageError(f"{name} cannot be {value}", hint=f"it lies between {low:g} and {high:g}")


_ORDERED_BYTES = 512
"""Bytes of the first values in a key: more would not bring neighbours nearer. A guess."""
_DIGEST_BYTES = 16
"""Enough that no two of any number of pages share a digest by chance."""


def order_keys(*columns: Ragged) -> list[bytes]:
    """What orders pages by what they hold: their first values, so that like pages are neighbours.

    The digest of all values follows, so that unlike pages never have the same key. It is short: a
    key for every page of a site is held at once.

    >>> one, same, other = order_keys(Ragged.of([[1, 2], [1, 2], [1]], np.uint64))
    >>> (one == same, one == other)
    (True, False)
    """
    # One look at the memory of each column: slices of arrays take longer than all the hashing.
    parts = []
    for column in columns:
        ends = (column.offsets * column.values.itemsize).tolist()
        sizes = [size.to_bytes(8, "big") for size in column.lengths.tolist()]
        parts.append((column.values.tobytes(), ends, sizes))
    first, starts, _ = parts[0]
    keys = []
    for page in range(len(columns[0])):
        digest = hashlib.blake2b(digest_size=_DIGEST_BYTES)
        for data, ends, sizes in parts:
            digest.update(sizes[page])
            digest.update(data[ends[page] : ends[page + 1]])
        head = first[starts[page] : min(starts[page + 1], starts[page] + _ORDERED_BYTES)]
        keys.append(head + digest.digest())
    return keys


def number_by_first_page(labels: NDArray[Any]) -> Labels:
    """The same clusters numbered from 0 in the order of their first pages; -1 stays.

    >>> number_by_first_page(np.array([7, -1, 3, 7])).tolist()
    [0, -1, 1, 0]
    """
    numbered = np.full(len(labels), UNCLUSTERED, np.int64)
    clustered = labels != UNCLUSTERED
    _, first, inverse = np.unique(labels[clustered], return_index=True, return_inverse=True)
    ranks = np.empty(len(first), np.int64)
    ranks[np.argsort(first)] = np.arange(len(first))
    numbered[clustered] = ranks[inverse.reshape(-1)]
    return numbered
