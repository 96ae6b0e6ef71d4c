"""What was expected is compared with what is there, template by template."""

import pytest
from support.small_sites import TEMPLATES, build_page

from unmold import Workspace, run
from unmold.pages.address_shapes import AddressShapes, normalise_address
from unmold.pages.expected import ExpectedPage
from unmold.report.coverage import measure_coverage

HOST = "https://www.shop.example"


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    """Eight pages of each template, under an address that begins with its name."""
    pages = [
        (f"{HOST}/{name}/{number}.html", build_page(name, [f"word{number}", "b", f"c{number}"]))
        for name in sorted(TEMPLATES)
        for number in range(8)
    ]
    return run(iter(pages), tmp_path_factory.mktemp("ws") / "ws")


def test_pages_are_counted_by_template(workspace: Workspace) -> None:
    name = sorted(TEMPLATES)[0]
    expected = [ExpectedPage(f"http://shop.example/{name}/{number}.html") for number in range(20)]
    coverage = measure_coverage(workspace, [*expected, ExpectedPage(f"{HOST}/other")])
    counted = {one.template: (one.expected, one.found) for one in coverage.templates}
    assert (20, 8) in counted.values()
    assert counted["unknown"] == (1, 0)
    assert coverage.total.share == 8 / 21
    assert len(coverage.missing) == 13
    assert coverage.unexpected == 16


def test_templates_that_are_named_are_taken(workspace: Workspace) -> None:
    name = sorted(TEMPLATES)[1]
    expected = [ExpectedPage(f"{HOST}/{name}/{number}.html", "mine") for number in range(9)]
    (one,) = measure_coverage(workspace, expected).templates
    assert (one.template, one.expected, one.found) == ("mine", 9, 8)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("https://www.a.example/x/", "http://a.example/x"),
        ("https://a.example/x/index.html", "https://A.example:443/x#part"),
        ("https://a.example/a%20b", "https://a.example/a b"),
        ("/x/index.php", "/x/"),
    ],
)
def test_addresses_of_one_page_are_the_same(first: str, second: str) -> None:
    assert normalise_address(first) == normalise_address(second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("https://a.example/x", "https://b.example/x"),
        ("https://a.example/x?p=1", "https://a.example/x?p=2"),
        ("https://a.example:8080/x", "https://a.example/x"),
        ("http://[broken/x", "http://a.example/x"),
    ],
)
def test_addresses_of_two_pages_differ(first: str, second: str) -> None:
    assert normalise_address(first) != normalise_address(second)


def test_a_template_is_predicted_by_the_shape_of_the_address() -> None:
    known = [(f"{HOST}/products/{n}-red-lamp.html", "product") for n in range(9)]
    known += [(f"{HOST}/products/page-{n}/", "list") for n in range(3)]
    known += [(f"{HOST}/blog/2024/post-{n}", "article") for n in range(5)]
    shapes = AddressShapes(known)
    assert shapes.predict(f"{HOST}/products/77-oak-table.html") == "product"
    assert shapes.predict(f"{HOST}/products/page-9/") == "list"
    assert shapes.predict(f"{HOST}/blog/2025/another") == "article"
    assert shapes.predict(f"{HOST}/nowhere/else/at/all") is None
    assert shapes.predict("https://b.example/products/77-oak-table.html") is None
