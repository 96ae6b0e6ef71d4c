use super::*;
use crate::measures::tree::LabelledTree;

/// Reads `{a{b}{c}}`, one letter a label.
fn tree(brackets: &str) -> LabelledTree {
    let (mut labels, mut depths, mut depth) = (Vec::new(), Vec::new(), 0);
    for symbol in brackets.bytes() {
        match symbol {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            label => {
                labels.push(u32::from(label));
                depths.push(depth - 1);
            }
        }
    }
    LabelledTree::from_depths(labels, &depths).unwrap()
}

fn distance(first: &str, second: &str) -> u64 {
    tree_edit_distance(&tree(first), &tree(second), EditCosts::default(), Budget::default()).unwrap()
}

#[test]
fn worked_examples() {
    assert_eq!(distance("{a{b}{c}}", "{a{x{b}{c}}}"), 1);
    assert_eq!(distance("{f{d{a}{c{b}}}{e}}", "{f{c{d{a}{b}}}{e}}"), 2);
    assert_eq!(distance("{a{a{a{a{a}}}}}", "{a{a}{a}{a}{a}}"), 6);
    assert_eq!(distance("{a{b}{c}}", "{x{y}{z}}"), 3);
    assert_eq!(distance("", "{a{b}}"), 2);
    assert_eq!(distance("", ""), 0);
}

#[test]
fn the_bound_stays_below_the_distance() {
    let (first, second) = (tree("{f{d{a}{c{b}}}{e}}"), tree("{f{c{d{a}{x}}}{e}{y}}"));
    assert_eq!(size_and_label_bound(&first, &second), 2);
    assert!(size_and_label_bound(&first, &second) <= distance("{f{d{a}{c{b}}}{e}}", "{f{c{d{a}{x}}}{e}{y}}"));
}

#[test]
fn normalisations() {
    let costs = EditCosts::default();
    assert_eq!(max_similarity(6, (5, 5), costs), 0.0);
    assert_eq!(sum_similarity(6, (5, 5), costs), 0.4);
    assert_eq!(sum_similarity(3, (3, 3), costs), 0.5);
    assert_eq!(sum_similarity(0, (0, 0), costs), 1.0);
    assert_eq!(max_similarity(4, (0, 4), costs), 0.0);
}
