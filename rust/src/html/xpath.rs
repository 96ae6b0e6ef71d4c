//! The absolute XPath of a node, and the node at one.
//!
//! Canonical XPaths write every index: `/html[1]/body[1]/div[4]/a[1]`. Short ones leave out `[1]` where the name
//! is unique among its siblings. Names that XPath cannot write, and SVG and MathML elements, which a browser
//! finds only by a test of their name, become `*[name()='svg'][1]`.

use super::arena::{Kind, NodeId, Tree};

/// Whether an XPath writes indices that are not needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Every step has its index.
    Canonical,
    /// A step has an index only where the name is not unique among its siblings.
    Short,
}

/// What a step of an XPath selects among the children of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Test<'text> {
    /// An HTML element of this name.
    Html(&'text str),
    /// An element of this name in any namespace.
    AnyNamespace(&'text str),
    /// A text node.
    Text,
    /// A comment.
    Comment,
}

impl Test<'_> {
    fn matches(self, tree: &Tree<'_>, node: NodeId) -> bool {
        match self {
            Test::Html(name) => tree.kind(node) == Kind::Html && tree.tag(node) == name,
            Test::AnyNamespace(name) => tree.is_element(node) && tree.tag(node) == name,
            Test::Text => tree.kind(node) == Kind::Text,
            Test::Comment => tree.kind(node) == Kind::Comment,
        }
    }
}

/// The absolute XPath of a node; the document is `/`.
pub fn xpath(tree: &Tree<'_>, node: NodeId, style: Style) -> String {
    let mut chain = Vec::new();
    let mut ancestor = node;
    while let Some(parent) = tree.parent(ancestor) {
        chain.push((parent, ancestor));
        ancestor = parent;
    }
    if chain.is_empty() {
        return "/".to_owned();
    }
    let mut path = String::new();
    for (parent, child) in chain.into_iter().rev() {
        push_step(tree, child, index(tree, parent, child, style), &mut path);
    }
    path
}

/// Appends the step to a node, for those who know its index.
#[inline]
pub fn push_step(tree: &Tree<'_>, node: NodeId, index: Option<u32>, path: &mut String) {
    match (tree.kind(node), tree.name(node).known_step(), index) {
        (Kind::Html, Some(step), Some(index)) => {
            path.push_str(step);
            push_index(index, path);
        }
        (Kind::Html, Some(step), None) => path.push_str(&step[..step.len() - 1]),
        _ => push_any_step(tree, node, index, path),
    }
}

fn push_any_step(tree: &Tree<'_>, node: NodeId, index: Option<u32>, path: &mut String) {
    path.push('/');
    push_test(test_of(tree, node), path);
    if let Some(index) = index {
        path.push('[');
        push_index(index, path);
    }
}

/// Appends an index and the bracket behind it.
#[inline]
fn push_index(index: u32, path: &mut String) {
    const ONE_DIGIT: [&str; 10] = ["0]", "1]", "2]", "3]", "4]", "5]", "6]", "7]", "8]", "9]"];
    if let Some(text) = ONE_DIGIT.get(index as usize) {
        return path.push_str(text);
    }
    let mut divisor = 10u32.pow(index.ilog10());
    while divisor > 0 {
        path.push((b'0' + (index / divisor % 10) as u8) as char);
        divisor /= 10;
    }
    path.push(']');
}

/// The index of a child among the siblings that its step could mean; `None` where it need not be written.
fn index(tree: &Tree<'_>, parent: NodeId, child: NodeId, style: Style) -> Option<u32> {
    let test = test_of(tree, child);
    let before =
        tree.children(parent).take_while(|&node| node != child).filter(|&node| test.matches(tree, node)).count();
    if style == Style::Short && before == 0 {
        let mut later = std::iter::successors(tree.next_sibling(child), |&node| tree.next_sibling(node));
        later.find(|&node| test.matches(tree, node))?;
    }
    Some(before as u32 + 1)
}

pub(super) fn test_of<'tree>(tree: &'tree Tree<'_>, node: NodeId) -> Test<'tree> {
    match tree.kind(node) {
        Kind::Html if tree.name(node).known_text().is_some() || is_plain_name(tree.tag(node)) => {
            Test::Html(tree.tag(node))
        }
        Kind::Text => Test::Text,
        Kind::Comment | Kind::Doctype | Kind::Document => Test::Comment,
        _ => Test::AnyNamespace(tree.tag(node)),
    }
}

fn is_plain_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.chars().all(|character| character.is_ascii_alphanumeric() || matches!(character, '-' | '_' | '.'))
}

pub(super) fn push_test(test: Test<'_>, path: &mut String) {
    match test {
        Test::Html(name) => path.push_str(name),
        Test::AnyNamespace(name) => {
            path.push_str("*[name()=");
            push_literal(name, path);
            path.push(']');
        }
        Test::Text => path.push_str("text()"),
        Test::Comment => path.push_str("comment()"),
    }
}

