"""A web server on loopback whose pages the tests write, and which can misbehave in every way."""

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

pytest.importorskip("scrapy", reason='pip install "unmold[crawl]" to test the crawler')

Answer = Callable[[BaseHTTPRequestHandler], None]


@dataclass
class LocalSite:
    """Pages by path, and the requests that were made."""

    pages: dict[str, str | Answer] = field(default_factory=dict)
    requests: list[str] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    """When each request came."""
    address: str = ""

    def links(self, path: str, *targets: str) -> None:
        """A page that only links."""
        self.pages[path] = "".join(f'<p><a href="{each}">to {each}</a></p>' for each in targets)

    def asked(self, path: str) -> int:
        return self.requests.count(path)


def send(
    handler: BaseHTTPRequestHandler,
    body: bytes,
    status: int = 200,
    kind: str = "text/html; charset=utf-8",
    **headers: str,
) -> None:
    """Send a whole answer."""
    handler.send_response(status)
    handler.send_header("Content-Type", kind)
    handler.send_header("Content-Length", str(len(body)))
    for name, value in headers.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.end_headers()
    handler.wfile.write(body)


def redirect(location: str) -> Answer:
    """An answer that sends elsewhere."""
    return lambda handler: send(handler, b"", 302, Location=location)


def _handler(site: LocalSite) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            site.requests.append(self.path)
            site.times.append(time.monotonic())
            answer = site.pages.get(self.path)
            try:
                if answer is None:
                    send(self, b"<p>not here", 404)
                elif isinstance(answer, str):
                    send(self, answer.encode())
                else:
                    answer(self)
            except OSError:
                self.close_connection = True

        def log_message(self, *_: object) -> None:
            pass

    return Handler


@pytest.fixture
def site() -> Iterator[LocalSite]:
    """An empty site that is being served."""
    local = LocalSite()
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(local))
    server.daemon_threads = True
    local.address = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield local
    server.shutdown()
    server.server_close()
