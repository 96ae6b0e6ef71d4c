"""Bodies that are too large, too slow or compressed, heads that do not end, readers that do not."""

import asyncio
import gzip
import json
import socket
import threading
from pathlib import Path

import pytest
from support.loops import run_apart
from support.served import HOST, TOKEN, Served, connect, head, listening, serving

from unmold import Workspace
from unmold.serve import protocol
from unmold.serve.page_work import QUICK, PageWork
from unmold.serve.request_limits import SlowReaderError
from unmold.serve.settings import ServeSettings

LINES = {"Content-Type": "application/x-ndjson"}
HTML = {"Content-Type": "text/html"}


def read_all(connection: socket.socket) -> bytes:
    """Everything until the other side ends."""
    found = b""
    try:
        while part := connection.recv(65536):
            found += part
    except ConnectionResetError:
        pass
    return found


def receive(connection: socket.socket) -> bytes:
    """What comes next; the other side must not have ended."""
    part = connection.recv(4096)
    assert part, "the connection ended"
    return part


def test_a_large_page_is_refused_as_soon_as_that_shows(learned_shop: Workspace) -> None:
    with serving(learned_shop.path, max_page_bytes=1000, max_json_bytes=500) as served:
        large = b"<p>" + b"x" * 1000
        assert served.post("/api/v1/classify", content=large, headers=HTML).status_code == 413
        assert (
            served.post("/api/v1/classify", content=large[:1000], headers=HTML).status_code == 200
        )
        sent = {"a": "<p>" + "x" * 500, "b": "<p>"}
        assert served.post("/api/v1/compare", json=sent).status_code == 413


def test_a_body_without_a_length_is_counted(learned_shop: Workspace) -> None:
    with serving(learned_shop.path, max_page_bytes=1000) as served:

        async def endless() -> object:
            while True:
                yield b"<p>" + b"x" * 100

        answer = served.post("/api/v1/classify", content=endless(), headers=HTML)
        assert answer.status_code == 413
        assert answer.headers["content-type"] == "application/problem+json"


def test_a_stream_and_its_lines_are_bounded(learned_shop: Workspace) -> None:
    with serving(learned_shop.path, max_page_bytes=100, max_stream_bytes=2000) as served:
        line = json.dumps({"html": "x" * 900})
        answer = served.post("/api/v1/classify", content=line, headers=LINES)
        assert json.loads(answer.text.splitlines()[-1])["problem"]["status"] == 413
        assert (
            served.post("/api/v1/classify", content=b"\n" * 2001, headers=LINES).status_code == 413
        )


@pytest.mark.parametrize("encoding", ["gzip", "br", "deflate", "zstd", "gzip, gzip", "nonsense"])
def test_compressed_bodies_are_not_read(served: Served, encoding: str) -> None:
    bomb = gzip.compress(bytes(1 << 20))
    answer = served.post(
        "/api/v1/classify", content=bomb, headers={**HTML, "Content-Encoding": encoding}
    )
    assert answer.status_code == 415
    assert answer.json()["hint"]


def test_a_slow_body_is_given_up(learned_shop: Workspace) -> None:
    with listening(learned_shop.path, body_seconds=0.5) as port, connect(port) as client:
        client.sendall(
            head(port, "POST", "/api/v1/classify", "Content-Type: text/html", "Content-Length: 50")
        )
        client.sendall(b"<p>")
        answer = read_all(client)
    assert answer.startswith(b"HTTP/1.1 408")
    assert b"application/problem+json" in answer


def test_a_body_that_drips_is_given_up(learned_shop: Workspace) -> None:
    """The time is that of the whole body: a byte now and then gains nothing."""
    with listening(learned_shop.path, body_seconds=0.6) as port, connect(port) as client:
        client.sendall(
            head(port, "POST", "/api/v1/classify", "Content-Type: text/html", "Content-Length: 500")
        )
        client.settimeout(0.1)
        answer = b""
        for _ in range(300):
            try:
                client.sendall(b"x")
                answer = client.recv(4096)
                break
            except TimeoutError:
                continue
            except OSError:
                break
        assert answer.startswith(b"HTTP/1.1 408")


def test_a_stream_that_pauses_ends_with_a_problem(learned_shop: Workspace) -> None:
    with listening(learned_shop.path, body_seconds=0.5) as port, connect(port) as client:
        more = ("Content-Type: application/x-ndjson", "Transfer-Encoding: chunked")
        client.sendall(head(port, "POST", "/api/v1/classify", *more))
        line = b'{"html": "<p>x"}\n'
        client.sendall(b"%x\r\n%s\r\n" % (len(line), line))
        answer = read_all(client)
    assert b'"template":null' in answer
    assert b'"status":408' in answer


