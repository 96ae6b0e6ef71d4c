"""A small site that changes, edits of all kinds at random, and what must hold whatever happens.

`World` is one workspace under trial: it makes edits, changes the site, runs again, and after every
step compares what the workspace shows with what was meant, which it remembers by itself: the values
that a column had on each page when somebody named it, and the pages of templates. So an edit that
was lost, or that came to act on something else, is noticed without asking the code that applies
edits.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from unmold import Workspace, run
from unmold.errors import UsageError
from unmold.pipeline import apply_edits

WORDS = tuple(
    "amber basin cedar delta ember fjord grove harbour island juniper kelp larch meadow nettle "  # noqa: SIM905
    "ochre pebble quartz river slate thistle umber vale willow yarrow zephyr".split()
)
SAME = 0.8
"""Share of the pages that are as they were on which a column must say what it said. Where a
template is learned anew, its selectors may read a little less or more than before."""

Operation = tuple[str, int, int]
"""What is done, and two numbers that choose with what."""

OPERATIONS = (
    "rename",
    "retype",
    "hide",
    "join",
    "name",
    "lift",
    "merge",
    "split",
    "move",
    "undo",
    "add pages",
    "change pages",
    "remove a page",
    "run again",
    "force",
    "apply",
)


def _word(*numbers: int) -> str:
    return WORDS[
        sum(number * prime for number, prime in zip(numbers, (7, 13, 29), strict=False)) % 25
    ]


def build_goods(number: int, version: int) -> str:
    """A page of a thing that is sold."""
    rows = "".join(
        f"<li class=review><b>{_word(number, row)}</b> <i>{1 + row}.0</i></li>"
        for row in range(2 + number % 3)
    )
    return (
        f"<html><head><title>{_word(number, 1)} {number} | Shop</title></head>"
        f"<body class=goods><div id=head>Shop of things</div><h1>{_word(number, 1)} {number}</h1>"
        f"<p class=brand>Brand: <span>{_word(number, 2)}{number}</span></p>"
        f"<p class=price>Price: <b>${number * 3 + version}.50</b></p>"
        f"<p class=made>Made in <em>{_word(number, 3)}land{number % 11}</em></p>"
        f"<p class=since>Since <time>{1900 + number % 90}-0{1 + number % 9}-11</time></p>"
        f"<ul class=reviews>{rows}</ul><div id=foot>All rights reserved</div></body></html>"
    )


def build_person(number: int, version: int) -> str:
    """A page of somebody."""
    return (
        f"<html><head><title>{_word(number, 4)} {number}</title></head>"
        f"<body class=person><section><h2>{_word(number, 4)} {number}</h2><table>"
        f"<tr><th>Lives in</th><td>{_word(number, 5)}{number}</td></tr>"
        f"<tr><th>Works as</th><td>{_word(number, 6)}er{number + version}</td></tr>"
        f"<tr><th>Born</th><td>{1950 + number % 50}</td></tr></table></section></body></html>"
    )


def build_note(number: int, version: int) -> str:
    """A page of a short text."""
    text = " ".join(_word(number, at, version) for at in range(12 + number % 7))
    return (
        f"<html><head><title>Note {number}</title></head><body class=note><article>"
        f"<h3>On {_word(number, 8)} {number}</h3><div class=by>by <a href='/p/{number}.html'>"
        f"{_word(number, 9)}{number}</a></div><p>{text}</p><p>{text[::-1]}</p>"
        f"</article><nav><a href=/>Home</a><a href=/all>All</a></nav></body></html>"
    )


BUILDERS: Sequence[Callable[[int, int], str]] = (build_goods, build_person, build_note)
FIRST_PAGES = 27


@dataclass
class Meaning:
    """What an edit meant, as it was when it was made."""

    edit: int
    do: str
    name: str = ""
    """The name that it gave; no other edit gives it."""

    values: dict[str, Any] = field(default_factory=dict)
    """By page what the column said."""

    pages: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    """Pages of the template that were merged into it, or stayed behind."""


class BrokenPromiseError(AssertionError):
    """Something that must hold does not."""


class World:
    """One workspace, its site, and all that was done to them."""

    def __init__(self, folder: Path) -> None:
        self.site = folder / "site"
        self.site.mkdir(parents=True)
        self.path = folder / "ws"
        self.versions: dict[int, int] = {}
        self.meanings: list[Meaning] = []
        self.names = 0
        self.refused = 0
        self.runs = 0
        self.log = b""
        for number in range(FIRST_PAGES):
            self._write(number)
        self._run()

    def _write(self, number: int) -> None:
        version = self.versions.setdefault(number, 0)
        page = BUILDERS[number % 3](number, version)
        (self.site / f"{number:04}.html").write_text(page, encoding="utf-8")

    def _run(self, **options: Any) -> None:
        run(self.site, self.path, jobs=1, **options)
        self.runs += 1

    @property
    def workspace(self) -> Workspace:
        return Workspace(self.path)

    def do(self, operation: Operation) -> None:
        """Do something, and look whether everything still holds."""
        what, one, other = operation
        try:
            getattr(self, f"_{what.replace(' ', '_')}")(one, other)
        except UsageError:
            # A choice that makes no sense, as an edit of what is hidden, is refused.
            self.refused += 1
        self.check()

    # What changes the site.

    def _add_pages(self, one: int, other: int) -> None:
        start = max(self.versions) + 1
        for number in range(start, start + 1 + one % 4):
            self._write(number)

    def _change_pages(self, one: int, other: int) -> None:
        numbers = sorted(self.versions)
        for number in {numbers[one % len(numbers)], numbers[other % len(numbers)]}:
            self.versions[number] += 1
            self._write(number)

    def _remove_a_page(self, one: int, other: int) -> None:
        numbers = sorted(self.versions)
        number = numbers[one % len(numbers)]
        if sum(known % 3 == number % 3 for known in numbers) > 6:
            del self.versions[number]
            (self.site / f"{number:04}.html").unlink()

    # What looks at it anew.

    def _run_again(self, one: int, other: int) -> None:
        self._run()

    def _force(self, one: int, other: int) -> None:
        self._run(force=True)

    def _apply(self, one: int, other: int) -> None:
        apply_edits(self.path, jobs=1)
        self.runs += 1

    # Edits.

    def _new_name(self) -> str:
        self.names += 1
        return f"given_{self.names}"

    def _column(self, one: int, other: int) -> tuple[Workspace, str, str]:
        workspace = self.workspace
        tables = [name for name, table in workspace.stored_tables.items() if table.tier == 1]
        table = tables[one % len(tables)]
        columns = [name for name in workspace[table].columns if not name.startswith("_")]
        if not columns:
            raise UsageError("no column")
        return workspace, table, columns[other % len(columns)]

    def _values(self, table: str, column: str) -> dict[str, Any]:
        """By page what a column says; of rows, all of them."""
        workspace = self.workspace
        stored = workspace[table]
        rows = stored.to_arrow().select(["_record", column]).to_pylist()
        root = next(
            one
            for one in workspace.stored_tables.values()
            if one.template == stored.template and one.tier == stored.tier and not one.part
        )
        pages = root.to_arrow().select(["_record", "_key"]).to_pylist()
        keys = {row["_record"]: Path(row["_key"]).name for row in pages}
        found: dict[str, Any] = {}
        for row in rows:
            found.setdefault(keys[row["_record"]], []).append(_plain(row[column]))
        return found

    def _mean(self, do: str, made: Any, **values: Any) -> None:
        self.meanings.append(Meaning(made.id, do, **values))

    def _rename(self, one: int, other: int) -> None:
        workspace, table, column = self._column(one, other)
        values, name = self._values(table, column), self._new_name()
        made = workspace.edit("rename", f"{table}.{column}", name)
        self._mean("rename", made, name=name, values=values)

    def _retype(self, one: int, other: int) -> None:
        workspace, table, column = self._column(one, other)
        made = workspace.edit("retype", f"{table}.{column}", ("text", "number")[other % 2])
        self._mean("retype", made)

    def _hide(self, one: int, other: int) -> None:
        workspace, table, column = self._column(one, other)
        self._mean("hide", workspace.edit("hide", f"{table}.{column}"))

    def _join(self, one: int, other: int) -> None:
        workspace, table, column = self._column(one, other)
        _, _, second = self._column(one, other + 1)
        name = self._new_name()
        made = workspace.edit("join", f"{table}.{column}", second, to=name)
        self._mean("join", made, name=name, values=self._values(table, name))

    def _name(self, one: int, other: int) -> None:
        workspace, table, _ = self._column(one, other)
        name = self._new_name()
        pages = sorted(self._values(table, workspace[table].columns[-1]))
        self._mean("name", workspace.edit("name", table, name), name=name, pages=pages)

    def _lift(self, one: int, other: int) -> None:
        workspace = self.workspace
        names = [n for n, t in workspace.stored_tables.items() if t.tier == 2 and not t.part]
        table = names[one % len(names)]
        columns = [name for name in workspace[table].columns if not name.startswith("_")]
        column = columns[other % len(columns)]
        self._mean("show", workspace.edit("show", f"{table}.{column}"))

    def templates(self) -> dict[str, str | None]:
        """By page its template."""
        rows = self.workspace.pages.select(["key", "template"]).to_pylist()
        return {Path(row["key"]).name: row["template"] for row in rows}

    def _pages_of(self, template: str) -> list[str]:
        return sorted(page for page, one in self.templates().items() if one == template)

    def _merge(self, one: int, other: int) -> None:
        workspace = self.workspace
        names = list(workspace.templates)
        first, second = names[one % len(names)], names[other % len(names)]
        pages, others = self._pages_of(first), self._pages_of(second)
        made = workspace.edit("merge", first, second)
        self._mean("merge", made, pages=pages, others=others)

    def _split(self, one: int, other: int) -> None:
        workspace = self.workspace
        names = list(workspace.templates)
        template = names[one % len(names)]
        own = self._pages_of(template)
        pages = own[other % 2 :: 2][: 3 + other % 3]
        if len(pages) < 3 or len(own) - len(pages) < 3:
            raise UsageError("too few pages")
        made = workspace.edit("split", template, *(str(self.site / page) for page in pages))
        self._mean("split", made, pages=pages, others=[one for one in own if one not in pages])

    def _move(self, one: int, other: int) -> None:
        workspace = self.workspace
        numbers, names = sorted(self.versions), [*workspace.templates, "none"]
        page, target = f"{numbers[one % len(numbers)]:04}.html", names[other % len(names)]
        others = [] if target == "none" else self._pages_of(target)
        made = workspace.edit("move", str(self.site / page), target)
        self._mean("move", made, pages=[page], others=others, name=target)

    def _undo(self, one: int, other: int) -> None:
        edits = self.workspace.edits.edits
        if edits:
            self.workspace.edit("undo", str(edits[one % len(edits)].id))

    # What must hold.

    def check(self) -> None:
        """No edit is lost, and none acts on what it did not mean."""
        self._check_file()
        workspace = self.workspace
        states = {state.edit.id: state.state for state in workspace.edit_states()}
        shown = set(workspace.stored_tables)
        columns = {
            column: table
            for name, one in workspace.stored_tables.items()
            for column in one.columns
            for table in [name]
            if one.tier == 1
        }
        for meaning in self.meanings:
            state = states.get(meaning.edit)
            if state is None:
                raise BrokenPromiseError(f"edit {meaning.edit} is lost")
            if meaning.do in ("rename", "join"):
                self._check_column(meaning, state, columns)
            elif meaning.do == "name" and state in ("waiting", "undone") and meaning.name in shown:
                raise BrokenPromiseError(f"edit {meaning.edit} is {state}, and its name is there")
        self._check_pages(states)
        found = workspace.check()
        if not found.is_whole:
            raise BrokenPromiseError(f"damaged: {found.damage}")

    def _check_file(self) -> None:
        """The file only ever grows."""
        path = self.path / "edits.json"
        now = path.read_bytes() if path.exists() else b""
        edits = [json.dumps(one, sort_keys=True) for one in _edits(now)]
        before = [json.dumps(one, sort_keys=True) for one in _edits(self.log)]
        if edits[: len(before)] != before:
            raise BrokenPromiseError("an edit was changed or lost")
        self.log = now

    def _check_column(self, meaning: Meaning, state: str, columns: dict[str, str]) -> None:
        """A given name is there with what it was given to, or not at all."""
        is_there = meaning.name in columns
        if state in ("waiting", "undone", "pending") and is_there:
            raise BrokenPromiseError(f"edit {meaning.edit} is {state}, and {meaning.name} is there")
        if not is_there:
            return
        values = self._values(columns[meaning.name], meaning.name)
        same = [page for page in values if page in meaning.values and self._is_same(page)]
        texts = [(_text(values[page]), _text(meaning.values[page])) for page in same]
        right = sum(now == before for now, before in texts)
        if same and right < SAME * len(same):
            wrong = next(
                (page, pair) for page, pair in zip(same, texts, strict=True) if pair[0] != pair[1]
            )
            raise BrokenPromiseError(
                f"edit {meaning.edit} ({meaning.name}) acts on something else: "
                f"{right} of {len(same)} pages say the same, but {wrong}"
            )

    def _is_same(self, page: str) -> bool:
        """Whether a page is as it was when the world began."""
        return self.versions.get(int(page[:4])) == 0

    def _check_pages(self, states: dict[int, str]) -> None:
        """Merged pages are together, parted ones apart, where no other edit is about them."""
        templates = self.templates()
        acting = [
            one
            for one in self.meanings
            if one.do in ("merge", "split", "move") and states[one.edit] == "in effect"
        ]
        for meaning in acting:
            others = [one for one in acting if one is not meaning]
            taken = {page for one in others if one.do != "merge" for page in one.pages}
            is_merged = any(one.do == "merge" for one in others)
            own = {templates[page] for page in {*meaning.pages} - taken if page in templates}
            rest = {templates[page] for page in {*meaning.others} - taken if page in templates}
            if meaning.do == "merge" and len((own | rest) - {None}) > 1:
                raise BrokenPromiseError(f"edit {meaning.edit}: merged pages are apart")
            # A page that had no template for a while may come to look like those that went.
            stayed = Counter(templates[page] for page in meaning.others if page in templates)
            usual = {template for template, _ in stayed.most_common(1)}
            if meaning.do == "split" and not is_merged and (own & usual) - {None}:
                raise BrokenPromiseError(f"edit {meaning.edit}: parted pages are together")
            if meaning.do == "move" and meaning.name == "none" and own - {None}:
                raise BrokenPromiseError(f"edit {meaning.edit}: the page has a template")


def _edits(data: bytes) -> list[dict[str, Any]]:
    return list(json.loads(data)["edits"]) if data else []


def _plain(value: Any) -> Any:
    return None if value in ("", []) else value


def _text(values: list[Any]) -> str:
    """Values whatever they are read as: their digits and letters."""
    return "|".join(_digits(str(value)) for value in values if value is not None)


def _digits(text: str) -> str:
    return "".join(sign for sign in text.removesuffix(".0").rstrip("0") if sign.isalnum())
