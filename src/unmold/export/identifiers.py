"""Names in generated code: names of fields and templates enter, Python identifiers leave.

Names of fields come from pages. What leaves is ASCII, no keyword, nothing that generated classes
have already, and unique.
"""

from __future__ import annotations

import keyword
import re
import unicodedata
from collections.abc import Iterable, Sequence

MAX_LENGTH, MAX_CLASS = 28, 38
"""So long that a line of generated code still fits."""

_OTHER = re.compile(r"[^a-z0-9]+")
_TAKEN = frozenset(
    """
    base_url body css fields_to_ignore headers html item_cls jmespath page response response_data
    selector self status template text to_item url urljoin validate_input xpath str list field
    """.split()  # noqa: SIM905
)


def identifier(name: str, longest: int = MAX_LENGTH) -> str:
    """A name for an attribute.

    >>> identifier("Größe (cm)"), identifier("class"), identifier("2nd"), identifier("価格")
    ('groesse_cm', 'class_', 'value_2nd', 'value')
    """
    spelled = name.casefold().translate({ord("ä"): "ae", ord("ö"): "oe", ord("ü"): "ue"})
    plain = unicodedata.normalize("NFKD", spelled).encode("ascii", "ignore").decode()
    found = _OTHER.sub("_", plain.lower()).strip("_")
    if not found or found[0].isdigit():
        found = f"value_{found}".rstrip("_")
    found = found[:longest].rstrip("_")
    return f"{found}_" if keyword.iskeyword(found) or found in _TAKEN else found


def identifiers(names: Iterable[str]) -> dict[str, str]:
    """An identifier of its own for each name."""
    found: dict[str, str] = {}
    used: set[str] = set()
    for name in names:
        unique, number = identifier(name), 2
        while unique in used:
            unique, number = f"{identifier(name)}_{number}", number + 1
        used.add(unique)
        found[name] = unique
    return found


class ClassNames:
    """Hands out names of classes and functions once; who comes later gets a number."""

    def __init__(self) -> None:
        self._used: set[str] = set()

    def take(self, path: Sequence[str]) -> str:
        """A name for a class, from the template's id and the names of tables in each other.

        >>> ClassNames().take(["shop_example_1", "reviews"])
        'ShopExample1Reviews'
        """
        start, *rest = (_camel(name, MAX_CLASS // 2) for name in path)
        return self._unique(start + "".join(rest)[-MAX_CLASS // 2 :])

    def function(self, name: str) -> str:
        """A name for a function."""
        return self._unique(identifier(name, longest=40))

    def _unique(self, name: str) -> str:
        unique, number = name, 2
        while unique in self._used:
            unique, number = f"{name}_{number}", number + 1
        self._used.add(unique)
        return unique


def _camel(name: str, longest: int) -> str:
    """Words joined; of a long name the last ones, as an id ends with its number."""
    words = [word[0].upper() + word[1:] for word in identifier(name, longest=99).split("_") if word]
    while len(words) > 1 and sum(map(len, words)) > longest:
        del words[0]
    return "".join(words)[:longest]
