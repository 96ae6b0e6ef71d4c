"""The command and the function: what they write, and how they refuse."""

import json
import subprocess
import sys

import jsonschema
import pytest
from click.testing import CliRunner

from unmold.cli import group
from unmold.errors import UsageError
from unmold.export import FORMATS, TABLE_FORMATS, export_workspace
from unmold.export.literals import css_literal, python_literal
from unmold.export.reading import xpath_literal


def run(*arguments):
    return CliRunner().invoke(group, ["export", *map(str, arguments)])


def test_schemas_fit_all_records(demo, tmp_path):
    export_workspace(demo.workspace, "json-schema", tmp_path)
    schemas = {
        template: json.loads((tmp_path / f"{template}.schema.json").read_bytes())
        for template in demo.workspace.templates
    }
    for schema in schemas.values():
        jsonschema.Draft202012Validator.check_schema(schema)
    for record in demo.workspace.extract(tier=2):
        line = json.loads(json.dumps(record.to_json()))
        jsonschema.Draft202012Validator(schemas[record.template]).validate(line)


def test_schemas_refuse_what_is_no_record(demo, tmp_path):
    template = next(iter(demo.workspace.templates))
    export_workspace(demo.workspace, "json-schema", tmp_path, template=template)
    schema = json.loads((tmp_path / f"{template}.schema.json").read_bytes())
    record = next(demo.workspace.extract(template=template, tier=2)).to_json()
    record["values"]["no_such_field"] = "x"
    assert not jsonschema.Draft202012Validator(schema).is_valid(record)


def test_the_summary_shows_shares_and_flagged_fields(demo, tmp_path):
    done = run(demo.workspace.path, "--to", "xpath", "-o", tmp_path, "--json")
    assert done.exit_code == 0, done.output
    summary = json.loads(done.stdout)
    assert {one["template"] for one in summary["templates"]} == set(demo.workspace.templates)
    for one in summary["templates"]:
        wrapper = json.loads((tmp_path / f"{one['template']}.json").read_bytes())
        flagged = {field["name"] for field in wrapper["fields"] if field["flagged"]}
        assert flagged == {name for name in one["flagged"] if "." not in name}
        assert all(field["share"] >= 0.98 for field in wrapper["fields"] if not field["flagged"])


def test_the_exported_reader_runs_by_itself(demo, tmp_path):
    template = next(iter(demo.workspace.templates))
    export_workspace(demo.workspace, "css", tmp_path, template=template)
    page = next(demo.workspace.read_pages(template))
    (tmp_path / "page.html").write_bytes(page.data)
    command = [sys.executable, "-I", "read_page.py", f"{template}.json", "page.html"]
    program = "import sys; sys.path.insert(0, '.'); sys.argv = sys.argv[1:]; import read_page; "
    done = subprocess.run(
        [*command[:2], "-c", program + "read_page.main()", *command[2:]],
        cwd=tmp_path,
        capture_output=True,
        check=True,
    )
    record = next(demo.workspace.extract(template=template, tier=2))
    assert json.loads(done.stdout)["page_title"] == record.values["page_title"]


def test_a_folder_that_holds_something_is_left_alone(demo, tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(UsageError, match="not empty"):
        export_workspace(demo.workspace, "xpath", tmp_path)
    export_workspace(demo.workspace, "json-schema", tmp_path, replace=True)
    assert (tmp_path / "mine.txt").read_text() == "mine"


def test_unknown_formats_and_templates_are_refused(demo, tmp_path):
    with pytest.raises(UsageError, match="no export"):
        export_workspace(demo.workspace, "yaml", tmp_path / "a")
    with pytest.raises(UsageError, match="no template"):
        export_workspace(demo.workspace, "xpath", tmp_path / "b", template="nothing")


def test_the_command_knows_all_formats():
    from unmold.cli.export import TABLES, WRAPPERS

    assert WRAPPERS == FORMATS
    assert TABLES == TABLE_FORMATS


@pytest.mark.parametrize("text", ["it's", '"', "'\"'", "a\\", "x\ny", "{{ 7 }}", "\ud800", "ü"])
def test_literals_mean_the_text(text):
    from parsel import Selector, css2xpath

    assert eval(python_literal(text)) == text
    if text == "\ud800":
        return
    page = Selector(text="<p>x</p>")
    assert page.xpath(f"string({xpath_literal(text)})").get() == text
    css2xpath(f"p:contains({css_literal(text)})")
