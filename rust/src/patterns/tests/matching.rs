use crate::measures::budget::Budget;
use crate::patterns::content::ContentTree;
use crate::patterns::outcome::{MisfitKind, PageMatch};
use crate::patterns::paper::match_as_published;
use crate::patterns::pattern::PatternTree;
use crate::patterns::program::CompiledPattern;
use crate::patterns::strict::match_strictly;
use crate::patterns::tolerant::match_tolerantly;

fn compiled(pattern: &str) -> CompiledPattern {
    CompiledPattern::new(pattern.parse::<PatternTree>().unwrap())
}

fn values(found: &PageMatch, page: &ContentTree) -> Vec<String> {
    found.values.iter().map(|value| page.value(value.node).to_owned()).collect()
}

/// The values of a strict match; checks that tolerant matching finds the same, or that the page costs something.
fn strict(pattern: &str, page: &str) -> Option<Vec<String>> {
    let (pattern, page) = (compiled(pattern), page.parse::<ContentTree>().unwrap());
    let found = match_strictly(&pattern, &page, Budget::default()).unwrap();
    let tolerant = match_tolerantly(&pattern, &page, Budget::default()).unwrap();
    assert_eq!(found.is_some(), tolerant.cost == 0);
    assert_eq!(found.is_some(), tolerant.is_within(0.0));
    if let Some(found) = &found {
        assert_eq!(found, &tolerant);
    }
    found.map(|found| values(&found, &page))
}

fn paper(pattern: &str, page: &str) -> Option<Vec<String>> {
    let (pattern, page) = (compiled(pattern), page.parse::<ContentTree>().unwrap());
    let found = match_as_published(&pattern, &page, Budget::default()).unwrap();
    found.map(|found| values(&found, &page))
}

const SHOP: &str = "html(body(h1('Shop') ul((li(*))+) p(*)))";

#[test]
fn pages_in_and_outside_the_language() {
    let pages = [
        ("html(body(h1('Shop') ul(li('a') li('b')) p('foo')))", Some(vec!["a", "b", "foo"])),
        ("html(body(h1('Shop') ul(li('c') li('d') li('e')) p(img('f.png'))))", Some(vec!["c", "d", "e", "f.png"])),
        ("html(body(h1('Store') ul(li('a')) p('foo')))", None),
        ("html(body(h1('Shop') ul() p('foo')))", None),
        ("html(body(h1('Shop') ul(li('a')) p('foo') p('bar')))", None),
        ("html(body(h1('Shop') ul(li('a')) p(b('foo'))))", None),
        ("body(h1('Shop'))", None),
    ];
    for (page, expected) in pages {
        let expected = expected.map(|values| values.into_iter().map(str::to_owned).collect::<Vec<_>>());
        assert_eq!(strict(SHOP, page), expected, "{page}");
        assert_eq!(paper(SHOP, page), expected, "{page}");
    }
}

#[test]
fn only_the_published_way_fails_after_a_greedy_set() {
    let (pattern, page) = ("p((b(*))+ b(*) (b(*) i())? i())", "p(b('1') b('2') b('3') i() i())");
    assert_eq!(strict(pattern, page).unwrap(), ["1", "2", "3"]);
    assert_eq!(paper(pattern, page), None);
    assert_eq!(paper("p((b(*))? b(*))", "p(b('1'))").unwrap(), ["1"]);
}

#[test]
fn sets_that_match_nothing_end() {
    let pattern = "p(((b(*))?)+ i())";
    assert_eq!(strict(pattern, "p(i())").unwrap(), [""; 0]);
    assert_eq!(strict(pattern, "p(b('1') b('2') i())").unwrap(), ["1", "2"]);
    assert_eq!(strict(pattern, "p(b('1'))"), None);
    assert_eq!(paper(pattern, "p(b('1') b('2') i())").unwrap(), ["1", "2"]);
}

#[test]
fn values_say_which_record_they_belong_to() {
    let pattern = compiled("table((tr(th(*) (td(*))+))+ p(*))");
    let page = "table(tr(th('a') td('1') td('2')) tr(th('b') td('3')) p('x'))".parse::<ContentTree>().unwrap();
    let found = match_strictly(&pattern, &page, Budget::default()).unwrap().unwrap();
    let turns: Vec<Vec<u32>> = found.values.into_iter().map(|value| value.turns).collect();
    assert_eq!(turns, [vec![0], vec![0, 0], vec![0, 1], vec![1], vec![1, 0], vec![]]);
    let broken = "table(hr() tr(th('a') td('1')) tr(th('b')) p('x'))".parse::<ContentTree>().unwrap();
    let found = match_tolerantly(&pattern, &broken, Budget::default()).unwrap();
    let turns: Vec<Vec<u32>> = found.values.into_iter().map(|value| value.turns).collect();
    assert_eq!(turns, [vec![0], vec![0, 0], vec![1], vec![]]);
}

#[test]
fn what_does_not_fit_is_reported() {
    let pattern = compiled(SHOP);
    let page = "html(body(hr() h1('Store') ul(li('a') b('x')) ))".parse::<ContentTree>().unwrap();
    let found = match_tolerantly(&pattern, &page, Budget::default()).unwrap();
    assert_eq!(values(&found, &page), ["a"]);
    let misfits: Vec<_> = found.misfits.iter().map(|misfit| (misfit.kind, misfit.pattern, misfit.node)).collect();
    let (p, h1_text, hr, b) = (8, 3, 2, 8);
    assert!(misfits.contains(&(MisfitKind::Missing, p, 1)));
    assert!(misfits.contains(&(MisfitKind::Changed, h1_text, 4)));
    assert!(misfits.contains(&(MisfitKind::Extra, 1, hr)));
    assert!(misfits.contains(&(MisfitKind::Extra, 4, b)));
    assert_eq!(found.cost, 2 + 1 + 1 + 2);
    assert_eq!(found.cost, found.misfits.iter().map(|misfit| u64::from(misfit.cost)).sum::<u64>());
    assert_eq!(found.scale, 10 + 9);
    assert!(found.is_within(0.4) && !found.is_within(0.2));
}

#[test]
fn another_root_shares_nothing() {
    let page = "body(p('x'))".parse::<ContentTree>().unwrap();
    let found = match_tolerantly(&compiled(SHOP), &page, Budget::default()).unwrap();
    assert_eq!((found.score(), found.values.len()), (0.0, 0));
    let costs: Vec<_> = found.misfits.iter().map(|misfit| (misfit.kind, misfit.cost)).collect();
    assert_eq!(costs, [(MisfitKind::Extra, 3), (MisfitKind::Missing, 9)]);
}

#[test]
fn work_is_bounded() {
    let pattern = compiled(&format!("p({})", "(b(*))? ".repeat(300)));
    let page = format!("p({}i())", "b('x') ".repeat(300)).parse::<ContentTree>().unwrap();
    assert!(match_strictly(&pattern, &page, Budget::default()).unwrap().is_none());
    assert!(match_as_published(&pattern, &page, Budget::default()).unwrap().is_none());
    let small = Budget { cells: 1000, table: 1000 };
    assert!(match_strictly(&pattern, &page, small).is_err());
    assert!(match_as_published(&pattern, &page, small).is_err());
    assert!(match_tolerantly(&pattern, &page, small).is_err());
}
