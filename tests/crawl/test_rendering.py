"""`crawl --render`: pages as scripts build them, from a browser that reaches nothing by itself."""

import os
import shutil
import socket
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from conftest import require_or_skip
from crawl.conftest import LocalSite, redirect, send
from crawl.test_addresses import crawl_by_name
from scrapy import Request
from scrapy.http import Response
from support.loops import run_apart

from unmold.browser import check_browser, explain_launch
from unmold.crawl import CrawlSettings, CrawlSummary, crawl_site
from unmold.crawl.rendering import Moved, Renderer
from unmold.crawl.resources import Resource, Resources
from unmold.crawl.state import Fetched
from unmold.errors import UsageError
from unmold.pages import read_pages

# Root's Chromium has no sandbox, and tests in a container are often run by root.
RENDER = {"render": True, "sandbox": os.geteuid() != 0, "throttle": False, "timeout": 60.0}


@pytest.fixture(autouse=True)
def browser() -> None:
    """Every test here needs one."""
    require_or_skip(shutil.which("chromium"), "install Chromium to test rendering")


def render(site: LocalSite, workspace: Path, **settings: object) -> CrawlSummary:
    wanted = {**RENDER, "retries": 0, "max_time": 240.0, **settings}
    return crawl_site(site.address + "/", workspace, CrawlSettings(**wanted))


def texts(site: LocalSite, workspace: Path) -> dict[str, str]:
    """What is stored, by path."""
    archives = sorted((workspace / "pages").glob("*.warc.gz"))
    pages = read_pages([str(path) for path in archives])
    return {str(page.url).removeprefix(site.address): page.data.decode() for page in pages}


def script(text: str) -> str:
    return f"<p id=p>plain</p><script>{text}</script>"


def give(body: str, kind: str):  # type: ignore[no-untyped-def]
    return lambda handler: send(handler, body.encode(), kind=kind)


def test_pages_built_by_script(site: LocalSite, tmp_path: Path) -> None:
    site.pages["/"] = (
        "<meta charset=latin-1><link rel=stylesheet href=/style.css><div id=d></div>"
        "<img src=/image.png><script src=/make.js></script>"
    )
    site.pages |= {
        "/style.css": give("p { color: red }", "text/css"),
        "/make.js": redirect("/moved.js"),
        "/moved.js": give(
            "fetch('/data', {method: 'POST', body: '{}'}).then(a => a.json()).then(a => {"
            "document.getElementById('d').innerHTML = `<p>${a.text}</p><a href=/next>n</a>`})",
            "text/javascript",
        ),
        "/data": give('{"text": "gem\u00fcse by script"}', "application/json"),
        "/next": "<p>next</p><link rel=stylesheet href=/style.css><script src=/make.js></script>",
    }
    summary = render(site, tmp_path)
    assert summary.stored == 2
    assert "<p>gem\u00fcse by script</p>" in texts(site, tmp_path)["/"]
    rows = pq.read_table(tmp_path / "crawl" / "inbound.parquet").to_pylist()
    assert rows[1]["xpath"] == "/html[1]/body[1]/div[1]/a[1]"
    assert not site.asked("/image.png")
    assert (site.asked("/style.css"), site.asked("/moved.js")) == (1, 1), "kept for other pages"


