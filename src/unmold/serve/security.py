"""Who may ask, and what an answer allows: Host, Origin, token and policy, before any handler runs.

- The Host must be an address of this server, letter by letter: a foreign name that was made to lead
  here (DNS rebinding) is answered by 421.
- Everything takes the token: in the printed address, which makes a strict cookie of it, in that
  cookie, or as a bearer token.
- A browser that acts for a page of another origin is nobody: its cookie counts for nothing (401).
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qsl, quote, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from unmold.serve.problems import is_for_people, make_document, make_problem
from unmold.serve.settings import ServeSettings

READING = ("GET", "HEAD")

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "frame-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)
"""What a page of the app may do: no inline script or style, nothing from elsewhere."""

HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
"""What an answer has that does not say otherwise."""

LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")


def cookie_name(port: int) -> str:
    """Cookies know no ports: two servers of one machine must not take each other's."""
    return f"unmold-{port}"


def cookie_value(token: str) -> str:
    """What a cookie holds: no bearer token, for other ports of the machine see it, too."""
    return hmac.new(token.encode(), b"cookie", hashlib.sha256).hexdigest()


class Security:
    """Lets a request through to the app, or answers it."""

    def __init__(self, app: ASGIApp, settings: ServeSettings) -> None:
        self.app = app
        self.settings = settings
        self.cookie = cookie_value(settings.token)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        answer = self._refuse(_Asked.of(scope))
        send = _with_headers(send)
        await (answer or self.app)(scope, receive, send)

    def _refuse(self, asked: _Asked) -> Response | None:
        """The answer to what goes no further; None for what does."""
        if asked.host not in self._hosts(asked):
            return make_problem(
                421,
                "the Host of this request is none of this server's addresses",
                f"use {self.settings.address}",
            )
        if asked.has_token:
            return self._answer_token(asked)
        if not self._is_known(asked):
            return _unknown(asked, "there is no valid token")
        if asked.is_foreign:
            return _unknown(asked, "a page of another origin asked")
        return None

    def _hosts(self, asked: _Asked) -> set[str]:
        """The addresses of this server, as a Host may spell them."""
        port = asked.port or self.settings.port
        names = {self.settings.host.lower(), asked.address.lower()}
        names = {f"[{name}]" if ":" in name else name for name in names}
        if names & {*LOOPBACK_NAMES}:
            names |= {*LOOPBACK_NAMES}
        names -= {"0.0.0.0", "[::]"}
        return {f"{name}:{port}" for name in names} | (names if port == 80 else set())

    def _is_known(self, asked: _Asked) -> bool:
        if asked.bearer is not None:
            return _same(asked.bearer, self.settings.token)
        held = asked.cookie(cookie_name(asked.port or self.settings.port))
        return held is not None and _same(held, self.cookie)

    def _answer_token(self, asked: _Asked) -> Response:
        """Make a cookie of the token in the printed address."""
        given, others = asked.split_query()
        if asked.method not in READING or not _same(given, self.settings.token):
            return _unknown(asked, "the token in the address is not this server's")
        query = f"?{urlencode(others)}" if others else ""
        # A path that begins with two slashes would lead to another host.
        target = "/" + quote(asked.path.lstrip("/\\"), safe="/:@-._~!$&'()*+,;=") + query
        answer = RedirectResponse(target, 303)
        port = asked.port or self.settings.port
        answer.set_cookie(cookie_name(port), self.cookie, httponly=True, samesite="strict")
        return answer


@dataclass(frozen=True, slots=True)
class _Asked:
    """What of a request decides whether it is let through."""

    method: str
    path: str
    query: str
    headers: Headers
    address: str
    """The address at which the request arrived."""
    port: int

    @classmethod
    def of(cls, scope: Scope) -> _Asked:
        address, port = scope.get("server") or ("", 0)
        query = scope["query_string"].decode("latin-1")
        headers = Headers(scope=scope)
        return cls(scope["method"], scope["path"], query, headers, address or "", port or 0)

    @property
    def host(self) -> str | None:
        """The only Host of the request."""
        found = self.headers.getlist("host")
        return found[0].lower() if len(found) == 1 else None

    @property
    def bearer(self) -> str | None:
        kind, _, token = self.headers.get("authorization", "").partition(" ")
        return token.strip() if kind.lower() == "bearer" else None

    def cookie(self, name: str) -> str | None:
        try:
            found = SimpleCookie(self.headers.get("cookie", "")).get(name)
        except CookieError:
            return None
        return found.value if found else None

    @property
    def has_token(self) -> bool:
        return any(name == "token" for name, _ in self._parameters())

    def split_query(self) -> tuple[str, list[tuple[str, str]]]:
        """The token in the address, and all other parameters."""
        found = self._parameters()
        token = next(value for name, value in found if name == "token")
        return token, [one for one in found if one[0] != "token"]

    def _parameters(self) -> list[tuple[str, str]]:
        try:
            return parse_qsl(self.query, keep_blank_values=True, max_num_fields=100)
        except ValueError:
            return []

    @property
    def is_foreign(self) -> bool:
        """Whether a browser asks for a page of another origin, or does not say for which."""
        site = self.headers.get("sec-fetch-site")
        if self.method in READING:
            is_navigation = self.headers.get("sec-fetch-mode") == "navigate"
            is_document = self.headers.get("sec-fetch-dest", "document") == "document"
            return site in ("cross-site", "same-site") and not (is_navigation and is_document)
        origin = self.headers.get("origin")
        if origin is not None:
            return origin.lower() != f"http://{self.host}"
        # A browser names the origin of every write; other programs bring the token themselves.
        return self.bearer is None or site not in (None, "same-origin", "none")


def _same(given: str, wanted: str) -> bool:
    """Whether two secrets are the same; the time that it takes says nothing."""
    return hmac.compare_digest(given.encode("utf-8", "replace"), wanted.encode())


def _unknown(asked: _Asked, detail: str) -> Response:
    headers = {"WWW-Authenticate": 'Bearer realm="unmold"'}
    if is_for_people(asked.path, asked.headers.get("accept", "")):
        hint = "open the address that `unmold serve` printed when it was started last"
        return make_document(401, detail, hint, headers)
    hint = "open the address that `unmold serve` printed, or send `Authorization: Bearer TOKEN`"
    return make_problem(401, detail, hint, headers)


def _with_headers(send: Send) -> Send:
    async def send_safely(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return send_safely
