//! Each cap cuts where it says, and says so.

use unmold_core::html::{Limits, Problems};

use crate::{count, elements, survive, text};

fn survives_capped(
    page: &str,
    limits: Limits,
    problem: Problems,
    expect: impl FnOnce(&unmold_core::html::Tree<'_>) + Send + 'static,
) {
    survive(page.to_owned(), limits, move |tree| {
        assert_eq!(tree.problems(), problem);
        expect(tree);
    });
}

#[test]
fn bytes() {
    let limits = Limits { max_bytes: 10, ..Limits::default() };
    let page = "<p>x".repeat(10);
    survives_capped(&page, limits, Problems::BYTES, |tree| {
        assert_eq!(count(tree, "p"), 2);
    });
}

#[test]
fn bytes_that_end_within_a_character() {
    for max_bytes in 0..8 {
        let limits = Limits { max_bytes, ..Limits::default() };
        survives_capped("é\u{1F600}é", limits, Problems::BYTES, |tree| {
            assert!("é\u{1F600}é".starts_with(&text(tree)));
        });
    }
}

#[test]
fn nodes() {
    let limits = Limits { max_nodes: 100, ..Limits::default() };
    survives_capped(&"<p>x".repeat(1000), limits, Problems::NODES, |tree| {
        assert!((90..=110).contains(&tree.len()), "{} nodes", tree.len());
    });
}

#[test]
fn depth() {
    let limits = Limits { max_depth: 10, ..Limits::default() };
    survives_capped(&"<div>x".repeat(100), limits, Problems::DEPTH, |tree| {
        assert_eq!((count(tree, "div"), tree.max_depth()), (100, 10));
    });
}

#[test]
fn attributes() {
    let limits = Limits { max_attributes: 2, ..Limits::default() };
    survives_capped("<p a=1 b=2 c=3>x", limits, Problems::ATTRIBUTES, |tree| {
        let paragraph = elements(tree, "p").next().expect("a paragraph");
        assert_eq!(tree.attributes(paragraph).len(), 2);
        assert_eq!(text(tree), "x");
    });
}

#[test]
fn the_smallest_caps_of_all() {
    for smallest in 0..4 {
        let limits =
            Limits { max_bytes: usize::MAX, max_nodes: smallest, max_depth: 8 + smallest, max_attributes: smallest };
        survive("<p a=1>x<table>y<svg z=1><b>".repeat(10), limits, |tree| {
            assert!(!tree.problems().is_empty());
        });
    }
}

#[test]
fn within_all_caps() {
    let page = "<html lang=en><body><p class=x>text";
    survives_capped(page, Limits::default(), Problems::default(), |tree| assert_eq!(text(tree), "text"));
}
