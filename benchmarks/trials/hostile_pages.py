"""Some 300 pages made to break a reader, by name: what they are, as bytes.

Most are a shop's page with one place spoiled, so that they reach the steps behind the parser: a
page that is nothing but an attack is set aside or clustered alone, and tries little.
"""

import json
import random
from collections.abc import Iterator
from itertools import count

SCALE = 20_000
"""Characters, or repetitions, of an attack."""

_WORDS = "red oak lamp table chair small large round old new glass brass".split()  # noqa: SIM905


def hostile_pages(scale: int = SCALE) -> dict[str, bytes]:
    """All pages: the same on every machine."""
    pages: dict[str, bytes] = {}
    groups = (_honest, _spoiled, _linked_data, _bombs, _structures, _bytes, _encodings, _duplicates)
    for group in groups:
        for name, data in group(scale):
            pages[f"{group.__name__.strip('_')}-{name}.html"] = data
    return pages


def product(number: int, **places: str) -> str:
    """A page of the shop; `places` says what is in a place instead of what should."""
    chosen = random.Random(number)
    name = " ".join(chosen.sample(_WORDS, 3))
    said = {
        "title": f"{name} | Shop",
        "name": name,
        "price": f"${chosen.randint(5, 900)}.{chosen.randint(10, 99)}",
        "date": f"2024-0{chosen.randint(1, 9)}-1{chosen.randint(0, 9)}",
        "text": " ".join(chosen.choices(_WORDS, k=30)),
        "class": "price",
        "id": f"item-{number}",
        "href": f"/p/{number}",
        "canonical": f"https://shop.example/p/{number}",
        "image": f"/img/{number}.jpg",
        "linked": json.dumps({"@type": "Product", "name": name, "sku": str(number)}),
        "head": "",
        "body": "",
        "rows": "".join(f"<tr><td>size {row}<td>{row * number}" for row in range(3)),
    } | places
    return (
        "<!doctype html><html lang=en><head><meta charset=utf-8>"
        f'<title>{said["title"]}</title><link rel=canonical href="{said["canonical"]}">'
        f'<script type="application/ld+json">{said["linked"]}</script>{said["head"]}</head>'
        f"<body><nav><a href=/>Home</a> <a href=/all>All</a></nav><h1>{said['name']}</h1>"
        f'<p id="{said["id"]}" class="{said["class"]}">{said["price"]}</p>'
        f"<p class=date>Since <time>{said['date']}</time></p><p class=about>{said['text']}</p>"
        f'<a class=more href="{said["href"]}">more</a><img src="{said["image"]}" alt="">'
        f"<table>{said['rows']}</table>{said['body']}<footer>Shop</footer></body></html>"
    )


def _honest(scale: int) -> Iterator[tuple[str, bytes]]:
    for number in range(12):
        yield str(number), product(number).encode()


