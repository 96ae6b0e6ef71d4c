"""No site leads a crawl into a private network, to another host, or to another port of its host."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from crawl.conftest import LocalSite, redirect, send
from crawl.test_crawl import crawl, paths

from unmold.crawl.addresses import AddressRule, is_public
from unmold.crawl.border import Border

CHILD = Path(__file__).parent / "guarded_child.py"
NAME = "shop.example"


@pytest.mark.parametrize(
    "address",
    [
        "0.0.0.0",
        "0.1.2.3",
        "10.0.0.8",
        "100.64.0.1",
        "127.0.0.1",
        "127.255.255.254",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.1",
        "192.0.0.9",
        "192.0.0.192",
        "192.0.2.1",
        "192.88.99.1",
        "192.168.1.1",
        "198.18.0.1",
        "198.19.255.255",
        "198.51.100.7",
        "203.0.113.7",
        "224.0.0.1",
        "239.255.255.250",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::7f00:1",
        "::10.0.0.1",
        "::93.184.216.34",
        "::ffff:10.0.0.1",
        "::ffff:127.0.0.1",
        "::ffff:169.254.169.254",
        "64:ff9b::10.0.0.1",
        "64:ff9b::a9fe:a9fe",
        "64:ff9b:1::5db8:d822",
        "100::1",
        "2001::1",
        "2001:0:5db8:d822::1",
        "2001:db8::1",
        "2002:7f00:1::",
        "2002:a00:1::1",
        "3fff::1",
        "5f00::1",
        "fc00::1",
        "fd12:3456::1",
        "fe80::1%eth0",
        "fec0::1",
        "ff02::1",
        "ff0e::1",
    ],
)
def test_addresses_that_no_name_may_lead_to(address: str) -> None:
    assert not is_public(address)
    assert not AddressRule(NAME).allows(address)


@pytest.mark.parametrize(
    "address",
    [
        "93.184.216.34",
        "172.32.0.1",
        "192.0.1.1",
        "100.128.0.1",
        "223.255.255.255",
        "2606:2800:220:1:248:1893:25c8:1946",
        "2400:cb00::1",
        "::ffff:93.184.216.34",
        "64:ff9b::93.184.216.34",
    ],
)
def test_addresses_that_everybody_reaches(address: str) -> None:
    assert AddressRule(NAME).allows(address)


@pytest.mark.parametrize(
    ("host", "allowed", "refused"),
    [
        ("10.0.0.8", "10.0.0.8", "10.0.0.9"),
        ("localhost", "127.0.0.1", "10.0.0.1"),
        ("localhost", "::1", "fe80::1"),
        ("127.1", "127.0.0.1", "127.0.0.2"),
        ("2130706433", "127.0.0.1", "169.254.169.254"),
        ("::1", "::1", "127.0.0.1"),
    ],
)
def test_what_the_user_typed_is_allowed_and_nothing_else(
    host: str, allowed: str, refused: str
) -> None:
    assert AddressRule(host).allows(allowed)
    assert not AddressRule(host).allows(refused)
    assert AddressRule(host, allow_private=True).allows(refused)
    assert not AddressRule(host, allow_private=True).allows("224.0.0.1")


@pytest.mark.parametrize(
    ("start", "inside", "outside"),
    [
        ("http://a.example/", "https://www.a.example/x", "http://a.example:8080/"),
        ("https://a.example/", "http://a.example:80/", "https://a.example:80/"),
        ("http://a.example:8080/", "https://a.example:8080/", "http://a.example/"),
        ("http://a.example/", "http://user@a.example/", "http://a.example@b.example/"),
        ("http://a.example/", "http://a.example/", "http://a.example\\@b.example/"),
        ("http://127.0.0.1:9/", "http://127.0.0.1:9/", "http://127.0.0.2:9/"),
    ],
)
def test_the_border_of_a_site(start: str, inside: str, outside: str) -> None:
    assert Border(start).includes(inside)
    assert not Border(start).includes(outside)


def crawl_by_name(
    workspace: Path,
    url: str,
    names: dict[str, list[list[str]]],
    environment: dict[str, str] | None = None,
    **settings: object,
) -> dict[str, Any]:
    """Crawl in a process whose look-ups are these."""
    quick = {"throttle": False, "retries": 0, "timeout": 5.0, **settings}
    task = {"url": url, "workspace": str(workspace), "names": names, "settings": quick}
    result = subprocess.run(
        [sys.executable, str(CHILD)],
        input=json.dumps(task),
        capture_output=True,
        text=True,
        timeout=90,
        env={**os.environ, **(environment or {})},
    )
    assert result.returncode == 0, result.stderr
    answer: dict[str, Any] = json.loads(result.stdout)
    return answer


@pytest.mark.parametrize(
    ("answers", "connected"),
    [
        (["127.0.0.2"], set()),
        # One public address among the answers, in either place, opens nothing.
        (["127.0.0.2", "93.184.216.34"], {"93.184.216.34"}),
        (["93.184.216.34", "127.0.0.2"], {"93.184.216.34"}),
        (["10.0.0.1", "::1", "64:ff9b::127.0.0.2", "::ffff:127.0.0.2"], set()),
    ],
)
def test_a_name_does_not_lead_into_a_private_network(
    elsewhere: LocalSite, tmp_path: Path, answers: list[str], connected: set[str]
) -> None:
    elsewhere.pages["/"] = "<p>secret"
    start = f"http://{NAME}:{elsewhere.port}/"
    found = crawl_by_name(tmp_path, start, {NAME: [answers]}, sitemap=True)
    assert found["stored"] == 0
    assert elsewhere.requests == []
    assert set(found["connections"]) == connected, "noted, and stopped by the test"
    assert found["reasons"] == ({"network": 1} if connected else {"private-address": 1})


def test_private_networks_can_be_allowed(elsewhere: LocalSite, tmp_path: Path) -> None:
    elsewhere.pages["/"] = "<p>intranet"
    start = f"http://{NAME}:{elsewhere.port}/"
    found = crawl_by_name(tmp_path, start, {NAME: [["127.0.0.2"]]}, allow_private=True)
    assert found["stored"] == 1


def test_a_name_that_changes_its_mind_is_looked_up_once(
    site: LocalSite, elsewhere: LocalSite, tmp_path: Path
) -> None:
    names = [f"/{number}" for number in range(8)]
    site.links("/", *names)
    site.pages |= dict.fromkeys(names, "<p>page")
    start = f"http://localhost:{site.port}/"
    rebinding = {"localhost": [["127.0.0.1"], ["10.0.0.1"]]}
    found = crawl_by_name(tmp_path, start, rebinding, concurrency=1)
    assert found["stored"] == 9
    assert found["lookups"] == ["localhost"]
    assert set(found["connections"]) == {"127.0.0.1"}


def test_a_proxy_is_used_only_if_asked(
    site: LocalSite, elsewhere: LocalSite, tmp_path: Path
) -> None:
    site.pages["/"] = "<p>direct"
    start = f"http://localhost:{site.port}/"
    elsewhere.pages[start] = "<p>by proxy"
    environment = {"http_proxy": elsewhere.address, "no_proxy": ""}
    names = {"localhost": [["127.0.0.1"]]}
    crawl_by_name(tmp_path / "direct", start, names, environment)
    assert elsewhere.requests == []
    found = crawl_by_name(tmp_path / "proxy", start, names, environment, use_proxy=True)
    assert found["stored"] == 1
    assert elsewhere.asked(start) == 1


def test_an_address_may_be_typed_in_its_short_form(site: LocalSite, tmp_path: Path) -> None:
    site.pages["/"] = "<p>short"
    short = site.address.replace("127.0.0.1", "127.1") + "/"
    assert crawl_by_name(tmp_path, short, {"127.1": [["127.0.0.1"]]})["stored"] == 1


def lead_away(site: LocalSite, target: str) -> None:
    """Every way by which a site can send a plain crawler elsewhere."""
    robots = f"User-agent: *\nSitemap: {target}/map.xml\nSitemap: {site.address}/map.xml\n"
    listed = f"<urlset><url><loc>{target}/listed</loc></url></urlset>"
    site.pages |= {
        "/": f'<a href="{target}/link">l</a><a href="/hop">h</a><a href="/hops">h</a>'
        f'<base href="{target}/"><link rel=canonical href="{target}/canonical">'
        f'<meta http-equiv=refresh content="0; url={target}/refresh">',
        "/hop": redirect(f"{target}/hop"),
        "/hops": redirect("/hop"),
        "/robots.txt": lambda handler: send(handler, robots.encode(), kind="text/plain"),
        "/map.xml": lambda handler: send(handler, listed.encode(), kind="application/xml"),
    }
    site.links("/", f"{target}/link", "/hop", "/hops", "/map")
    site.pages["/map"] = redirect(f"{target}/map.xml")


def test_nothing_leads_to_another_host(
    site: LocalSite, elsewhere: LocalSite, tmp_path: Path
) -> None:
    lead_away(site, elsewhere.address)
    summary = crawl(site, tmp_path, sitemap=True)
    assert elsewhere.requests == []
    assert paths(site, tmp_path) == ["/"]
    assert summary.reasons == {"redirect-outside": 3, "outside": 1}


def test_another_port_is_another_site_unless_asked(
    site: LocalSite, other_port: LocalSite, tmp_path: Path
) -> None:
    lead_away(site, other_port.address)
    for name in ("/link", "/hop", "/listed"):
        other_port.pages[name] = "<p>elsewhere"
    summary = crawl(site, tmp_path / "one", sitemap=True)
    assert other_port.requests == []
    assert summary.reasons == {"redirect-outside": 3, "other-port": 1}
    assert crawl(site, tmp_path / "all", sitemap=True, any_port=True).stored == 4
    assert set(other_port.requests) >= {"/link", "/hop", "/listed", "/robots.txt"}


def test_robots_and_sitemaps_do_not_lead_away(
    site: LocalSite, elsewhere: LocalSite, tmp_path: Path
) -> None:
    site.pages |= {"/": "<a href=/private>p</a>", "/private": "<p>p"}
    site.pages["/robots.txt"] = redirect(f"{elsewhere.address}/robots.txt")
    site.pages["/sitemap.xml"] = redirect(f"{elsewhere.address}/sitemap.xml")
    assert crawl(site, tmp_path / "away", sitemap=True).stored == 2
    assert elsewhere.requests == []

    rules = b"User-agent: *\nDisallow: /private\n"
    site.pages["/robots.txt"] = redirect("/rules.txt")
    site.pages["/rules.txt"] = lambda handler: send(handler, rules, kind="text/plain")
    assert crawl(site, tmp_path / "inside").reasons == {"robots": 1}, "inside it may move"
