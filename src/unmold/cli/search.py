"""`unmold search WORKSPACE QUERY`: finds records by their words and marks these."""

from __future__ import annotations

import re
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from unmold.cli.output import write_json
from unmold.cli.terminal import safe

if TYPE_CHECKING:
    from unmold.search import Hit, SearchResults, Snippet

MAX_TITLE = 100
"""Characters of a hit's title: one line."""


@click.command("search", epilog="Example: unmold search shop 'title:\"red lamp\" -sale'")
@click.argument("workspace", type=click.Path())
@click.argument("query", nargs=-1, required=True)
@click.option("--site", metavar="SITE", help="Only records of this site.")
@click.option("--template", metavar="ID", help="Only records of this template.")
@click.option(
    "--limit",
    type=click.IntRange(1, 10_000),
    default=10,
    show_default=True,
    metavar="N",
    help="Show at most N records.",
)
@click.option("--json", "as_json", is_flag=True, help="Write JSON, one object to a line.")
def search(
    workspace: str,
    query: tuple[str, ...],
    site: str | None,
    template: str | None,
    limit: int,
    as_json: bool,
) -> None:
    """Search what the pages of a workspace say.

    Only extracted data is searched: a word that all pages of a template share finds nothing.
    Records must have all words of the query. "two words" is a phrase, FIELD:WORD a word in a field,
    -WORD a word that must not be there, WOR* the beginning of a word, OR gives a choice, and *
    means all records. Put -- before a query that begins with a minus.
    """
    from unmold.store import Workspace

    results = Workspace(workspace).search(
        " ".join(query), site=site, template=template, limit=limit
    )
    for hit in results.hits:
        _print_json(hit) if as_json else _print_hit(hit)
    click.echo(_summarise(results), err=True)


def _print_json(hit: Hit) -> None:
    entry = asdict(hit)
    del entry["values"]
    write_json(entry)


def _print_hit(hit: Hit) -> None:
    title = safe(hit.title, MAX_TITLE) or safe(hit.path, MAX_TITLE)
    click.echo(click.style(title, bold=True))
    where = f"{safe(hit.url)}  {safe(hit.template)}  {hit.score:.2f}"
    click.echo(f"  {click.style(where, dim=True)}")
    for snippet in hit.snippets:
        click.echo(f"  {click.style(safe(snippet.field), fg='cyan')}: {_mark(snippet)}")
    click.echo()


def _mark(snippet: Snippet) -> str:
    """The text of a snippet, made safe piece by piece, with what was found in bold."""
    text, end, parts = snippet.text, 0, []
    for start, stop in snippet.marks:
        parts.append(_safe_piece(text[end:start]))
        parts.append(click.style(_safe_piece(text[start:stop]), fg="yellow", bold=True))
        end = stop
    parts.append(_safe_piece(text[end:]))
    return "".join(parts)


def _safe_piece(text: str) -> str:
    """A piece of a line made safe; spaces at its ends stay, one of each."""
    head = " " if re.match(r"\s", text) else ""
    tail = " " if re.search(r"\s$", text) and text.strip() else ""
    return f"{head}{safe(text)}{tail}"


def _summarise(results: SearchResults) -> str:
    total, shown = results.total, len(results.hits)
    found = f"{total:,} record{'s' * (total != 1)}" if total else "no record"
    return f"{found} found" + (f", the best {shown:,} shown" if shown < total else "")
