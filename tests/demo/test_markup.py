"""The HTML builder escapes everything and leaves out what is absent."""

from unmold.demo.markup import document, element, render


def test_text_and_attributes_are_escaped() -> None:
    node = element("p", "<b> & co", title='say "<hi>"')
    assert render(node) == '<p title="say &quot;&lt;hi&gt;&quot;">&lt;b&gt; &amp; co</p>'


def test_absent_children_and_attributes_leave_no_trace() -> None:
    node = element("p", None, ["a", None], id=None, hidden=False)
    assert render(node) == "<p>a</p>"


def test_attribute_names_and_bare_attributes() -> None:
    node = element("button", class_="x", data_slot=3, disabled=True)
    assert render(node) == '<button class="x" data-slot="3" disabled></button>'


def test_void_elements_have_no_end_tag() -> None:
    assert render(element("p", element("br"))) == "<p><br></p>"


def test_a_script_cannot_end_early() -> None:
    assert render(element("script", "a < b </script>")) == r"<script>a < b <\/script></script>"


def test_blocks_are_indented_and_inline_content_is_not() -> None:
    node = element("div", element("p", "a ", element("b", "c")), element("p"))
    assert render(node) == "<div>\n  <p>a <b>c</b></p>\n  <p></p>\n</div>"


def test_a_document_starts_with_its_type() -> None:
    html = document("en", element("head"), element("body"))
    assert html.startswith('<!DOCTYPE html>\n<html lang="en">\n')
