use crate::measures::budget::Budget;
use crate::measures::tree::{LabelledTree, MatchMode};
use crate::measures::tree_matching::{Normalisation, matching_similarity};
use crate::patterns::alignment::{Row, align_columns};
use crate::patterns::budget::{InductionBudget, Work};
use crate::patterns::content::{ContentTree, NO_NODE};
use crate::patterns::forest::Forest;
use crate::patterns::similarity::Similarities;

fn aligned(columns: &[&str], data: &str) -> Vec<String> {
    let mut work = Work::new(Normalisation::SetAware, InductionBudget::default());
    let symbols: Vec<Vec<u32>> = columns.iter().map(|column| column.bytes().map(u32::from).collect()).collect();
    let is_data: Vec<bool> = (0..128_u8).map(|symbol| data.as_bytes().contains(&symbol)).collect();
    let rows = align_columns(&symbols, &is_data, &mut work);
    rows.iter().map(|row| spelled(row, columns.len())).collect()
}

fn spelled(row: &Row, columns: usize) -> String {
    let mut cells = vec!['-'; columns];
    row.cells.iter().for_each(|cell| cells[cell.column as usize] = cell.symbol as u8 as char);
    if row.is_variant {
        cells.push('*');
    }
    cells.into_iter().collect()
}

#[test]
fn data_that_differs_is_accepted_by_the_third_rule() {
    assert_eq!(aligned(&["abcf", "abdf", "abeg"], "bcdeg")[..3], ["aaa", "bbb", "cde*"]);
}

#[test]
fn the_fourth_rule_splits_a_row() {
    assert_eq!(aligned(&["abcd", "abef", "abeg"], "")[..4], ["aaa", "bbb", "-ee", "c--"]);
    assert_eq!(aligned(&["abcd", "abef", "abeg"], "")[4..], ["d--", "-f-", "--g"]);
}

#[test]
fn the_first_two_rules_shift() {
    let rows = aligned(&["acbcbefd", "acbcd", "acbbefd"], "");
    assert_eq!(rows, ["aaa", "ccc", "bbb", "cc-", "b-b", "e-e", "f-f", "ddd"]);
    assert_eq!(aligned(&["abcdbcdbcde", "abcdbcde", "abcdbde"], "").len(), 11);
    assert_eq!(aligned(&["abc", "ac"], ""), ["aa", "b-", "cc"]);
    assert_eq!(aligned(&["", ""], ""), [""; 0]);
}

/// A content tree as the plain measures take it.
fn labelled(content: &ContentTree, forest: &mut Forest) -> LabelledTree {
    let values: Vec<u32> = (0..content.len() as u32).map(|node| forest.strings.intern(content.value(node))).collect();
    let nodes = content.nodes();
    assert_eq!(nodes[0].parent, NO_NODE);
    let tree = LabelledTree::from_parents(values.clone(), nodes.iter().map(|node| node.parent).collect()).unwrap();
    let contents = values.into_iter().map(u64::from).collect();
    tree.with_data(nodes.iter().map(|node| node.kind).collect(), contents).unwrap()
}

#[test]
fn similarities_agree_with_the_plain_measures() {
    let pages = [
        "p(b('x') i('y') b('z') img('a'))",
        "p(b('x') b('y') u() img('b'))",
        "p(b('x') b('y') b(b('z') 'x') 'w')",
        "p(b() i(b('x') b('x')) b('x'))",
        "p()",
        "p('x' 'y')",
        "p('x' 'z' u('x'))",
    ];
    for normalisation in [Normalisation::Max, Normalisation::Average, Normalisation::SetAware] {
        let mut forest = Forest::default();
        let contents = pages.map(|page| page.parse::<ContentTree>().unwrap());
        let roots = contents.each_ref().map(|content| forest.add(content));
        let trees = contents.each_ref().map(|content| labelled(content, &mut forest));
        let mut shapes = Similarities::new(normalisation, u64::MAX, u64::MAX);
        let mut texts = Similarities::new(normalisation, u64::MAX, u64::MAX);
        for (a, left) in roots.iter().zip(&trees) {
            for (b, right) in roots.iter().zip(&trees) {
                let plain = |mode| matching_similarity(left, right, mode, normalisation, Budget::default()).unwrap();
                let structural = shapes.similarity(&forest.shapes, forest.shape(*a), forest.shape(*b)).unwrap();
                assert!((structural - plain(MatchMode::Structural)).abs() < 1e-12);
                let textual = texts.similarity(&forest.exact, *a, *b).unwrap();
                assert!((textual - plain(MatchMode::Textual)).abs() < 1e-12);
                for threshold in [0.3, 0.5, 0.8, 1.0] {
                    let reached = texts.reach(&forest.exact, *a, *b, threshold).unwrap();
                    assert_eq!(reached, textual >= threshold);
                }
            }
        }
    }
}