def test_answers_come_while_pages_are_still_sent(learned_shop: Workspace) -> None:
    with listening(learned_shop.path) as port, connect(port) as client:
        more = ("Content-Type: application/x-ndjson", "Transfer-Encoding: chunked")
        client.sendall(head(port, "POST", "/api/v1/classify", *more))
        line = b'{"html": "<p>x"}\n' * 9
        client.sendall(b"%x\r\n%s\r\n" % (len(line), line))
        answer = b""
        while b'"template":null' not in answer:
            answer += receive(client)
        client.sendall(b"0\r\n\r\n")
        while answer.count(b'"template":null') < 9:
            answer += receive(client)


def test_a_silent_client_is_cut_off(
    learned_shop: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.4)
    with listening(learned_shop.path) as port:
        with connect(port) as silent, connect(port) as slow:
            slow.sendall(head(port, "GET", "/health")[:-2])
            assert read_all(silent) == b""
            assert read_all(slow) == b""
        with connect(port) as prompt:
            prompt.sendall(head(port, "GET", "/health", "Connection: close"))
            assert read_all(prompt).startswith(b"HTTP/1.1 200")


def test_a_client_that_does_not_read_is_given_up(learned_shop: Workspace) -> None:
    """What is sent to nobody is not waited for, and leaves its place to others."""
    template = next(iter(learned_shop.templates.values())).id
    path = f"/api/v1/templates/{template}/records.jsonl"
    with serving(learned_shop.path, send_seconds=0.2, streams=1) as served:
        for _ in range(2):
            with pytest.raises(SlowReaderError):
                run_apart(ask_without_reading(served, path))
        assert served.get(path).status_code == 200


async def ask_without_reading(served: Served, path: str) -> None:
    """Ask as a client whose buffers are full behind the head of the answer."""
    headers = [(b"host", HOST.encode()), (b"authorization", f"Bearer {TOKEN}".encode())]
    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": headers,
        "server": ("127.0.0.1", 8765),
        "client": ("127.0.0.1", 50000),
    }

    async def receive() -> dict[str, object]:
        await asyncio.sleep(60)
        return {"type": "http.disconnect"}

    async def send(message: dict[str, object]) -> None:
        if message["type"] == "http.response.body":
            await asyncio.sleep(60)

    try:
        await served.app(scope, receive, send)
    except BaseExceptionGroup as group:
        # Starlette sends and listens in a group of tasks.
        raise group.exceptions[0] from None


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e/app.py",
        "/static//etc/passwd",
        "/static/..\\app.py",
        "/static/%00",
        "/api/v1/pages/..%2f..%2fedits.json",
        "/api/v1/templates/..%2f..%2fjournal/records",
        "/api/v1/templates/%00/records.csv",
        "/api/v1/jobs/..%2f..",
        "/../../etc/passwd",
        "/frame/..%2f..%2fetc%2fpasswd",
    ],
)
def test_no_path_leads_outside(learned_shop: Workspace, served: Served, path: str) -> None:
    answer = served.get(path)
    assert answer.status_code in (404, 405, 422, 403)
    assert b"root:" not in answer.content
    assert b"make_app" not in answer.content


def test_a_full_queue_says_when_to_ask_again(learned_shop: Workspace) -> None:
    with serving(learned_shop.path, workers=1, queue=0) as served:
        pool = served.app.state.work
        assert pool.room.enter(), "somebody else's page is being worked on"
        answer = served.post("/api/v1/classify", content=b"<p>x", headers=HTML)
        assert answer.status_code == 503
        assert answer.headers["retry-after"] == "1"
        pool.room.leave()
        assert served.post("/api/v1/classify", content=b"<p>x", headers=HTML).status_code == 200


def test_small_pages_do_not_wait_for_large_ones() -> None:
    work = PageWork(ServeSettings(Path("workspace"), workers=1))
    end = threading.Event()

    async def send() -> None:
        large = asyncio.create_task(work.do(end.wait, size=QUICK + 1))
        try:
            assert await work.do(lambda: "small", 5, size=QUICK) == "small"
            assert not large.done()
        finally:
            end.set()
            await large

    asyncio.run(send())
    work.stop()


def test_too_many_streams_are_refused(learned_shop: Workspace) -> None:
    template = next(iter(learned_shop.templates.values())).id
    with serving(learned_shop.path, streams=1) as served:
        served.app.state.streams.enter()
        answer = served.get(f"/api/v1/templates/{template}/records.csv")
        assert answer.status_code == 503
        assert answer.headers["retry-after"] == "1"
        served.app.state.streams.leave()
        for _ in range(3):
            assert served.get(f"/api/v1/templates/{template}/records.csv").status_code == 200
