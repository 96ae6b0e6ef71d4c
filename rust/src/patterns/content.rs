//! What pattern trees see of a page: its elements, its text and its images, and nothing that nobody reads.
//!
//! The content tree is in preorder. Scripts, styles, `noscript`, `template`, comments and the doctype are dropped, as
//! is text of nothing but white space; inner white space is collapsed. Every node remembers the page's node it came
//! from.

use super::strings::Strings;
use crate::html::{Kind, NONE, Name, NodeId, Tree};
use crate::measures::tree::NodeKind;

/// The parent of the root.
pub const NO_NODE: u32 = u32::MAX;

/// One node of a content tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContentNode {
    /// Element, text or image.
    pub kind: NodeKind,
    /// The tag of an element, the text of a text, the source of an image: a number of the tree's strings.
    pub value: u32,
    /// The parent's position, [`NO_NODE`] for the root.
    pub parent: u32,
    /// The number of nodes of the subtree.
    pub size: u32,
    /// The node of the page, [`NONE`] where the tree was not made from one.
    pub origin: NodeId,
}

/// The content of a page as an ordered tree in preorder; it has at least a root.
#[derive(Clone, Debug)]
pub struct ContentTree {
    nodes: Vec<ContentNode>,
    strings: Strings,
}

impl ContentTree {
    /// The content of a parsed page; a page without elements is a lone `html`.
    #[must_use]
    pub fn from_page(tree: &Tree<'_>) -> Self {
        Self::without(tree, |_| false)
    }

    /// The content of a parsed page, but for some nodes and what is below them.
    #[must_use]
    pub fn without(tree: &Tree<'_>, is_left_out: impl Fn(NodeId) -> bool) -> Self {
        let mut content = ContentBuilder::default();
        match tree.root() {
            Some(root) => content.add_page(tree, root, is_left_out),
            None => content.add(NodeKind::Element, "html", NO_NODE, NONE),
        };
        content.finish()
    }

    /// All nodes in preorder.
    #[must_use]
    pub fn nodes(&self) -> &[ContentNode] {
        &self.nodes
    }

    /// The number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Always false: there is a root.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The tags, texts and image sources.
    #[must_use]
    pub fn strings(&self) -> &Strings {
        &self.strings
    }

    /// The tag, text or image source of a node.
    #[must_use]
    pub fn value(&self, node: u32) -> &str {
        self.strings.get(self.nodes[node as usize].value)
    }

    /// The children of a node, left to right.
    pub fn children(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let end = node + self.nodes[node as usize].size;
        let first = (node + 1 < end).then_some(node + 1);
        std::iter::successors(first, move |&child| {
            let next = child + self.nodes[child as usize].size;
            (next < end).then_some(next)
        })
    }
}

/// Builds a content tree node by node, in preorder.
#[derive(Default)]
pub struct ContentBuilder {
    nodes: Vec<ContentNode>,
    strings: Strings,
    words: String,
}

impl ContentBuilder {
    /// Appends a node and gives its position.
    pub fn add(&mut self, kind: NodeKind, value: &str, parent: u32, origin: NodeId) -> u32 {
        let value = self.strings.intern(value);
        self.nodes.push(ContentNode { kind, value, parent, size: 1, origin });
        self.nodes.len() as u32 - 1
    }

    /// The finished tree.
    #[must_use]
    pub fn finish(mut self) -> ContentTree {
        for node in (1..self.nodes.len()).rev() {
            let parent = self.nodes[node].parent as usize;
            self.nodes[parent].size += self.nodes[node].size;
        }
        ContentTree { nodes: self.nodes, strings: self.strings }
    }

    fn add_page(&mut self, tree: &Tree<'_>, root: NodeId, is_left_out: impl Fn(NodeId) -> bool) -> u32 {
        let mut positions = vec![NO_NODE; (tree.subtree_end(root) - root) as usize];
        let mut id = root;
        while id < tree.subtree_end(root) {
            let parent = tree.parent(id).filter(|_| id > root).map(|parent| positions[(parent - root) as usize]);
            if is_left_out(id) || (tree.is_element(id) && is_dropped(tree, id)) {
                id = tree.subtree_end(id);
                continue;
            }
            positions[(id - root) as usize] = self.add_node(tree, id, parent.unwrap_or(NO_NODE));
            id += 1;
        }
        0
    }

    fn add_node(&mut self, tree: &Tree<'_>, id: NodeId, parent: u32) -> u32 {
        match tree.kind(id) {
            Kind::Text => self.add_text(&tree.text(id), parent, id),
            Kind::Html if tree.name(id) == Name::IMG => {
                let source = tree.attribute(id, "src").unwrap_or_default();
                self.add(NodeKind::Image, source.trim(), parent, id)
            }
            kind if kind.is_element() => self.add(NodeKind::Element, tree.tag(id), parent, id),
            _ => NO_NODE,
        }
    }

    fn add_text(&mut self, text: &str, parent: u32, origin: NodeId) -> u32 {
        let mut words = std::mem::take(&mut self.words);
        words.clear();
        for word in text.split_whitespace() {
            if !words.is_empty() {
                words.push(' ');
            }
            words.push_str(word);
        }
        let position = match words.is_empty() {
            true => NO_NODE,
            false => self.add(NodeKind::Text, &words, parent, origin),
        };
        self.words = words;
        position
    }
}

fn is_dropped(tree: &Tree<'_>, id: NodeId) -> bool {
    matches!(tree.name(id), Name::SCRIPT | Name::STYLE | Name::NOSCRIPT | Name::TEMPLATE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::parse;
    use crate::patterns::pattern::PatternTree;

    fn notation(html: &str) -> String {
        PatternTree::of_content(&ContentTree::from_page(&parse(html))).to_string()
    }

    #[test]
    fn a_page_keeps_elements_text_and_images() {
        assert_eq!(
            notation("<!doctype html><title> A \n B </title><body> <!--c--><p>x&nbsp; y<img src=' a.png '><br></p>"),
            "html(head(title('A B')) body(p('x y' img('a.png') br())))"
        );
    }

    #[test]
    fn a_page_loses_what_nobody_reads() {
        let page = "<body><script>s</script><style>t</style><noscript><p>n</p></noscript><template><p>m</template><p>x";
        assert_eq!(notation(page), "html(head() body(p('x')))");
        assert_eq!(notation(""), "html(head() body())");
    }

    #[test]
    fn nodes_remember_where_they_came_from() {
        let page = parse("<p>a<script></script> <b>c</b>");
        let content = ContentTree::from_page(&page);
        for node in content.nodes() {
            let name = match node.kind {
                NodeKind::Element => page.tag(node.origin).to_owned(),
                _ => page.text(node.origin).into_owned(),
            };
            assert_eq!(name, content.strings().get(node.value));
        }
        let sizes: Vec<u32> = content.nodes().iter().map(|node| node.size).collect();
        assert_eq!(sizes, [7, 1, 5, 4, 1, 2, 1]);
    }
}
