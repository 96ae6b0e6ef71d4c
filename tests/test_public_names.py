"""Pins what users may rely on. A change here belongs into CHANGELOG.md."""

import tomllib
from pathlib import Path

import unmold

PUBLIC_NAMES = [
    "Limits",
    "Page",
    "Problem",
    "Record",
    "Template",
    "Tree",
    "Workspace",
    "__version__",
    "cluster_pages",
    "compare_pages",
    "evaluate_clusters",
    "extract_records",
    "induce_template",
    "read_pages",
    "run",
    "write_report",
]

CONSOLE_SCRIPTS = {"unmold": "unmold.cli:main"}


def test_the_package_exports_these_names() -> None:
    assert sorted(getattr(unmold, "__all__", [])) == sorted(PUBLIC_NAMES)


def test_every_public_name_exists() -> None:
    for name in PUBLIC_NAMES:
        assert hasattr(unmold, name), name


def test_the_package_installs_these_scripts(checkout: Path) -> None:
    project = tomllib.loads((checkout / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["scripts"] == CONSOLE_SCRIPTS
