"""Examples in the documents are run: what they show is what happens.

Of a `console` block every command of unmold is run by a shell, and what is below it must be
what it prints; a line `...` stands for any lines. `python` blocks are run as they are, and `>>>`
examples by doctest. Each document has a folder that holds a demo site in every form; its examples
run there in their order, since later ones use what earlier ones left.
"""

import contextlib
import doctest
import io
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from support.warc_files import archive, http_response, record

from unmold.demo import build_site
from unmold.pages import read_pages

Require = Callable[[object, str], None]

CHECKOUT = Path(__file__).parent.parent
PROGRAMS = Path(sys.executable).parent
DOCUMENTS = [CHECKOUT / "README.md", *sorted((CHECKOUT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# Commands that set up a checkout, or that would run all tests.
NOT_RUN = ("make ", ".venv/bin/python")
TOOLS = ("unmold ", "head ", "find ")


@dataclass(frozen=True)
class Example:
    """A piece of a document that can be run."""

    document: str
    language: str
    text: str


def read_examples() -> Iterator[Example]:
    for path in DOCUMENTS:
        name = str(path.relative_to(CHECKOUT))
        for language, text in BLOCK.findall(path.read_text(encoding="utf-8")):
            if language in ("console", "python"):
                yield Example(name, language, text)


EXAMPLES = list(read_examples())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the examples name: demo/, site/, crawl.warc.gz, gold.csv."""
    root = tmp_path_factory.mktemp("documents")
    site = build_site(root / "demo")
    shutil.copytree(root / "demo" / "site", root / "site")
    shutil.copy(site.manifest, root / "gold.csv")
    pages = read_pages(site.manifest)
    records = [record(http_response(page.data), url=page.url) for page in pages]
    (root / "crawl.warc.gz").write_bytes(archive(*records))
    return root


def read_commands(console: str) -> Iterator[tuple[str, list[str]]]:
    """Each command of a console block with the lines that it shows."""
    command, shown = "", list[str]()
    for line in console.splitlines():
        if line.startswith("$ "):
            if command:
                yield command, shown
            command, shown = line[2:].partition("  #")[0].strip(), []
        else:
            shown.append(line)
    yield command, shown


def matches(shown: list[str], printed: str) -> bool:
    """Whether the lines are what was printed, `...` standing for any lines."""
    parts = [".*" if line.strip() == "..." else re.escape(line.rstrip()) for line in shown]
    lines = "\n".join(line.rstrip() for line in printed.splitlines())
    return re.fullmatch("\n".join(parts), lines.rstrip("\n"), re.DOTALL) is not None


@pytest.mark.parametrize("document", list(dict.fromkeys(each.document for each in EXAMPLES)))
def test_examples_run(document: str, folder: Path, tmp_path: Path, require: Require) -> None:
    # A copy for each: what one document leaves, an edited workspace say, is not another's.
    own = Path(shutil.copytree(folder, tmp_path / "own"))
    names: dict[str, object] = {"__name__": "example"}
    for example in EXAMPLES:
        if example.document == document:
            run_example(example, own, names, require)


def run_example(example: Example, folder: Path, names: dict[str, object], require: Require) -> None:
    if "spark" in example.text:
        require(shutil.which("java") or os.environ.get("JAVA_HOME"), "Spark needs Java")
    if example.language == "python":
        run_python(example.text, folder, names)
        return
    require((PROGRAMS / "unmold").exists(), "needs the installed command unmold")
    for command, shown in read_commands(example.text):
        if not command.startswith(NOT_RUN):
            assert command.startswith(TOOLS), f"{command}: not known to be harmless"
            run_command(command, shown, folder)


def run_command(command: str, shown: list[str], folder: Path) -> None:
    environment = os.environ | {"PATH": f"{PROGRAMS}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert not shown or matches(shown, done.stdout), f"$ {command}\n{done.stdout}"


def run_python(source: str, folder: Path, names: dict[str, object]) -> None:
    with contextlib.chdir(folder), contextlib.redirect_stdout(io.StringIO()):
        exec(compile(source, "example", "exec"), names)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_interactive_examples(path: Path, folder: Path) -> None:
    text = BLOCK.sub(lambda found: found[2], path.read_text(encoding="utf-8"))
    test = doctest.DocTestParser().get_doctest(text, {}, path.name, str(path), 0)
    with contextlib.chdir(folder):
        assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test).failed == 0


def test_examples_are_found() -> None:
    assert {example.language for example in EXAMPLES} == {"console", "python"}
    assert matches(["a", "...", "d"], "a\nb\nc\nd\n")
    assert not matches(["a", "...", "d"], "a\nb\nc\ne\n")
    assert list(read_commands("$ x  # why\n1\n$ y\n")) == [("x", ["1"]), ("y", [])]