def ways_out(target: str, port: int, datagrams: int) -> dict[str, str]:
    """Pages, each of which tries one way out of the site."""
    stun = f"stun:127.0.0.2:{datagrams}"
    turn = f"turn:127.0.0.2:{port}?transport=tcp"
    rtc = (
        f"const c = new RTCPeerConnection({{iceServers: [{{urls: '{stun}'}},"
        f"{{urls: '{turn}', username: 'u', credential: 'c'}}]}}); c.createDataChannel('d');"
        "c.createOffer().then(o => c.setLocalDescription(o))"
    )
    frame = "const f = document.createElement('iframe'); document.body.append(f);"
    worker = (
        f"const w = new Blob([`fetch('{target}/worker-fetch').catch(() => 0)`]);"
        "new Worker(URL.createObjectURL(w))"
    )
    return {
        "/image": f"<p>image<img src='{target}/image'>",
        "/frame": f"<p>frame<iframe src='{target}/frame'></iframe>",
        "/frame-hop": "<p>frame-hop<iframe src='/hop'></iframe>",
        "/script": f"<p>script<script src='{target}/script'></script>",
        "/script-hop": "<p>script-hop<script src='/hop'></script>",
        "/style": f"<p>style<style>@import '{target}/style';"
        f"p {{background: url({target}/background)}}</style>",
        "/prefetch": f"<p>prefetch<link rel=prefetch href='{target}/prefetch'>"
        f"<link rel=preconnect href='{target}'><link rel=preload as=script href='{target}/preload'>"
        f"<link rel=icon href='{target}/icon'><link rel=modulepreload href='{target}/module'>"
        f"<link rel=dns-prefetch href='//127.0.0.2:{port}'>",
        "/rules": '<p>rules<script type=speculationrules>{"prerender": [{"source": "list",'
        f'"urls": ["{target}/prerender"]}}]}}</script>',
        "/object": f"<p>object<object data='{target}/object'></object><embed src='{target}/embed'>"
        f"<video src='{target}/video' autoplay></video>",
        "/fetch": script(
            f"fetch('{target}/fetch', {{mode: 'no-cors'}}).catch(() => 0);"
            f"fetch('{target}/post', {{method: 'POST', mode: 'no-cors'}}).catch(() => 0);"
            f"fetch('/hop').then(a => a.text()).then(t => document.title = t).catch(() => 0)"
        ),
        "/beacon": script(f"navigator.sendBeacon('{target}/beacon', 'x')"),
        "/events": script(f"new EventSource('{target}/events')"),
        "/socket": script(f"new WebSocket('ws://127.0.0.2:{port}/socket')"),
        "/popup": script(f"open('{target}/popup')"),
        "/popup-home": script(f"const w = open('/'); w.location = '{target}/popup'"),
        "/worker": script(worker),
        "/service": script("navigator.serviceWorker.register('/service.js').catch(() => 0)"),
        "/rtc": script(rtc),
        "/rtc-frame": script(f"{frame} f.srcdoc = \"<script>{rtc}<\\/script>\""),
        "/rtc-early": script(f"{frame} const RTCPeerConnection = "
                             f"f.contentWindow.RTCPeerConnection; {rtc}"),
        "/transport": script(f"new WebTransport('https://127.0.0.2:{datagrams}/')"),
    }  # fmt: skip


LEAVING = {
    "/refresh": "<meta http-equiv=refresh content='0; url={target}/refresh'><p>refresh",
    "/location": "<p>location<script>location = '{target}/location'</script>",
    "/replace": "<p>replace<script>location.replace('{target}/replace')</script>",
    "/later": "<p>later<script>setTimeout(() => location.href = '{target}/later', 100)</script>",
    "/click": "<a href='{target}/click' id=a>a</a><script>a.click()</script>",
    "/own-hop": "<p>own-hop<script>location = '/hop'</script>",
}
"""Pages that send the browser to another host."""


def test_a_hostile_page_reaches_nothing_else(
    site: LocalSite, elsewhere: LocalSite, tmp_path: Path
) -> None:
    site.pages["/hop"] = redirect(f"{elsewhere.address}/hop")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as datagrams:
        datagrams.bind(("127.0.0.2", 0))
        datagrams.settimeout(0.2)
        staying = ways_out(elsewhere.address, elsewhere.port, datagrams.getsockname()[1])
        leaving = {
            path: text.replace("{target}", elsewhere.address) for path, text in LEAVING.items()
        }
        site.pages |= staying | leaving
        site.links("/", *staying, *leaving)
        summary = render(site, tmp_path, concurrency=4)
        with pytest.raises(TimeoutError):
            datagrams.recvfrom(100)
    assert elsewhere.requests == []
    assert elsewhere.connections == 0
    stored = texts(site, tmp_path)
    assert set(stored) == {"/", *staying}
    assert all("elsewhere" not in text for text in stored.values())
    assert summary.reasons["redirect-outside"] == len(leaving)
    assert summary.reasons["render-outside"] >= 4, "a person learns what pages were not given"
    assert site.asked("/service.js") == 0


def test_pages_that_send_on_are_filed_where_they_lead(site: LocalSite, tmp_path: Path) -> None:
    site.pages |= {
        "/refresh": "<meta http-equiv=refresh content='0; url=/target-1'><p>first",
        "/location": "<p>first<script>location = '/target-2'</script>",
        "/known": "<p>first<script>location = '/target-2'</script>",
        "/circle": "<p>first<script>location = '/circle-2'</script>",
        "/circle-2": "<p>first<script>location = '/circle'</script>",
        "/reload": "<p>reloads<script>location.reload()</script>",
        "/pushed": "<p>pushed<script>history.pushState({}, '', '/elsewhere')</script>",
        "/blob": script(
            "location = URL.createObjectURL(new Blob(['<p>blob'], {type: 'text/html'}))"
        ),
        "/written": script("document.open(); document.write('<p>writ' + 'ten'); document.close()"),
        "/target-1": "<p>one",
        "/target-2": "<p>two",
    }
    asked = ("refresh", "location", "known", "circle", "reload", "pushed", "blob", "written")
    site.links("/", *(f"/{name}" for name in asked))
    summary = render(site, tmp_path, concurrency=2)
    stored = texts(site, tmp_path)
    assert set(stored) == {"/", "/target-1", "/target-2", "/reload", "/pushed", "/written"}
    assert "<p>one" in stored["/target-1"]
    assert "<p>reloads" in stored["/reload"]
    assert "<p>written" in stored["/written"]
    assert summary.reasons == {"duplicate": 1, "redirect-loop": 1, "redirect-nowhere": 1}


