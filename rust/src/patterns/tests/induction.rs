use crate::html::parse;
use crate::patterns::content::ContentTree;
use crate::patterns::merge::induce_pattern;
use crate::patterns::settings::{InductionSettings, Variant};

fn page(html: &str) -> ContentTree {
    ContentTree::from_page(&parse(&format!("<html><body>{html}</body></html>")))
}

fn induced(pages: &[&str], variant: Variant) -> String {
    let pages: Vec<ContentTree> = pages.iter().map(|html| page(html)).collect();
    let pages: Vec<&ContentTree> = pages.iter().collect();
    let settings = InductionSettings { variant, ..InductionSettings::default() };
    let induction = induce_pattern(&pages, settings).unwrap();
    assert!(induction.problems.is_empty());
    induction.pattern.to_string().replace("html(head() ", "html(")
}

const BOTH: [Variant; 2] = [Variant::StrictSeed, Variant::Extended];

#[test]
fn a_list_and_a_paragraph() {
    let pages = ["<h1>Shop</h1><ul><li>a</li><li>b</li></ul><p>foo</p>", "<h1>Shop</h1><ul><li>c</li></ul><p>bar</p>"];
    for variant in BOTH {
        assert_eq!(induced(&pages, variant), "html(body(h1('Shop') ul((li(*))+) p(*)))");
    }
}

#[test]
fn an_extra_note() {
    let name = |value: &str| format!("<div><b>Name:</b><i>{value}</i></div>");
    let pages = [
        format!("{}<div>note</div><p>end</p>", name("x")),
        format!("{}<p>end</p>", name("y")),
        format!("{}<p>end</p>", name("z")),
    ];
    let pages = [pages[0].as_str(), &pages[1], &pages[2]];
    for variant in BOTH {
        assert_eq!(induced(&pages, variant), "html(body(div(b('Name:') i(*)) (div('note'))? p('end')))");
    }
}

#[test]
fn records_of_two_parts() {
    let pages =
        ["<h3>t0</h3><p>d0<h3>t1</h3><p>d1<h3>t2</h3><p>d2<hr>", "<h3>u0</h3><p>e0</p><h3>u1</h3><p>e1</p><hr>"];
    let seed = "html(body((h3(*) p(*))+ (h3('t2'))? (p('d2'))? hr()))";
    assert_eq!(induced(&pages, Variant::StrictSeed), seed);
    assert_eq!(induced(&pages, Variant::Extended), "html(body((h3(*) p(*))+ hr()))");
}

#[test]
fn one_page_is_its_own_pattern_with_repeats_mined() {
    assert_eq!(induced(&["<p>a<hr><hr><hr><p>b"], Variant::Extended), "html(body(p('a') (hr())+ p('b')))");
    assert_eq!(induced(&[""], Variant::Extended), "html(body())");
}
