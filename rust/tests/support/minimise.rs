//! The smallest page that still shows a fault (delta debugging, Zeller and Hildebrandt 2002).

use super::cuts;

/// Leaves out ever smaller parts of `text` for as long as `fails` holds.
pub fn minimise(text: &str, fails: impl Fn(&str) -> bool) -> String {
    let mut smallest = text.to_owned();
    let mut part = smallest.len().div_ceil(2);
    while part > 0 {
        let shorter = without_parts(&smallest, part, &fails);
        part = if shorter.len() < smallest.len() {
            part.min(shorter.len())
        } else {
            part / 2
        };
        smallest = shorter;
    }
    smallest
}

/// One pass that tries to leave out each part of this length.
fn without_parts(text: &str, part: usize, fails: impl Fn(&str) -> bool) -> String {
    let mut kept = text.to_owned();
    let mut at = 0;
    while at < kept.len() {
        let end = cuts::at_or_after(&kept, at + part);
        let shorter = format!("{}{}", &kept[..at], &kept[end..]);
        if fails(&shorter) {
            kept = shorter;
        } else {
            at = end;
        }
    }
    kept
}
