"""Free texts as Markdown."""

from pathlib import Path

import pytest

from unmold import extract_records, induce_template
from unmold.cli import run

WORDS = ["amber", "birch", "cedar", "dune", "ember", "fjord", "glade", "heath"]


def page(number: int) -> bytes:
    word = WORDS[number]
    body = (
        f"<h1>Post {word}</h1><div class='body'><h2>Why {word}</h2>"
        f"<p>The {word} of place {number} was <b>seen</b> by all the people who were there.</p>"
        f"<ul><li>first {word} that anybody saw</li><li>second {word} of them all</li></ul>"
        f"<p>It was told by <a href='/people/{number}'>a man</a> of the village, of {number}.</p>"
        f"<p>Some *{word}* was left to the others, as nobody wanted to take it home.</p></div>"
    )
    return f"<html><head><title>Post {word}</title></head><body>{body}</body></html>".encode()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    for number in range(len(WORDS)):
        (folder / f"{number}.html").write_bytes(page(number))
    return folder


def test_texts_keep_their_markup_as_markdown(site: Path) -> None:
    template = induce_template(str(site)).best
    plain = next(extract_records(template, [page(1)]))
    marked = next(extract_records(template, [page(1)], markdown=True))
    assert "The birch of place 1 was seen by all" in plain.values["text"]
    assert "The birch of place 1 was **seen** by all" in marked.values["text"]
    assert "home." in marked.values["text"]
    assert "there.\n\nIt was told by [a man](/people/1) of the village" in marked.values["text"]
    assert r"Some \*birch\* was left" in marked.values["text"]
    assert marked.values["title"] == plain.values["title"]


def test_the_command_writes_markdown(
    site: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    induce_template(str(site)).save(tmp_path / "post.json")
    assert run(["extract", str(tmp_path / "post.json"), str(site), "--markdown"]) == 0
    assert "**seen**" in capsys.readouterr().out
