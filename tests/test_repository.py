"""The repository as a newcomer meets it: documents name what exists, and nothing of one machine."""

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Require = Callable[[object, str], None]

DOCUMENTS = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"]

# Where people keep their own files: a path below one of these is true on one machine only.
PRIVATE_FOLDERS = ["home", "root", "Users", "work", "mnt"]
MACHINE_PATH = re.compile(rf"(?<![\w.$}}])/(?:{'|'.join(PRIVATE_FOLDERS)})/\w+")

CODE_SPAN = re.compile(r"`([^`\s]+)`")
LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")
MAKE_TARGET = re.compile(r"(?:`|\$ )make ([a-z][a-z-]+)")
LOOKS_LIKE_PATH = re.compile(r"^\.?[\w.-]+(/[\w.-]+)*/?$")


def tracked_files(checkout: Path) -> list[Path]:
    listing = subprocess.run(
        ["git", "ls-files", "-z"], cwd=checkout, capture_output=True, check=True
    )
    paths = [checkout / name for name in listing.stdout.decode().split("\0") if name]
    return [path for path in paths if path.is_file()]


def all_documents(checkout: Path) -> list[Path]:
    return [checkout / name for name in DOCUMENTS] + sorted((checkout / "docs").rglob("*.md"))


def paths_in_code(text: str, checkout: Path) -> list[str]:
    """Code spans with a slash that start in the repository, such as `src/unmold/`."""
    spans = [span for span in CODE_SPAN.findall(text) if LOOKS_LIKE_PATH.match(span)]
    top = {entry.name for entry in checkout.iterdir()}
    return [span for span in spans if "/" in span and span.split("/")[0] in top]


def test_no_file_names_a_path_of_one_machine(checkout: Path, require: Require) -> None:
    require((checkout / ".git").exists() and shutil.which("git"), "needs git and a git checkout")
    found = []
    for path in tracked_files(checkout):
        text = path.read_bytes().decode("utf-8", errors="replace")
        found += [f"{path.relative_to(checkout)}: {hit}" for hit in MACHINE_PATH.findall(text)]
    assert found == []


@pytest.mark.parametrize("folder", PRIVATE_FOLDERS)
@pytest.mark.parametrize("before", ["", '"', "cd ", "=", "file://"])
def test_the_pattern_for_machine_paths_matches_them(folder: str, before: str) -> None:
    assert MACHINE_PATH.search(f"{before}/{folder}/ada")


@pytest.mark.parametrize("command", ["make demo", "make test"])
def test_readme_shows_the_two_commands(checkout: Path, command: str) -> None:
    assert command in (checkout / "README.md").read_text(encoding="utf-8")


def test_paths_in_documents_exist(checkout: Path) -> None:
    absent = [
        f"{document.name}: {span}"
        for document in all_documents(checkout)
        for span in paths_in_code(document.read_text(encoding="utf-8"), checkout)
        if not (checkout / span).exists()
    ]
    assert absent == []


def test_the_code_map_names_every_package(checkout: Path) -> None:
    text = (checkout / "ARCHITECTURE.md").read_text(encoding="utf-8")
    folders = [*(checkout / "src" / "unmold").iterdir(), *(checkout / "rust" / "src").iterdir()]
    names = [
        str(folder.relative_to(checkout))
        for folder in folders
        if folder.is_dir() and (any(folder.glob("*.py")) or any(folder.glob("*.rs")))
    ]
    assert [name for name in names if f"`{name}/" not in text] == []


def test_links_between_documents_lead_somewhere(checkout: Path) -> None:
    absent = [
        f"{document.name}: {link}"
        for document in all_documents(checkout)
        for link in LINK.findall(document.read_text(encoding="utf-8"))
        if not (document.parent / link).exists()
    ]
    assert absent == []


def test_every_make_target_in_documents_exists(checkout: Path) -> None:
    makefile = (checkout / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z][a-z-]*):", makefile, flags=re.MULTILINE))
    for document in all_documents(checkout):
        named = set(MAKE_TARGET.findall(document.read_text(encoding="utf-8")))
        assert named <= targets, document.name
