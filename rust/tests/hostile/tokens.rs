//! Markup that never ends, and floods of what almost is markup.

use unmold_core::html::{Kind, Problems};

use crate::{count, count_kind, elements, many, none, roomy, survive, survive_with, text};

fn huge() -> usize {
    many(20 << 20)
}

#[test]
fn an_unclosed_comment() {
    for filler in ["x", "-", "--x", "--!", "<!--", "- ->"] {
        let body = filler.repeat(huge() / filler.len());
        survive_with(format!("<!--{body}"), none(), |tree| {
            assert_eq!(count_kind(tree, Kind::Comment), 1);
        });
    }
}

#[test]
fn an_unclosed_cdata_section() {
    for filler in ["x", "]", "]]", "] ]>", "<![CDATA["] {
        let body = filler.repeat(huge() / filler.len());
        survive_with(format!("<svg><![CDATA[{body}"), none(), |tree| {
            assert_eq!(count_kind(tree, Kind::Text), 1);
        });
    }
}

#[test]
fn an_unclosed_raw_text() {
    for (tag, filler) in [
        ("script", "x"),
        ("script", "<!--"),
        ("script", "<!-->"),
        ("script", "<!--x-->"),
        ("script", "<!--<script>"),
        ("script", "<!--<script></script>"),
        ("script", "<script></script "),
        ("script", "</scrip>"),
        ("style", "</"),
        ("style", "<!--"),
        ("title", "</titl "),
        ("title", "&amp"),
        ("textarea", "</textare>"),
        ("xmp", "</xm"),
        ("iframe", "<"),
        ("plaintext", "</plaintext>"),
    ] {
        let page = format!("<{tag}>{}", filler.repeat(huge() / 4 / filler.len()));
        survive(page, roomy(), move |tree| assert_eq!(count(tree, tag), 1));
    }
}

#[test]
fn scripts_that_hide_their_ends() {
    let times = many(1_000_000);
    let page = "<script><!--<script></script>".repeat(times);
    survive_with(page, none(), |tree| assert_eq!(count(tree, "script"), 1));
    let page = "<script><!--</script>".repeat(times);
    survive_with(page, none(), move |tree| assert_eq!(count(tree, "script"), times));
}

#[test]
fn an_unclosed_tag() {
    for filler in ["x", " x", "/", " x=y", " x='", "\"", "<", "=", " ="] {
        let page = format!("<p>before<a {}", filler.repeat(huge() / 4 / filler.len()));
        survive(page, roomy(), |tree| {
            assert_eq!((count(tree, "p"), count(tree, "a")), (1, 0));
            assert_eq!(text(tree), "before");
        });
    }
}

#[test]
fn an_unclosed_attribute() {
    for quote in ["'", "\""] {
        let page = format!("<p>before<a href={quote}{}", "x>".repeat(huge() / 2));
        survive_with(page, none(), |tree| assert_eq!((count(tree, "p"), count(tree, "a")), (1, 0)));
    }
}

#[test]
fn quotes_that_open_again_and_again() {
    let times = many(300_000);
    survive_with("<a b='\"><a b=\"'>".repeat(times), none(), |tree| assert!(count(tree, "a") > 0));
}

#[test]
fn an_unclosed_doctype() {
    for filler in ["x", " ", "'", "\"", " PUBLIC", " SYSTEM ''"] {
        let page = format!("<!DOCTYPE {}", filler.repeat(huge() / 4 / filler.len()));
        survive_with(page, none(), |tree| assert!(tree.doctype().is_some()));
    }
    survive_with("<!DOCTYPE html>".repeat(many(1_000_000)), none(), |tree| assert_eq!(tree.len(), 5));
}

#[test]
fn floods() {
    for piece in [
        "<",
        "</",
        "<!",
        "<?",
        "<!-",
        "<![",
        "<a",
        "<a<",
        "</a",
        "<a/",
        "<a b",
        "&",
        "&a",
        "&am",
        "&amp",
        "&#",
        "&#x",
        "&#65",
        "&#x41;",
        "&lt;",
        "&notit;",
        "&CounterClockwiseContourIntegra",
        "&#99999999999999999999;",
        ">",
        "]]>",
        "\0",
        "a\0",
        "\r",
        "\r\n",
        "\u{C}",
        "\u{FEFF}",
        "\u{10FFFF}",
        "'",
        "\"",
        "=",
        "<>",
        "</>",
        "<\0",
        "<!>",
        "<?>",
    ] {
        survive(piece.repeat(many(4 << 20) / piece.len()), roomy(), |tree| {
            let _ = text(tree);
            assert_eq!(count(tree, "body"), 1);
        });
    }
}

#[test]
fn ampersands_in_an_attribute() {
    for piece in ["&", "&amp", "&amp;", "&notit", "&#65", "&#", "\0", "\r"] {
        let page = format!("<a href='{}'>", piece.repeat(many(4 << 20) / piece.len()));
        survive_with(page, none(), |tree| {
            let link = elements(tree, "a").next().expect("a link");
            assert!(!tree.attribute(link, "href").expect("a value").is_empty());
        });
    }
}

#[test]
fn null_bytes_everywhere() {
    let piece = "\0<\0b\0 \0a\0=\0\"\0\"\0>\0<b\0 \0a\0=\0x\0>\0</b\0>\0<!--\0-->\0<svg>\0</svg>";
    survive(piece.repeat(many(20_000)), roomy(), |tree| assert!(count(tree, "b\u{FFFD}") > 0));
}

#[test]
fn everything_unclosed() {
    let piece = "<html><head><title>t</title><body><div><p><ul><li><table><tr><td><select><option><b><i><a href=x>\
                 <svg><g><math><mi><template><form><button><h1>";
    let times = many(2_000);
    survive_with(piece.repeat(times), Problems::DEPTH, move |tree| assert_eq!(count(tree, "title"), times));
}
