"""What unmold depends on: pinned, bounded, and of licences that are in the list."""

import re
import tomllib
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from importlib.metadata import Distribution
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ALLOWED = frozenset({"MIT", "Zlib", "Apache-2.0 WITH LLVM-exception"})


@pytest.fixture(scope="module")
def audit(checkout: Path) -> ModuleType:
    loader = SourceFileLoader("audit", str(checkout / "scripts" / "audit"))
    spec = spec_from_loader("audit", loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def project(checkout: Path) -> dict[str, Any]:
    return tomllib.loads((checkout / "pyproject.toml").read_text(encoding="utf-8"))


def list_requirements(project: dict[str, Any]) -> Iterator[Requirement]:
    lists = [
        project["project"]["dependencies"],
        *project["project"]["optional-dependencies"].values(),
        *project["dependency-groups"].values(),
    ]
    for one in lists:
        yield from map(Requirement, one)


def test_constraints_pin_all_that_is_asked_for(checkout: Path, project: dict[str, Any]) -> None:
    lines = (checkout / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = [line.split("==") for line in lines if not line.startswith("#")]
    versions = {canonicalize_name(name): version for name, version in pins}
    wrong = [
        str(one)
        for one in list_requirements(project)
        if not one.specifier.contains(versions.get(canonicalize_name(one.name), "0"))
    ]
    assert wrong == [], "`make constraints` writes the file anew"


def test_dependencies_are_bounded_above(project: dict[str, Any]) -> None:
    unbounded = {
        one.name
        for one in list_requirements(project)
        if not any(part.operator in ("<", "<=", "==", "~=") for part in one.specifier)
    }
    # Their majors come with the calendar and keep what is called here.
    assert unbounded <= {"pyarrow", "packaging"}


@pytest.mark.parametrize(
    ("expression", "is_allowed"),
    [
        ("MIT", True),
        ("GPL-3.0-only", False),
        ("MIT OR GPL-3.0-only", True),
        ("GPL-3.0-only/MIT", True),
        ("MIT AND GPL-3.0-only", False),
        ("(GPL-3.0-only OR MIT) AND Zlib", True),
        ("GPL-3.0-only OR (MIT AND Zlib)", True),
        ("GPL-3.0-only OR MIT AND BSL-1.0", False),
        ("Apache-2.0 WITH LLVM-exception", True),
        ("Apache-2.0", False),
        ("(MIT", False),
        ("MIT Zlib", False),
        ("", False),
    ],
)
def test_licence_expressions(audit: ModuleType, expression: str, is_allowed: bool) -> None:
    assert audit.is_allowed(expression, ALLOWED) == is_allowed


@pytest.mark.parametrize(
    ("metadata", "licence"),
    [
        ("License-Expression: MIT", "MIT"),
        ("License: The MIT", "MIT"),
        ("License: Terms of use", "Terms of use"),
        ("Classifier: License :: OSI Approved :: The MIT", "MIT"),
        ("Summary: nothing", "no licence"),
    ],
)
def test_licence_of_a_package(
    audit: ModuleType, metadata: str, licence: str, tmp_path: Path
) -> None:
    (tmp_path / "METADATA").write_text(f"Metadata-Version: 2.4\nName: x\n{metadata}\n")
    package = Distribution.at(tmp_path)
    assert audit.find_licence(package, {"The MIT": "MIT"}) == licence


def test_every_installed_licence_is_in_the_list(checkout: Path, audit: ModuleType) -> None:
    settings = tomllib.loads((checkout / "scripts" / "audit.toml").read_text(encoding="utf-8"))
    allowed, exceptions = frozenset(settings["allow"]), settings["exceptions"]
    bad = {
        package: licence
        for package, licence in audit.list_python(settings["names"])
        if not audit.is_allowed(exceptions.get(package.split()[0], licence), allowed)
    }
    assert bad == {}


def test_advisories_that_cannot_be_reached_are_skipped_with_a_word(
    audit: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(audit, "succeeds", lambda *command: True)
    # Nothing listens at the port of "discard", the ninth.
    assert audit.check_python_advisories("http://127.0.0.1:9/")
    assert re.search("Python advisories: skipped, .* cannot be reached", capsys.readouterr().out)
    monkeypatch.setattr(audit, "succeeds", lambda *command: False)
    assert audit.check_python_advisories()
    assert audit.check_rust_advisories()
    said = capsys.readouterr().out
    assert "pip-audit is not installed" in said
    assert "cargo-deny is not installed" in said


def test_missing_advisories_do_not_pass_the_audit(
    audit: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    unknown = {"name": "x", "skip_reason": "not found"}
    assert audit.report_advisories([unknown])
    assert "skipped" in capsys.readouterr().out
    clean = {"name": "y", "version": "1", "vulns": []}
    assert audit.report_advisories([unknown, clean])
    assert "1 packages, 0 weaknesses, 1 not known" in capsys.readouterr().out
    weak = {"name": "z", "version": "1", "vulns": [{"id": "CVE-1", "fix_versions": ["2"]}]}
    assert not audit.report_advisories([clean, weak])
    assert "z 1: CVE-1, mended in 2" in capsys.readouterr().err
