"""`unmold serve WORKSPACE`: a workspace in the browser, and as an HTTP API."""

from __future__ import annotations

from pathlib import Path

import click

from unmold.errors import UsageError

PORT, HOST = 8765, "127.0.0.1"


@click.command("serve", epilog="Example: unmold serve shop --open")
@click.argument("workspace", type=click.Path())
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    metavar="N",
    help="Listen on this port; 0 takes any that is free.",
)
@click.option(
    "--host",
    default=HOST,
    show_default=True,
    metavar="ADDRESS",
    help="Listen on this address; other machines reach any but the default.",
)
@click.option("--open", "opens", is_flag=True, help="Open it in the browser.")
@click.option("--read-only", is_flag=True, help="Refuse all edits.")
def serve(workspace: str, port: int, host: str, opens: bool, read_only: bool) -> None:
    """Show a workspace in the browser, and answer its HTTP API.

    The address that is printed holds a token: whoever has it may read and edit everything. Ctrl-C
    ends the server.
    """
    try:
        from unmold.serve.server import serve as run_server
    except ImportError as error:
        raise UsageError(
            f"serve needs a package that is not installed: {error.name}",
            hint="install unmold with its extra `serve`: docs/install.md says how",
        ) from error
    from unmold.serve.settings import ServeSettings

    settings = ServeSettings(Path(workspace), host=host, port=port, read_only=read_only)
    run_server(settings, click.echo, opens=opens)
