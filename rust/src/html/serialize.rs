//! The standard's serialization: HTML text from a node.

use super::arena::{Kind, NodeId, Tree};
use super::names::{Name, traits};

/// The HTML of a node and all below it.
pub fn outer_html(tree: &Tree<'_>, root: NodeId) -> String {
    html_of(tree, root, |_| true)
}

/// The HTML of those nodes that are kept; with a node, all above it up to the root must be.
pub(crate) fn html_of(tree: &Tree<'_>, root: NodeId, is_kept: impl Fn(NodeId) -> bool) -> String {
    let mut html = String::new();
    let mut open: Vec<NodeId> = Vec::new();
    for node in (root..tree.subtree_end(root)).filter(|&node| is_kept(node)) {
        while open.last().is_some_and(|&element| tree.parent(node) != Some(element)) {
            close(tree, open.pop(), &mut html);
        }
        write_start(tree, node, &mut html);
        let is_void = tree.kind(node) == Kind::Html && tree.name(node).is(traits::VOID);
        if tree.is_element(node) && !is_void {
            open.push(node);
        }
    }
    while !open.is_empty() {
        close(tree, open.pop(), &mut html);
    }
    html
}

fn close(tree: &Tree<'_>, element: Option<NodeId>, html: &mut String) {
    if let Some(element) = element {
        html.push_str("</");
        html.push_str(tree.tag(element));
        html.push('>');
    }
}

fn write_start(tree: &Tree<'_>, node: NodeId, html: &mut String) {
    match tree.kind(node) {
        Kind::Document => {}
        Kind::Doctype => {
            html.push_str("<!DOCTYPE ");
            html.push_str(tree.doctype().map_or("", |doctype| &doctype.name));
            html.push('>');
        }
        Kind::Comment => {
            html.push_str("<!--");
            html.push_str(&tree.text(node));
            html.push_str("-->");
        }
        Kind::Text if is_raw_text(tree, node) => html.push_str(&tree.text(node)),
        Kind::Text => escape(&tree.text(node), &[('<', "&lt;"), ('>', "&gt;")], html),
        Kind::Html | Kind::Svg | Kind::MathMl => write_start_tag(tree, node, html),
    }
}

fn write_start_tag(tree: &Tree<'_>, element: NodeId, html: &mut String) {
    html.push('<');
    html.push_str(tree.tag(element));
    for attribute in tree.attributes(element) {
        html.push(' ');
        html.push_str(&attribute.name());
        html.push_str("=\"");
        escape(&attribute.value(), &[('"', "&quot;"), ('<', "&lt;"), ('>', "&gt;")], html);
        html.push('"');
    }
    html.push('>');
}

fn is_raw_text(tree: &Tree<'_>, text: NodeId) -> bool {
    let Some(parent) = tree.parent(text) else { return false };
    tree.kind(parent) == Kind::Html
        && matches!(
            tree.name(parent),
            Name::STYLE | Name::SCRIPT | Name::XMP | Name::IFRAME | Name::NOEMBED | Name::NOFRAMES | Name::PLAINTEXT
        )
}

fn escape(text: &str, also: &[(char, &str)], html: &mut String) {
    for character in text.chars() {
        match character {
            '&' => html.push_str("&amp;"),
            '\u{A0}' => html.push_str("&nbsp;"),
            _ => match also.iter().find(|(escaped, _)| *escaped == character) {
                Some((_, replacement)) => html.push_str(replacement),
                None => html.push(character),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::parse;

    #[test]
    fn a_page_comes_back() {
        let html = "<!DOCTYPE html><html><head><title>a &amp; b</title><script>1 < 2</script></head>\
                    <body><p class=\"x &quot;y&quot;\">one<br>two &lt;</p><!-- c --><svg><g></g></svg></body></html>";
        assert_eq!(outer_html(&parse(html), 0), html);
    }

    #[test]
    fn one_node() {
        let tree = parse("<ul><li>1<li>2</ul><p>after");
        let list = crate::html::node_at(&tree, "/html/body/ul").unwrap();
        assert_eq!(outer_html(&tree, list), "<ul><li>1</li><li>2</li></ul>");
    }
}
