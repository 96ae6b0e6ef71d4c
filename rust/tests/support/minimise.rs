//! The smallest page that still shows a fault (delta debugging, Zeller and Hildebrandt 2002).

/// Leaves out ever smaller parts of a page for as long as `fails` holds.
pub fn minimise(page: &[u8], fails: impl Fn(&[u8]) -> bool) -> Vec<u8> {
    let mut smallest = page.to_vec();
    let mut part = smallest.len().div_ceil(2);
    while part > 0 {
        let shorter = without_parts(&smallest, part, &fails);
        let is_shorter = shorter.len() < smallest.len();
        part = if is_shorter { part.min(shorter.len()) } else { part / 2 };
        smallest = shorter;
    }
    smallest
}

/// One pass that tries to leave out each part of this length.
fn without_parts(page: &[u8], part: usize, fails: impl Fn(&[u8]) -> bool) -> Vec<u8> {
    let mut kept = page.to_vec();
    let mut at = 0;
    while at < kept.len() {
        let end = (at + part).min(kept.len());
        let shorter = [&kept[..at], &kept[end..]].concat();
        if fails(&shorter) {
            kept = shorter;
        } else {
            at = end;
        }
    }
    kept
}
