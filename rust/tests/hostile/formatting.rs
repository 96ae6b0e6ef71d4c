//! The parts of the standard that repeat work: adoption agency, reconstruction of formatting, foster parenting,
//! text that is put together from many places.

use unmold_core::html::{Kind, Limits, Problems};

use crate::{count, count_kind, many, none, roomy, survive, survive_with, text};

/// The cap on nodes is looked at between tokens, and one token may bring back as many formatting elements.
const SLACK: usize = 1024;

/// However the formatting elements multiply, the tree keeps to its cap and says whether it was cut by it.
fn survives_bounded(page: String) {
    let limits = Limits { max_nodes: many(3_000_000), ..roomy() };
    survive(page, limits, move |tree| {
        assert!(tree.len() <= limits.max_nodes + SLACK, "{} nodes", tree.len());
        assert_eq!(tree.problems().contains(Problems::NODES), tree.len() >= limits.max_nodes);
    });
}

/// The same start tag with a different attribute each time: no two are alike, so that none is dropped as a copy.
fn distinct(tag: &str, times: usize, after: &str) -> String {
    (0..times).map(|index| format!("<{tag} id={index}>{after}")).collect()
}

#[test]
fn open_formatting_before_every_block() {
    let times = many(20_000);
    for tag in ["b", "i", "font", "nobr", "a"] {
        survives_bounded(format!("<{tag}><p>").repeat(times));
        survives_bounded(distinct(tag, times, "<p>x"));
        survives_bounded(distinct(tag, times, "<div>x"));
        survives_bounded(distinct(tag, times, "") + &"<p>x".repeat(times));
        survives_bounded(distinct(tag, times, "<p>") + &"</p>x".repeat(times));
    }
}

#[test]
fn misnested_formatting() {
    let times = many(200_000);
    for piece in [
        "<b><i></b></i>",
        "<b><i><u></b></i></u>x",
        "<a><b></a></b>",
        "<b><p></b>x",
        "<b><div></b>",
        "<a><div>",
        "<a><p>x<a>",
        "<nobr><div>",
        "<b><table><i></b>",
        "<b><button></b><i></button>",
        "<i><b><p></i></b>x<em>",
        "<font><p><font color=a><p></font>",
    ] {
        survives_bounded(piece.repeat(times));
    }
}

#[test]
fn adoption_over_a_deep_stack() {
    let times = many(200_000);
    for (open, close) in [
        ("<b><div>", "</b>"),
        ("<i><b><p>", "</i>"),
        ("<a><div><b>", "</a>"),
        ("<b><span>", "</b>"),
        ("<b><x>", "</b></x>"),
        ("<em><section><i>", "</em></i>"),
    ] {
        survives_bounded(open.repeat(times) + &close.repeat(times));
    }
    survives_bounded("<b>".repeat(times) + &"<div>".repeat(times) + &"</b>".repeat(times));
    survives_bounded(distinct("b", times, "") + "<div>" + &"</b>".repeat(times));
    survives_bounded(distinct("a", times, "<div>") + &"</a>".repeat(times));
}

#[test]
fn markers_upon_markers() {
    let times = many(200_000);
    for piece in ["<applet><b>", "<b><object>", "<td><b>", "<marquee><a>", "<template><b><i>"] {
        survives_bounded(piece.repeat(times));
    }
    survives_bounded(format!("<table>{}", "<tr><td><b><i>x".repeat(times)));
    survives_bounded(format!("<table>{}", "<b><tr><td>x".repeat(times)));
}

#[test]
fn text_fostered_out_of_a_table_becomes_one_text() {
    let times = many(200_000);
    for piece in ["x<tr>", "x<tr></tr>", "x<tbody>", "x<!---->"] {
        let page = format!("<table>{}", piece.repeat(times));
        survive_with(page, none(), move |tree| {
            assert_eq!((count_kind(tree, Kind::Text), text(tree).len()), (1, times));
        });
    }
}

#[test]
fn elements_fostered_out_of_a_table() {
    let times = many(100_000);
    for piece in ["<div>x</div>", "<b>x</b>", "<input>", "<i>x</i><tr>", "<select></select>x"] {
        let page = format!("<table>{}", piece.repeat(times));
        survive(page, roomy(), move |tree| assert!(tree.len() >= times));
    }
    survives_bounded(format!("<table>{}", distinct("b", many(20_000), "x<tr>")));
    survives_bounded("<table><b>x".repeat(many(20_000)));
}

#[test]
fn text_put_together_from_many_places() {
    let times = many(200_000);
    for piece in ["x</y>", "x<body>", "x<html>", "x<head>", "x</head>", "x<tr>"] {
        let page = format!("<body>{}", piece.repeat(times));
        survive_with(page, none(), move |tree| {
            assert_eq!(count_kind(tree, Kind::Text), 1);
            assert!(text(tree).len() >= times);
        });
    }
}

#[test]
fn text_after_the_end() {
    let times = many(200_000);
    for piece in ["</body>x", "</html> ", "</body></html>x"] {
        survive_with(piece.repeat(times), none(), |tree| assert_eq!(count(tree, "body"), 1));
    }
    survive_with("</html><!---->".repeat(times), none(), move |tree| {
        assert_eq!(count_kind(tree, Kind::Comment), times);
    });
}

#[test]
fn framesets() {
    let times = many(100_000);
    survive("<frameset>".repeat(times), roomy(), |tree| assert_eq!(count(tree, "body"), 0));
    survive("<frameset></frameset>x".repeat(times), roomy(), |tree| assert_eq!(count(tree, "body"), 0));
}
