"""WARC archives for tests, written byte by byte so that they can also be wrong."""

import gzip

HTML_TYPE = "text/html; charset=utf-8"


def http_response(
    body: bytes, *, status: str = "200 OK", content_type: str | None = HTML_TYPE, headers: str = ""
) -> bytes:
    typed = f"Content-Type: {content_type}\r\n" if content_type else ""
    return f"HTTP/1.1 {status}\r\n{typed}{headers}\r\n".encode() + body


def record(block: bytes, *, url: str = "http://www.example.com/", kind: str = "response") -> bytes:
    head = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:0>\r\n"
        f"WARC-Target-URI: {url}\r\nWARC-Date: 2024-01-01T00:00:00Z\r\n"
        f"Content-Type: application/http; msgtype={kind}\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    return head.encode() + block + b"\r\n\r\n"


def page_record(number: int, body: bytes | None = None, **response: str) -> bytes:
    content = body if body is not None else f"<title>{number}</title><p>{number}".encode()
    block = http_response(content, **response)  # type: ignore[arg-type]
    return record(block, url=f"http://www.example.com/{number}")


def archive(*records: bytes, compressed: bool = True) -> bytes:
    return b"".join(gzip.compress(each) if compressed else each for each in records)