def test_rules_of_the_crawl_hold_in_the_browser(
    site: LocalSite, other_port: LocalSite, tmp_path: Path
) -> None:
    robots = "User-agent: *\nDisallow: /private\n"
    other = other_port.address
    site.pages |= {
        "/robots.txt": give(robots, "text/plain"),
        "/": script(f"fetch('/private'); fetch('{other}/x', {{mode: 'no-cors'}}); fetch('/c')"),
        "/c": lambda handler: send(handler, b"c", Set_Cookie="a=1"),
        "/private": "secret",
    }
    assert render(site, tmp_path).reasons == {"render-robots": 1, "render-other-port": 1}
    assert not site.asked("/private")
    assert other_port.requests == []
    assert site.asked("/c") == 1


def test_pages_that_never_end(site: LocalSite, tmp_path: Path) -> None:
    def hang(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "text/javascript")
        handler.send_header("Content-Length", "100")
        handler.end_headers()
        handler.rfile.read(1)

    site.pages |= {
        "/loop": script("for (;;) {}"),
        "/hang": "<p>goes on<script src=/hang.js></script><p>after",
        "/hang.js": hang,
        "/fine": script("p.textContent = 'fi' + 'ne'"),
    }
    site.links("/", "/loop", "/hang", "/fine")
    summary = render(site, tmp_path, concurrency=2, timeout=30.0)
    stored = texts(site, tmp_path)
    assert summary.reasons == {"timeout": 1, "render-timeout": 1}
    assert set(stored) == {"/", "/hang", "/fine"}
    assert "<p>after" in stored["/hang"]
    assert ">fine<" in stored["/fine"]


def test_pages_that_want_too_much(site: LocalSite, tmp_path: Path) -> None:
    site.pages |= {
        "/large": script("document.body.append('x'.repeat(3_000_000))"),
        "/greedy": script("for (let i = 0; i < 230; i++) fetch('/data?' + i).catch(() => 0)"),
        "/alert": script("alert('stop'); confirm('stop'); p.textContent = 'went on'"),
    }
    site.links("/", "/large", "/greedy", "/alert")
    summary = render(site, tmp_path, concurrency=2, max_page_bytes=1 << 20)
    stored = texts(site, tmp_path)
    assert summary.reasons == {"render-budget": 30, "too-large": 1}
    assert site.most_at_once < 20, "a burst waits for its turn"
    assert set(stored) == {"/", "/greedy", "/alert"}
    assert "went on" in stored["/alert"]


def test_names_are_guarded_in_the_browser_too(
    site: LocalSite, elsewhere: LocalSite, tmp_path: Path
) -> None:
    """A name that leads into a private network at the second look-up is not looked up again."""
    site.pages["/"] = script("fetch('/data').then(a => a.text()).then(t => p.textContent = t)")
    site.pages["/data"] = "from the site"
    names = {"localhost": [["127.0.0.1"], ["10.0.0.1"]]}
    found = crawl_by_name(tmp_path, f"http://localhost:{site.port}/", names, **RENDER)
    assert found["stored"] == 1
    assert found["lookups"] == ["localhost"]
    assert set(found["connections"]) == {"127.0.0.1"}


def test_the_sandbox_is_on_unless_told_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    assert CrawlSettings(render=True).sandbox
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    with pytest.raises(UsageError) as raised:
        check_browser(sandbox=True)
    assert "--no-sandbox" in (raised.value.hint or "")
    check_browser(sandbox=False)
    assert "--no-sandbox" in (explain_launch("... No usable sandbox! ...").hint or "")


def test_a_browser_that_broke_is_started_again() -> None:
    async def refuse(request: Request) -> Response:
        raise OSError(request.url)

    async def render_twice() -> list[Fetched | Moved]:
        settings = CrawlSettings(**RENDER)
        renderer = Renderer(settings, Resources(settings, refuse, str))
        page = Fetched("http://shop.example/", 200, (), b"", None, "")
        answer = Resource(200, {"content-type": "text/html"}, script("p.id = 'q'").encode())
        try:
            first = await renderer.render(page, answer)
            await (await renderer.browser.get()).close()
            return [first, await renderer.render(page, answer)]
        finally:
            await renderer.close()

    for shown in run_apart(render_twice()):
        assert isinstance(shown, Fetched)
        assert b'id="q"' in shown.body


def test_a_browser_that_does_not_start_is_an_error(
    site: LocalSite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.pages["/"] = "<p>page"
    monkeypatch.setenv("UNMOLD_BROWSER", shutil.which("false") or "")
    with pytest.raises(UsageError, match="did not start"):
        render(site, tmp_path)
    monkeypatch.delenv("UNMOLD_BROWSER")
    assert render(site, tmp_path).stored == 1, "the page is still queued"
