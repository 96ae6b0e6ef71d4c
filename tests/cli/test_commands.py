"""The command line's base: help, lazy loading, exit codes, and how failures look."""

import json
import subprocess
import sys
from pathlib import Path

import click
import pytest

import unmold
from unmold import cli
from unmold.cli import COMMANDS, run
from unmold.cli.sizes import human_size, parse_size
from unmold.errors import MachineError

RUN = "from unmold.cli import main; main()"


def in_new_process(*arguments: str, program: str = RUN) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=False
    )


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert unmold.__version__ in capsys.readouterr().out


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    shown = capsys.readouterr().out
    assert all(name in shown and text in shown for name, text in COMMANDS.items())


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([name, "--help"]) == 0
    shown = capsys.readouterr().out
    assert f"Usage: unmold {name} " in shown
    assert "Example:" in shown
    assert COMMANDS[name] in shown


@pytest.mark.parametrize("arguments", [["--help"], ["inspect", "--help"]])
def test_help_loads_nothing_heavy(arguments: list[str]) -> None:
    program = (
        "import json, sys; from unmold.cli import run; run(sys.argv[1:]); "
        "print(json.dumps(sorted(sys.modules)), file=sys.stderr)"
    )
    done = in_new_process(*arguments, program=program)
    packages = {name.partition(".")[0] for name in json.loads(done.stderr)}
    assert "click" in packages
    assert not packages & {"rich", "pyarrow", "fastwarc", "numpy", "scipy"}


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["inspect"],
        ["inspect", "nowhere.html"],
        ["inspect", "https://example.com/"],
        ["inspect", "--limit", "x", "."],
        ["inspect", "--max-bytes", "lots", "."],
        ["inspect", "--jobs", "0", "."],
        ["inspect", "--nonsense", "."],
        ["inspect", "--problems", "/nowhere/at/all", "."],
    ],
)
def test_mistakes_exit_with_2_and_a_hint(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    error, hint = captured.err.splitlines()
    assert error.startswith("error: ")
    assert hint.startswith("hint: ")


def test_without_arguments_the_help_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([]) == 2
    assert "Usage: unmold" in capsys.readouterr().err


def fail_with(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> int:
    @click.command()
    def failing() -> None:
        raise error

    monkeypatch.setattr(cli.LazyGroup, "get_command", lambda *_: failing)
    return run(["failing"])


@pytest.mark.parametrize(
    ("error", "code", "expected"),
    [
        (
            MachineError("the disk broke", "buy another"),
            3,
            "error: the disk broke\nhint: buy another\n",
        ),
        (OSError(28, "No space left on device"), 3, "error: No space left on device\n"),
        (MemoryError(), 3, "error: out of memory\n"),
        (KeyboardInterrupt(), 130, "interrupted\n"),
        (BrokenPipeError(), 141, ""),
        (ValueError("bad\x1b[31m\nvalue"), 3, "error: ValueError: bad value\n"),
        (RecursionError("deep"), 3, "UNMOLD_TRACEBACK=1"),
    ],
)
def test_failures_exit_with_their_code_and_without_a_traceback(
    error: BaseException,
    code: int,
    expected: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("unmold.cli.failures.discard_output", lambda: None)
    assert fail_with(error, monkeypatch) == code
    shown = capsys.readouterr().err
    assert expected in shown
    assert "Traceback" not in shown
    assert "\x1b" not in shown


def test_a_traceback_can_be_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("UNMOLD_TRACEBACK", "1")
    assert fail_with(ValueError("bad"), monkeypatch) == 3
    assert "Traceback" in capsys.readouterr().err


def test_a_reader_that_goes_away_is_no_failure(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_bytes(b"<p>x</p>" * 50_000)
    command = [sys.executable, "-c", RUN, "inspect", "--full", str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        shown = process.stderr.read()
    assert process.returncode == 141
    assert shown == b""


def test_names_that_are_not_utf8_leave_as_they_came(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", RUN, "inspect", b"nowhere-\xe9.html"],
        capture_output=True,
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("text", "size"),
    [("1000", 1000), ("2k", 2048), ("64 MiB", 64 << 20), ("1_000", 1000), ("1GB", 1 << 30)],
)
def test_sizes(text: str, size: int) -> None:
    assert parse_size(text) == size


def test_sizes_for_people() -> None:
    assert [human_size(n) for n in (1, 2048, 5 << 20, 5 << 40)] == [
        "1 byte",
        "2.0 KiB",
        "5.0 MiB",
        "5120.0 GiB",
    ]


def test_a_mistyped_command_gets_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serach"]) == 2
    assert "Did you mean 'search'?" in capsys.readouterr().err
    assert run(["zzzz"]) == 2
    assert "Did you mean" not in capsys.readouterr().err


@pytest.mark.parametrize("command", ["run", "cluster", "extract", "drift"])
def test_limits_are_listed_after_all_other_options(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([command, "--help"]) == 0
    options, limits = capsys.readouterr().out.split("Limits for hostile pages")
    assert "--max-depth" not in options
    assert limits.count("--max-") == 7
