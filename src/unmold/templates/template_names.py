"""Finds what a person would call the pages of a template.

Asked in this order: what kind of thing JSON-LD or microdata say that a page is about, the classes
by which content systems mark the kind of a page, the words that the addresses share, and what is
said too often to mean much (`og:type` article, a person, a place). A name is a plain SQL name: it
can be used in a query without quotes. `unmold.pipeline` makes names unique in a workspace.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from unmold.model import Page
from unmold.templates.address_words import address_words, are_dated
from unmold.templates.class_words import words_of
from unmold.templates.plurals import plural
from unmold.templates.sample import JSON, META, TEXT, SamplePage

SHARE = 0.6
"""Of the pages that must say the same: one kind outnumbers all others clearly."""

MAX_LENGTH = 40
"""Characters of a name, as in `naming`."""
NO_NAME = "site_pages"
"""What pages are called that say nothing of themselves; `pages` is a table of every workspace."""

_SURE = {
    "Recipe": "recipes",
    "Product": "products",
    "ProductGroup": "products",
    "IndividualProduct": "products",
    "Vehicle": "vehicles",
    "Car": "cars",
    "JobPosting": "jobs",
    "Event": "events",
    "Course": "courses",
    "Book": "books",
    "Movie": "movies",
    "TVSeries": "series",
    "TVEpisode": "episodes",
    "PodcastEpisode": "episodes",
    "VideoGame": "games",
    "SoftwareApplication": "apps",
    "MobileApplication": "apps",
    "MusicRecording": "songs",
    "MusicAlbum": "albums",
    "Restaurant": "restaurants",
    "Hotel": "hotels",
    "Residence": "homes",
    "RealEstateListing": "homes",
    "Dataset": "datasets",
    "ScholarlyArticle": "papers",
    "DiscussionForumPosting": "topics",
    "QAPage": "questions",
    "NewsArticle": "articles",
    "ReportageNewsArticle": "articles",
    "BlogPosting": "posts",
    "SocialMediaPosting": "posts",
    "TechArticle": "articles",
    "Article": "articles",
}
"""Types of schema.org that say what a page is about; the more telling first, because a page about
a recipe is often an article, too."""

_VAGUE = {
    "SportsTeam": "teams",
    "SportsEvent": "events",
    "Person": "people",
    "LocalBusiness": "businesses",
    "Place": "places",
    "Review": "reviews",
    "VideoObject": "videos",
    "FAQPage": "faqs",
    "ItemList": "lists",
    "CollectionPage": "collections",
}
"""Types that are beside others, or for which addresses have a better word."""

_AROUND = frozenset({"WebPage", "WebSite", "Article", "NewsArticle", "BlogPosting"})
"""With these, a person or a place is the author of a page or where its publisher is."""

_OPEN_GRAPH = {
    "product": "products",
    "product.item": "products",
    "product.group": "collections",
    "book": "books",
    "video.movie": "movies",
    "video.episode": "episodes",
    "music.song": "songs",
    "music.album": "albums",
    "recipe": "recipes",
    "restaurant": "restaurants",
}
_VAGUE_OPEN_GRAPH = {"article": "articles", "profile": "profiles", "video": "videos"}

_KIND_CLASSES = (
    # WordPress: `single-product`; `single-author` says how many people write.
    re.compile(r"single-(?!author$|format\b|attachment$)(?P<kind>[a-z][a-z_-]*)"),
    # Drupal
    re.compile(r"(?:page-)?node-type-(?P<kind>[a-z][a-z_-]*)"),
    # Shopify
    re.compile(r"template-(?P<kind>product|collection|article|blog|page)"),
    # MediaWiki
    re.compile(r"page-Special_(?P<kind>[A-Z]\w+)"),
)
_LAYOUTS = frozenset({"full", "home", "inner", "one", "single", "sub", "web", "woocommerce"})
"""What is before `-page` in classes that say how a page is laid out."""

_WHOLE_CLASSES = {
    "error404": "error_pages",
    "attachment": "attachments",
    "search-results": "search_results",
    "post-type-archive-product": "product_lists",
    "tax-product_cat": "product_lists",
    "ns-0": "articles",
    "ns-6": "files",
}
"""Classes of `body` that WordPress, WooCommerce and MediaWiki give to kinds of pages."""

_LIST = "(list of posts)"
"""What no class is called."""

_ARCHIVES = (("category", "categories"), ("tag", "tags"), ("author", "authors"))
"""Kinds of WordPress's lists of posts."""

