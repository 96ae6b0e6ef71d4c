"""Makes the plural and the singular of an English noun."""

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


def singular(noun: str) -> str:
    """The singular of a noun, as far as rules go.

    >>> singular("categories"), singular("classes"), singular("authors"), singular("news")
    ('category', 'class', 'author', 'news')
    >>> singular("people"), singular("boxes"), singular("movies"), singular("status")
    ('person', 'box', 'movie', 'status')
    """
    if noun in _IRREGULAR_SINGULARS:
        return _IRREGULAR_SINGULARS[noun]
    if not noun.isascii() or not noun.endswith("s") or noun.endswith(("ss", "us", "is")):
        return noun
    if noun.endswith("ies"):
        return f"{noun[:-3]}y"
    return noun[:-2] if noun.endswith(("sses", "xes", "ches", "shes", "zes")) else noun[:-1]


_IRREGULAR_SINGULARS = {
    **{many: one for one, many in _IRREGULAR.items() if one not in ("people", "children")},
    "movies": "movie",
    "cookies": "cookie",
}
