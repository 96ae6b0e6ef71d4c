"""The fourth step: learns a template from a sample of every cluster that is large enough.

Known templates stay as they are.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, chain, groupby, islice
from operator import attrgetter

import pyarrow as pa

from unmold.disk import write_bytes
from unmold.drift import Baseline, keep_schema, learn_again
from unmold.errors import Failure, attempt
from unmold.evaluation.labels import UNCLUSTERED
from unmold.features import Features
from unmold.model import Page, Problem, ProblemCode
from unmold.pipeline.former_ids import FormerIds
from unmold.pipeline.job import Job, RunSettings, note_failures, rank_pages, read_work_column
from unmold.pipeline.judged_clusters import (
    Joined,
    Learned,
    judge_site,
    judge_together,
    split_template,
)
from unmold.pipeline.loaded_templates import write_template
from unmold.pipeline.previous_run import (
    is_set_aside,
    learned_members,
    names_of_splits,
    parts_before,
)
from unmold.pipeline.template_names import TemplateIds, TemplateNames, known_again
from unmold.pipeline.workers import open_workers
from unmold.records.table_layout import lay_out_tables
from unmold.store import Workspace
from unmold.store.feature_files import GroupedFeatures, read_features
from unmold.store.journal import StepDetails, StepSettings
from unmold.store.rows import PageRow
from unmold.store.stored_pages import read_page_rows, read_pages_again
from unmold.store.table_files import write_column
from unmold.store.verified import load_template, share_verified
from unmold.templates import Template, induce_from_pages
from unmold.templates.ascii_names import spell_names_in_ascii
from unmold.templates.sample import leave_out_copies
from unmold.templates.signature import COLUMNS
from unmold.templates.template_file import template_bytes

Rows = list[int]

SAMPLE_BYTES = 12 << 20
"""Of huge pages a sample holds fewer: what is learned from them is kept in memory at once."""

OTHER_TEMPLATES, PAGES_OF_OTHERS = 4, 3
"""Other templates of a site, and pages of each, that show what its frame is. A guess."""

# A guess: no measurement is recorded.
BASELINE_PAGES = 60
"""Known pages of a template that tell which field is which when it is learned anew."""

# A guess: no measurement is recorded.
TEMPLATES_AT_ONCE = 512
"""Templates in memory while an engine learns what their sites ask for: some 100 MB. A guess."""

MIN_CLUSTERS = 4
"""For fewer clusters it does not pay to start other processes."""


def settings(job: Job) -> StepSettings:
    return job.settings.learning


def induce_templates(job: Job) -> StepDetails:
    """Learn the templates of new clusters, and keep those that are known."""
    templates = read_work_column(job.generation, "assigned", "template")
    _keep_known(job, set(templates) - {None})
    pages = job.rows()
    failures = _learn_again(job, pages, templates)
    clusters = [rows for rows in _clusters(job, pages) if len(rows) >= job.settings.min_pages]
    namer = _Namer(job, set(templates))
    job.progress.begin("inducing", len(clusters), "templates")
    members = [[pages[row] for row in rows] for rows in clusters]
    judged = _judged_before(job)
    learned = zip(clusters, _watch(job, _induce(job, members)), strict=True)
    sites = groupby(learned, key=lambda one: pages[one[0][0]].site)
    for some in _batch_sites(job, (list(of_site) for _, of_site in sites)):
        judging = (judge_site(job, pages, of_site) for of_site in some)
        for cluster in chain.from_iterable(judge_together(judging, partial(_learn_joined, job))):
            own = [pages[row] for row in cluster.rows]
            kept = (
                attempt(_keep, job, cluster.learned, namer, own)
                if isinstance(cluster.learned, Template)
                else cluster.learned
            )
            if isinstance(kept, Failure):
                reason = f"no template was learned from {len(own):,} pages like this: {kept.reason}"
                failures.append(Problem(ProblemCode.FAILED, own[0].key, reason))
            elif kept is not None:
                for row in cluster.rows:
                    templates[row] = kept
                if cluster.reason:
                    judged[kept] = cluster.reason
    note_failures(job, "induce", failures)
    write_column(job.generation.work("members"), "template", templates, pa.string())
    job.progress.end()
    known, found = set(read_work_column(job.generation, "assigned", "template")), set(templates)
    return {
        "templates": len(found - {None}),
        "new": len(found - known),
        "last_ids": dict(namer.ids.last),
        "names": namer.names.given,
        "judged": {name: reason for name, reason in judged.items() if name in found},
    }


def _batch_sites(
    job: Job, sites: Iterable[list[LearnedCluster]]
) -> Iterator[list[list[LearnedCluster]]]:
    """Sites that are judged together: one at a time, or as many as keep an engine busy."""
    most = 1 if job.engine is None else TEMPLATES_AT_ONCE
    batch: list[list[LearnedCluster]] = []
    for site in sites:
        batch.append(site)
        if sum(map(len, batch)) >= most:
            yield batch
            batch = []
    if batch:
        yield batch


def _learn_joined(job: Job, clusters: list[list[PageRow]]) -> Iterator[Joined]:
    """The template of each of some clusters that may be one of two."""
    if job.engine is not None:
        return job.engine.learn_joined(job, clusters)
    return (attempt(learn_pages, job, own) for own in clusters)


def _judged_before(job: Job) -> dict[str, str]:
    """By template why the previous run split or joined its cluster."""
    steps = job.writer.journal.steps(job.base.number) if job.base else {}
    return dict(steps["induce"].details.get("judged", {})) if "induce" in steps else {}


def _watch(job: Job, learned: Iterator[Result]) -> Iterator[Result]:
    for one in learned:
        yield one
        job.progress.advance()


def _keep(job: Job, learned: Template, namer: _Namer, own: list[PageRow]) -> str:
    """Write a template that was learned; its name."""
    lay_out_tables(learned)  # what has no tables cannot be extracted
    named = _named(job, learned, namer, own)
    write_template(job.generation, named)
    return named.name


def _named(job: Job, template: Template, namer: _Namer, own: list[PageRow]) -> Template:
    """The template with id and name; one learned again keeps them, and its columns."""
    known = namer.known(own)
    if known is not None and job.base is not None and job.base.learned_template(known).exists():
        previous = load_template(job.base.learned_template(known))
        pages, limits = _read_sample(job, choose_sample(own, job.settings)), job.settings.limits
        kept = keep_schema(template, previous, pages, limits, jobs=job.jobs)
        # Who asks for other letters means known columns, too.
        return spell_names_in_ascii(kept) if job.settings.induction.ascii_names else kept
    return namer.name(template, own)


def _keep_known(job: Job, known: set[str]) -> None:
    """The templates that pages were assigned to, from the previous run; and no others."""
    for path in (
        *job.generation.templates.glob("*.json"),
        *job.generation.set_aside("").parent.glob("*.json"),
        job.generation.work("learned-members"),
    ):
        path.unlink(missing_ok=True)
    if job.base is not None:
        for template in sorted(known):
            share_verified(job.base.learned_template(template), job.generation.template(template))


def _learn_again(job: Job, pages: list[PageRow], templates: list[str | None]) -> list[Problem]:
    """Learn templates anew whose change was accepted; fields keep their ids.

    One on which that fails stays as it was.
    """
    if job.accepted is None:
        return []
    failures: list[Problem] = []
    settings = job.settings
    baseline = Baseline(
        Workspace(job.writer.layout.root, edited=False), settings.limits, BASELINE_PAGES
    )
    relearned = {
        name for shown in job.accepted.relearned for name in parts_before(job).get(shown, [shown])
    }
    for name in sorted(relearned & set(filter(None, templates))):
        own = [page for page, template in zip(pages, templates, strict=True) if template == name]
        sample = _read_sample(job, choose_sample(own, job.settings))
        if name in baseline.workspace.templates and not is_set_aside(job.base, name):
            learned = attempt(
                learn_again,
                baseline,
                name,
                sample,
                settings.induction,
                settings.limits,
                jobs=job.jobs,
            )
        else:
            learned = attempt(_learn_part, job, name, own)
        if isinstance(learned, Failure):
            reason = f"template {name} was not learned again: {learned.reason}"
            failures.append(Problem(ProblemCode.FAILED, own[0].key, reason))
        else:
            write_bytes(job.generation.template(name), template_bytes(learned))
    return failures


def _learn_part(job: Job, name: str, own: list[PageRow]) -> Template:
    """Learn a template anew of which edits have made another."""
    assert job.base is not None
    previous = load_template(job.base.learned_template(name))
    learned = learn_pages(job, own)
    if isinstance(learned, Template):
        return keep_columns_of(job, learned, previous, own)
    return previous


def keep_columns_of(
    job: Job, learned: Template, previous: Template, own: list[PageRow]
) -> Template:
    """A template that was learned anew, with id, name and columns of the previous one."""
    pages = _read_sample(job, choose_sample(own, job.settings))
    return keep_schema(learned, previous, pages, job.settings.limits, jobs=job.jobs)


def _clusters(job: Job, pages: list[PageRow]) -> list[Rows]:
    """The rows of each cluster: site by site the largest first, whatever the order of pages."""
    found: dict[int, Rows] = {}
    for row, label in enumerate(read_work_column(job.generation, "clusters", "label")):
        if label != UNCLUSTERED:
            found.setdefault(label, []).append(row)
    return sorted(found.values(), key=lambda rows: rank_pages([pages[row] for row in rows]))


Result = Learned | Failure | None
"""None if no page of a cluster could be read any more."""

LearnedCluster = tuple[Rows, Result]
"""The pages of a cluster, and what was learned from some of them."""


def _induce(job: Job, clusters: list[list[PageRow]]) -> Iterator[Result]:
    """The template of each cluster, or the templates that it should be split into."""
    if job.engine is not None:
        yield from job.engine.induce(job, clusters)
        return
    samples = choose_samples(clusters, job.rows(), job.settings)
    features = GroupedFeatures(job.generation.features, [one.own for one in samples])
    with open_workers(job.jobs if len(clusters) >= MIN_CLUSTERS else 1) as workers:
        jobs = job.jobs if workers.jobs <= 1 else 1
        tasks = (
            Sample(
                _read_sample(job, one.own),
                _kept(features.read(number, COLUMNS)),
                job.settings,
                jobs,
                one.root,
                [_read_sample(job, pages) for pages in one.others],
            )
            for number, one in enumerate(samples)
        )
        yield from workers.map(induce_sample, tasks)


@dataclass(frozen=True, slots=True)
class SampleRows:
    """The pages that a template is learned from, before they are read again."""

    own: list[PageRow]
    others: list[list[PageRow]]
    """Some pages of other templates of the site."""
    root: str | None
    """The folder that holds all pages of the site whose only addresses are their paths."""


def choose_joined_samples(
    clusters: Sequence[list[PageRow]], pages: Iterable[PageRow], settings: RunSettings
) -> list[SampleRows]:
    """The same of clusters that may be one of two, which are not compared with others."""
    roots = _site_roots(pages)
    return [
        SampleRows(choose_sample(own, settings), [], roots.get(own[0].site)) for own in clusters
    ]


def choose_samples(
    clusters: list[list[PageRow]], pages: Iterable[PageRow], settings: RunSettings
) -> list[SampleRows]:
    """What is learned from of each cluster; `pages` are all of their sites."""
    roots = _site_roots(pages)
    drawn = [choose_sample(own, settings) for own in clusters]
    return [
        SampleRows(own, _draw_others(drawn, number), roots.get(own[0].site))
        for number, own in enumerate(drawn)
    ]


def learn_pages(job: Job, pages: list[PageRow]) -> Template | Failure | None:
    """A template of pages that are not split whatever it says."""
    own = choose_sample(pages, job.settings)
    read, features = _read_sample(job, own), _read_features(job, own)
    root = _site_roots(job.rows()).get(own[0].site)
    sample = Sample(read, features, job.settings, job.jobs, root)
    return _learn(sample, read, features) if read else None


def choose_sample(pages: list[PageRow], settings: RunSettings) -> list[PageRow]:
    """Some pages of a cluster, drawn as `draw_pages` does, and not too many bytes."""
    by_url = sorted(pages, key=lambda page: page.url)
    distinct = leave_out_copies(by_url, lambda page: (page.sha256, page.charset))
    by_content = sorted(distinct, key=lambda page: page.sha256)
    drawn = by_content[: settings.induction.sample_size]
    total = list(accumulate(page.bytes for page in drawn))
    return drawn[: max(bisect_right(total, SAMPLE_BYTES), settings.min_pages)]


def _draw_others(drawn: list[list[PageRow]], number: int) -> list[list[PageRow]]:
    """Some pages of some other clusters of the same site, the largest first; one shows nothing."""
    site = drawn[number][0].site
    others = (own for at, own in enumerate(drawn) if at != number and own[0].site == site)
    chosen = [*islice(others, OTHER_TEMPLATES)]
    return [own[:PAGES_OF_OTHERS] for own in chosen] if len(chosen) > 1 else []


def _read_sample(job: Job, rows: list[PageRow]) -> list[Page]:
    """Those of the pages that can still be read."""
    limits, stamps = job.settings.limits, job.sources.stamps
    again = read_pages_again(rows, limits=limits, jobs=job.jobs, stamps=stamps)
    return [found for found in again if isinstance(found, Page)]


def _read_features(job: Job, rows: list[PageRow]) -> Features:
    """What signatures are made of, so that no page is parsed for it again."""
    return _kept(read_features(job.generation.features, rows, COLUMNS))


def _kept(features: Features | None) -> Features:
    assert features is not None, "every run keeps what signatures are made of"
    return features


@dataclass(frozen=True, slots=True)
class Sample:
    """What a template is learned from."""

    pages: list[Page]
    features: Features
    settings: RunSettings
    jobs: int
    root: str | None = None
    """The folder that holds all pages of the site whose only addresses are their paths."""

    others: Sequence[list[Page]] = ()
    """Some pages of other templates of the site."""


def _site_roots(pages: Iterable[PageRow]) -> dict[str, str]:
    """By site the folder that holds all of its pages that have no address but their path."""
    paths: dict[str, list[str]] = {}
    for page in pages:
        if page.url == page.path:
            paths.setdefault(page.site, []).append(page.path)
    return {site: _shared_folder(own) for site, own in paths.items()}


def _shared_folder(paths: list[str]) -> str:
    """The folder that holds all of these files, with the slash behind it."""
    first, last = min(paths), max(paths)
    signs = enumerate(zip(first, last, strict=False))
    length = next((place for place, (one, other) in signs if one != other), len(first))
    return first[: first.rfind("/", 0, length) + 1]


def induce_sample(sample: Sample) -> Result:
    """Learn a template, in whatever process; two or more where its columns say so."""
    if not sample.pages:
        return None
    learned = _learn(sample, sample.pages, sample.features)
    if isinstance(learned, Failure):
        return learned
    if sample.settings.clusters is not None:
        return Learned(learned)
    limits, again = sample.settings.limits, partial(_learn, sample)
    judged = attempt(split_template, learned, sample.pages, sample.features, again, limits)
    return Learned(learned) if isinstance(judged, Failure) else judged


def _learn(sample: Sample, pages: Sequence[Page], features: Features) -> Template | Failure:
    """A template of some pages of a sample."""
    settings = sample.settings
    return attempt(
        induce_from_pages,
        pages,
        settings.induction,
        limits=settings.limits,
        jobs=sample.jobs,
        root=sample.root,
        features=features,
        others=sample.others,
    )


def _address(page: PageRow) -> str:
    return f"{page.site} {page.url}"


class _PreviousTemplates:
    """The templates that pages had in the previous run, and which of them a cluster continues.

    Pages are known again by address: a key is a place in a source, and where rows of a manifest
    were added or removed, all behind them have others. Where no address is known, as with another
    `--base-url`, keys have to do.
    """

    def __init__(self, job: Job, pages: Sequence[PageRow]) -> None:
        before = read_page_rows(job.base) if job.base is not None else []
        named = learned_members(job.base) if job.base is not None else []
        self.identify: Callable[[PageRow], str] = _address
        known = {_address(page) for page in before}
        if not any(_address(page) in known for page in pages):
            self.identify = attrgetter("key")
        self.templates: dict[str, str | None] = {
            self.identify(page): name for page, name in zip(before, named, strict=True)
        }
        present = (self.templates.get(self.identify(page)) for page in pages)
        self.sizes = Counter(filter(None, present))

    def continued_by(self, pages: Sequence[PageRow]) -> str | None:
        """The template that the pages of a cluster continue."""
        members = [self.identify(page) for page in pages]
        return known_again(members, self.templates, self.sizes)


class _Namer:
    """Gives templates ids and names; one that continues a previous template keeps its own."""

    def __init__(self, job: Job, taken: set[str | None]) -> None:
        steps = job.writer.journal.steps(job.base.number) if job.base else {}
        last = steps["induce"].details["last_ids"] if "induce" in steps else {}
        given = steps["induce"].details.get("names", {}) if "induce" in steps else {}
        pages = job.rows()
        self.former = FormerIds(job, pages)
        self.ids = TemplateIds(self.former.last_ids(last))
        self.names = TemplateNames(given | names_of_splits(job), (page.site for page in pages))
        self.previous = _PreviousTemplates(job, pages)
        self.taken = taken

    def known(self, pages: list[PageRow]) -> str | None:
        """The name of the previous template that these pages continue."""
        known = self.previous.continued_by(pages)
        return None if known in self.taken else known

    def name(self, template: Template, own: list[PageRow]) -> Template:
        """A new template with its id, and a name that says what its pages are.

        Where edits name a template by its id, the one that has its pages has this id again.
        """
        identity = self.former.find(own) or self.ids.take(template.site)
        named = template.named(self.names.take(template.name, template.site, identity), identity)
        return self.former.keep_column_ids(named)
