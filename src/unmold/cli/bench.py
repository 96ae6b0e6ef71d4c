"""`unmold bench NAME`: reproduces a benchmark's tables and pictures; without a name, lists all.

Each benchmark is a command of its own in `bench_NAME`, imported only when it is called.
"""

from __future__ import annotations

from importlib import import_module

import click

from unmold.bench.registry import BENCHMARKS


class BenchmarkGroup(click.Group):
    """A group that knows the benchmarks' names, and imports one when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(BENCHMARKS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in BENCHMARKS:
            return None
        module = import_module(f"unmold.cli.bench_{cmd_name.replace('-', '_')}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Benchmarks"):
            formatter.write_dl(list(BENCHMARKS.items()))


@click.group(
    "bench",
    cls=BenchmarkGroup,
    invoke_without_command=True,
    subcommand_metavar="[NAME] [OPTIONS]...",
    epilog="Example: unmold bench quality --corpus corpora/wild --method auto",
)
@click.pass_context
def bench(context: click.Context) -> None:
    """Reproduce a benchmark's tables.

    Without NAME, the benchmarks are listed. Corpora are folders with pages and a manifest.csv whose
    columns are path, site and template; without --corpus, those in the folder that the variable
    UNMOLD_CORPORA names.
    """
    if context.invoked_subcommand is None:
        width = max(map(len, BENCHMARKS))
        for name, description in BENCHMARKS.items():
            click.echo(f"{name:<{width}}  {description}")
