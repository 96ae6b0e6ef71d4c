"""The clustering methods by name.

A name enters, an estimator leaves. A method is listed with one line of description and the paper it
comes from, and its module is imported only when it is asked for. To add one: write its file in this
folder, and a line here; the contract test then runs over it.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from unmold.clusters.base import Clusterer
from unmold.errors import UsageError


@dataclass(frozen=True, slots=True)
class Method:
    """A clustering method that can be asked for by name."""

    name: str
    home: str
    """The module and the class, as in `fingerprint:FingerprintClusterer`."""
    description: str
    paper: str

    def load(self) -> type[Clusterer]:
        """The class of its estimators."""
        module, _, name = self.home.partition(":")
        found: type[Clusterer] = getattr(import_module(f"unmold.clusters.{module}"), name)
        return found


_FINGERPRINTS = "Hachenberg and Gottron, CIKM 2013"
_UXCLUST = "Grigalis and Cenys, 2014"
_STRUCTURE_STYLE = "Gowda and Mattmann, IRI 2016"
_TEXT = "Kim and Shim, TKDE 2011; Divya, Loshma and Hegde, IJCTT 2012"

METHODS: dict[str, Method] = {
    method.name: method
    for method in [
        Method(
            "auto",
            "auto:AutoClusterer",
            "Paths, classes, main region and labels together, then pages with optional blocks.",
            "unmold's own",
        ),
        Method(
            "fingerprint",
            "fingerprint:FingerprintClusterer",
            "Pages whose template fingerprints differ in one entry at most.",
            _FINGERPRINTS,
        ),
        Method(
            "uxclust",
            "uxclust:UxClusterer",
            "Pages whose inbound links stand in the same place, then places with like pages.",
            _UXCLUST,
        ),
        Method(
            "structure-style",
            "structure_style:StructureStyleClusterer",
            "Pages whose near neighbours in structure and style overlap; compares all pairs.",
            _STRUCTURE_STYLE,
        ),
        Method(
            "jarvis-patrick",
            "jarvis_patrick:JarvisPatrickClusterer",
            "Pages that share half of their eight nearest; compares all pairs, slowly.",
            f"Jarvis and Patrick, 1973; named in {_STRUCTURE_STYLE}",
        ),
        Method(
            "common-paths",
            "common_paths:CommonPathsClusterer",
            "Pages that share four fifths of their leaf paths; compares all pairs.",
            f"a baseline in {_UXCLUST}",
        ),
        Method(
            "pq-grams",
            "pq_grams:PqGramsClusterer",
            "Pages whose trees share four fifths of their pq-grams; compares all pairs.",
            f"Augsten, Boehlen and Gamper, VLDB 2005; a baseline in {_UXCLUST}",
        ),
        Method(
            "rtdm",
            "rtdm:RtdmClusterer",
            "Pages whose trees align, merged by average linkage; compares all pairs, slowly.",
            "Reis, Golgher, da Silva and Laender, WWW 2004",
        ),
        Method(
            "text-mdl",
            "text.clusterers:TextMdlClusterer",
            "Merges that shorten the description of pages by templates; compares all pairs.",
            _TEXT,
        ),
        Method(
            "text-hash",
            "text.clusterers:TextHashClusterer",
            "The same with costs that are estimated from MinHash signatures; compares all pairs.",
            _TEXT,
        ),
        Method(
            "text-max",
            "text.clusterers:TextMaxClusterer",
            "The same with the most alike clusters only; near linear.",
            _TEXT,
        ),
        Method(
            "wavek-means",
            "text.wavek_means:WaveKMeansClusterer",
            "k-means over wavelets of paths, k by description length; a reading of a mere name.",
            "named by Divya, Loshma and Hegde, IJCTT 2012",
        ),
        Method(
            "md5",
            "digests:Md5Clusterer",
            "Pages with equal tag sequences.",
            f"a baseline in {_FINGERPRINTS}",
        ),
        Method(
            "mdh5",
            "digests:Mdh5Clusterer",
            "Pages whose headers have equal tag sequences.",
            f"a baseline in {_FINGERPRINTS}",
        ),
    ]
}

DEFAULT_METHOD = "auto"


def find_method(name: str) -> Method:
    """The method of that name."""
    if name not in METHODS:
        raise UsageError(
            f"there is no clustering method {name!r}", hint=f"there are {', '.join(METHODS)}"
        )
    return METHODS[name]


def make_clusterer(name: str, **parameters: Any) -> Clusterer:
    """A new estimator of the method of that name.

    >>> make_clusterer("fingerprint", variant="split")
    FingerprintClusterer(variant='split', split=17)
    """
    return find_method(name).load()().set_params(**parameters)
