"""Pages made to break a reader: a name and the bytes of each, in the sizes that are promised."""

from collections.abc import Callable

_NAMES = 60_000

PAGES: dict[str, Callable[[], bytes]] = {
    "empty": lambda: b"",
    "white space": lambda: b" \n\t" * 1000,
    "text without a tag": lambda: b"plain text",
    "binary": lambda: b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4000,
    "null bytes": lambda: b"<p\0a=\0>\0<b\0>x\0</b\0>" * 20_000,
    "broken UTF-8": lambda: b"\xff\xc3\x28<p>\xe2\x82<b class='\xf0\x28'>" * 5000,
    "broken UTF-16": lambda: b"\xff\xfe<\0p\0>\0\xd8\xd8x\0<" * 2000,
    "nested blocks": lambda: b"<div>" * 200_000,
    "nested tables": lambda: b"<table><tr><td>" * 30_000,
    "a million siblings": lambda: b"<p>x" * 1_000_000,
    "a hundred thousand attributes": lambda: (
        b"<div " + b" ".join(b"a%d=x" % n for n in range(100_000)) + b"><p>y"
    ),
    "misnested formatting": lambda: b"<b><i><a href=x></b></i>" * 20_000,
    "formatting left open": lambda: (
        b"<p>" + b"".join(b"<font size=%d>" % n for n in range(600)) + b"<p>x" * 60_000
    ),
    "a long formatting element left open": lambda: (
        b"<p><font class='" + b"c" * 100_000 + b"'>" + b"<p>x" * 20_000
    ),
    "deep links": lambda: b"<div>" * 500 + b"<a href=x>y</a>" * 200_000,
    "links inside links": lambda: b"<a href=x><object>" * 250 + b"word " * 400_000,
    "a long base": lambda: b"<base href=/" + b"c" * 1_000_000 + b"/>" + b"<a href=x>" * 100_000,
    "siblings of many names": lambda: (
        b"".join(b"<x%d></x%d>" % (n, n) for n in range(_NAMES)) + b"<x0></x0>" * _NAMES
    ),
    "nested long names": lambda: b"".join(b"<" + b"n" * 50_000 + b"%d>" % n for n in range(500)),
    "a long class": lambda: b"<div class=" + b"c" * 1_000_000 + b">" + b"<h1>ab</h1>" * 100_000,
    "many classes": lambda: b"<p class='" + b" ".join(b"c%d" % n for n in range(300_000)) + b"'>",
    "labels at great depth": lambda: b"<div>" * 500 + b"<h1>a1</h1>" * 100_000,
    "everything unclosed": lambda: b"<title>a<table><a href='<script><!-- <svg><select" * 1000,
}
