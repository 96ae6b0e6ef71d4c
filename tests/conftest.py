"""What every test may ask for: data that not every machine has, and the rule about skipping.

A test that lacks something skips and says why. Where `UNMOLD_REQUIRE_ALL` is set, as in continuous
integration, nothing may be skipped: `require` fails instead, and any other skip fails the run.
"""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

# A test that waits for its turn on a busy machine has not failed.
settings.register_profile("unhurried", settings.default, deadline=None)
settings.load_profile("unhurried")

REQUIRE_ALL = bool(os.environ.get("UNMOLD_REQUIRE_ALL"))
CHECKOUT = Path(__file__).parent.parent

Require = Callable[[object, str], None]

skipped: list[str] = []


def require_or_skip(condition: object, reason: str) -> None:
    if condition:
        return
    if REQUIRE_ALL:
        pytest.fail(f"{reason} (UNMOLD_REQUIRE_ALL forbids to skip)", pytrace=False)
    pytest.skip(reason)


def directory_named_by(variable: str, what: str) -> Path:
    value = os.environ.get(variable, "")
    require_or_skip(value, f"set {variable} to {what}")
    path = Path(value)
    if not path.is_dir():
        pytest.fail(f"{variable} names no directory: {value}", pytrace=False)
    return path


@pytest.fixture(scope="session")
def checkout() -> Path:
    """The root of the repository."""
    return CHECKOUT


@pytest.fixture(scope="session")
def require() -> Require:
    """`require(condition, reason)` goes on where the condition holds, else skips or fails."""
    return require_or_skip


@pytest.fixture(scope="session")
def corpora() -> Path:
    """The folder of unpacked corpora: one folder each, with `manifest.csv` and `pages/`."""
    return directory_named_by("UNMOLD_CORPORA", "the folder of unpacked corpora")


@pytest.fixture(scope="session")
def gold_tables() -> Path:
    """The folder of gold tables: one folder each, with `schema.json` and `records.jsonl`."""
    return directory_named_by("UNMOLD_TABLES", "the folder of gold tables")


@pytest.fixture(scope="session")
def html5lib_tests() -> Path:
    """A checkout of html5lib-tests: `tree-construction/`, `tokenizer/`, `encoding/`."""
    return directory_named_by("UNMOLD_HTML5LIB_TESTS", "a checkout of html5lib-tests")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--write-cases",
        action="store_true",
        help="Write the expected.json of every case that runs; see tests/cases/README.md.",
    )


def note_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    # An expected failure is reported as skipped too, but it did run.
    if report.skipped and not hasattr(report, "wasxfail"):
        skipped.append(report.nodeid)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    note_skip(report)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    note_skip(report)


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    if REQUIRE_ALL and skipped and exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if REQUIRE_ALL and skipped:
        terminalreporter.section("skipped although UNMOLD_REQUIRE_ALL is set", red=True, bold=True)
        for nodeid in skipped:
            terminalreporter.line(nodeid)
