"""Formats the summary of a run as text."""

from __future__ import annotations

from itertools import groupby

import click

from unmold.cli.terminal import safe
from unmold.store.summary import EditsSummary, SchemaChange, Summary, TemplateSummary

SHOWN_TEMPLATES = 12
"""Templates of one site that are shown; the largest first."""

SHOWN_SITES = 10
"""Sites that fit on a screen with their tables; the rest is counted."""
SHOWN_PARTS = 6
"""Tables of one template that are named."""

EXAMPLE_LENGTH = 60
"""Characters of an example, so that it stays on the line of its field."""
SHOWN_CHANGES = 12
"""Changes of tables that are shown; a nightly run has none."""


def print_summary(summary: Summary, workspace: str, min_pages: int) -> None:
    """Print sites, their templates with main fields, what is left over, changes, and time."""
    _print_sites(summary["templates"])
    _print_left_over(summary["left_over"])
    if not summary["templates"]:
        _print_no_template(summary["pages"], min_pages)
    _print_changes(summary)
    if "edits" in summary:  # a workspace of an older unmold does not know them
        _print_waiting(summary["edits"])
    _print_totals(summary, workspace)


def _print_sites(templates: list[TemplateSummary]) -> None:
    ordered = sorted(templates, key=lambda template: template["site"])
    sites = [list(group) for _, group in groupby(ordered, lambda template: template["site"])]
    sites.sort(key=lambda site: -sum(template["pages"] for template in site))
    for site in sites[:SHOWN_SITES]:
        _print_site(sorted(site, key=lambda template: -template["pages"]))
    rest = sites[SHOWN_SITES:]
    if rest:
        count = sum(template["pages"] for site in rest for template in site)
        click.echo(f"and {_count(len(rest), 'more site')} with {_count(count, 'page')}\n")


def _print_site(templates: list[TemplateSummary]) -> None:
    pages = sum(template["pages"] for template in templates)
    head = f"{_count(pages, 'page')} of {_count(len(templates), 'template')}"
    click.echo(f"{click.style(safe(templates[0]['site']), bold=True)}: {head}")
    for template in templates[:SHOWN_TEMPLATES]:
        _print_template(template)
    if len(templates) > SHOWN_TEMPLATES:
        click.echo(f"  and {_count(len(templates) - SHOWN_TEMPLATES, 'smaller template')}")
    click.echo()


def _print_template(template: TemplateSummary) -> None:
    misfits = template["not_fitting"]
    note = f", {misfits:,} did not fit" if misfits else ""
    name = click.style(safe(template["template"]), fg="green")
    address = safe(template["example_url"], 90)
    click.echo(f"  {name}  {_count(template['pages'], 'page')}{note}  like {address}")
    width = max((len(safe(field["name"])) for field in template["fields"]), default=0)
    for field in template["fields"]:
        click.echo(
            f"      {safe(field['name']):<{width}}  {safe(field['example'], EXAMPLE_LENGTH)}"
        )
    _print_rest(template)


def _print_rest(template: TemplateSummary) -> None:
    """The tables of a template, and how many columns were not shown."""
    parts = [f"{part['table']} ({_count(part['rows'], 'row')})" for part in template["parts"]]
    if parts:
        more = f" and {len(parts) - SHOWN_PARTS} more" if len(parts) > SHOWN_PARTS else ""
        tables = safe(", ".join(parts[:SHOWN_PARTS]), 160)
        click.echo(click.style(f"      tables: {tables}{more}", dim=True))
    notes = []
    inside = len(template["fields"])
    if template["columns"] > inside:
        notes.append(_count(template["columns"] - inside, "further column"))
    if template["further_columns"]:
        everything = f"{template['template']}_all"
        notes.append(f"{_count(template['further_columns'], 'more column')} in {safe(everything)}")
    if notes:
        click.echo(click.style(f"      and {', '.join(notes)}", dim=True))


def _print_left_over(left_over: dict[str, int]) -> None:
    named = (
        ("one_off", "matched no template"),
        ("tiny", "in clusters too small for a template"),
        ("unclustered", "in no cluster"),
        ("failed", "in clusters whose template could not be learned"),
    )
    for name, meaning in named:
        if left_over.get(name):  # a workspace of an older unmold need not know all
            click.echo(f"{_count(left_over[name], 'page')} {meaning}")


def _print_no_template(pages: int, min_pages: int) -> None:
    """Why there is none, and what to do about it."""
    if pages < min_pages:
        click.echo(
            f"no template: it takes {_count(min_pages, 'page')} that share one, "
            f"and the sources hold {_count(pages, 'page')}"
        )
        click.echo(
            "give more pages of the site; --min-pages 1 learns from what is there, "
            "but one page does not tell what is the page's and what the template's"
        )
    else:
        click.echo(f"no template: no {_count(min_pages, 'page')} are alike enough to share one")
        click.echo(
            "give more pages of the site, or see what was grouped: `unmold cluster SOURCE --scores`"
        )


def _print_changes(summary: Summary) -> None:
    """What is new against the previous run, if there was one."""
    changes = summary["changes"]
    if not any(changes[state] for state in ("changed", "known", "kept", "gone")):
        return
    named = (("new", "new"), ("changed", "changed"), ("gone", "gone"))
    shown = [f"{changes[state]:,} {word}" for state, word in named]
    same = changes["known"] + changes["kept"]
    templates = _count(summary["new_templates"], "new template")
    click.echo(f"since the previous run: pages {', '.join(shown)}, {same:,} as before; {templates}")
    _print_schema_changes(summary.get("schema_changes", []))


def _print_schema_changes(changes: list[SchemaChange]) -> None:
    """Columns and tables that are not what they were, those of the first tier by name."""
    if not changes:
        return
    best = [change for change in changes if change["tier"] != 2]
    for change in best[:SHOWN_CHANGES]:
        place = ".".join(filter(None, (change["template"], change["part"], change["column"])))
        types = (
            f" from {change['before']} to {change['after']}" if change["change"] == "type" else ""
        )
        click.echo(f"  {change['change']}: {safe(place, 80)}{types}")
    rest = len(changes) - len(best[:SHOWN_CHANGES])
    if rest:
        click.echo(f"  and {_count(rest, 'further change')} of columns: see the table `changes`")


def _print_waiting(edits: EditsSummary) -> None:
    """Edits whose targets are not there."""
    for number, reason in edits["waiting"].items():
        said = safe(edits["said"][number], 100)
        click.echo(f"edit {number} waits ({said}): {safe(reason, 200)}")


def _print_totals(summary: Summary, workspace: str) -> None:
    stages = summary["stages"]
    total = sum(stage["seconds"] for stage in stages.values())
    times = ", ".join(f"{name} {stage['seconds']:.1f}" for name, stage in stages.items())
    click.echo(
        f"{_count(summary['pages'], 'page')}, {_count(len(summary['templates']), 'template')},"
        f" {_count(summary['records'], 'record')} in {total:.1f} s ({times})"
    )
    largest = max(summary["templates"], key=lambda template: template["pages"], default=None)
    table = safe(largest["template"]) if largest else "pages"
    click.echo(f'look at them: unmold sql {safe(workspace)} "SELECT * FROM {table}"')


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'s' * (number != 1)}"