_CALLED = {
    "blog": "posts",
    "blogs": "posts",
    "article": "articles",
    "wiki": "wiki_pages",
    "shop": "shop_pages",
    "journal": "journal_pages",
    "magazine": "magazine_pages",
    "faq": "faqs",
    "index": "index_pages",
    "tribe_events": "events",
    "product_cat": "product_lists",
    "product_category": "product_lists",
}
"""What people call pages where a site's own word is another."""

_ITEM_TYPE = re.compile(
    rb"itemtype\s*=\s*[\"']?https?://(?:www\.)?schema\.org/([A-Za-z]{2,40})", re.IGNORECASE
)

RESERVED = frozenset(
    """
    all analyse analyze and anti any array as asc asof asymmetric at authorization between bigint
    binary bit boolean both by case cast char character check coalesce collate collation column
    columns concurrently constraint create cross dec decimal default deferrable delete desc describe
    distinct do drop else end except exists extract false fetch float for foreign freeze from full
    generated glob grant group grouping having ilike in initially inner inout insert int integer
    intersect interval into is isnull join key keys lambda lateral leading left like limit local map
    national natural nchar none not notnull null nullif numeric of offset on only or order out outer
    overlaps overlay pivot placing position positional precision primary qualify real references
    returning revoke right row rows select semi session_user set setof show similar smallint some
    struct substring summarize symmetric table tablesample then time timestamp to trailing treat
    trim true tuple union unique unpack unpivot update user using values varchar variadic verbose
    view when where window with
    pages links clusters fields problems tables changes records
    """.split()  # noqa: SIM905
)
"""Words that mean something in SQL (DuckDB's, and those of standard SQL that other databases
reserve), and the names of a workspace's own tables."""


@dataclass(frozen=True, slots=True)
class NameEvidence:
    """What the pages of a template say about what they are."""

    types: frozenset[str]
    """Types of schema.org that most pages have once."""
    open_graph: str
    classes: tuple[str, ...]
    """Classes of `body` that most pages have."""
    addresses: tuple[str, ...]
    language: str


def name_template(evidence: NameEvidence) -> str:
    """A plain SQL name for the pages of a template."""
    return make_sql_name(next(filter(None, _names(evidence)), NO_NAME))


def gather_evidence(
    pages: Sequence[Page], sample: Sequence[SamplePage], root: str | None = None
) -> NameEvidence:
    """What pages, and their leaves, say about what they are.

    Addresses of files say something only below the folder `root` that holds all pages of a site.
    """
    usual = Counter(page.language for page in sample).most_common(1)
    return NameEvidence(
        frozenset(_most(_types(page, leaves) for page, leaves in zip(pages, sample, strict=True))),
        next(iter(_most([_open_graph(page)] for page in sample)), ""),
        tuple(_most(_body_classes(page) for page in sample)),
        tuple(filter(None, (_address(page, root) for page in pages))),
        usual[0][0] if usual else "",
    )


def make_sql_name(words: str) -> str:
    """A name that SQL takes without quotes: letters, digits and underscores, no keyword.

    >>> make_sql_name("Blog-Posts"), make_sql_name("2024 events"), make_sql_name("references")
    ('blog_posts', 'of_2024_events', 'reference_pages')
    >>> make_sql_name("as-notícias"), make_sql_name("…"), make_sql_name("pages")
    ('as_notícias', 'site_pages', 'site_pages')
    """
    text = unicodedata.normalize("NFKC", words).lower()
    name = re.sub(r"[\W_]+", "_", unicodedata.normalize("NFC", text)).strip("_")
    name = name[:MAX_LENGTH].rstrip("_")
    if not name or name == "pages":
        return NO_NAME
    if not name[0].isalpha():
        name = f"of_{name}"
    return f"{name.removesuffix('s')}_pages" if name in RESERVED else name


def _names(evidence: NameEvidence) -> Iterator[str]:
    """Names by all evidence, the most trusted first; empty where one says nothing."""
    types = evidence.types
    yield next((name for kind, name in _SURE.items() if kind in types), "")
    yield _OPEN_GRAPH.get(evidence.open_graph, "")
    yield _by_classes(evidence)
    yield _by_addresses(evidence)
    if not types & _AROUND:
        yield next((name for kind, name in _VAGUE.items() if kind in types), "")
    if "page" not in evidence.classes and "template-page" not in evidence.classes:
        yield _VAGUE_OPEN_GRAPH.get(evidence.open_graph, "")


