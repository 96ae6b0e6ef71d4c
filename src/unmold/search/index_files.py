"""The folder of an index: what is in it, and whether it can be read.

Tantivy keeps the index; beside it `unmold.json` says which version of unmold's schema it has, and
which fields can be named in a query.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
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
VERSION = 3
"""Of the description of an index. 2: texts are kept once, in the fields where they are searched. 3:
the texts of a field are one string.
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
    builder.add_json_field("fields", stored=True, tokenizer_name=ANALYZER)
    builder.add_bytes_field("stored", stored=True)
    return builder.build()


def json_key(field: str) -> str:
    """A field's name inside the JSON field, where a dot would lead into another object."""
    return normalise(field).replace(".", "/")


SEPARATOR = " \ua7ff "
"""Stands between two texts of a field: a letter that nobody writes, so that it is a word by itself
and no phrase goes over it. `records/documents.rs` has the same."""

_TIME = re.compile("[0-9]{4}-")
"""How a text begins of which the index would make a time, which its words do not find."""


def join_texts(texts: Sequence[str]) -> str:
    """The texts of a field as one, for the index."""
    is_time = len(texts) == 1 and _TIME.match(texts[0])
    return SEPARATOR.join([*texts, ""] if is_time else texts)


def split_texts(joined: str) -> list[str]:
    """The reverse."""
    return joined.removesuffix(SEPARATOR).split(SEPARATOR)


KeptTexts = Sequence[str | tuple[str, list[str]]]
"""Names of columns whose texts the index gives back; of others the texts, too."""


def list_texts(texts: Mapping[str, list[str]], indexed: Mapping[str, str]) -> KeptTexts:
    """What is to be kept of texts by column beside what is indexed of them.

    >>> list_texts({"a": ["x"], "b": [" \ua7ff "]}, {"a": "x", "b": " \ua7ff "})
    ['a', ('b', [' \ua7ff '])]
    """
    letter = SEPARATOR.strip()
    return [
        name
        if indexed[json_key(name)] == join_texts(found)
        and all(one and letter not in one for one in found)
        else (name, found)
        for name, found in texts.items()
    ]


def read_texts(kept: KeptTexts, indexed: Mapping[str, str]) -> dict[str, list[str]]:
    """The reverse."""
    return dict(
        (one, split_texts(indexed[json_key(one)])) if isinstance(one, str) else one for one in kept
    )


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
