//! Pages made to hurt: each must give a sound tree, with the right problem, in linear time and bounded memory.
//!
//! Nothing here asserts a time. A page that takes longer than any linear parser could is caught by a watchdog,
//! which is generous enough for a slow machine.

mod bytes;
mod caps;
mod formatting;
mod shapes;
mod tokens;

#[path = "../support/mod.rs"]
mod support;

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use support::invariants;
use unmold_core::html::{Kind, Limits, NodeId, Parser, Problems, Tree};

/// What a hang is: quadratic work on these pages takes minutes.
const PATIENCE: Duration = Duration::from_secs(if cfg!(debug_assertions) { 120 } else { 30 });

/// The size of a page in a release build; debug builds take a twentieth.
pub fn many(count: usize) -> usize {
    if cfg!(debug_assertions) { count / 20 } else { count }
}

/// Caps that no page here reaches except the depth.
pub fn roomy() -> Limits {
    Limits { max_bytes: 1 << 30, max_nodes: 20_000_000, ..Limits::default() }
}

/// Parses a page on a thread of its own, checks what holds for every tree, then what the case expects.
pub fn survive(page: String, limits: Limits, expect: impl FnOnce(&Tree<'_>) + Send + 'static) {
    let (done, finished) = mpsc::channel();
    let max_depth = limits.max_depth;
    let worker = thread::spawn(move || {
        let mut parser = Parser::new(limits);
        let tree = parser.parse(&page);
        invariants::check(&tree, max_depth).expect("a sound tree");
        expect(&tree);
        // The receiver is gone only when the watchdog has given up.
        let _ = done.send(());
    });
    match finished.recv_timeout(PATIENCE) {
        Err(mpsc::RecvTimeoutError::Timeout) => panic!("no tree after {PATIENCE:?}"),
        _ => worker.join().expect("no panic"),
    }
}

/// As [`survive`], with room for everything and no problem but an expected one.
pub fn survive_with(page: String, problem: Problems, expect: impl FnOnce(&Tree<'_>) + Send + 'static) {
    survive(page, roomy(), move |tree| {
        assert_eq!(tree.problems(), problem, "{:?}", tree.problems().codes().collect::<Vec<_>>());
        expect(tree);
    });
}

/// The ids of all elements with this tag.
pub fn elements<'tree>(tree: &'tree Tree<'_>, tag: &'tree str) -> impl Iterator<Item = NodeId> + 'tree {
    (0..tree.len() as NodeId).filter(move |&id| tree.is_element(id) && tree.tag(id) == tag)
}

/// How many elements have this tag.
pub fn count(tree: &Tree<'_>, tag: &str) -> usize {
    elements(tree, tag).count()
}

/// How many nodes are of this kind.
pub fn count_kind(tree: &Tree<'_>, kind: Kind) -> usize {
    (0..tree.len() as NodeId).filter(|&id| tree.kind(id) == kind).count()
}

/// The text of the whole page.
pub fn text(tree: &Tree<'_>) -> String {
    let mut text = String::new();
    tree.text_content(0, &mut text);
    text
}

/// No flag at all.
pub fn none() -> Problems {
    Problems::default()
}
