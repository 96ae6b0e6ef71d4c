"""Who is let in: Host, token, cookie and Origin; and what every answer allows a browser."""

import pytest
from support.served import HOST, TOKEN, Served

from unmold.serve.security import cookie_name, cookie_value

PATHS = ["/health", "/api/v1/workspace", "/api/v1/openapi.json", "/static/none.js", "/nothing"]
COOKIE = f"{cookie_name(8765)}={cookie_value(TOKEN)}"


@pytest.mark.parametrize("path", PATHS)
def test_everything_takes_the_token(served: Served, path: str) -> None:
    for token in (None, "", "wrong", TOKEN[:-1], TOKEN + "x", "ä"):
        headers = {} if token is None else {"Authorization": f"Bearer {token}".encode()}
        answer = served.get(path, token=None, headers=headers)
        assert answer.status_code == 401
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["hint"]
    assert served.get(path).status_code in (200, 404)


def test_token_in_the_address_becomes_a_strict_cookie(served: Served) -> None:
    answer = served.get(f"/templates/x?token={TOKEN}&tier=2", token=None)
    assert answer.status_code == 303
    assert answer.headers["location"] == "/templates/x?tier=2"
    said = answer.headers["set-cookie"]
    assert "HttpOnly" in said
    assert "SameSite=strict" in said
    assert TOKEN not in said
    pair = said.partition(";")[0]
    assert served.get("/health", token=None, headers={"Cookie": pair}).status_code == 200


def test_wrong_token_in_the_address_makes_no_cookie(served: Served) -> None:
    for path in ("/?token=", "/?token=wrong", f"/?token=wrong&token={TOKEN}"):
        answer = served.get(path)
        assert answer.status_code == 401
        assert "set-cookie" not in answer.headers


def test_token_redirects_to_this_server_only(served: Served) -> None:
    for path in ("//evil.example/x", "/\\evil.example", "///evil.example", "/%5cevil.example"):
        answer = served.get(f"http://{HOST}{path}?token={TOKEN}", token=None)
        location = answer.headers["location"]
        assert answer.status_code == 303
        assert location.startswith("/")
        assert not location.startswith(("//", "/\\"))


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8765",
        "127.0.0.1",
        "127.0.0.1:8766",
        "127.0.0.1:8765.evil.example",
        "127.0.0.2:8765",
        "localhost.evil.example:8765",
        "127.0.0.1:08765",
        "",
    ],
)
def test_a_foreign_host_is_misdirected(served: Served, host: str) -> None:
    answer = served.get("/health", headers={"Host": host})
    assert answer.status_code == 421
    assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize("host", ["127.0.0.1:8765", "localhost:8765", "LOCALHOST:8765"])
def test_its_own_names_are_taken(served: Served, host: str) -> None:
    assert served.get("/health", headers={"Host": host}).status_code == 200


def test_two_hosts_are_none(served: Served) -> None:
    headers = [("Host", HOST), ("Host", "evil.example"), ("Authorization", f"Bearer {TOKEN}")]
    assert served.ask("GET", "/health", token=None, headers=headers).status_code == 421


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:9999", ""])
def test_writes_of_another_origin_are_refused(served: Served, origin: str) -> None:
    for headers in ({"Cookie": COOKIE}, {"Authorization": f"Bearer {TOKEN}"}):
        answer = served.post("/api/v1/edits", token=None, headers={**headers, "Origin": origin})
        assert answer.status_code == 401


def test_a_cookie_alone_writes_nothing(served: Served) -> None:
    """A browser names the origin of every write; without it, nobody knows who asks."""
    answer = served.post("/api/v1/edits", token=None, headers={"Cookie": COOKIE})
    assert answer.status_code == 401


def test_own_origin_may_write(served: Served) -> None:
    headers = {"Cookie": COOKIE, "Origin": f"http://{HOST}"}
    assert served.post("/nothing", token=None, headers=headers).status_code in (404, 405)


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_other_sites_embed_and_fetch_nothing(served: Served, site: str) -> None:
    fetched = {"Cookie": COOKIE, "Sec-Fetch-Site": site, "Sec-Fetch-Mode": "no-cors"}
    framed = fetched | {"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"}
    opened = fetched | {"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    assert served.get("/health", token=None, headers=fetched).status_code == 401
    assert served.get("/health", token=None, headers=framed).status_code == 401
    assert served.get("/health", token=None, headers=opened).status_code == 200


@pytest.mark.parametrize("path", [*PATHS, "/api/v1/pages?limit=x", "/?token=wrong"])
def test_every_answer_has_the_policy(served: Served, path: str) -> None:
    for token in (TOKEN, None):
        headers = served.get(path, token=token).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
