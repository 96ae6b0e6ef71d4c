"""Runs one crawl in a process of its own that looks up no name and connects to loopback only.

A task as JSON on standard input; on standard output the summary, the names that were looked up and
the addresses that were connected to. Attempts to connect elsewhere are noted and fail before
anything is sent.
"""

import ipaddress
import json
import socket
import sys
from pathlib import Path
from typing import Any

lookups: list[str] = []
connections: list[str] = []


def patch_names(names: dict[str, list[list[str]]]) -> None:
    """Answer look-ups from a table: for each name what the first, the second, ... look-up gives."""

    def look_up(host: str, port: int, *_: object, **__: object) -> list[Any]:
        name = host.decode() if isinstance(host, bytes) else host
        if name not in names:
            raise socket.gaierror(socket.EAI_NONAME, "no such name")
        turn = min(lookups.count(name), len(names[name]) - 1)
        lookups.append(name)
        return [_entry(address, port) for address in names[name][turn]]

    real = socket.getaddrinfo
    socket.getaddrinfo = lambda host, port, *rest, **options: (  # type: ignore[assignment]
        real(host, port, *rest, **options)
        if _is_address(host)
        else look_up(host, port, *rest, **options)
    )
    socket.gethostbyname = lambda host: (  # type: ignore[assignment]
        host if _is_address(host) else look_up(host, 0)[0][4][0]
    )


def _entry(address: str, port: int) -> tuple[Any, ...]:
    if ":" in address:
        return (socket.AF_INET6, socket.SOCK_STREAM, 6, "", (address, port, 0, 0))
    return (socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))


def _is_address(host: str | bytes | None) -> bool:
    try:
        ipaddress.ip_address(host.decode() if isinstance(host, bytes) else host or "")
    except ValueError:
        return False
    return True


def watch(event: str, arguments: tuple[Any, ...]) -> None:
    """Note every connection, and stop those that would leave the machine."""
    if event == "socket.connect" and isinstance(arguments[1], tuple):
        address = str(arguments[1][0])
        connections.append(address)
        if not ipaddress.ip_address(address).is_loopback:
            raise OSError("tests connect to loopback only")


def main() -> None:
    task = json.loads(sys.stdin.read())
    patch_names(task["names"])
    sys.addaudithook(watch)

    from unmold.crawl.crawl import crawl_here
    from unmold.crawl.crawl_settings import CrawlSettings

    summary = crawl_here(task["url"], Path(task["workspace"]), CrawlSettings(**task["settings"]))
    answer = {
        "stored": summary.stored,
        "reasons": summary.reasons,
        "lookups": lookups,
        "connections": connections,
    }
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
