//! A tree as lines of text, in the format of html5lib-tests: what two parsers must agree on.

use std::fmt::Write;

use unmold_core::html::{Doctype, Kind, NodeId, Tree};

/// The tree in the format of the suite.
pub fn dump(tree: &Tree<'_>) -> String {
    let mut lines = Lines::default();
    let mut depths = vec![0; tree.len()];
    for id in 1..tree.len() as NodeId {
        let depth = tree.parent(id).map_or(0, |parent| depths[parent as usize]);
        depths[id as usize] = depth + 1 + usize::from(is_template(tree, id));
        write_node(tree, id, depth, &mut lines);
    }
    lines.text
}

fn write_node(tree: &Tree<'_>, id: NodeId, depth: usize, lines: &mut Lines) {
    match tree.kind(id) {
        Kind::Document => unreachable!("a document below a document"),
        Kind::Doctype => lines.doctype(depth, tree.doctype().expect("a doctype")),
        Kind::Comment => lines.comment(depth, &tree.text(id)),
        Kind::Text => lines.text(depth, &tree.text(id)),
        Kind::Html => lines.element(depth, "", tree.tag(id), attributes(tree, id)),
        Kind::Svg => lines.element(depth, "svg ", tree.tag(id), attributes(tree, id)),
        Kind::MathMl => lines.element(depth, "math ", tree.tag(id), attributes(tree, id)),
    }
    if is_template(tree, id) {
        lines.content(depth + 1);
    }
}

/// The children of a template are its contents, which the format shows one level deeper.
fn is_template(tree: &Tree<'_>, id: NodeId) -> bool {
    tree.kind(id) == Kind::Html && tree.tag(id) == "template"
}

fn attributes(tree: &Tree<'_>, id: NodeId) -> Vec<(String, String)> {
    let spelled = |attribute: unmold_core::html::Attribute<'_>| {
        let name = attribute.name();
        let spelled = match attribute.prefix() {
            Some(prefix) => format!("{prefix} {}", name.rsplit(':').next().unwrap_or(&name)),
            None => name.into_owned(),
        };
        (spelled, attribute.value().into_owned())
    };
    tree.attributes(id).map(spelled).collect()
}

/// The lines that were written so far.
#[derive(Default)]
pub struct Lines {
    /// All lines, each with its line break.
    pub text: String,
}

impl Lines {
    /// An element and its attributes, sorted; `namespace` is empty, `"svg "` or `"math "`.
    pub fn element(&mut self, depth: usize, namespace: &str, name: &str, mut attributes: Vec<(String, String)>) {
        self.line(depth, format_args!("<{namespace}{name}>"));
        attributes.sort_by(|(left, _), (right, _)| left.encode_utf16().cmp(right.encode_utf16()));
        for (name, value) in attributes {
            self.line(depth + 1, format_args!("{name}=\"{value}\""));
        }
    }

    /// A run of text.
    pub fn text(&mut self, depth: usize, text: &str) {
        self.line(depth, format_args!("\"{text}\""));
    }

    /// A comment.
    pub fn comment(&mut self, depth: usize, text: &str) {
        self.line(depth, format_args!("<!-- {text} -->"));
    }

    /// The mark above the contents of a template.
    pub fn content(&mut self, depth: usize) {
        self.line(depth, format_args!("content"));
    }

    /// A doctype.
    pub fn doctype(&mut self, depth: usize, doctype: &Doctype) {
        let public_id = doctype.public_id.as_deref().unwrap_or_default();
        let system_id = doctype.system_id.as_deref().unwrap_or_default();
        let name = &doctype.name;
        if public_id.is_empty() && system_id.is_empty() {
            self.line(depth, format_args!("<!DOCTYPE {name}>"));
        } else {
            self.line(depth, format_args!("<!DOCTYPE {name} \"{public_id}\" \"{system_id}\">"));
        }
    }

    fn line(&mut self, depth: usize, content: std::fmt::Arguments<'_>) {
        let indent = 2 * depth;
        writeln!(self.text, "| {:indent$}{content}", "").expect("writing to a string");
    }
}
