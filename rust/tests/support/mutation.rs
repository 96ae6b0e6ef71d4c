//! Pages from pages: cut, doubled, moved, spliced, with words thrown in.

use super::random::{Random, boundary};
use super::words;

/// No page grows beyond this many bytes.
const LONGEST: usize = 8 << 10;

const DICTIONARY: &[&[&str]] = &[words::TEXTS, words::DECLARATIONS, words::RAW_TEXTS, words::ATTRIBUTES, words::VALUES];

const NAMES: &[&[&str]] = &[
    words::FORMATTING,
    words::BLOCKS,
    words::ITEMS,
    words::TABLE,
    words::HEAD,
    words::SELECT,
    words::VOID,
    words::RAW,
    words::FOREIGN,
    words::OTHERS,
];

/// Another version of `text`, with parts of `other` perhaps.
pub fn mutate(random: &mut Random, text: &str, other: &str) -> String {
    let mut mutated = text.to_owned();
    for _ in 0..=random.below(4) {
        mutated = step(random, &mutated, other);
    }
    mutated.truncate(boundary(&mutated, LONGEST));
    mutated
}

fn step(random: &mut Random, text: &str, other: &str) -> String {
    let (start, end) = range(random, text);
    let (before, part, after) = (&text[..start], &text[start..end], &text[end..]);
    match random.below(8) {
        0 => format!("{before}{after}"),
        1 => format!("{before}{part}{part}{after}"),
        2 => format!("{before}{after}{part}"),
        3 => {
            let (from, to) = range(random, other);
            format!("{before}{}{after}", &other[from..to])
        }
        4 => format!("{before}{part}{}{after}", word(random)),
        5 => format!("{before}{}{part}{after}", tag(random)),
        6 => format!("{before}{}{part}</{}>{after}", tag(random), name(random)),
        _ => text[..end].to_owned(),
    }
}

/// A range of a text, mostly a short one.
fn range(random: &mut Random, text: &str) -> (usize, usize) {
    let start = random.cut(text);
    let rest = &text[start..];
    let near = boundary(rest, 40);
    let length = if random.chance(80) { random.cut(&rest[..near]) } else { random.cut(rest) };
    (start, start + length)
}

fn word(random: &mut Random) -> &'static str {
    let list = random.pick(DICTIONARY);
    random.pick(list)
}

fn name(random: &mut Random) -> &'static str {
    let list = random.pick(NAMES);
    random.pick(list)
}

fn tag(random: &mut Random) -> String {
    let slash = if random.chance(35) { "/" } else { "" };
    format!("<{slash}{}>", name(random))
}
