"""Makes the plural of an English noun."""

from __future__ import annotations

_IRREGULAR = {
    "person": "people",
    "child": "children",
    "man": "men",
    "woman": "women",
    "news": "news",
    "series": "series",
    "species": "species",
    "staff": "staff",
    "media": "media",
    "info": "info",
    "help": "help",
    "support": "support",
    "cast": "cast",
    "people": "people",
    "children": "children",
    "docs": "docs",
    "analysis": "analyses",
}


def plural(noun: str) -> str:
    """The plural of a noun, as far as rules go; of several words joined by `_` that of the last.

    >>> plural("review"), plural("category"), plural("class"), plural("blog_post"), plural("news")
    ('reviews', 'categories', 'classes', 'blog_posts', 'news')
    >>> plural("comments"), plural("box"), plural("person"), plural("produit")
    ('comments', 'boxes', 'people', 'produits')
    """
    before, sign, last = noun.rpartition("_")
    return f"{before}{sign}{_plural_word(last)}"


def _plural_word(word: str) -> str:
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if not word.isascii() or not word.isalpha():
        return word
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return f"{word[:-1]}ies"
    return word + ("es" if word.endswith(("s", "x", "ch", "sh", "z")) else "s")
