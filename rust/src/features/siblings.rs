//! Positions among siblings of one name, counted while a page is walked from its first node to its last.
//!
//! One slot a name holds the last element of that name and its parent. Where an element of the name is deeper, the
//! slot is taken over, and given back when that element's parent ends: every element costs the same, however many
//! siblings and names a parent has.

use crate::html::{Kind, Name};

/// The namespaces, which do not share their names.
const NAMESPACES: usize = 3;

#[derive(Clone, Copy)]
struct Slot {
    parent: u32,
    last: u32,
}

/// A slot that no element has used; the number is no element's, nor that of the root's missing parent.
const FREE: Slot = Slot { parent: u32::MAX - 1, last: 0 };

/// The last sibling of every name, for each element that is open.
#[derive(Default)]
pub(super) struct Siblings {
    slots: Vec<Slot>,
    /// What slots held before they were taken over.
    hidden: Vec<(u32, Slot)>,
}

impl Siblings {
    /// Begins a page with this many names.
    pub fn start(&mut self, names: usize) {
        self.slots.clear();
        self.slots.resize(names * NAMESPACES, FREE);
        self.hidden.clear();
    }

    /// The sibling of the same name before this element, if there is one; the next will find this element.
    #[inline]
    pub fn replace(&mut self, parent: u32, element: u32, name: Name, kind: Kind) -> Option<u32> {
        let key = name.0 as usize * NAMESPACES + namespace(kind);
        let slot = &mut self.slots[key];
        let old = std::mem::replace(slot, Slot { parent, last: element });
        if old.parent == parent {
            return Some(old.last);
        }
        self.hidden.push((key as u32, old));
        None
    }

    /// What [`Siblings::leave`] needs to know of the moment in which an element is entered.
    #[inline]
    pub fn enter(&self) -> u32 {
        self.hidden.len() as u32
    }

    /// Gives back the slots that the children of an element took over.
    #[inline]
    pub fn leave(&mut self, entered: u32) {
        while self.hidden.len() > entered as usize {
            if let Some((key, slot)) = self.hidden.pop() {
                self.slots[key as usize] = slot;
            }
        }
    }
}

#[inline]
fn namespace(kind: Kind) -> usize {
    match kind {
        Kind::Svg => 1,
        Kind::MathMl => 2,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_elements_of_one_name_do_not_count() {
        let mut siblings = Siblings::default();
        siblings.start(200);
        let add = |siblings: &mut Siblings, parent, element| siblings.replace(parent, element, Name::DIV, Kind::Html);
        assert_eq!(add(&mut siblings, u32::MAX, 0), None);
        let outer = siblings.enter();
        assert_eq!(add(&mut siblings, 0, 1), None);
        let inner = siblings.enter();
        assert_eq!(add(&mut siblings, 1, 2), None);
        assert_eq!(add(&mut siblings, 1, 3), Some(2));
        siblings.leave(inner);
        assert_eq!(add(&mut siblings, 0, 4), Some(1));
        assert_eq!(siblings.replace(0, 5, Name::DIV, Kind::Svg), None);
        siblings.leave(outer);
        assert_eq!(add(&mut siblings, u32::MAX, 6), Some(0));
    }
}
