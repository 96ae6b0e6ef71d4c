"""`unmold serve` as a process: how it starts, ends, refuses, and what a kill leaves behind."""

import json
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx
import pytest
from support.served import PROGRAM, started

from unmold import Workspace
from unmold.serve.server import listen

KILLS = 4
"""Servers that are killed; `benchmarks/trials/edits.py` kills writers by the hundred."""


def run_command(*arguments: str, program: str = PROGRAM) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", program, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


def check_mistake(done: subprocess.CompletedProcess[str]) -> None:
    assert done.returncode == 2
    lines = done.stderr.splitlines()
    assert [line.partition(":")[0] for line in lines] == ["error", "hint"]


def test_it_serves_on_loopback_and_ends_by_control_c(learned_shop: Workspace) -> None:
    with started(learned_shop.path) as server:
        assert server.address.startswith("http://127.0.0.1:")
        with server.client() as client:
            assert client.get("/health").json()["generation"] == 1
            first = client.get(f"/?token={server.token}", headers={"Authorization": ""})
            assert first.status_code == 303
        port = httpx.URL(server.address).port
        assert port is not None
        with pytest.raises(OSError, match="refused"):
            socket.create_connection(("127.0.0.2", port), timeout=5)
        assert server.end() in (0, 130)


def test_answers_do_not_wait_for_word_from_the_client() -> None:
    with listen("127.0.0.1", 0) as taken, socket.create_connection(taken.getsockname()):
        accepted, _ = taken.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            # Where it is not inherited, asyncio sets it on sockets whose protocol it knows.
            assert accepted.proto == socket.IPPROTO_TCP


def test_a_new_edit_shows_without_a_restart(own_shop: Workspace) -> None:
    with started(own_shop.path) as server, server.client() as client:
        Workspace(own_shop.path).edit("name", "products", "goods")
        end = time.monotonic() + 30
        names: set[str] = set()
        while time.monotonic() < end and "goods" not in names:
            found = client.get("/api/v1/templates").json()["templates"]
            names = {one["name"] for one in found}
            time.sleep(0.1)
        assert "goods" in names


def test_mistakes_end_with_a_hint(learned_shop: Workspace, tmp_path: Path) -> None:
    check_mistake(run_command("serve", str(tmp_path / "nothing")))
    check_mistake(run_command("serve", str(tmp_path)))
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        check_mistake(run_command("serve", str(learned_shop.path), "--port", port))


@pytest.mark.parametrize("package", ["fastapi", "uvicorn"])
def test_a_missing_extra_is_named(learned_shop: Workspace, package: str) -> None:
    program = f"import sys; sys.modules[{package!r}] = None\n{PROGRAM}"
    done = run_command("serve", str(learned_shop.path), program=program)
    check_mistake(done)
    assert "extra `serve`" in done.stderr


def test_a_killed_server_loses_no_edit_that_it_answered(own_shop: Workspace) -> None:
    columns = [one for one in own_shop["products"].columns if not one.startswith("_")]
    answered: list[int] = []
    chance = random.Random(5)
    for _ in range(KILLS):
        with started(own_shop.path) as server:
            writer = threading.Thread(
                target=write_edits, args=(server.client(), columns, answered), daemon=True
            )
            before = len(answered)
            writer.start()
            end = time.monotonic() + 60
            while len(answered) == before and time.monotonic() < end:
                time.sleep(0.01)
            time.sleep(chance.uniform(0, 0.3))
            server.end(signal.SIGKILL)
            writer.join(60)
        kept = json.loads((own_shop.path / "edits.json").read_text(encoding="utf-8"))["edits"]
        assert {*answered} <= {one["id"] for one in kept}
        assert len(kept) <= len(answered) + KILLS, "at most one a kill was written and not answered"
    Workspace(own_shop.path).edit_states()
    assert answered


def write_edits(client: httpx.Client, columns: list[str], answered: list[int]) -> None:
    """Hide and show columns until nobody answers any more."""
    try:
        etag = client.get("/api/v1/edits").json()["etag"]
        while True:
            states = client.get("/api/v1/edits").json()["edits"]
            last = states[-1]["kind"] if states else "show"
            do = "show" if last == "hide" else "hide"
            edit = {"do": do, "targets": [f"products.{columns[0]}"]}
            made = client.post("/api/v1/edits", json=edit, headers={"If-Match": etag})
            if made.status_code == 201:
                answered.append(made.json()["id"])
                etag = made.json()["etag"]
            else:
                etag = client.get("/api/v1/edits").json()["etag"]
    except httpx.HTTPError:
        client.close()
