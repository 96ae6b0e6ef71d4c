"""Search: an index that finds records by the words of their values.

Only extracted data is indexed: a word of the template alone finds nothing. `documents` says
what of records, `build` writes an index whole, `SearchIndex` reads one.
"""

from unmold.search.build import IndexBuilder, build_index
from unmold.search.documents import DocumentColumns, SearchDocument, write_head
from unmold.search.index import Hit, SearchIndex, SearchResults
from unmold.search.search_view import SearchView, TemplateSearch
from unmold.search.snippets import Snippet

__all__ = [
    "DocumentColumns",
    "Hit",
    "IndexBuilder",
    "SearchDocument",
    "SearchIndex",
    "SearchResults",
    "SearchView",
    "Snippet",
    "TemplateSearch",
    "build_index",
    "write_head",
]
