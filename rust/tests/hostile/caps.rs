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

/// Every page may repeat this much.
const FREE_GROWTH: usize = 64 << 10;

/// What a page has in formatting elements, as if it had written them all out.
fn repeated(tree: &unmold_core::html::Tree<'_>, tag: &str) -> usize {
    let of_element =
        |id| tag.len() + 2 + tree.attributes(id).map(|each| each.name().len() + each.value().len() + 1).sum::<usize>();
    elements(tree, tag).map(of_element).sum()
}

#[test]
fn growth() {
    let many_tags = (0..500).fold("<p>".to_owned(), |page, index| format!("{page}<font size={index}>"));
    let long_tag = format!("<p><font size={}>", "7".repeat(20_000));
    for opening in [&many_tags, &long_tag] {
        for max_growth in [1, 2, 5] {
            let page = opening.clone() + &"<p>x".repeat(20_000);
            let length = page.len();
            let limits = Limits { max_growth, ..Limits::default() };
            survive(page, limits, move |tree| {
                assert!(tree.problems().contains(Problems::GROWTH));
                assert!(repeated(tree, "font") <= length * (max_growth + 1) + FREE_GROWTH);
                assert_eq!(text(tree).len(), 20_000, "a page loses formatting, not what it says");
            });
        }
    }
}

#[test]
fn growth_by_selects() {
    let page = "<select><button><selectedcontent></selectedcontent></button><option>".to_owned()
        + &"<div><object><select><button><selectedcontent></selectedcontent></button><option>".repeat(80)
        + &"<i>x</i>".repeat(20_000);
    let length = page.len();
    survive(page, Limits::default(), move |tree| {
        assert!(tree.problems().contains(Problems::GROWTH));
        assert!(repeated(tree, "i") <= length * 3 + FREE_GROWTH);
    });
}

#[test]
fn short_pages_may_grow() {
    let tags: String = (0..100).map(|index| format!("<b id={index}>")).collect();
    let page = format!("<p>{tags}{}", "<p>x".repeat(50));
    let limits = Limits { max_growth: 0, ..Limits::default() };
    survives_capped(&page, limits, Problems::default(), |tree| assert_eq!(count(tree, "b"), 100 * 51));
}

#[test]
fn the_smallest_caps_of_all() {
    for smallest in 0..4 {
        let limits = Limits {
            max_bytes: usize::MAX,
            max_nodes: smallest,
            max_depth: 8 + smallest,
            max_attributes: smallest,
            max_growth: smallest,
        };
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