def _texts(scale: int) -> dict[str, str]:
    """The worst strings of regular expressions, and what spreadsheets and terminals take amiss."""
    return {
        "digits": "1" * scale,
        "digits-and-mark": "1" * scale + "!",
        "letters-and-digits": "a1" * (scale // 2) + "!",
        "css-digits": "css-" + "1" * scale + "!",
        "words": "a" * scale + "!",
        "blanks": " " * scale + "x",
        "separators": " - " * (scale // 3) + "|",
        "colons": "a : " * (scale // 4) + "|",
        "groups": "1,234" * (scale // 5) + "x",
        "indian": "1,23," * (scale // 5) + "x",
        "price-like": "$1 " * (scale // 3),
        "date-like": "1 May 2021 " * (scale // 11),
        "time-like": "2021-01-01 at " + "um at " * (scale // 6),
        "mail-like": "a@a." * (scale // 4) + "!",
        "escapes": "\x9d\x90" * (scale // 2) + "\x1b[31m\x1b]0;owned\x07",
        "tags": "&lt;a " * (scale // 6),
        "formula": "=HYPERLINK(&quot;http://a.example&quot;)",
        "formula-plus": "+1+cmd|' /C calc'!A0",
        "formula-at": "@SUM(1+1)*cmd",
        "formula-tab": "&#9;=1+1",
        "references": "&#" + "1" * 6000 + ";",
        "many-references": "&NotEqualTilde;" * (scale // 15),
        "bidirectional": "\u202e\u2066" * (scale // 2) + "price",
        "accents": "a" + "\u0301" * scale,
        "emoji": "\U0001f469\u200d" * (scale // 2),
        "surrogates": "&#xD800;&#xDFFF;" * 20,
        "nothing": "",
        "infinite": "NaN Infinity -1e999 1e999",
        "large-number": "$" + "9" * 39,
        "sql": "'; DROP TABLE records; --",
        "rich": "[bold red]x[/] [link=http://a.example]y[/link]",
        "path": "../../../../etc/passwd",
    }


def _spoiled(scale: int) -> Iterator[tuple[str, bytes]]:
    """Each text in a place that changes with the text, and again in all places at once."""
    places = ("class", "price", "title", "name", "date", "text", "href", "id", "canonical", "image")
    for number, (name, text) in enumerate(_texts(scale).items()):
        for turn in range(3):
            place = places[(number * 3 + turn) % len(places)]
            spoiled = product(100 + number, **{place: text.replace('"', "")})
            yield f"{name}-in-{place}", spoiled.encode()
        whole = product(200 + number, **dict.fromkeys(places, text.replace('"', "")))
        yield f"{name}-everywhere", whole.encode()


def _linked_data(scale: int) -> Iterator[tuple[str, bytes]]:
    item = '{"@type":"Product","name":"x"}'
    broken = {
        "cut": '{"@type": "Product", "name": "x',
        "deep-lists": "[" * scale,
        "deep-objects": '{"a":' * scale + "1" + "}" * scale,
        "deep-closed": '{"@graph":[' * 500 + item + "]}" * 500,
        "many-items": f"[{','.join([item] * (scale // 10))}]",
        "many-names": json.dumps({f"name{n}": n for n in range(scale // 10)}),
        "long-name": json.dumps({"@type": "Product", "n" * scale: "x"}),
        "long-number": '{"@type":"Product","price":' + "9" * scale + "}",
        "odd-numbers": '{"@type":"Product","price":1e999,"weight":-0.0,"size":NaN}',
        "same-names": '{"@type":"Product",' + '"name":"x",' * (scale // 20) + '"sku":1}',
        "null": '{"@type":null,"name":null,"offers":[null,{},[[]]]}',
        "references": json.dumps({"@type": "Product", "name": "&#" + "1" * 6000 + ";"}),
        "surrogates": '{"@type":"Product","name":"\\ud800\\udfff\\u0000"}',
        "comments": "/* x */ " * 100 + item + " // y",
        "not-json": "<b>" * 100,
        "script-inside": '{"name":"</scr' + 'ipt><script>alert(1)"}',
    }
    for name, text in broken.items():
        yield name, product(300, linked=text).encode()


def _bombs(scale: int) -> Iterator[tuple[str, bytes]]:
    """What the standard repeats, and what costs more than it looks."""
    fonts = "".join(f"<font size={n}>" for n in range(600))
    long_font = f'<font class="{"c" * scale}">'
    bodies = {
        "fonts-then-blocks": "<p>" + fonts + "<p>x" * scale,
        "fonts-and-blocks": "".join(f"<font size={n}><p>" for n in range(scale)),
        "long-font": long_font + "<p>x" * (scale // 4),
        "long-font-repeated": "<p>" + long_font + "<p>x" * (scale // 4),
        "all-formatting": "<b><i><u><s><tt><em><big><code><small><strong>" * 3 + "<p>x" * scale,
        "anchors": '<a href="/x">' * scale,
        "anchors-and-blocks": "<a href=x><div>" * scale,
        "nobr": "<nobr><div>x" * scale,
        "adoption": "<b><div>" * (scale // 10) + "</b>" * scale,
        "misnested": "<b><i><a href=x></b></i>" * (scale // 5),
        "fostered": "<table>" + "<a href=x>x<tr>" * scale,
        "fostered-tables": "<table><b>x" * (scale // 4),
        "selects": "<select><button><selectedcontent></selectedcontent></button><option>"
        + "<div><object><select><button><selectedcontent></selectedcontent></button><option>" * 60
        + "<i>x</i>" * scale,
        "late-attributes": "".join(f"<body a{n}=1>" for n in range(scale)),
        "late-long-attributes": "".join(f"<html a{n}={'x' * 50}>" for n in range(scale)),
        "templates": "<template>" * scale,
        "markers": "<applet><b><marquee><i>" * (scale // 10),
        "foreign": "<svg><foreignObject><math><annotation-xml encoding=text/html>" * 2000,
        "paragraph-ends": "</p>" * scale,
        "forms": "<form><input>" * scale,
        "scripts": "<script>x</script>" * scale,
        "plaintext": "<plaintext>" + "<p>" * scale,
    }
    for name, body in bodies.items():
        yield from _twice(name, body=body)


def _twice(name: str, **places: str) -> Iterator[tuple[str, bytes]]:
    """Two pages with the same attack: what is on one page only is seldom learned."""
    for number in (400, 500):
        yield f"{name}-{number}", product(number, **places).encode()


def _structures(scale: int) -> Iterator[tuple[str, bytes]]:
    attributes = " ".join(f"a{n}=x" for n in range(scale))
    names = "".join(f"<x{n}></x{n}>" for n in range(scale))
    bodies = {
        "deep-blocks": "<div>" * scale,
        "deep-lists": "<ul><li>" * (scale // 2) + "x",
        "deep-tables": "<table><tr><td>" * (scale // 3),
        "deep-spans": "<span>" * scale + "price",
        "deep-links": "<div>" * 500 + "<a href=x>y</a>" * (scale // 2),
        "siblings": "<p>x" * scale,
        "list": "<ul>" + "<li><a href=x>y</a>" * scale + "</ul>",
        "rows": "<table>" + "<tr><td>a<td>1<td>$2" * (scale // 4) + "</table>",
        "columns": "<table><tr>" + "<td>x" * scale + "</table>",
        "headers": "<table><tr>" + "<th>x" * scale + "<tr>" + "<td>y" * scale + "</table>",
        "long-header": f"<table><tr><th>{'h' * scale}<th>b" + "<tr><td>y" * scale + "</table>",
        "long-id": f'<div id="{"i" * scale}">' + "<span>y</span>" * scale,
        "long-item": f'<div itemscope class="{"c" * scale}">' + "<b itemprop=price>1</b>" * scale,
        "spans": '<table><tr><td colspan=100000 rowspan=65534>x<tr><td colspan="-1">y</table>',
        "definitions": "<dl>" + "<dt>a<dd>b" * scale + "</dl>",
        "options": "<select>" + "<option>x" * scale + "</select>",
        "attributes": f"<div {attributes}>x</div>",
        "long-attribute": f'<div data-x="{"x" * scale * 20}">x</div>',
        "long-data-url": f'<img src="data:image/png;base64,{"A" * scale * 20}">',
        "classes": f'<p class="{" ".join(f"c{n}" for n in range(scale))}">x</p>',
        "names": names,
        "long-names": f"<{'n' * scale}>x</{'n' * scale}>" * 3,
        "comments": "<!-- x -->" * scale,
        "headings": "".join(f"<h{n % 6 + 1}>a {n}</h{n % 6 + 1}>" for n in range(scale // 4)),
        "ids": "".join(f"<p id=i{n}>x" for n in range(scale // 2)),
        "microdata": "<div itemscope itemprop=a>" * (scale // 20) + "<b itemprop=price>1</b>",
        "labels": "".join(f"<b>l{n}:</b> {n}<br>" for n in range(scale // 8)),
        "one-word": "x" * scale * 20,
        "lines": "a<br>" * scale,
    }
    for name, body in bodies.items():
        yield from _twice(name, body=body)
    yield from _twice("base", head=f"<base href=/{'c' * scale}/>", body="<a href=x>y" * 200)
    metas = "".join(f"<meta name=m{n} content=x>" for n in range(scale // 4))
    yield from _twice("metas", head=metas)
    yield from _twice("style", head=f"<style>{'p{}' * scale}</style>")
    yield "unclosed", b"<title>a<table><a href='<script><!-- <svg><select" * (scale // 40)


def _bytes(scale: int) -> Iterator[tuple[str, bytes]]:
    page = product(600).encode()
    chosen = random.Random(6)
    yield "empty", b""
    yield "blanks", b" \n\t" * scale
    yield "text", b"plain text " * 100
    yield "nulls", b"\0" * scale
    yield "nulls-inside", page.replace(b"<p", b"<p\0").replace(b"Since", b"Si\0nce")
    yield "picture", b"\x89PNG\r\n\x1a\n" + chosen.randbytes(scale)
    yield "noise", chosen.randbytes(scale)
    yield "noise-inside", page.replace(b"Since", chosen.randbytes(500))
    yield "controls", page.replace(b"Since", bytes(range(1, 32)) * 100)
    yield "zip", b"PK\x03\x04" + chosen.randbytes(1000)
    yield "gzip", b"\x1f\x8b\x08\0" + chosen.randbytes(1000)
    yield "pdf", b"%PDF-1.7\n" + page
    yield "cut-in-tag", page[: page.index(b"<h1") + 2]
    yield "cut-in-attribute", page[: page.index(b"class=") + 9]
    yield "cut-in-script", page[: page.index(b"ld+json") + 20]
    yield "only-a-tag", b"<"
    yield "only-html", b"<html>"
    yield (
        "xml",
        b"<?xml version='1.0'?><!DOCTYPE x [<!ENTITY a '&b;&b;'><!ENTITY b '&a;'>]><x>&a;</x>",
    )
    yield "frames", b"<frameset><frame src=a><frameset>" * 300
    yield (
        "refresh",
        product(601, head='<meta http-equiv=refresh content="0;url=//b.example">').encode(),
    )


def _encodings(scale: int) -> Iterator[tuple[str, bytes]]:
    page = product(700, text="é ü ñ 日本語 русский " * 20)
    bare = page.replace("<meta charset=utf-8>", "")
    yield "utf-16", page.encode("utf-16")
    yield "utf-16-without-mark", bare.encode("utf-16-le")
    yield "utf-32", bare.encode("utf-32")
    yield "utf-8-with-mark", page.encode("utf-8-sig")
    yield "shift-jis", page.replace("utf-8", "shift_jis").encode("shift_jis", "ignore")
    yield "wrong-name", page.replace("utf-8", "no-such-encoding").encode()
    yield "wrong-claim", page.encode("cp1251", "ignore")
    yield "utf-7", page.replace("utf-8", "utf-7").encode("utf-7")
    yield "broken-utf-8", page.encode().replace(b"Since", b"\xff\xc3\x28\xe2\x82\xf0\x28" * 100)
    yield "long-utf-8", page.encode().replace(b"Since", b"\xc0\xbc\xe0\x80\xbc" * 100)
    yield (
        "two-names",
        bare.replace("<head>", "<head><meta charset=big5><meta charset=koi8-r>").encode(
            "koi8-r", "ignore"
        ),
    )
    yield "surrogates", page.encode().replace(b"Since", b"\xed\xa0\x80\xed\xbf\xbf")


def _duplicates(scale: int) -> Iterator[tuple[str, bytes]]:
    same = product(800).encode()
    numbers = count()
    for _ in range(12):
        yield f"same-{next(numbers)}", same
    for _ in range(4):
        yield f"almost-{(number := next(numbers))}", same + b"\n" * number
