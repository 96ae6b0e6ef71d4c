"""Takes the encodings off the body of an archived HTTP response, within the caps.

Archives are not to be trusted about encodings: many tools store the decoded body under the headers
of the encoded one. So each layer is taken off only if it is really there.
"""

from __future__ import annotations

import io

from unmold.errors import PageError
from unmold.model import HttpResponse, ProblemCode
from unmold.pages.compression import GZIP_MAGIC, Inflating, gunzip, inflate, read_inflated
from unmold.pages.sniff import looks_like_html
from unmold.settings import Limits

MAX_LAYERS = 4
"""Content encodings that may lie on each other; nobody honest sends more than one."""

_CHUNK_HEADER_BYTES = 1024
"""A chunk's header is a hexadecimal number; extensions are rare and short."""


def decode_body(raw: bytes, http: HttpResponse, limits: Limits) -> bytes:
    """Take off chunking and compression as the headers say, in the order they were put on."""
    body = raw
    if "chunked" in _tokens(http, "transfer-encoding"):
        body = join_chunks(body)
    encodings = [token for token in _tokens(http, "content-encoding") if token != "identity"]
    if len(encodings) > MAX_LAYERS:
        raise PageError(ProblemCode.CORRUPT, f"{len(encodings)} nested content encodings")
    for encoding in reversed(encodings):
        body = _decode_layer(body, encoding, limits)
    return body


def _tokens(http: HttpResponse, name: str) -> list[str]:
    """All values of a header that lists tokens, repeated headers included."""
    values = [value for key, value in http.headers if key.lower() == name]
    return [
        token.strip().lower() for value in values for token in value.split(",") if token.strip()
    ]


def join_chunks(raw: bytes) -> bytes:
    """Undo HTTP chunking; bytes that are not chunked stay as they are."""
    pieces: list[bytes] = []
    position = 0
    while position < len(raw):
        header_end = raw.find(b"\n", position, position + _CHUNK_HEADER_BYTES)
        size = _chunk_size(raw[position:header_end]) if header_end >= 0 else None
        if size is None:
            if position == 0:
                return raw
            raise PageError(ProblemCode.CORRUPT, "the chunks of the body do not fit together")
        if size == 0:
            return b"".join(pieces)
        start = header_end + 1
        pieces.append(raw[start : start + size])
        position = start + size
        position += 2 if raw[position : position + 2] == b"\r\n" else 1
    raise PageError(ProblemCode.TRUNCATED, "the last chunk of the body is missing")


def _chunk_size(header: bytes) -> int | None:
    """The size that a chunk's first line gives, extensions ignored."""
    digits = header.split(b";", 1)[0].strip()
    if not digits or len(digits) > 16 or digits.strip(b"0123456789abcdefABCDEF"):
        return None
    return int(digits, 16)


def _decode_layer(body: bytes, encoding: str, limits: Limits) -> bytes:
    if not body or looks_like_html(body):
        return body
    if encoding in ("gzip", "x-gzip"):
        return gunzip(body, limits) if body.startswith(GZIP_MAGIC) else body
    if encoding == "deflate":
        return inflate(body, limits)
    if encoding in ("br", "zstd"):
        return read_inflated(_open_stream(body, encoding), len(body), limits)
    raise PageError(ProblemCode.CORRUPT, f"unknown content encoding {encoding!r}")


def _open_stream(body: bytes, encoding: str) -> Inflating:
    from fastwarc.stream_io import BrotliReader, ZstdReader

    reader = BrotliReader if encoding == "br" else ZstdReader
    return reader(io.BytesIO(body), fsspec_args=False)
