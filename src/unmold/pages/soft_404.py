"""Soft 404s: pages that say "not found" while the server says that all is well.

A cheap scan of the title and the first heading, as sources do for every page. It knows the words of
a dozen languages and no more; a crawl knows better, since it asked the server for a page that
cannot exist (`unmold.crawl.probe`).
"""

from __future__ import annotations

import html
import re

from unmold import _core
from unmold.pages.sniff import narrow

SCANNED = 1 << 18
"""Bytes in which the title and the heading are looked for."""

_TAG = re.compile(r"<[^<>]*+>")

_WORDS = (
    r"^(error|http|page|code|status|fehler|erreur)?[\s:]*404\b"
    r"([\s!,.:]*(error|not found|page)\b.*)?$",
    r"(page|site|file|document|product|article|item|content)\s+(was\s+|is\s+|could\s+)?"
    r"(not|no longer)\s+(be\s+)?(found|available|exist)",
    r"(can\s?not|can't|couldn't|could not|unable to)\s+"
    r"(be\s+found|find\s+(that|this|the\s+page|what|it)\b)",
    r"not found$",
    r"^(sorry|oops)\b.{0,40}(not|no longer|missing|gone|nothing)",
    r"page (does not|doesn't) exist|page missing|no such page|nothing (was )?found here",
    r"seite (wurde )?nicht gefunden|seite existiert nicht",
    r"page (introuvable|non trouvée)|cette page n'existe",
    r"página no encontrada|página não encontrada|pagina non trovata|pagina niet gevonden",
    r"strona nie (została )?znaleziona|nie znaleziono strony|stránka nenalezena",
    r"sidan (kunde inte hittas|hittades inte)|siden ble ikke funnet|siden blev ikke fundet",
    r"страница не найдена|ページが見つかりません|页面不存在|找不到页面|페이지를 찾을 수 없습니다",
)
_HINTS = (
    *("404", "t found", "r found", "e found", "found here", "available", "exist", "find ", "sorry"),
    *("oops", "missing", "no such page", "gefunden", "introuvable", "trouvée", "encontrada"),
    *("trovata", "gevonden", "znalezion", "nenalezena", "hitta", "funnet", "fundet", "найдена"),
    *("見つかりません", "不存在", "找不到", "찾을"),
)
"""One of these is in every text that says so: most texts are passed over at once."""

_SAYS_MISSING = re.compile("|".join(f"(?:{words})" for words in _WORDS), re.IGNORECASE)
_MAY_SAY_MISSING = re.compile("|".join(_HINTS))
_ASCII_HINTS = tuple({"found" if "found" in hint else hint: 0 for hint in _HINTS if hint.isascii()})


HINT_WORDS = tuple({max(hint.split(), key=len): 0 for hint in _HINTS if hint.isascii()})
"""A text in ASCII says so only if it has one of these."""


def says_missing(data: bytes) -> bool:
    """Whether the title or the first heading of a page says that nothing is there.

    >>> says_missing(b"<title>Shop</title><h1>Page not found</h1>")
    True
    >>> says_missing(b"<title>Peugeot 404 D: a history</title><h1>Lost and found</h1>")
    False
    """
    [(_, _, heading, title)] = _core.skim_pages([(narrow(data[:SCANNED]), 0)])
    return either_says_missing(heading, title)


def either_says_missing(heading: bytes | None, title: bytes | None) -> bool:
    """The same of what is inside of the heading, and of the title."""
    return _says(heading) or _says(title)


def _may_say(words: str) -> bool:
    if not words.isascii():
        return _MAY_SAY_MISSING.search(words) is not None
    # A third of what the expression takes, and every page is asked twice.
    for hint in _ASCII_HINTS:  # noqa: SIM110 - a generator takes longer
        if hint in words:
            return True
    return False


def _says(inside: bytes | None) -> bool:
    if inside is None:
        return False
    text = inside.decode("utf-8", "replace")
    if "<" in text or "&" in text:
        text = html.unescape(_TAG.sub(" ", text))
    words = " ".join(text.split())
    if not _may_say(words.lower()):
        return False
    parts = re.split(r"\s[|\u2013\u2014\u00b7:-]\s", words)
    return any(_SAYS_MISSING.search(part.strip(" .!\u2026")) is not None for part in parts)
