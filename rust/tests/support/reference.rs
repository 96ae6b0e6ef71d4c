//! The oracle: html5ever's tree of a page, dumped like ours.

mod nodes;
mod sink;

use html5ever::tendril::TendrilSink;
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{LocalName, Namespace, ParseOpts, QualName, ns, parse_document, parse_fragment};
use unmold_core::html::Kind;

use super::dump::Lines;
use nodes::{DOCUMENT, Data, Element, Nodes};
use sink::Sink;

/// A tree that html5ever built.
pub struct Reference {
    nodes: Nodes,
    root: usize,
}

impl Reference {
    /// The document that html5ever makes of a page, scripting off.
    pub fn parse(source: &str) -> Reference {
        let nodes = parse_document(Sink::default(), options()).one(source);
        Reference { nodes, root: DOCUMENT }
    }

    /// What html5ever makes of a fragment inside an element of this name and namespace.
    pub fn parse_fragment(source: &str, context_tag: &str, context_kind: Kind) -> Reference {
        let context = QualName::new(None, namespace(context_kind), LocalName::from(context_tag));
        let parser = parse_fragment(Sink::default(), options(), context, Vec::new(), false);
        let nodes = parser.one(source);
        // html5ever puts a fragment into an `html` element.
        let root = nodes[DOCUMENT].last_child;
        Reference { nodes, root }
    }

    /// The number of nodes that were made, whether they ended up in the tree or not.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The tree in the format of html5lib-tests.
    pub fn dump(&self) -> String {
        let mut lines = Lines::default();
        let mut open = Vec::new();
        self.open_children(self.root, 0, &mut open);
        while let Some((id, depth)) = open.pop() {
            let data = &self.nodes[id].data;
            write_node(data, depth, &mut lines);
            self.open_children(id, depth + 1, &mut open);
            if let Data::Element(Element { contents: Some(contents), .. }) = data {
                lines.content(depth + 1);
                self.open_children(*contents, depth + 2, &mut open);
            }
        }
        lines.text
    }

    /// Pushes the children so that the first one is taken first.
    fn open_children(&self, id: usize, depth: usize, open: &mut Vec<(usize, usize)>) {
        let start = open.len();
        open.extend(self.nodes.children(id).map(|child| (child, depth)));
        open[start..].reverse();
    }
}

fn options() -> ParseOpts {
    let mut options = ParseOpts {
        tree_builder: TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() },
        ..ParseOpts::default()
    };
    // Decoding has taken off the byte order mark; another one is text.
    options.tokenizer.discard_bom = false;
    options
}

fn namespace(kind: Kind) -> Namespace {
    match kind {
        Kind::Svg => ns!(svg),
        Kind::MathMl => ns!(mathml),
        _ => ns!(html),
    }
}

fn write_node(data: &Data, depth: usize, lines: &mut Lines) {
    match data {
        Data::Document => unreachable!("a document below a document"),
        Data::Doctype(doctype) => lines.doctype(depth, doctype),
        Data::Comment(text) => lines.comment(depth, text),
        Data::Text(text) => lines.text(depth, text),
        Data::Element(element) => {
            let designator = match element.name.ns {
                ns!(svg) => "svg ",
                ns!(mathml) => "math ",
                _ => "",
            };
            lines.element(depth, designator, &element.name.local, attributes(element));
        }
    }
}

fn attributes(element: &Element) -> Vec<(String, String)> {
    let spelled = |attribute: &html5ever::Attribute| {
        let designator = match attribute.name.ns {
            ns!(xlink) => "xlink ",
            ns!(xml) => "xml ",
            ns!(xmlns) => "xmlns ",
            _ => "",
        };
        let name = format!("{designator}{}", attribute.name.local);
        (name, attribute.value.to_string())
    };
    element.attributes.iter().map(spelled).collect()
}
