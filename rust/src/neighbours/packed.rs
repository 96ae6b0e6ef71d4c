//! Pages as bytes, so that they can be compared elsewhere: their trees and class names, which is all that decides
//! whether pages are alike.
//!
//! The bytes of two pages are equal exactly if the pages are the same to everything in this module: they hold the
//! number of nodes and of class names, the label and the parent of each node in preorder, and the sorted class names.

use crate::measures::comparand::{Comparand, WindowSettings};
use crate::measures::tree::LabelledTree;

/// Why bytes are no page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoPage;

impl std::fmt::Display for NoPage {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "these bytes are no packed page")
    }
}

impl std::error::Error for NoPage {}

/// The bytes of a page.
#[must_use]
pub fn pack(page: &Comparand) -> Vec<u8> {
    let (labels, parents) = (page.tree.labels(), page.tree.parents());
    let counts = [labels.len() as u32, page.style.len() as u32];
    let numbers = counts.iter().chain(labels).chain(parents);
    let mut packed: Vec<u8> = numbers.flat_map(|number| number.to_le_bytes()).collect();
    packed.extend(page.style.iter().flat_map(|name| name.to_le_bytes()));
    packed
}

/// The page that bytes were made of. It has no tag sequence and no names: it is compared by structure and style alone.
///
/// # Errors
/// If the bytes are not those of a page.
pub fn unpack(packed: &[u8]) -> Result<Comparand, NoPage> {
    let (nodes, rest) = split_number(packed)?;
    let (names, rest) = split_number(rest)?;
    let (labels, rest) = rest.split_at_checked(4 * nodes).ok_or(NoPage)?;
    let (parents, style) = rest.split_at_checked(4 * nodes).ok_or(NoPage)?;
    if style.len() != 8 * names {
        return Err(NoPage);
    }
    let tree = LabelledTree::from_parents(read_numbers(labels), read_numbers(parents)).map_err(|_| NoPage)?;
    let (style, _) = style.as_chunks();
    let style = style.iter().map(|&name| u64::from_le_bytes(name)).collect();
    Ok(Comparand::prepare(tree, Vec::new(), style, Default::default(), WindowSettings::default()))
}

fn split_number(bytes: &[u8]) -> Result<(usize, &[u8]), NoPage> {
    let (number, rest) = bytes.split_first_chunk().ok_or(NoPage)?;
    Ok((u32::from_le_bytes(*number) as usize, rest))
}

fn read_numbers(bytes: &[u8]) -> Vec<u32> {
    let (numbers, _) = bytes.as_chunks();
    numbers.iter().map(|&number| u32::from_le_bytes(number)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(depths: &[u32], style: &[u64]) -> Comparand {
        let labels = (0..depths.len() as u32).map(|node| node % 3).collect();
        let tree = LabelledTree::from_depths(labels, depths).unwrap();
        Comparand::prepare(tree, vec![7, 8], style.to_vec(), Default::default(), WindowSettings::default())
    }

    #[test]
    fn a_page_comes_back() {
        for (depths, style) in [(&[0, 1, 2, 1][..], &[9, u64::MAX, 9][..]), (&[], &[]), (&[0], &[3])] {
            let before = page(depths, style);
            let after = unpack(&pack(&before)).unwrap();
            assert_eq!((&after.tree, &after.style), (&before.tree, &before.style));
            assert_eq!(pack(&after), pack(&before));
        }
    }

    #[test]
    fn bytes_differ_where_trees_or_names_do() {
        let packed = pack(&page(&[0, 1, 2], &[1]));
        assert_ne!(packed, pack(&page(&[0, 1, 1], &[1])));
        assert_ne!(packed, pack(&page(&[0, 1, 2], &[2])));
        // The order of class names says nothing.
        assert_eq!(pack(&page(&[0], &[1, 2])), pack(&page(&[0], &[2, 1, 2])));
    }

    #[test]
    fn other_bytes_are_refused() {
        let packed = pack(&page(&[0, 1, 2], &[1]));
        for end in 0..packed.len() {
            assert!(unpack(&packed[..end]).is_err());
        }
        let mut no_tree = packed.clone();
        // The parent of the second node is a node that comes later.
        no_tree[8 + 4 * 3 + 4] = 2;
        assert!(unpack(&no_tree).is_err());
        assert!(unpack(&[&packed[..], &[0]].concat()).is_err());
    }
}
