//! What must hold for every page.

use std::panic::{AssertUnwindSafe, catch_unwind};

use unmold_core::encoding::decode;
use unmold_core::html::{Limits, NodeId, Parser, Style, Tree, node_at, outer_html, xpath};

use crate::support::agreement::{Place, disagreement, our_dump};
use crate::support::invariants;

/// Caps that nearly every page goes over.
const TIGHT: Limits = Limits { max_bytes: 200, max_nodes: 30, max_depth: 9, max_attributes: 1, max_growth: 1 };
/// Looking at each node's XPath takes time that grows with the square of the page.
const MAX_NODES_FOR_XPATHS: usize = 300;

/// A page and the circumstances in which it is read.
pub struct Input {
    pub bytes: Vec<u8>,
    pub http_charset: Option<&'static str>,
    pub context: &'static str,
}

/// Two parsers whose buffers go from page to page.
pub struct Checker {
    roomy: Parser,
    tight: Parser,
}

impl Default for Checker {
    fn default() -> Checker {
        Checker { roomy: Parser::new(Limits::default()), tight: Parser::new(TIGHT) }
    }
}

impl Checker {
    /// Says what is wrong, if anything is; the first line is the same for faults of the same kind.
    pub fn check(&mut self, input: &Input) -> Result<(), String> {
        let result = catch_unwind(AssertUnwindSafe(|| self.check_all(input)));
        result.unwrap_or_else(|cause| Err(format!("panic\n{}", message(&*cause))))
    }

    fn check_all(&mut self, input: &Input) -> Result<(), String> {
        let text = decode(&input.bytes, input.http_charset).text;
        check_tree(&mut self.roomy, &text, Limits::default().max_depth, true)?;
        check_tree(&mut self.tight, &text, TIGHT.max_depth, false)?;
        check_agreement(&mut self.roomy, &text, Place::Document)?;
        check_agreement(&mut self.roomy, &text, Place::inside(input.context))
    }
}

fn check_tree(parser: &mut Parser, text: &str, max_depth: usize, thoroughly: bool) -> Result<(), String> {
    let tree = parser.parse(text);
    invariants::check(&tree, max_depth).map_err(|fault| format!("unsound tree\n{fault}"))?;
    if thoroughly {
        check_xpaths(&tree)?;
        check_html(&tree, max_depth)?;
    }
    parser.recycle(tree);
    Ok(())
}

/// The XPath of a node leads back to it.
fn check_xpaths(tree: &Tree<'_>) -> Result<(), String> {
    if tree.len() > MAX_NODES_FOR_XPATHS {
        return Ok(());
    }
    for node in (0..tree.len() as NodeId).filter(|&node| tree.is_element(node)) {
        for style in [Style::Canonical, Style::Short] {
            let path = xpath(tree, node, style);
            if node_at(tree, &path) != Some(node) {
                return Err(format!("XPath\n{path} does not lead back to node {node}"));
            }
        }
    }
    Ok(())
}

/// The HTML of a tree is a page like any other.
fn check_html(tree: &Tree<'_>, max_depth: usize) -> Result<(), String> {
    let html = outer_html(tree, 0);
    let mut parser = Parser::new(Limits::default());
    invariants::check(&parser.parse(&html), max_depth).map_err(|fault| format!("unsound tree of own HTML\n{fault}"))
}

/// Our tree is html5ever's. Where html5ever itself breaks there is nothing to compare with; that our parser does
/// not break is seen first, alone.
fn check_agreement(parser: &mut Parser, text: &str, place: Place<'_>) -> Result<(), String> {
    our_dump(parser, text, place);
    let compared = catch_unwind(AssertUnwindSafe(|| disagreement(parser, text, place)));
    match compared {
        Ok(Some((ours, reference))) => Err(format!("trees differ: {place:?}\nours\n{ours}html5ever\n{reference}")),
        _ => Ok(()),
    }
}

fn message(cause: &(dyn std::any::Any + Send)) -> String {
    let text = cause.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| cause.downcast_ref::<String>().cloned()).unwrap_or_default()
}
