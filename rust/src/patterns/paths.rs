//! Names for the nodes of a pattern: the way from the root, as in `/html/body/ul/+/li[2]/*`.
//!
//! A step is a tag, `+` for a set, `?` for an optional, `*` for variant and `'` for constant data, with its position
//! among the siblings of the same step where it has any. A field is known by the path of its variant node.

use std::collections::HashMap;

use super::content::NO_NODE;
use super::pattern::{PatternKind, PatternTree};

/// The steps to all nodes of a pattern.
#[derive(Clone, Debug)]
pub struct PatternPaths {
    steps: Vec<String>,
    parents: Vec<u32>,
}

impl PatternPaths {
    /// Names the nodes of a pattern.
    #[must_use]
    pub fn new(pattern: &PatternTree) -> Self {
        let mut steps = vec![String::new(); pattern.len()];
        steps[0] = step_name(pattern, 0).to_owned();
        for parent in 0..pattern.len() as u32 {
            name_children(pattern, parent, &mut steps);
        }
        Self { steps, parents: pattern.nodes().iter().map(|node| node.parent).collect() }
    }

    /// The path of a node.
    #[must_use]
    pub fn path(&self, node: u32) -> String {
        let mut chain = Vec::new();
        let mut at = node;
        while at != NO_NODE {
            chain.push(self.steps[at as usize].as_str());
            at = self.parents[at as usize];
        }
        chain.iter().rev().flat_map(|step| ["/", step]).collect()
    }
}

fn name_children(pattern: &PatternTree, parent: u32, steps: &mut [String]) {
    let mut totals: HashMap<&str, u32> = HashMap::new();
    pattern.children(parent).for_each(|child| *totals.entry(step_name(pattern, child)).or_insert(0) += 1);
    let mut counts: HashMap<&str, u32> = HashMap::new();
    for child in pattern.children(parent) {
        let name = step_name(pattern, child);
        let count = counts.entry(name).or_insert(0);
        *count += 1;
        steps[child as usize] = match totals[name] {
            1 => name.to_owned(),
            _ => format!("{name}[{count}]"),
        };
    }
}

fn step_name(pattern: &PatternTree, node: u32) -> &str {
    match pattern.node(node).kind {
        PatternKind::Fixed => pattern.value(node),
        PatternKind::Set => "+",
        PatternKind::Optional => "?",
        PatternKind::Variant => "*",
        PatternKind::Text | PatternKind::Image => "'",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_tell_nodes_apart() {
        let pattern: PatternTree = "html(body(ul((li(*) li('x' *))+) (p(*))? (p(*))?))".parse().unwrap();
        let paths = PatternPaths::new(&pattern);
        let all: Vec<String> = (0..pattern.len() as u32).map(|node| paths.path(node)).collect();
        assert_eq!(
            all[..6],
            [
                "/html",
                "/html/body",
                "/html/body/ul",
                "/html/body/ul/+",
                "/html/body/ul/+/li[1]",
                "/html/body/ul/+/li[1]/*"
            ]
        );
        assert_eq!(all[all.len() - 1], "/html/body/?[2]/p/*");
        assert_eq!(all.iter().collect::<std::collections::HashSet<_>>().len(), all.len());
    }
}