/// XPath 1.0 has no escapes in its literals: a name with both quotes is put together from parts.
fn push_literal(text: &str, path: &mut String) {
    if !text.contains('\'') {
        path.push_str(&format!("'{text}'"));
    } else if !text.contains('"') {
        path.push_str(&format!("\"{text}\""));
    } else {
        let parts: Vec<String> = text.split('\'').map(|part| format!("'{part}'")).collect();
        path.push_str(&format!("concat({})", parts.join(",\"'\",")));
    }
}

/// The node at an absolute XPath as [`xpath`] writes it, in either style.
pub fn node_at(tree: &Tree<'_>, path: &str) -> Option<NodeId> {
    if path == "/" {
        return Some(0);
    }
    let mut rest = path;
    let mut node = 0;
    while !rest.is_empty() {
        rest = rest.strip_prefix('/')?;
        let (name, after) = read_test(rest)?;
        let test = name.as_test();
        let (position, after) = read_index(after)?;
        node = tree.children(node).filter(|&child| test.matches(tree, child)).nth(position - 1)?;
        rest = after;
    }
    Some(node)
}

/// A test as it stands in an XPath; its name may have been put together from parts.
enum WrittenTest {
    Html(String),
    AnyNamespace(String),
    Text,
    Comment,
}

impl WrittenTest {
    fn as_test(&self) -> Test<'_> {
        match self {
            WrittenTest::Html(name) => Test::Html(name),
            WrittenTest::AnyNamespace(name) => Test::AnyNamespace(name),
            WrittenTest::Text => Test::Text,
            WrittenTest::Comment => Test::Comment,
        }
    }
}

fn read_test(path: &str) -> Option<(WrittenTest, &str)> {
    if let Some(rest) = path.strip_prefix("*[name()=") {
        let (name, rest) = read_literal(rest)?;
        return Some((WrittenTest::AnyNamespace(name), rest.strip_prefix(']')?));
    }
    let end = path.find(['/', '[']).unwrap_or(path.len());
    let test = match &path[..end] {
        "text()" => WrittenTest::Text,
        "comment()" => WrittenTest::Comment,
        name => WrittenTest::Html(name.to_ascii_lowercase()),
    };
    Some((test, &path[end..]))
}

fn read_literal(path: &str) -> Option<(String, &str)> {
    let Some(mut rest) = path.strip_prefix("concat(") else {
        return read_quoted(path).map(|(text, rest)| (text.to_owned(), rest));
    };
    let mut name = String::new();
    loop {
        let (part, after) = read_quoted(rest)?;
        name.push_str(part);
        match after.strip_prefix(',') {
            Some(more) => rest = more,
            None => return Some((name, after.strip_prefix(')')?)),
        }
    }
}

fn read_quoted(path: &str) -> Option<(&str, &str)> {
    let quote = path.chars().next().filter(|quote| matches!(quote, '\'' | '"'))?;
    path[1..].split_once(quote)
}

fn read_index(path: &str) -> Option<(usize, &str)> {
    let Some(rest) = path.strip_prefix('[') else {
        return Some((1, path));
    };
    let (digits, rest) = rest.split_once(']')?;
    let position = digits.parse().ok().filter(|&position| position > 0)?;
    Some((position, rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::parse;

    #[test]
    fn every_node_is_found_at_its_xpath() {
        let tree = parse("<p>a<b>x</b>c<p><svg><title>t</title><g/></svg><o:p>m</o:p><!--c--><a'\"b>q");
        for style in [Style::Canonical, Style::Short] {
            for node in 1..tree.len() as NodeId {
                let path = xpath(&tree, node, style);
                assert_eq!(node_at(&tree, &path), Some(node), "{path}");
            }
        }
    }

    #[test]
    fn indices_of_any_length() {
        for index in [0, 1, 9, 10, 99, 100, 12_345, u32::MAX] {
            let mut path = String::new();
            push_index(index, &mut path);
            assert_eq!(path, format!("{index}]"));
        }
    }

    #[test]
    fn spellings() {
        let tree = parse("<div></div><div><a>x</a></div><svg></svg>");
        let anchor = node_at(&tree, "/html/body/div[2]/a").unwrap();
        assert_eq!(xpath(&tree, anchor, Style::Canonical), "/html[1]/body[1]/div[2]/a[1]");
        assert_eq!(xpath(&tree, anchor, Style::Short), "/html/body/div[2]/a");
        assert!(node_at(&tree, "/html[1]/body[1]/*[name()='svg'][1]").is_some());
    }

    #[test]
    fn what_is_not_an_xpath_selects_nothing() {
        let tree = parse("<p>x");
        for path in ["", "html", "/html[", "/html[0]", "/html[x]", "/html/body/p[2]", "/*[name()='p", "//p", "/html/"] {
            assert_eq!(node_at(&tree, path).filter(|&node| node != 0), None, "{path}");
        }
    }
}
