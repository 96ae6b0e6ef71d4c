//! Long lists: of very many rows the first ones say what the others say again.

use super::blocks::is_inline;
use super::steps::Steps;
use crate::hash::{WordMap, WordSet};
use crate::html::{Kind, Name, NodeId, Tree};

/// How often a kind of element stands between rows, so that it belongs to them: what stands before a list once may stand
/// behind it, too. A guess.
const SEVERAL: usize = 2;

/// Cells of a row, or texts and images, from which on it is a record, and no label with its value.
const WIDE: usize = 3;

/// How many rows of a list are kept: a label with its value may be a field of its own, a record is one of many.
#[derive(Clone, Copy, Debug)]
pub struct MaxRows {
    /// Of any list.
    pub all: usize,
    /// Of records.
    pub wide: usize,
}

/// Leaves out of each list what stands behind its first rows; says whether there was any.
///
/// A list is what an element holds of one kind: of one tag, and of the same classes but for digits. What comes between
/// its rows again and again, as the terms between definitions, goes with them. What follows a list stays.
pub fn shorten_lists(tree: &mut Tree<'_>, kept: MaxRows) -> bool {
    let dropped = rows_behind(tree, kept);
    if let Some(dropped) = &dropped {
        tree.leave_out(dropped);
    }
    dropped.is_some()
}

/// By node whether it stands in a list behind the first rows, or in such a row; None if nothing does.
pub fn rows_behind(tree: &Tree<'_>, kept: MaxRows) -> Option<Vec<bool>> {
    let mut dropped = Vec::new();
    let mut steps = Steps::default();
    let mut siblings = Vec::new();
    let mut parent = 0;
    while parent < tree.len() as NodeId {
        if dropped.get(parent as usize) == Some(&true) {
            parent = tree.subtree_end(parent);
            continue;
        }
        if tree.children(parent).nth(kept.wide.min(kept.all)).is_some() {
            // Texts are of one kind.
            let mut kind = |node| if tree.is_element(node) { steps.step(tree, node).classes } else { 0 };
            siblings.clear();
            siblings.extend(tree.children(parent).map(|child| (child, kind(child))));
            for child in siblings_behind(tree, &siblings, kept) {
                dropped.resize(tree.len(), false);
                dropped[child as usize..tree.subtree_end(child) as usize].fill(true);
            }
        }
        parent += 1;
    }
    (!dropped.is_empty()).then_some(dropped)
}

/// Of siblings, given with their kinds, those that stand behind the first rows of their lists.
fn siblings_behind(tree: &Tree<'_>, siblings: &[(NodeId, u64)], kept: MaxRows) -> Vec<NodeId> {
    let (mut counts, mut cut): (WordMap<u64, (usize, usize)>, WordSet) = Default::default();
    let mut found = Vec::new();
    for (at, &(child, kind)) in siblings.iter().enumerate() {
        let (all, wide) = counts.entry(kind).or_insert((0, 0));
        *all += 1;
        if !cut.contains(&kind) && may_be_row(tree, child) {
            *wide += usize::from(is_wide(tree, child));
            if *all > kept.all || *wide > kept.wide {
                cut.extend(counts.iter().filter(|(_, (all, _))| *all >= SEVERAL).map(|(kind, _)| kind));
                // What stands directly before the first row that is left out is its term or the like.
                let before = siblings[..at].iter().rev().take_while(|(_, other)| *other != kind);
                found.extend(before.filter(|(_, other)| cut.contains(other)).map(|(before, _)| *before));
            }
        }
        if cut.contains(&kind) {
            found.push(child);
        }
    }
    found
}

/// Whether a list may consist of such elements: paragraphs and headings are text, of which the end counts, too.
fn may_be_row(tree: &Tree<'_>, element: NodeId) -> bool {
    let is_text = matches!(
        tree.name(element),
        Name::P
            | Name::PRE
            | Name::HR
            | Name::BLOCKQUOTE
            | Name::H1
            | Name::H2
            | Name::H3
            | Name::H4
            | Name::H5
            | Name::H6
    );
    tree.is_element(element) && !is_text && !is_inline(tree, element)
}

/// Whether a row of a table has several cells, or another one several texts and images.
fn is_wide(tree: &Tree<'_>, row: NodeId) -> bool {
    if tree.name(row) == Name::TR {
        return tree.children(row).filter(|&cell| tree.is_element(cell)).nth(WIDE - 1).is_some();
    }
    let is_said = |&node: &NodeId| match tree.kind(node) {
        Kind::Text => !tree.raw_text(node).trim().is_empty(),
        Kind::Html => tree.name(node) == Name::IMG,
        _ => false,
    };
    (row..tree.subtree_end(row)).filter(is_said).nth(WIDE - 1).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::{outer_html, parse};

    fn shortened(page: &str, all: usize) -> String {
        let mut tree = parse(page);
        shorten_lists(&mut tree, MaxRows { all, wide: 2 });
        let body = (0..tree.len() as NodeId).find(|&node| tree.tag(node) == "body").expect("a body");
        outer_html(&tree, body)
    }

    #[test]
    fn the_first_rows_and_what_follows_stay() {
        let page = "<body><ul><li class=a1>a</li><li class=a2>b</li><li class=a3><b>c</b></li></ul><p>d</p></body>";
        let kept = "<body><ul><li class=\"a1\">a</li><li class=\"a2\">b</li></ul><p>d</p></body>";
        assert_eq!(shortened(page, 2), kept);
        assert_eq!(shortened(page, 3), shortened(page, 9));
    }

    #[test]
    fn what_stands_between_rows_goes_with_them() {
        let row = "<dt>t</dt><dd>x</dd><dd>y</dd>";
        let page = format!("<body><div>a</div><dl>{}</dl><div>z</div></body>", row.repeat(9));
        let kept = format!("<body><div>a</div><dl>{}</dl><div>z</div></body>", row.repeat(3));
        assert_eq!(shortened(&page, 6), kept);
        let flat = format!("<body><div>a</div>{}<div>z</div></body>", "<div class=r>b</div>".repeat(9));
        assert_eq!(shortened(&flat, 2).matches("div class").count(), 2);
        assert!(shortened(&flat, 2).ends_with("<div>z</div></body>"));
    }

    #[test]
    fn lists_in_rows_are_shortened_and_paragraphs_are_not() {
        let inner = format!("<li><ol>{}</ol></li>", "<li>i</li>".repeat(5));
        let page = format!("<body><ul>{}</ul>{}</body>", inner.repeat(4), "<p>p</p>".repeat(9));
        let found = shortened(&page, 3);
        assert_eq!((found.matches("<ol>").count(), found.matches("<li>i").count()), (2, 6));
        assert_eq!(found.matches("<p>").count(), 9);
    }

    #[test]
    fn fewer_records_are_kept_than_labels_with_values() {
        let rows = ["<tr><td>a</td><td>b <b>c</b> d</td></tr>", "<tr><td>a</td><td></td><td>c</td></tr>"];
        let count = |row: &str| {
            let page = format!("<body><table>{}</table></body>", row.repeat(9));
            shortened(&page, 5).matches("<tr>").count()
        };
        assert_eq!(rows.map(count), [5, 2]);
    }
}
