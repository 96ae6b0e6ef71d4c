"""`export_workspace`: writes a folder of wrappers that run without unmold.

Every file is made in memory first and then written, so that what fails halfway leaves nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from unmold.errors import MachineError, UsageError, attempt_together
from unmold.export.projects import SCRAPY, WEB_POET, project_files
from unmold.export.selector_files import own_source, record_schema, to_text, wrapper_to_json
from unmold.export.wrap import Problems, wrap_workspace
from unmold.export.wrapper import CSS, XPATH, TemplateWrapper
from unmold.model import Problem, ProblemCode
from unmold.settings import Limits
from unmold.store import Workspace

Files = dict[str, str]
"""By path in the folder: what the file holds."""

Item = TypeVar("Item")
Writer = Callable[[Workspace, list[TemplateWrapper]], Files]


@dataclass(frozen=True, slots=True)
class Export:
    """What was written, and the wrappers it was made from; a schema has none."""

    folder: Path
    files: tuple[str, ...]
    wrappers: tuple[TemplateWrapper, ...] = ()


def export_workspace(
    workspace: Workspace,
    to: str,
    folder: str | Path,
    *,
    template: str | None = None,
    limits: Limits | None = None,
    problems: Problems | None = None,
    replace: bool = False,
) -> Export:
    """Write wrappers of all templates, or of one, into a folder.

    `to` is one of `FORMATS`. A folder that holds anything is written to only with `replace`. A
    template on which unmold fails is a problem; the others are written.
    """
    if to not in FORMATS:
        raise UsageError(f"there is no export {to!r}", hint=f"one of: {', '.join(FORMATS)}")
    if template is not None and template not in workspace.templates:
        raise UsageError(
            f"there is no template {template!r} in {workspace.path}",
            hint=f"there are {', '.join(list(workspace.templates)[:30]) or 'none'}",
        )
    root = Path(folder)
    _check_folder(root, replace)
    noted = _Noted(problems or (lambda problem: None))
    if to == "json-schema":
        chosen = list(workspace.templates) if template is None else [template]
        schemas = _attempt_files(partial(_schemas, workspace), chosen, chosen, noted)
        return _write(root, _or_refuse(schemas, workspace, noted), ())
    language = CSS if to == CSS else XPATH
    found = wrap_workspace(workspace, language, template=template, limits=limits, problems=noted)
    wrappers = [wrapper for wrapper in found if wrapper.fields or wrapper.tables]
    names = [wrapper.template for wrapper in wrappers]
    made = _attempt_files(partial(_WRITERS[to], workspace), wrappers, names, noted)
    written = [wrapper for wrapper in wrappers if wrapper.template not in noted.failed]
    return _write(root, _or_refuse(made if written else {}, workspace, noted), written)


class _Noted:
    """Hands problems on, and knows which templates unmold failed on."""

    def __init__(self, report: Problems) -> None:
        self.report = report
        self.failed: dict[str, str] = {}

    def __call__(self, problem: Problem) -> None:
        if problem.code == ProblemCode.FAILED:
            self.failed[problem.where] = problem.message
        self.report(problem)


def _attempt_files(
    write: Callable[[list[Item]], Files], items: list[Item], templates: list[str], noted: _Noted
) -> Files:
    """The files of all items, one for each template, but of those on which writing fails."""
    made = attempt_together(write, items)
    for number, failure in made.failures.items():
        noted(Problem(ProblemCode.FAILED, templates[number], failure.reason))
    return made.result or {}


def _or_refuse(made: Files, workspace: Workspace, noted: _Noted) -> Files:
    """The files, of which there must be one."""
    if made:
        return made
    if noted.failed:
        template, reason = next(iter(noted.failed.items()))
        raise MachineError(
            f"no template of {workspace.path} could be exported; {template}: {reason}"
        )
    raise UsageError(
        f"there is nothing to export in {workspace.path}",
        hint="its templates have no fields, or their pages are gone",
    )


def _check_folder(root: Path, replace: bool) -> None:
    if root.exists() and not root.is_dir():
        raise UsageError(f"{root} is not a folder", hint="give the name of a folder to write to")
    if not replace and root.is_dir() and any(root.iterdir()):
        raise UsageError(
            f"{root} is not empty", hint="give another folder, or --replace to write into this one"
        )


def _schemas(workspace: Workspace, chosen: list[str]) -> Files:
    return {
        f"{one}.schema.json": to_text(record_schema(workspace.templates[one])) for one in chosen
    }


def _selector_files(
    language: str, workspace: Workspace, wrappers: Sequence[TemplateWrapper]
) -> Files:
    found = {
        f"{wrapper.template}.json": to_text(wrapper_to_json(wrapper, language))
        for wrapper in wrappers
    }
    return found | {name: own_source(name) for name in ("reading.py", "read_page.py")}


def _write(root: Path, made: Files, wrappers: Iterable[TemplateWrapper]) -> Export:
    try:
        for name, text in made.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
    except OSError as error:
        raise MachineError(f"cannot write {root}: {error.strerror}") from error
    return Export(root, tuple(made), tuple(wrappers))


_WRITERS: dict[str, Writer] = {
    XPATH: partial(_selector_files, XPATH),
    CSS: partial(_selector_files, CSS),
    SCRAPY: partial(project_files, SCRAPY),
    WEB_POET: partial(project_files, WEB_POET),
}

FORMATS = (XPATH, CSS, "json-schema", SCRAPY, WEB_POET)
"""What a workspace can be exported to."""
