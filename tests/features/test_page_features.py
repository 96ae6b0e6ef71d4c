"""The features of small pages, written out by hand."""

from unmold.features import PageFeatures, compute_features, page_features
from unmold.pages import read_pages

SHOP = """<!doctype html><html><head><title>Red shoe</title><meta name=x></head>
<body class="page-7"><nav class="menu top"><ul><li><a href=/>Home</a></li><li>Now</li></ul></nav>
<main><h1 class="name n12">Red  shoe</h1><p>One <b>bold</b> word<br>and more</p></main>
<footer>End</footer></body></html>"""


def features_of(html: str) -> PageFeatures:
    (page,) = read_pages([("https://shop.example/shoes/red.html", html)])
    return page_features(page)


def test_the_tag_sequence_has_every_tag_that_is_written() -> None:
    assert features_of("<p><b>x</b></p>").tag_sequence == ["p", "b", "b", "p"]
    assert features_of("<P>a<br><br/>b<li>c").tag_sequence == ["p", "br", "br", "li"]


def test_the_tag_sequence_passes_over_comments_and_raw_text() -> None:
    html = "<!doctype html><!-- <i> --><script>'<b>'</script><title><u></title><![CDATA[<s>]]><p>"
    assert features_of(html).tag_sequence == ["script", "script", "title", "title", "p"]


def test_the_sequence_of_the_tree_opens_and_closes_every_element() -> None:
    pages = ["<p>a<br>b<li>c", "<html><head></head><body><p>a<br></br></p><li></li></body></html>"]
    first, second = compute_features(read_pages([page.encode() for page in pages])).dom_sequence
    # html head head body p br br p li li body html; `</br>` is one more br.
    assert len(first) == 12
    assert len(second) == 14
    assert first[0] == first[-1]


def test_tags_are_counted_as_written() -> None:
    assert features_of("<p>a<br>b<p>c</p>").tag_counts == {"br": 1, "p": 3}


def test_the_head_sequence_ends_with_the_head() -> None:
    assert features_of(SHOP).head_sequence == ["head", "title", "title", "meta", "head"]
    assert features_of("<title>x</title><body><p>").head_sequence == ["title", "title"]
    assert features_of("<p>no head, no body").head_sequence == []


def test_leaf_paths_are_counted_and_have_no_index() -> None:
    assert features_of(SHOP).leaf_paths == {
        "/html/head/title": 1,
        "/html/head/meta": 1,
        "/html/body/nav/ul/li": 1,
        "/html/body/nav/ul/li/a": 1,
        "/html/body/main/h1": 1,
        "/html/body/main/p/b": 1,
        "/html/body/main/p/br": 1,
        "/html/body/footer": 1,
    }


def test_element_paths_have_the_inner_elements_too() -> None:
    assert features_of("<ul><li><b>1</b><li>2</ul>").element_paths == {
        "/html": 1,
        "/html/head": 1,
        "/html/body": 1,
        "/html/body/ul": 1,
        "/html/body/ul/li": 2,
        "/html/body/ul/li/b": 1,
    }


def test_indexed_leaf_paths_distinguish_siblings() -> None:
    pages = read_pages([b"<ul><li>1<li>2<li>3</ul>", b"<ol><li>1<li>2<li>3</ol>"])
    features = compute_features(pages)
    first, second = (set(paths.tolist()) for paths in features.indexed_leaf_paths)
    assert features.indexed_leaf_paths.lengths.tolist() == [4, 4]
    assert features.leaf_paths.lengths.tolist() == [2, 2]
    assert len(first & second) == 1  # the empty head


def test_what_a_template_element_holds_is_no_part_of_the_page() -> None:
    features = features_of("<template><p class=x><a href=y>z</a></template><p>w")
    assert "/html/head/template" in features.leaf_paths
    assert features.classes == {}
    assert features.links == []
    assert features.texts == ["w"]
    assert features.tag_sequence[:3] == ["template", "p", "a"]


def test_class_names_are_counted_as_written() -> None:
    features = features_of("<p class=' a  b\ta '>x</p><i class=''>y</i><b class=A>z</b>")
    assert features.classes == {"A": 1, "a": 2, "b": 1}


