"""`/metrics`: what the server did, in the text format of Prometheus."""

from __future__ import annotations

import threading
import time
from collections import Counter

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Of the histogram of seconds: those that Prometheus's own clients have."""


class Metrics:
    """Counts requests by operation and status."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._requests: Counter[tuple[str, str, int]] = Counter()
        self._buckets: Counter[tuple[str, float]] = Counter()
        self._seconds: Counter[str] = Counter()
        self._counts: Counter[str] = Counter()
        self._under_way = 0

    def begin(self) -> None:
        with self._lock:
            self._under_way += 1

    def end(self, method: str, route: str, status: int, seconds: float) -> None:
        with self._lock:
            self._under_way -= 1
            self._requests[method, route, status] += 1
            self._seconds[route] += seconds  # type: ignore[assignment]
            self._counts[route] += 1
            for bound in BOUNDS:
                if seconds <= bound:
                    self._buckets[route, bound] += 1

    def write(self, gauges: dict[str, tuple[str, float]]) -> str:
        """All numbers; `gauges` are those that are known elsewhere, with what they say."""
        with self._lock:
            lines = [*self._write_requests(), *self._write_seconds()]
            lines += _gauge(
                "unmold_requests_under_way", "Requests being answered.", self._under_way
            )
        for name, (says, value) in gauges.items():
            lines += _gauge(name, says, value)
        return "\n".join(lines) + "\n"

    def _write_requests(self) -> list[str]:
        name = "unmold_requests_total"
        lines = [f"# HELP {name} Requests by operation and status.", f"# TYPE {name} counter"]
        for (method, route, status), count in sorted(self._requests.items()):
            labels = f'method="{method}",route="{_escape(route)}",status="{status}"'
            lines.append(f"{name}{{{labels}}} {count}")
        return lines

    def _write_seconds(self) -> list[str]:
        name = "unmold_request_seconds"
        lines = [f"# HELP {name} How long answers took.", f"# TYPE {name} histogram"]
        for route in sorted(self._counts):
            label = f'route="{_escape(route)}"'
            lines += [
                f'{name}_bucket{{{label},le="{bound}"}} {self._buckets[route, bound]}'
                for bound in BOUNDS
            ]
            lines.append(f'{name}_bucket{{{label},le="+Inf"}} {self._counts[route]}')
            lines.append(f"{name}_sum{{{label}}} {float(self._seconds[route]):.6f}")
            lines.append(f"{name}_count{{{label}}} {self._counts[route]}")
        return lines


def _gauge(name: str, says: str, value: float) -> list[str]:
    return [f"# HELP {name} {says}", f"# TYPE {name} gauge", f"{name} {value:g}"]


def _escape(label: str) -> str:
    return label.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


METHODS = ("GET", "HEAD", "POST")


class CountRequests:
    """Counts what an app answers."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun, status = time.perf_counter(), 500

        async def note(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        self.metrics.begin()
        try:
            await self.app(scope, receive, note)
        finally:
            method = scope["method"] if scope["method"] in METHODS else "other"
            seconds = time.perf_counter() - begun
            self.metrics.end(method, _route_of(scope), status, seconds)


def _route_of(scope: Scope) -> str:
    """The operation, not its address: addresses are without end."""
    route = scope.get("route")
    return str(getattr(route, "path", None) or "none")


def get_metrics(request: Request) -> Metrics:
    metrics: Metrics = request.app.state.metrics
    return metrics
