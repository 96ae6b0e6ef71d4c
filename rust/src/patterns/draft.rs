//! A pattern while it is induced: parts that are in several places exist once and are written out at the end.

use super::content::NO_NODE;
use super::pattern::{PatternBuilder, PatternKind, PatternTree};
use super::strings::Strings;

/// A part of a draft.
#[derive(Clone, Debug)]
pub struct DraftNode {
    /// What the part stands for.
    pub kind: PatternKind,
    /// Its tag, text or image source.
    pub value: u32,
    /// Its children: positions in the draft, larger than its own except where a part is used again.
    pub children: Vec<u32>,
}

/// A pattern as a graph without cycles.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    nodes: Vec<DraftNode>,
}

impl Draft {
    /// Appends a part without children.
    pub fn add(&mut self, kind: PatternKind, value: u32) -> u32 {
        self.nodes.push(DraftNode { kind, value, children: Vec::new() });
        self.nodes.len() as u32 - 1
    }

    /// Gives a part its children.
    pub fn set_children(&mut self, part: u32, children: Vec<u32>) {
        self.nodes[part as usize].children = children;
    }

    /// Writes the pattern out; `None` if it would have more nodes than allowed.
    #[must_use]
    pub fn write_out(&self, root: u32, strings: &Strings, max_nodes: u64) -> Option<PatternTree> {
        let mut builder = PatternBuilder::default();
        let mut open = vec![(root, NO_NODE)];
        while let Some((part, parent)) = open.pop() {
            if builder.nodes().len() as u64 >= max_nodes {
                return None;
            }
            let node = &self.nodes[part as usize];
            let has_value = matches!(node.kind, PatternKind::Fixed | PatternKind::Text | PatternKind::Image);
            let value = if has_value { strings.get(node.value) } else { "" };
            let written = builder.add(node.kind, value, parent);
            open.extend(node.children.iter().rev().map(|&child| (child, written)));
        }
        Some(builder.finish())
    }
}
