//! Our trees equal html5ever's, on pages from a grammar and on mutated pages.

mod support;

use support::agreement::{Place, disagreement, explain};
use support::random::Random;
use support::{grammar, mutation, suite, words};
use unmold_core::html::{Limits, Parser};

/// More where it costs little.
const PAGES: u64 = if cfg!(debug_assertions) { 10_000 } else { 40_000 };

/// A failing run shows this many pages and stops.
const SHOWN: usize = 5;

/// Pages that hold one of everything, for mutations to start from.
const SEEDS: [&str; 8] = [
    "<!doctype html><html lang=en><head><title>A &amp; B</title><meta charset=utf-8></head><body class=x>\
     <h1>Title</h1><p>One<p>Two <b>bold <i>both</b> italic</i></body></html>",
    "<table><caption>c</caption><colgroup><col></colgroup><thead><tr><th>h</th></tr></thead><tbody><tr><td>1\
     <td>2<tr><td><table><tr><td>inner</table></table>after",
    "<ul><li>a<li>b<ul><li>c</ul></ul><dl><dt>t<dd>d<dt>t</dl><p><a href=1>x<a href=2>y</a>",
    "<select><optgroup label=g><option selected>1<option>2</optgroup><hr><option>3</select><input>",
    "<svg viewBox='0 0 1 1'><g><foreignObject><p>html<svg><desc><b>x</b></desc></svg></foreignObject></g>\
     <![CDATA[a<b]]></svg><math><mi>x</mi><annotation-xml encoding=text/html><p>y</annotation-xml></math>",
    "<template><tr><td>cell</td></tr><template>inner</template></template><script>if (a < b) '</b>'</script>\
     <style>p > a {}</style><textarea>\n<b></textarea>",
    "<!-- comment --><form><input name=a value='&lt;'><button>go</button></form><pre>\n x</pre><br></br></p>",
    "<html><frameset><frame><noframes><p>none</noframes></frameset></html><!-- end -->",
];

/// Compares one page after the other until some have failed.
fn compare(pages: impl Iterator<Item = String>, place: impl Fn(&str) -> Place<'static>) {
    let mut parser = Parser::new(Limits::default());
    let mut failures = Vec::new();
    for page in pages {
        let place = place(&page);
        if disagreement(&mut parser, &page, place).is_some() {
            failures.push(explain(&mut parser, &page, place));
        }
        if failures.len() == SHOWN {
            break;
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn generated(seed: u64) -> String {
    grammar::page(&mut Random::new(seed), 40)
}

#[test]
fn generated_pages() {
    compare((0..PAGES).map(generated), |_| Place::Document);
}

#[test]
fn generated_fragments() {
    let context = |page: &str| {
        let context = words::CONTEXTS[page.len() % words::CONTEXTS.len()];
        Place::inside(context)
    };
    compare((PAGES..PAGES * 2).map(generated), context);
}

#[test]
fn mutated_pages() {
    let seeds: Vec<String> = SEEDS.iter().map(|seed| seed.to_string()).collect();
    compare(mutated(seeds, PAGES), |_| Place::Document);
}

#[test]
fn mutated_conformance_cases() {
    let Some(folder) = suite::folder() else {
        return;
    };
    let mut seeds = Vec::new();
    for file in suite::files(&folder.join("tree-construction"), "dat") {
        let cases = suite::cases(&file, &["errors"]);
        seeds.extend(cases.iter().filter_map(|case| case.text("data")).map(str::to_owned));
    }
    compare(mutated(seeds, PAGES), |_| Place::Document);
}

/// Mutations of the seeds, and of mutations.
fn mutated(mut seeds: Vec<String>, count: u64) -> impl Iterator<Item = String> {
    let mut random = Random::new(count);
    (0..count).map(move |_| {
        let (text, other) = (random.below(seeds.len()), random.below(seeds.len()));
        let page = mutation::mutate(&mut random, &seeds[text], &seeds[other]);
        if random.chance(20) {
            seeds.push(page.clone());
        }
        page
    })
}
