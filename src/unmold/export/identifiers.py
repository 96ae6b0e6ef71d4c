"""Names in generated code: names of fields and templates enter, Python identifiers leave.

Names of fields come from pages. What leaves is ASCII, no keyword, nothing that generated classes
have already, and unique.
"""

from __future__ import annotations

import keyword
import re
import unicodedata
from collections.abc import Iterable

_OTHER = re.compile(r"[^a-z0-9]+")
_TAKEN = frozenset(
    """
    base_url body css fields_to_ignore headers html item_cls jmespath page response response_data
    selector self status template text to_item url urljoin validate_input xpath first every rows
    first_json every_json is_filled str list
    """.split()  # noqa: SIM905
)


def identifier(name: str) -> str:
    """A name for an attribute.

    >>> identifier("Größe (cm)"), identifier("class"), identifier("2nd"), identifier("価格")
    ('groesse_cm', 'class_', 'value_2nd', 'value')
    """
    spelled = name.casefold().translate({ord("ä"): "ae", ord("ö"): "oe", ord("ü"): "ue"})
    plain = unicodedata.normalize("NFKD", spelled).encode("ascii", "ignore").decode()
    found = _OTHER.sub("_", plain.lower()).strip("_")
    if not found or found[0].isdigit():
        found = f"value_{found}".rstrip("_")
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


def class_name(*names: str) -> str:
    """A name for a class.

    >>> class_name("shop_example_1", "reviews")
    'ShopExample1Reviews'
    """
    words = [word for name in names for word in identifier(name).split("_") if word]
    return "".join(word[0].upper() + word[1:] for word in words)
