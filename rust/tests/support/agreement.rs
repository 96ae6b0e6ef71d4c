//! Whether our tree of a page equals html5ever's.

use unmold_core::html::{Kind, Parser};

use super::dump::dump;
use super::known;
use super::minimise::minimise;
use super::reference::Reference;

/// What a page is parsed as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place<'name> {
    /// A whole document.
    Document,
    /// The inside of an element.
    Inside(&'name str, Kind),
}

impl<'name> Place<'name> {
    /// The place in the notation of html5lib-tests: `td`, `svg desc`, `math mi`.
    pub fn inside(context: &'name str) -> Place<'name> {
        match context.split_once(' ') {
            Some(("svg", name)) => Place::Inside(name, Kind::Svg),
            Some(("math", name)) => Place::Inside(name, Kind::MathMl),
            _ => Place::Inside(context, Kind::Html),
        }
    }
}

/// Our tree in the format of the suite, or `None` where a cap was hit and the page was cut.
pub fn our_dump(parser: &mut Parser, source: &str, place: Place<'_>) -> Option<String> {
    let tree = match place {
        Place::Document => parser.parse(source),
        Place::Inside(tag, kind) => parser.parse_fragment(source, tag, kind),
    };
    let found = tree.problems().is_empty().then(|| dump(&tree));
    parser.recycle(tree);
    found
}

/// html5ever's tree in the format of the suite.
pub fn reference_dump(source: &str, place: Place<'_>) -> String {
    match place {
        Place::Document => Reference::parse(source).dump(),
        Place::Inside(tag, kind) => Reference::parse_fragment(source, tag, kind).dump(),
    }
}

/// Both trees, if they differ without a known reason.
pub fn disagreement(parser: &mut Parser, source: &str, place: Place<'_>) -> Option<(String, String)> {
    let trees = difference(parser, source, place)?;
    match known::rewritten(source, place) {
        Some(rewritten) => difference(parser, &rewritten, place),
        None => Some(trees),
    }
}

fn difference(parser: &mut Parser, source: &str, place: Place<'_>) -> Option<(String, String)> {
    let ours = our_dump(parser, source, place)?;
    let reference = reference_dump(source, place);
    (ours != reference).then_some((ours, reference))
}

/// The smallest page like this one on which the trees differ, with both trees, for a person to read.
pub fn explain(parser: &mut Parser, source: &str, place: Place<'_>) -> String {
    let parser = std::cell::RefCell::new(parser);
    let differ = |text: &str| disagreement(&mut parser.borrow_mut(), text, place);
    let fails = |bytes: &[u8]| std::str::from_utf8(bytes).is_ok_and(|text| differ(text).is_some());
    let smallest = String::from_utf8(minimise(source.as_bytes(), fails)).expect("text");
    let (ours, reference) = differ(&smallest).unwrap_or_default();
    format!("{place:?}\n{smallest:?}\nours\n{ours}html5ever\n{reference}")
}