def test_class_tokens_fold_digits_and_leave_out_html_and_body() -> None:
    assert features_of(SHOP).class_tokens == [
        *["a", "b", "body", "br", "footer", "h1", "h1.n#", "h1.name", "head", "html", "li", "main"],
        *["meta", "nav", "nav.menu", "nav.top", "p", "title", "ul"],
    ]
    folded = features_of("<p class=post-17><p class=post-123><p class=a1b2>").class_tokens
    assert [token for token in folded if "." in token] == ["p.a#b#", "p.post-#"]


def test_texts_are_collapsed_and_in_document_order() -> None:
    assert features_of(SHOP).texts == [
        *["Red shoe", "Home", "Now", "Red shoe"],
        *["One", "bold", "word", "and more", "End"],
    ]
    assert features_of("<p>&nbsp;<p>a&nbsp; b&#x3000;c<script>d</script><style>e").texts == [
        "a b c"
    ]


def test_the_main_region_is_what_main_holds_without_navigation() -> None:
    expected = ["/html/body/main/h1", "/html/body/main/p/b", "/html/body/main/p/br"]
    assert features_of(SHOP).main_paths == expected
    html = "<div id=Content><nav><a>x</a></nav><p>y</p></div><p>z"
    assert features_of(html).main_paths == ["/html/body/div/p"]
    html = "<div role=main><p>y</p><div role=navigation><b>n</b></div></div><i>z</i>"
    assert features_of(html).main_paths == ["/html/body/div/p"]


def test_a_page_without_main_loses_what_surrounds_its_content() -> None:
    html = (
        "<title>t</title><header><b>x</b></header><div class=siteNav><i>x</i></div>"
        "<div id=left-sidebar><u>x</u></div><div role=banner><s>x</s></div>"
        "<div class=navigate><p>y</p></div><ul><li>z</ul><footer><q>x</q></footer>"
    )
    assert features_of(html).main_paths == ["/html/body/div/p", "/html/body/ul/li"]


def test_labels_are_texts_that_name_others() -> None:
    html = (
        "<title>T 1</title><table class=facts><tr class=row-2><th>Size 42<td>x</table>"
        "<p>Price: <b>9</b> no <i>Weight :</i></p><a href=x>Link:</a>"
        "<input placeholder='Your  Name'><input type=Submit value=Send><input value=nothing>"
        "<img alt=no title='A Picture'><button aria-label=Close>X</button><h2>" + "x" * 61
    )
    assert features_of(html).labels == [
        ("t #", "html > head > title"),
        ("size #", "tbody > tr.row-# > th"),
        ("price:", "html > body > p"),
        ("weight :", "body > p > i"),
        ("your name", "html > body > input"),
        ("send", "html > body > input"),
        ("a picture", "html > body > img"),
        ("close", "html > body > button"),
    ]


def test_the_fingerprint_is_that_of_the_written_tags() -> None:
    pieces = ["b", "strong", "big", "em", "i", "small"]
    paragraphs = "".join(f"<p><{tag}>x</{tag}></p>" for tag in pieces)
    html = f"<html><body>{paragraphs}<p><sub>x</sub><sup>y</sup><!-- z --></p></body></html>"
    expected = "000000000403000300090300080008000800001302" + "ff" * 4
    assert features_of(html).fingerprint.hex() == expected


def test_nothing_inside_noscript_is_visible() -> None:
    html = "a<noscript>b<p title=tip>c: <b>d</b><h2>e f</h2><a href=x>g</a></noscript>h"
    features = features_of(html)
    assert features.texts == ["a", "h"]
    assert features.labels == []
    assert [link.text for link in features.links] == [""]
    assert "/html/body/noscript/p/b" in features.leaf_paths


def test_names_are_spelled_as_in_the_tree() -> None:
    features = features_of("<svg><LINEARGRADIENT class=a></lineargradient></svg><lineargradients>")
    assert features.tag_sequence[1:3] == ["linearGradient"] * 2
    assert features.tag_counts["linearGradient"] == 2
    assert features.tag_counts["lineargradients"] == 1
    assert "linearGradient.a" in features.class_tokens
    assert "/html/body/svg/linearGradient" in features.leaf_paths
