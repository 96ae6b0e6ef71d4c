"""`unmold check WORKSPACE`: verifies every file of a workspace."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from unmold.cli.failures import FINDING
from unmold.cli.output import write_json
from unmold.cli.terminal import safe

if TYPE_CHECKING:
    from unmold.store.check import Check


@click.command("check", epilog="Example: unmold check shop")
@click.argument("workspace", type=click.Path())
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object.")
def check(workspace: str, as_json: bool) -> int:
    """Verify every file of a workspace.

    Reads tables, templates, records and the search index of the published run and the one before
    it, the archives of a crawl, the journal and corrections, and compares them with the checksums
    that were kept when they were written. Exits with 1 if a file is damaged, and says what to do.
    """
    from unmold.store.check import check_workspace

    found = check_workspace(Path(workspace))
    if as_json:
        write_json(_to_json(workspace, found))
    else:
        _print(found)
    return 0 if found.is_whole else FINDING


def _to_json(workspace: str, found: Check) -> dict[str, Any]:
    return {
        "workspace": workspace,
        "files": found.files,
        "bytes": found.bytes,
        "parts": [
            {
                "part": part.name,
                "files": part.files,
                "bytes": part.bytes,
                "damaged": len(part.damage),
            }
            for part in found.parts
        ],
        "damaged": [
            {"file": str(one.file), "reason": one.reason, "hint": one.hint} for one in found.damage
        ],
    }


def _print(found: Check) -> None:
    width = max(len(part.name) for part in found.parts)
    for part in found.parts:
        state = f"{len(part.damage)} damaged" if part.damage else "fine"
        size = f"{part.files:>6,} file{'s' * (part.files != 1):<1}  {part.bytes:>14,} bytes"
        click.echo(f"{part.name.ljust(width)}  {size}  {state}")
    for one in found.damage:
        click.echo(f"\n{safe(str(one.file), 500)}\n  {safe(one.reason, 500)}\n  {one.hint}")
