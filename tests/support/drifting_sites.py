"""Small sites written by hand, of books and events, that tests change in one way or another."""

import csv
from collections.abc import Callable, Iterable
from pathlib import Path

HOUSE = "<div class=menu><a href=/>Home</a><a href=/books/>Books</a></div>"
FOOT = "<div class=foot><p>Open every day</p><p>Write to us</p></div>"


def book(number: int, *, pages: bool = True, price: str = "$") -> str:
    """A page about a book."""
    lines = [
        f"<h1 class=title>Book {number * 37} of tales</h1>",
        f"<p class=by>Author: <b>Writer {number * 13}</b></p>",
        f"<p class=cost>Price: <b>{price}{number}.50</b></p>",
        f"<p class=pages>Pages: <b>{number * 7 + 100} leaves</b></p>" if pages else "",
        f"<div class=about><p>All about the number {number * 11}.</p></div>",
    ]
    body = f"{HOUSE}<div class=book>{''.join(lines)}</div>{FOOT}"
    return f"<html><head><title>Book {number * 37}</title></head><body>{body}</body></html>"


def event(number: int) -> str:
    """A page about an event, of quite another design."""
    rows = f"<tr><th>Town</th><td>Town {number * 3}</td></tr><tr><th>Day</th><td>{number}</td></tr>"
    text = f"<table class=event><caption>Evening {number * 5}</caption>{rows}</table>"
    more = f"<ul class=guests><li>Guest {number}</li><li>Guest {number * 2}</li></ul>"
    return f"<html><head><title>Evening</title></head><body>{text}{more}{FOOT}</body></html>"


Site = dict[str, str]


def books(numbers: Iterable[int], make: Callable[[int], str] = book) -> Site:
    return {f"books/{number}.html": make(number) for number in numbers}


def events(numbers: Iterable[int]) -> Site:
    return {f"events/{number}.html": event(number) for number in numbers}


KNOWN = books(range(1, 21)) | events(range(1, 9))


def write_pages(folder: Path, site: Site) -> Path:
    """Write a site; returns its manifest."""
    for path, html in site.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(html, encoding="utf-8")
    manifest = folder / "manifest.csv"
    with manifest.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("path", "url", "site"))
        writer.writerows((path, f"https://shop.example/{path}", "shop.example") for path in site)
    return manifest


def write_corpus_sites(corpus: Path, sites: Iterable[str], manifest: Path) -> None:
    """Write a manifest of some sites of a corpus."""
    with (corpus / "manifest.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["site"] in sites]
    with manifest.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("path", "url", "site"))
        writer.writerows((corpus / row["path"], row["url"], row["site"]) for row in rows)
