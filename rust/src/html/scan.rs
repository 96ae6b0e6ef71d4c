//! Finding a byte when it is probably near.
//!
//! Most texts and attribute values are a few bytes long. There the start-up cost of a vectorised search is most of
//! its cost, so the first bytes are searched eight at a time in a register, and only long ranges by `memchr`.

use memchr::memchr;

/// How many words of eight bytes are searched before `memchr` takes over.
const WORDS: usize = 3;

const LOW: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// The position of a byte at or after `from`.
#[inline]
pub(crate) fn find(byte: u8, bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    let pattern = LOW * u64::from(byte);
    for _ in 0..WORDS {
        let Some(word) = bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) else {
            break;
        };
        // The lowest byte that becomes zero is the first hit; higher hits may be false, that one is not.
        let zeros = u64::from_le_bytes(*word) ^ pattern;
        let hits = zeros.wrapping_sub(LOW) & !zeros & HIGH;
        if hits != 0 {
            return Some(at + (hits.trailing_zeros() / 8) as usize);
        }
        at += 8;
    }
    memchr(byte, bytes.get(at..)?).map(|offset| at + offset)
}

/// The position of the last byte of a part that is neither a blank nor a control character.
#[inline]
pub(crate) fn last_visible(bytes: &[u8], start: usize, end: usize) -> Option<usize> {
    let mut end = end;
    while end > start {
        let Some(word) = bytes[..end].last_chunk::<8>() else {
            return (start..end).rev().find(|&at| bytes[at] > b' ');
        };
        let word = u64::from_le_bytes(*word);
        let visible = (((word & !HIGH) + LOW * (0x7F - b' ' as u64)) | word) & HIGH;
        if visible != 0 {
            let at = end - 1 - (visible.leading_zeros() / 8) as usize;
            // What is before the part does not count.
            return (at >= start).then_some(at);
        }
        end -= 8;
    }
    None
}

/// Eight bytes of a text, and how many of them are before the first ASCII character below `@`. Letters are not
/// there, all that ends a name does, and so do digits, hyphens and colons.
#[inline]
pub(crate) fn letters(bytes: &[u8], at: usize) -> Option<(u64, usize)> {
    let word = u64::from_le_bytes(*bytes.get(at..)?.first_chunk::<8>()?);
    let others = !(((word & !HIGH) + LOW * 0x40) | word) & HIGH;
    Some((word, (others.trailing_zeros() / 8) as usize))
}

/// The first bytes of a word as a number; what is behind them is zero.
#[inline]
pub(crate) fn first_letters(word: u64, length: usize) -> u64 {
    word & mask(length)
}

/// Up to eight bytes as a number, ASCII capitals folded; what is missing is zero.
#[inline]
pub(crate) fn lower_word(bytes: &[u8], start: usize, length: usize) -> u64 {
    fold_capitals(word(bytes, start, length))
}

/// The first eight bytes of a part as a number; what is missing is zero.
#[inline]
pub(crate) fn word(bytes: &[u8], start: usize, length: usize) -> u64 {
    match bytes.get(start..).and_then(|rest| rest.first_chunk::<8>()) {
        Some(chunk) => u64::from_le_bytes(*chunk) & mask(length),
        None => word_at_end(bytes, start, length),
    }
}

/// The same where the text ends.
#[cold]
fn word_at_end(bytes: &[u8], start: usize, length: usize) -> u64 {
    bytes[start..start + length.min(8)].iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
}

#[inline]
fn mask(length: usize) -> u64 {
    if length >= 8 { u64::MAX } else { (1 << (length * 8)) - 1 }
}

/// Sets the bit that makes a capital small, in all eight bytes at once.
#[inline]
pub(crate) fn fold_capitals(word: u64) -> u64 {
    let heptets = word & !HIGH;
    let from_a = heptets + LOW * (0x80 - b'A' as u64);
    let beyond_z = heptets + LOW * (0x80 - b'Z' as u64 - 1);
    let capitals = from_a & !beyond_z & !word & HIGH;
    word | capitals >> 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_memchr_finds() {
        let text: Vec<u8> = (0..300u32).map(|index| (index * 7 % 251) as u8).collect();
        for byte in 0..=255 {
            for from in [0, 1, 7, 8, 20, 299, 300, 400] {
                let expected = text.get(from..).and_then(|rest| memchr(byte, rest)).map(|offset| from + offset);
                assert_eq!(find(byte, &text, from), expected, "{byte} from {from}");
            }
        }
    }

    #[test]
    fn finds_the_last_visible_byte() {
        for byte in 0..=255u8 {
            for length in 1..20 {
                let text = [&b"a bc"[..], &[byte], &vec![b' '; length]].concat();
                let end = text.len();
                assert_eq!(last_visible(&text, 0, end), Some(if byte > b' ' { 4 } else { 3 }), "{byte} {length}");
                assert_eq!(last_visible(&text, 2, end), Some(if byte > b' ' { 4 } else { 3 }), "{byte} {length}");
                assert_eq!(last_visible(&text, 4, end), (byte > b' ').then_some(4));
                assert_eq!(last_visible(&text, 5, end), None);
            }
        }
    }

    #[test]
    fn letters_end_where_names_may() {
        for byte in 0..=255u8 {
            let text = [b'a', b'Z', byte, b'x', b'/', b'y', 0x80, b'z'];
            let (word, length) = letters(&text, 0).unwrap_or_default();
            assert_eq!(length, if byte < b'@' { 2 } else { 4 }, "{byte}");
            assert_eq!(fold_capitals(first_letters(word, 2)), u64::from_le_bytes(*b"az\0\0\0\0\0\0"));
        }
        assert_eq!(letters(b"letters", 0), None);
        assert_eq!(letters(b"<section", 1), None);
        assert_eq!(letters(b"headings", 0).map(|found| found.1), Some(8));
    }

    #[test]
    fn folds_only_capitals() {
        for byte in 0..=255u8 {
            let expected = u64::from(byte.to_ascii_lowercase());
            assert_eq!(lower_word(&[byte], 0, 1), expected);
            assert_eq!(lower_word(&[byte, b'x', 0, 0, 0, 0, 0, 0], 0, 1), expected);
        }
        assert_eq!(lower_word(b"TeXtArEa", 0, 8), u64::from_le_bytes(*b"textarea"));
    }
}
