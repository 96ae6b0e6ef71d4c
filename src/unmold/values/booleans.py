"""Booleans: words and marks for yes and no, and whether something can be had."""

from __future__ import annotations

_YES = (
    "yes, true, ja, oui, sí, si, sì, sim, tak, ano, áno, kyllä, да, так, evet, igen, da, "
    "vrai, wahr, ✓, ✔, ✔️, ☑, ✅, in stock, available, auf lager, vorrätig, lieferbar, "
    "verfügbar, en stock, disponible, in magazzino, disponibile, op voorraad, em estoque, em "
    "stock, disponível, i lager, på lager, dostępny, dostępne, skladem, varastossa, в наличии"
)
_NO = (
    "no, false, nein, non, nee, não, nej, nei, nie, ne, ei, нет, ні, hayır, nem, nu, faux, "
    "falsch, ✗, ✘, ✕, ✖, ✖️, ❌, ☐, ☒, out of stock, sold out, unavailable, not available, "
    "nicht auf lager, nicht vorrätig, nicht lieferbar, nicht verfügbar, ausverkauft, rupture "
    "de stock, en rupture de stock, indisponible, épuisé, agotado, sin stock, no disponible, "
    "non disponibile, esaurito, niet op voorraad, uitverkocht, esgotado, indisponível, "
    "slutsåld, ej i lager, udsolgt, utsolgt, ikke på lager, niedostępny, niedostępne, "
    "vyprodáno, není skladem, loppu, нет в наличии"
)

BOOLEANS = {word.strip(): True for word in _YES.split(",")} | {
    word.strip(): False for word in _NO.split(",")
}


def parse_boolean(text: str) -> bool | None:
    """Yes or no, in one of many languages; None for anything else.

    >>> parse_boolean("Oui"), parse_boolean("Out of stock"), parse_boolean("✓"), parse_boolean("?")
    (True, False, True, None)
    """
    return BOOLEANS.get(" ".join(text.split()).casefold().rstrip(".!"))
