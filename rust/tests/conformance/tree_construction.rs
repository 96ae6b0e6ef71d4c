//! The tree construction cases, documents and fragments, scripting off. None of them is overtaken by the standard of today.

use std::path::Path;

use unmold_core::html::{Limits, Parser};

use crate::support::agreement::{Place, our_dump};
use crate::support::suite::{self, Case};

const HEADINGS: [&str; 6] = ["errors", "new-errors", "document-fragment", "script-off", "script-on", "document"];

#[derive(Default)]
struct Counts {
    documents: usize,
    fragments: usize,
    scripted: usize,
}

#[test]
fn tree_construction_cases() {
    let Some(folder) = suite::folder() else {
        return;
    };
    let mut counts = Counts::default();
    let mut failures = Vec::new();
    let mut parser = Parser::new(Limits::default());
    for file in suite::files(&folder.join("tree-construction"), "dat") {
        for case in suite::cases(&file, &HEADINGS) {
            run(&file, &case, &mut parser, &mut counts, &mut failures);
        }
    }
    print_counts(&counts, failures.len());
    assert!(failures.is_empty(), "{} cases fail:\n\n{}", failures.len(), failures.join("\n\n"));
}

fn run(file: &Path, case: &Case, parser: &mut Parser, counts: &mut Counts, failures: &mut Vec<String>) {
    if case.section("script-on").is_some() {
        counts.scripted += 1;
        return;
    }
    let is_fragment = case.section("document-fragment").is_some();
    *(if is_fragment { &mut counts.fragments } else { &mut counts.documents }) += 1;
    let expected = case.text("document").expect("an expected tree").trim_end_matches('\n');
    let found = parse(case, parser);
    if found.trim_end_matches('\n') != expected {
        let (name, data) = (suite::file_name(file), case.text("data").expect("data"));
        let context = case.text("document-fragment").unwrap_or("document");
        failures.push(format!("{name}: {context}\n{data}\nexpected\n{expected}\nfound\n{found}"));
    }
}

fn parse(case: &Case, parser: &mut Parser) -> String {
    let data = case.text("data").expect("data");
    let context = case.text("document-fragment").map(str::trim_end);
    let place = context.map_or(Place::Document, Place::inside);
    our_dump(parser, data, place).unwrap_or("cut, for it went over a cap".into())
}

fn print_counts(counts: &Counts, failures: usize) {
    println!(
        "tree construction: {} documents and {} fragments, {failures} failures; {} left out because they need scripting",
        counts.documents, counts.fragments, counts.scripted
    );
}
