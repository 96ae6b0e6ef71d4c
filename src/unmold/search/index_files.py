"""The folder of an index: what is in it, and whether it can be read.

Tantivy keeps the index; beside it `unmold.json` says which version of unmold's schema it has, and
which fields can be named in a query.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from unmold.disk import write_bytes
from unmold.errors import MachineError, UsageError
from unmold.search.words import ANALYZER, analyzer, normalise

if TYPE_CHECKING:
    from tantivy import Schema, Searcher

FORMAT = "unmold search index"
VERSION = 4
"""Of the description of an index. 2: texts are kept once, in the fields where they are searched. 3:
the texts of a field are one string. 4: documents are kept whole, as extracting wrote them.
"""
FACTS = "unmold.json"

_HINT = "`unmold run --force` rebuilds it from the pages"


@dataclass(frozen=True, slots=True)
class IndexFacts:
    """What an index says about itself."""

    fields: tuple[str, ...]
    """The names of all columns that some record fills."""


def make_schema() -> Schema:
    """Key, site and template as they are; words of all values, of titles, and by field."""
    from tantivy import SchemaBuilder

    builder = SchemaBuilder()
    for name in ("key", "site", "template"):
        builder.add_text_field(name, tokenizer_name="raw", index_option="basic")
    for name in ("text", "title"):
        builder.add_text_field(name, tokenizer_name=ANALYZER)
    builder.add_json_field("fields", tokenizer_name=ANALYZER)
    builder.add_bytes_field("stored", stored=True)
    return builder.build()


def json_key(field: str) -> str:
    """A field's name inside the JSON field, where a dot would lead into another object.

    `rust/src/search/postings.rs` writes the same.
    """
    return normalise(field).replace(".", "/")


def open_index(folder: Path) -> tuple[Searcher, IndexFacts]:
    """Open an index to read it, or say clearly why it cannot be opened.

    Tantivy writes a lock even to read. Readers must not write to a workspace, and may not be
    allowed to: the lock goes to a folder of links, which is gone again once all files are open.
    """
    from tantivy import Index

    facts = read_facts(folder)
    # While the folder is removed, threads of Tantivy may still put a lock there.
    temporary = TemporaryDirectory(prefix="unmold-search-", ignore_cleanup_errors=True)
    with temporary as links, explained_damage(folder):
        for file in folder.resolve().iterdir():
            if not file.name.endswith(".lock"):
                (Path(links) / file.name).symlink_to(file)
        index = Index.open(links)
        index.register_tokenizer(ANALYZER, analyzer())
        index.config_reader("manual")
        return index.searcher(), facts


def read_facts(folder: Path) -> IndexFacts:
    """What an index says about itself."""
    try:
        data = json.loads((folder / FACTS).read_bytes())
    except OSError as error:
        raise UsageError(
            f"there is no search index in {folder}",
            hint=f"{_HINT}; on Spark it is built with `index=True`",
        ) from error
    except (ValueError, RecursionError) as error:
        raise damaged(folder) from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise damaged(folder)
    if data.get("version") != VERSION:
        raise UsageError(
            f"{folder} is a search index of version {data.get('version')}, this unmold reads "
            f"{VERSION}",
            hint=_HINT,
        )
    fields = data.get("fields")
    if not isinstance(fields, list) or not all(isinstance(name, str) for name in fields):
        raise damaged(folder)
    return IndexFacts(tuple(fields))


def write_facts(folder: Path, facts: IndexFacts) -> None:
    """Write what an index says about itself."""
    data = {"format": FORMAT, "version": VERSION, "fields": sorted(facts.fields)}
    write_bytes(folder / FACTS, (json.dumps(data, indent=1) + "\n").encode())


def damaged(folder: Path) -> MachineError:
    """The error for an index that cannot be read."""
    return MachineError(f"the search index {folder} is damaged", hint=_HINT)


@contextmanager
def explained_damage(folder: Path) -> Iterator[None]:
    """Turn what Tantivy says about broken files into an error that people understand."""
    try:
        yield
    except (ValueError, OSError) as error:
        raise damaged(folder) from error
    except BaseException as error:
        # What Tantivy's own code did not expect comes as an exception of this name, which no
        # module exports.
        if type(error).__name__ != "PanicException":
            raise
        raise damaged(folder) from error
