"""The clustering methods by name, and their settings as `name=value`.

A method is listed with one line of description and the paper it comes from, and its module is
imported only when it is asked for. To add one: write its file, in `published` if it is not unmold's
own, and a line here; the contract test then runs over it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module
from inspect import signature
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from unmold.clusters.base import Clusterer
from unmold.errors import UsageError


@dataclass(frozen=True, slots=True)
class Method:
    """A clustering method that can be asked for by name."""

    name: str
    home: str
    """The module and the class, as in `published.fingerprint:FingerprintClusterer`."""
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
            "published.fingerprint:FingerprintClusterer",
            "Pages whose template fingerprints differ in one entry at most.",
            _FINGERPRINTS,
        ),
        Method(
            "uxclust",
            "published.uxclust:UxClusterer",
            "Pages whose inbound links are in the same place, then places with like pages.",
            _UXCLUST,
        ),
        Method(
            "structure-style",
            "published.shared_neighbours:StructureStyleClusterer",
            "Pages whose near neighbours in structure and style overlap; compares all pairs.",
            _STRUCTURE_STYLE,
        ),
        Method(
            "jarvis-patrick",
            "published.shared_neighbours:JarvisPatrickClusterer",
            "Pages that share half of their eight nearest; compares all pairs, slowly.",
            f"Jarvis and Patrick, 1973; named in {_STRUCTURE_STYLE}",
        ),
        Method(
            "common-paths",
            "published.baselines:CommonPathsClusterer",
            "Pages that share four fifths of their leaf paths; compares all pairs.",
            f"a baseline in {_UXCLUST}",
        ),
        Method(
            "pq-grams",
            "published.baselines:PqGramsClusterer",
            "Pages whose trees share four fifths of their pq-grams; compares all pairs.",
            f"Augsten, Boehlen and Gamper, VLDB 2005; a baseline in {_UXCLUST}",
        ),
        Method(
            "rtdm",
            "published.baselines:RtdmClusterer",
            "Pages whose trees align, merged by average linkage; compares all pairs, slowly.",
            "Reis, Golgher, da Silva and Laender, WWW 2004",
        ),
        Method(
            "text-mdl",
            "published.text_clusterers:TextMdlClusterer",
            "Merges that shorten the description of pages by templates; compares all pairs.",
            _TEXT,
        ),
        Method(
            "text-hash",
            "published.text_clusterers:TextHashClusterer",
            "The same with costs that are estimated from MinHash signatures; compares all pairs.",
            _TEXT,
        ),
        Method(
            "text-max",
            "published.text_clusterers:TextMaxClusterer",
            "The same with the most alike clusters only; near linear.",
            _TEXT,
        ),
        Method(
            "wavek-means",
            "published.wavek_means:WaveKMeansClusterer",
            "k-means over wavelets of paths, k by description length; a reading of a mere name.",
            "named by Divya, Loshma and Hegde, IJCTT 2012",
        ),
        Method(
            "md5",
            "published.baselines:Md5Clusterer",
            "Pages with equal tag sequences.",
            f"a baseline in {_FINGERPRINTS}",
        ),
        Method(
            "mdh5",
            "published.baselines:Mdh5Clusterer",
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


# A method's settings are the parameters of its estimator; what each may be follows from the types
# in its signature.


_WORDS = {"true": True, "yes": True, "false": False, "no": False}


def parse_parameters(method: str, settings: Iterable[str]) -> dict[str, Any]:
    """The parameters of a method that were set as `name=value`.

    >>> parse_parameters("text-max", ["variant=published", "signature_length=64"])
    {'variant': 'published', 'signature_length': 64}
    """
    types = get_type_hints(find_method(method).load().__init__)
    types.pop("return", None)
    found = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise UsageError(f"{setting!r} is not a setting", hint="write NAME=VALUE")
        if name not in types:
            takes = f"it takes {', '.join(types)}" if types else "it takes none"
            raise UsageError(f"{method} has no setting {name!r}", hint=takes)
        found[name] = _parse(name, value, types[name])
    return found


def describe_parameters(method: str) -> dict[str, str]:
    """The settings of a method, and what each is if it is not set.

    >>> describe_parameters("fingerprint")
    {'variant': 'masked', 'split': '17'}
    """
    parameters = signature(find_method(method).load()).parameters.values()
    return {one.name: _show(one.default) for one in parameters}


def _show(value: Any) -> str:
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _parse(name: str, text: str, value_type: Any) -> Any:
    """The value that a text stands for."""
    for choice in _choices(value_type):
        try:
            return _read(text, choice)
        except ValueError:
            continue
    wanted = " or ".join(_name(choice) for choice in _choices(value_type))
    raise UsageError(f"{name} cannot be {text!r}", hint=f"it is {wanted}")


def _choices(value_type: Any) -> tuple[Any, ...]:
    """The types or words that a value may be; the narrower ones first."""
    if get_origin(value_type) in (Union, UnionType):
        inner = [choice for part in get_args(value_type) for choice in _choices(part)]
        return tuple(sorted(inner, key=lambda choice: choice is str))
    return get_args(value_type) if get_origin(value_type) is Literal else (value_type,)


def _read(text: str, choice: Any) -> Any:
    if choice is NoneType:
        return {"none": None}[text] if text == "none" else _refuse()
    if choice is bool:
        return _WORDS[text.lower()] if text.lower() in _WORDS else _refuse()
    if isinstance(choice, str):
        return text if text == choice else _refuse()
    return choice(text)


def _refuse() -> Any:
    raise ValueError


def _name(choice: Any) -> str:
    names = {NoneType: "none", bool: "true or false", int: "a whole number", float: "a number"}
    return names.get(choice, str(choice)) if not isinstance(choice, str) else choice
