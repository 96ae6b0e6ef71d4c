//! The parser's face: caps, reusable buffers, documents and fragments.

use super::arena::{AttributeRange, Kind, Node, NodeId, Piece, RawAttribute, Tree};
use super::builder::Builder;
use super::names::Name;
use super::problems::Problems;

/// What a page may cost. A page over a cap is cut, and the tree says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How much of the page is read.
    pub max_bytes: usize,
    /// How many nodes the tree may have.
    pub max_nodes: usize,
    /// How deep elements may nest; deeper ones become siblings.
    pub max_depth: usize,
    /// How many attributes an element may have.
    pub max_attributes: usize,
    /// How many times its own length a page may repeat in formatting elements that are opened again.
    pub max_growth: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { max_bytes: 64 << 20, max_nodes: 5_000_000, max_depth: 512, max_attributes: 4096, max_growth: 2 }
    }
}

impl Limits {
    /// Lengths are 30 bits wide, numbers of attributes 24, depths 16; and no page is a page without `html`, `head` and `body`.
    fn clamped(self) -> Self {
        Limits {
            max_bytes: self.max_bytes.min(1 << 30),
            max_nodes: self.max_nodes.clamp(8, u32::MAX as usize / 2),
            max_depth: self.max_depth.clamp(3, 60_000),
            max_attributes: self.max_attributes.min(AttributeRange::MAX_COUNT),
            max_growth: self.max_growth,
        }
    }
}

/// The arrays that one page after the other fills.
#[derive(Default)]
pub(super) struct Buffers {
    pub nodes: Vec<Node>,
    pub attributes: Vec<RawAttribute>,
    pub pieces: Vec<Piece>,
    pub last_children: Vec<NodeId>,
    pub tag_log: Option<Vec<Name>>,
}

/// Parses pages, one after the other, into the same buffers.
#[derive(Default)]
pub struct Parser {
    limits: Limits,
    buffers: Buffers,
}

impl Parser {
    /// A parser with these caps.
    pub fn new(limits: Limits) -> Self {
        Parser { limits: limits.clamped(), buffers: Buffers::default() }
    }

    /// A parser whose trees also keep the names of all tags, in the order of the source.
    pub fn with_tag_log(limits: Limits) -> Self {
        let mut parser = Parser::new(limits);
        parser.buffers.tag_log = Some(Vec::new());
        parser
    }

    /// Changes the caps for the pages to come.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits.clamped();
    }

    /// About how many bytes the buffers hold.
    pub fn capacity(&self) -> usize {
        self.buffers.nodes.capacity() * size_of::<Node>()
            + self.buffers.attributes.capacity() * size_of::<RawAttribute>()
    }

    /// The tree of a document.
    pub fn parse<'source>(&mut self, source: &'source str) -> Tree<'source> {
        self.build(source, Builder::parse_document)
    }

    /// The tree of a fragment, as if it were inside this element; the document node stands for the element.
    pub fn parse_fragment<'source>(&mut self, source: &'source str, context: &str, kind: Kind) -> Tree<'source> {
        self.build(source, |builder| builder.parse_fragment(context, kind))
    }

    /// Takes the arrays of a tree that is no longer needed for the next page.
    pub fn recycle(&mut self, tree: Tree<'_>) {
        self.buffers.nodes = tree.nodes;
        self.buffers.attributes = tree.attributes;
        self.buffers.pieces = tree.pieces;
        self.buffers.tag_log = tree.tag_log;
    }

    fn build<'source>(
        &mut self,
        source: &'source str,
        parse: impl FnOnce(Builder<'source>) -> (Tree<'source>, Vec<NodeId>),
    ) -> Tree<'source> {
        let mut buffers = std::mem::take(&mut self.buffers);
        buffers.nodes.clear();
        buffers.attributes.clear();
        buffers.pieces.clear();
        buffers.last_children.clear();
        let logs_tags = buffers.tag_log.is_some();
        if let Some(log) = &mut buffers.tag_log {
            log.clear();
        }
        let end = source.floor_char_boundary(self.limits.max_bytes.min(source.len()));
        let (mut tree, last_children) = parse(Builder::new(&source[..end], self.limits, buffers));
        if end < source.len() {
            tree.problems.insert(Problems::BYTES);
        }
        self.buffers.last_children = last_children;
        self.buffers.tag_log = logs_tags.then(Vec::new);
        tree
    }
}

/// The tree of a document, with the default caps.
pub fn parse(source: &str) -> Tree<'_> {
    Parser::default().parse(source)
}