def _by_classes(evidence: NameEvidence) -> str:
    classes = evidence.classes
    for name in classes:
        if name in _WHOLE_CLASSES:
            return _WHOLE_CLASSES[name]
    for pattern in _KIND_CLASSES:
        for name in classes:
            if found := pattern.fullmatch(name):
                return _of_kind(words_of(found["kind"]))
    # Javadoc and other generators: `class-use-page`.
    for name in classes:
        kind = name.removesuffix("-page")
        if kind != name and kind.partition("-")[0] not in _LAYOUTS:
            return _of_kind(words_of(kind))
    if "archive" in classes:
        return next((name for kind, name in _ARCHIVES if kind in classes), "archives")
    if {"home", "blog"} <= {*classes}:
        return "front_pages"
    return "archives" if _LIST in classes else ""


def _of_kind(words: list[str]) -> str:
    """What a class calls the kind of a page: `class-declaration` is about classes."""
    kind = "_".join(word for word in words if word != "declaration")
    if kind in ("", "page"):
        return ""
    return _CALLED.get(kind, plural(kind) if len(words) < 3 else kind)


def _by_addresses(evidence: NameEvidence) -> str:
    words = address_words(evidence.addresses)
    if not words:
        return "posts" if are_dated(evidence.addresses) else ""
    name = "_".join(words)
    if name in _CALLED:
        return _CALLED[name]
    # Rules for plurals are English: other words stay as the site writes them.
    is_english = evidence.language.casefold()[:2] in _ENGLISH_ADDRESSES
    return plural(name) if is_english or f"{name}s" in _ENGLISH else name


_ENGLISH_ADDRESSES = ("", "en", "ja", "ko", "zh")
"""Languages of sites whose addresses are mostly English where they are ASCII."""

_ENGLISH = frozenset({*_SURE.values(), *_VAGUE.values(), *_OPEN_GRAPH.values(), "tags", "topics"})
"""Words that addresses have on sites of any language."""


def _types(page: Page, leaves: SamplePage) -> set[str]:
    """Types of schema.org that a page has once: what it has several of is only listed there."""
    said = Counter(
        name for leaf in leaves.by_kind[JSON] if (name := leaves.names[leaf]).count(".") == 1
    )
    often = {
        name.partition(".")[0] for name, times in said.items() if times > 1 and _names_it(name)
    }
    found = {name.partition(".")[0] for name in said} - often
    items = Counter(_item_types(page.data))
    return found | {kind for kind, times in items.items() if times == 1}


def _item_types(markup: bytes) -> Iterator[str]:
    """The types of schema.org that microdata gives, one by one."""
    from unmold import _core

    # An expression that ignores case looks at every letter of a page.
    end = 0
    for at in _core.find_word(markup, b"itemtype", 5):
        found = _ITEM_TYPE.match(markup, at) if at >= end else None
        if found:
            yield found[1].decode("ascii")
            end = found.end()


def _names_it(path: str) -> bool:
    return path.rpartition(".")[2] in ("name", "headline", "title", "url")


def _open_graph(page: SamplePage) -> str:
    """The type by Open Graph, without the name space that some sites put before it."""
    found = (page.values[leaf] for leaf in page.by_kind[META] if page.names[leaf] == "og:type")
    return next(found, "").strip().lower().rpartition(":")[2]


def _body_classes(page: SamplePage) -> list[str]:
    for leaf, (kind, _) in enumerate(page.kinds):
        if kind == TEXT:
            for element in reversed(page.ancestors(page.nodes[leaf])):
                tag, _, classes, *_ = element.split("\t")
                if tag == "body":
                    return _with_lists(classes.split())
    return []


def _with_lists(classes: list[str]) -> list[str]:
    """WordPress shows posts in the same way on its front page and in archives."""
    is_list = "archive" in classes or {"home", "blog"} <= {*classes}
    return [*classes, _LIST] if is_list else classes


def _most(said: Iterable[Iterable[str]]) -> list[str]:
    """What most pages say, in the order of the alphabet."""
    everything = [list(one) for one in said]
    counts = Counter(item for one in everything for item in dict.fromkeys(one))
    enough = {item for item, times in counts.items() if times > SHARE * len(everything) and item}
    return sorted(enough)


def _address(page: Page, root: str | None) -> str:
    if page.url != page.path:
        return page.url
    return page.path[len(root) :] if root is not None and page.path.startswith(root) else ""
