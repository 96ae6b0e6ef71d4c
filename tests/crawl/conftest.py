"""A web server on loopback whose pages the tests write, and which can misbehave in every way."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

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
    connections: int = 0
    """How many were opened, whatever was said on them."""

    at_once: int = 0
    most_at_once: int = 0
    """Connections that are open."""

    def links(self, path: str, *targets: str) -> None:
        """A page that only links."""
        self.pages[path] = "".join(f'<p><a href="{each}">to {each}</a></p>' for each in targets)

    def asked(self, path: str) -> int:
        return self.requests.count(path)

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])


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

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            self.do_GET()

        def log_message(self, *_: object) -> None:
            pass

    return Handler


@contextmanager
def serve(address: str) -> Iterator[LocalSite]:
    """Serve an empty site on a loopback address."""
    local = LocalSite()

    class Server(ThreadingHTTPServer):
        def verify_request(self, request: object, client_address: object) -> bool:
            local.connections += 1
            local.at_once += 1
            local.most_at_once = max(local.most_at_once, local.at_once)
            return True

        def shutdown_request(self, request: Any) -> None:
            local.at_once -= 1
            super().shutdown_request(request)

    server = Server((address, 0), _handler(local))
    server.daemon_threads = True
    local.address = f"http://{address}:{server.server_port}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield local
    server.shutdown()
    server.server_close()


@pytest.fixture
def site() -> Iterator[LocalSite]:
    """An empty site that is being served."""
    with serve("127.0.0.1") as local:
        yield local


@pytest.fixture
def elsewhere() -> Iterator[LocalSite]:
    """Another host, which a crawl of the site must not ask."""
    with serve("127.0.0.2") as local:
        yield local


@pytest.fixture
def other_port() -> Iterator[LocalSite]:
    """Another server on the site's host."""
    with serve("127.0.0.1") as local:
        yield local
