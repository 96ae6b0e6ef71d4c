//! "Maybe clone an option into selectedcontent", once the page is read.
//!
//! A browser keeps the `selectedcontent` of a `select` up to date while it parses; what is there at the end is the
//! content of the option that is selected at the end.

use super::{Builder, NONE, Name, NodeId, Problems};

/// What matters of one `select`.
#[derive(Default)]
struct Select {
    selected_content: Option<NodeId>,
    first_option: Option<NodeId>,
    /// The last option that the page marks as selected.
    selected_option: Option<NodeId>,
}

impl Builder<'_> {
    /// Fills each `selectedcontent` with what its select shows.
    #[cold]
    pub(super) fn fill_selected_content(&mut self) {
        self.arena.link();
        let selects: Vec<NodeId> =
            self.descendants(0).into_iter().filter(|&node| self.arena.is_html(node, Name::SELECT)).collect();
        for select in selects {
            if self.has_attribute(select, b"multiple") {
                continue;
            }
            let Select { selected_content, first_option, selected_option } = self.survey(select);
            if let (Some(target), Some(option)) = (selected_content, selected_option.or(first_option)) {
                self.show(option, target);
            }
        }
    }

    fn survey(&mut self, select: NodeId) -> Select {
        let mut found = Select::default();
        for node in self.descendants(select) {
            if self.arena.is_html(node, Name::SELECTEDCONTENT) {
                found.selected_content.get_or_insert(node);
            } else if self.arena.is_html(node, Name::OPTION) {
                if self.has_attribute(node, b"selected") {
                    found.selected_option = Some(node);
                }
                if !self.has_attribute(node, b"disabled") {
                    found.first_option.get_or_insert(node);
                }
            }
        }
        found
    }

    /// Copies what is below the option, unless the one contains the other or the copy would pass the cap.
    fn show(&mut self, option: NodeId, target: NodeId) {
        let below = self.descendants(option);
        if below.contains(&target) || self.descendants(target).contains(&option) {
            return;
        }
        if self.arena.len() + below.len() > self.limits.max_nodes {
            self.problems.insert(Problems::NODES);
            return;
        }
        let length = below.iter().map(|&node| self.length_of(node)).sum();
        if self.may_grow(length) {
            self.arena.copy_children(option, target);
        }
    }

    fn descendants(&mut self, root: NodeId) -> Vec<NodeId> {
        let mut nodes = Vec::new();
        let mut node = self.arena.next_within(root, root);
        while node != NONE {
            nodes.push(node);
            node = self.arena.next_within(node, root);
        }
        nodes
    }

    fn has_attribute(&self, node: NodeId, name: &[u8]) -> bool {
        let attributes = self.arena.attributes(node).of(&self.tokenizer.attributes);
        attributes.iter().any(|attribute| self.tokenizer.attribute_name(attribute).eq_ignore_ascii_case(name))
    }
}
