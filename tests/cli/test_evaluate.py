"""`unmold evaluate`: the table, the JSON object, and hostile names."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from unmold.cli.evaluate import evaluate
from unmold.errors import UsageError

CLUSTERS = "path,url,site,cluster\n1,,x,0\n2,,x,0\n3,,y,1\n4,,y,-1\n"
GOLD = "path,site,template,template_coarse\n1,x,a,c\n2,x,b,c\n3,y,a,a\n4,y,a,a\n5,y,a,a\n"


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    (tmp_path / "clusters.csv").write_text(CLUSTERS)
    (tmp_path / "gold.csv").write_text(GOLD)
    return [str(tmp_path / "clusters.csv"), str(tmp_path / "gold.csv")]


def run(*arguments: str, stdin: str | None = None) -> Result:
    result = CliRunner().invoke(evaluate, list(arguments), input=stdin)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def find_row(output: str, start: str) -> list[str]:
    return next(line for line in output.splitlines() if line.startswith(start)).split()


def test_the_table_shows_counts_and_rates(files: list[str]) -> None:
    output = run(*files).stdout
    assert find_row(output, "pages ") == ["pages", "5"]
    assert find_row(output, "missing pages")[:3] == ["missing", "pages", "1"]
    assert find_row(output, "  recall") == ["recall", "0.0000", "0.5000"]
    assert "pairs, without 1 don't-care pairs" in output
    assert "without missing pages" in output
    assert "over clustered pages" in output
    assert "mean of 2 sites" in output


def test_one_site_has_no_mean(tmp_path: Path) -> None:
    (tmp_path / "c.csv").write_text("path,cluster\n1,0\n")
    (tmp_path / "g.csv").write_text("path,template\n1,a\n")
    output = run(str(tmp_path / "c.csv"), str(tmp_path / "g.csv")).stdout
    assert "mean of" not in output
    assert find_row(output, "  F1") == ["F1", "1.0000"]


def test_sites_and_templates_on_demand(files: list[str]) -> None:
    assert "pair recall" not in run(*files).stdout
    output = run(*files, "--per-site", "--per-template", "--seconds", "0.5").stdout
    assert find_row(output, "y ")[:6] == ["y", "3", "1", "1", "1", "1"]
    template = next(line for line in output.splitlines() if line.split()[:2] == ["y", "a"])
    assert template.split() == [
        "y",
        "a",
        "1",
        "3",
        "1.0000",
        "0.3333",
        "1.0000",
        "0.0000",
        "0.0000",
        "6.0",
    ]


def test_json_holds_what_was_asked_for(files: list[str]) -> None:
    plain = json.loads(run(*files, "--json").stdout)
    assert plain["pooled"]["care_pairs"]["dont_care"] == 1
    assert "sites" not in plain
    assert "templates" not in plain
    full = json.loads(run(*files, "--json", "--per-site", "--per-template").stdout)
    assert list(full["sites"]) == ["x", "y"]
    assert [row["template"] for row in full["templates"]] == ["a", "b", "a"]


def test_across_sites_joins_equal_names(files: list[str]) -> None:
    with pytest.raises(UsageError, match="several coarse labels"):
        run(*files, "--across-sites")
    Path(files[1]).write_text("path,site,template\n1,x,a\n2,x,b\n3,y,a\n")
    assert json.loads(run(*files, "--json", "--across-sites").stdout)["pooled"]["templates"] == 2
    assert json.loads(run(*files, "--json").stdout)["pooled"]["templates"] == 3


def test_clusters_from_stdin(files: list[str]) -> None:
    assert run("-", files[1], "--json", stdin=CLUSTERS).stdout == run(*files, "--json").stdout


def test_names_cannot_steer_the_terminal(tmp_path: Path) -> None:
    hostile = "\x1b[2J\u202eevil\x07\u2028" + "x" * 200
    (tmp_path / "c.csv").write_text(f"path,cluster\n1,{hostile}\n2,7\n", encoding="utf-8")
    (tmp_path / "g.csv").write_text(
        f"path,site,template\n1,{hostile},{hostile}\n2,b,t\n", encoding="utf-8"
    )
    output = run(
        str(tmp_path / "c.csv"), str(tmp_path / "g.csv"), "--per-site", "--per-template"
    ).stdout
    assert "evil xxx" in output
    assert "[2J" not in output
    assert not set(output) & set("\x1b\x07\u202e\u2028")
    assert "x" * 61 not in output


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot read"):
        run(str(tmp_path / "absent.csv"), str(tmp_path / "absent.csv"))


def test_the_help_has_an_example() -> None:
    assert "unmold evaluate clusters.csv site/manifest.csv" in run("--help").stdout
