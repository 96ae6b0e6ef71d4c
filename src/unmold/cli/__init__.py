"""The command `unmold`: parses arguments, runs one command, returns an exit code.

Each command is a module of this package that is imported only when it is called, so that `unmold
--help` is quick. To add one: write `cli/NAME.py` with a click command of that name, and list it in
COMMANDS.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import NoReturn

import click

from unmold import __version__
from unmold.cli.failures import PipeClosedError, explain

COMMANDS = {
    "run": "Do the whole job, from pages to tables.",
    "demo": "Do the whole job on an invented shop, and score the result.",
    "inspect": "Show what unmold sees of a page.",
    "cluster": "Group pages by template.",
    "induce": "Learn one template from pages that share it.",
    "extract": "Extract records from pages by their templates.",
    "classify": "Assign pages to the templates of a workspace.",
    "strip": "Strip from pages what their cluster shares.",
    "search": "Search what the pages of a workspace say.",
    "drift": "Show what changed on a site since its templates were learned.",
    "tables": "List the tables of a workspace, and how to get each.",
    "sql": "Query the tables with SQL.",
    "edit": "Correct names, types, columns and templates, for good.",
    "report": "Write what a workspace holds as one HTML file.",
    "serve": "Show a workspace in the browser, and answer its HTTP API.",
    "check": "Verify every file of a workspace.",
    "export": "Write tables or wrappers for other programs.",
    "coverage": "Compare the pages of a workspace with those expected.",
    "compare": "Show how similar two pages are.",
    "crawl": "Crawl a site and remember where every link was.",
    "links": "List the links among pages, as a crawl would meet them.",
    "evaluate": "Score clusters against gold labels.",
    "bench": "Reproduce a benchmark's tables.",
}
"""The commands in the order of the help page, with their one line there."""

_HOMES = {"run": "run_command"}
"""Modules that cannot have the name of their command."""


LIKENESS = 0.6
"""How alike a mistyped command must be to one that exists; difflib's own default."""


class LazyGroup(click.Group):
    """A group that knows its commands' names, and imports a command when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"unmold.cli.{_HOMES.get(cmd_name, cmd_name)}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is asked for; one that is not there is told with the nearest."""
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            from difflib import get_close_matches  # only mistakes need it

            near = get_close_matches(args[0].lower(), COMMANDS, n=1, cutoff=LIKENESS)
            question = f" Did you mean '{near[0]}'?" if near else ""
            ctx.fail(f"No such command '{args[0]}'.{question}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> object:
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            raise PipeClosedError from None
        return result


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Example: unmold run site/ -o shop",
)
@click.version_option(__version__, prog_name="unmold")
def group() -> None:
    """Take web pages out of their mold.

    unmold finds the templates behind a site's pages, and hands back what the pages say as tables.
    """


def run(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit code."""
    _prepare_streams()
    try:
        result = group.main(arguments, prog_name="unmold", standalone_mode=False)
    except SystemExit as error:
        return error.code if isinstance(error.code, int) else 1
    except BaseException as error:  # the last line of defence
        return explain(error)
    return result if isinstance(result, int) else 0


def main() -> NoReturn:
    """The entry point of the installed command."""
    sys.exit(run())


def _prepare_streams() -> None:
    """Let file names that are not UTF-8 leave as they came; where that cannot be, escape them."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            is_unicode = (stream.encoding or "").lower().replace("-", "") == "utf8"
            stream.reconfigure(errors="surrogateescape" if is_unicode else "backslashreplace")
