"""`find_drift`: compare a new crawl with the templates of a workspace.

1. `page_assignment` assigns the new pages to known templates.
2. `template_changes` compares, template by template, the pages that fit.
3. `unmatched_pages` judges the others.

What is the same for several templates, such as an element around everything, is reported once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from unmold.drift.baseline import Baseline
from unmold.drift.findings import Drift, DriftSettings, Finding, Severity, TemplateFit
from unmold.drift.page_assignment import Assigner, Assignment
from unmold.drift.template_changes import compare_template
from unmold.drift.unmatched_pages import UnmatchedPages
from unmold.errors import UsageError
from unmold.model import Page, Problem, ProblemCode
from unmold.pages import read_pages
from unmold.pages.manifest import list_manifest
from unmold.pages.opened_files import FileEntry
from unmold.pages.read import Source
from unmold.settings import Limits
from unmold.store import Workspace

EMPTY_PAGES = (ProblemCode.EMPTY, ProblemCode.NOT_HTML, ProblemCode.TRUNCATED, ProblemCode.CORRUPT)
"""Problems of reading that say of a page that it holds nothing."""

# A guess: no measurement is recorded.
COMPLETE = 0.5
"""A crawl with a smaller share of the known number of pages says nothing of what it lacks."""


def find_drift(
    workspace: Workspace,
    source: Source | Iterable[Page],
    settings: DriftSettings | None = None,
    *,
    limit: int | None = None,
    include: Iterable[str] = (),
    exclude: Iterable[str] = (),
    base_url: str | None = None,
    limits: Limits | None = None,
    jobs: int = 0,
    problems: Callable[[Problem], object] | None = None,
    watch: Callable[[Iterator[Page]], Iterator[Page]] = iter,
) -> Drift:
    """Compare a new crawl with the templates of a workspace.

    Pages of the workspace are read again from where they are, to know what was where. `watch` is
    handed the new pages as they are read.
    """
    settings, limits = settings or DriftSettings(), limits or Limits()
    if not workspace.templates:
        raise UsageError(f"{workspace.path} has no template", hint="a run on more pages finds some")
    empty: list[str] = []
    pages = read_pages(
        source,
        limit=limit,
        include=include,
        exclude=exclude,
        base_url=base_url,
        jobs=max(jobs, 1),
        limits=limits,
        problems=_noting(empty, problems or (lambda problem: None)),
    )
    baseline = Baseline(workspace, limits, settings.sample_size, jobs=jobs)
    assigner = Assigner(baseline, limits, jobs=jobs)
    assignment = Assignment(settings.sample_size)
    for page, verdict in assigner.assign(watch(pages)):
        assignment.add(page, verdict)
    if not assignment.pages:
        raise UsageError("there is no page to compare", hint="give a SOURCE with pages")
    return _judge(baseline, assignment, empty, settings, limits, jobs)


def _noting(empty: list[str], report: Callable[[Problem], object]) -> Callable[[Problem], object]:
    """Pass problems on, and keep where the pages are that hold nothing."""

    def note(problem: Problem) -> None:
        if problem.code in EMPTY_PAGES:
            empty.append(problem.where)
        report(problem)

    return note


def _paths(keys: Sequence[str]) -> list[str]:
    """Pages that could not be read, by the paths under which a manifest lists them."""
    manifests = {key.rpartition("#")[0] for key in keys} - {""}
    listed = [
        entry
        for manifest in manifests
        if manifest.endswith(".csv")
        for entry in list_manifest(manifest)
        if isinstance(entry, FileEntry)
    ]
    known = {entry.key: entry.path for entry in listed}
    return [known.get(key, key) for key in keys]


def _judge(
    baseline: Baseline,
    assignment: Assignment,
    empty: list[str],
    settings: DriftSettings,
    limits: Limits,
    jobs: int,
) -> Drift:
    templates = baseline.workspace.templates
    expected = assignment.expected()
    unmatched = UnmatchedPages(templates, baseline, settings, limits, jobs)
    findings, single = unmatched.judge(assignment)
    recorded: set[str] = set()
    for name, sample in assignment.fitting.items():
        findings += compare_template(
            baseline,
            name,
            sample.pages,
            pages=expected[name],
            settings=settings,
            limits=limits,
            jobs=jobs,
        )
        if not baseline.pages(name):
            recorded.add(name)
    findings += _vanished(baseline, assignment, findings)
    pages = assignment.pages + len(empty)
    explained = {one.template for one in findings}
    unfit = [path for path, name in single.unfit.items() if name not in explained]
    findings += _name_pages("broken-page", [*_paths(empty), *single.broken], pages)
    findings += _name_pages("unfit-page", unfit, pages)
    return Drift(
        pages,
        [
            TemplateFit(
                name,
                baseline.counts[name],
                expected[name],
                _fitting(assignment, name),
                "records" if name in recorded else "pages",
            )
            for name in templates
        ],
        sorted(join_templates(list(_drop_duplicates(findings)), expected), key=_rank),
        _assigned(assignment, findings),
    )


def _drop_duplicates(findings: Sequence[Finding]) -> Iterator[Finding]:
    """Of equal findings about pages that fit and about unmatched ones, the larger."""
    seen = set()
    for one in sorted(findings, key=lambda one: (one.severity is Severity.NOTICE, -one.pages)):
        what = (one.code, one.template, one.old, one.new, one.fields * (one.code != "wrapped"))
        if what not in seen:
            seen.add(what)
            yield one


def _fitting(assignment: Assignment, name: str) -> int:
    return assignment.fitting[name].count if name in assignment.fitting else 0


def _rank(finding: Finding) -> tuple[bool, str, str, float]:
    is_notice = finding.severity is Severity.NOTICE
    return is_notice, finding.template, finding.code, -finding.share


def _assigned(assignment: Assignment, findings: Sequence[Finding]) -> dict[str, str]:
    """By key the templates of pages; those of a part that split off have none yet."""
    split = {one.template for one in findings if one.code == "template-split"}
    apart = {key for name in split for key in assignment.unfit_keys[name]}
    return {key: name for key, name in assignment.assigned.items() if key not in apart}


def _vanished(
    baseline: Baseline, assignment: Assignment, findings: Sequence[Finding]
) -> list[Finding]:
    """Templates without a page in a crawl that is about as large as what is known."""
    if assignment.pages < COMPLETE * len(baseline.known):
        return []
    expected = assignment.expected()
    explained = {one.template for one in findings}
    return [
        Finding("template-vanished", Severity.BREAKAGE, name, pages=count, share=1.0)
        for name, count in baseline.counts.items()
        if not expected[name] and name not in explained
    ]


def _name_pages(code: str, paths: Sequence[str], pages: int) -> list[Finding]:
    """One finding that names all broken, or all unfit, pages."""
    named = tuple(dict.fromkeys(paths))
    if not named:
        return []
    share = round(len(named) / pages, 4)
    return [Finding(code, Severity.BREAKAGE, "", pages=len(named), share=share, examples=named)]


SHARED = ("wrapped",)
"""Codes of changes to what templates share."""

EXAMPLES = 5
"""Pages named by a finding."""


def join_templates(findings: Sequence[Finding], pages: Mapping[str, int]) -> Iterator[Finding]:
    """The findings, with those that are the same for several templates joined.

    `pages` says how many pages each template has now.
    """
    alike: defaultdict[tuple[str, str, str], list[Finding]] = defaultdict(list)
    for one in findings:
        if one.code in SHARED and one.template:
            alike[one.code, one.old, one.new].append(one)
        else:
            yield one
    for group in alike.values():
        yield _joined(group, pages) if len(group) > 1 else group[0]


def _joined(group: Sequence[Finding], pages: Mapping[str, int]) -> Finding:
    templates = tuple(sorted({one.template for one in group}))
    count = sum(one.pages for one in group)
    total = sum(pages[name] for name in templates)
    is_breaking = any(one.severity is Severity.BREAKAGE for one in group)
    return replace(
        group[0],
        severity=Severity.BREAKAGE if is_breaking else Severity.NOTICE,
        template="",
        templates=templates,
        fields=tuple(f"{one.template}.{name}" for one in group for name in one.fields),
        pages=count,
        share=round(min(1.0, count / max(total, 1)), 4),
        examples=tuple(path for one in group for path in one.examples[:1])[:EXAMPLES],
    )
