"""docs/reference/commands.md says what `--help` says."""

from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import click
import pytest

from unmold.cli import COMMANDS, group


@pytest.fixture
def script(checkout: Path) -> ModuleType:
    path = str(checkout / "scripts" / "write-commands-page")
    loader = SourceFileLoader("write_commands_page", path)
    spec = spec_from_loader("write_commands_page", loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def test_the_page_is_what_the_help_says(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    kept = script.PAGE.read_text(encoding="utf-8")
    assert kept == script.render_page(), "run `make docs`"


def test_every_option_is_on_the_page(script: ModuleType) -> None:
    page = script.PAGE.read_text(encoding="utf-8")
    context = click.Context(group)
    for name in COMMANDS:
        command = group.get_command(context, name)
        assert command is not None
        assert f"## unmold {name}\n" in page
        for parameter in command.params:
            if isinstance(parameter, click.Option) and not parameter.hidden:
                assert parameter.opts[0] in page
