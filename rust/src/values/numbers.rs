//! Numbers as people write them: thousands set off in groups, a point or a comma before the fraction.

use std::sync::LazyLock;

use fancy_regex::Regex;

use super::characters::{SPACE, digits, is_space, lacks_digits};

/// Characters of a number at most.
const MAX_LENGTH: usize = 40;
/// More digits are not kept by doubles.
const MAX_DIGITS: usize = 15;
pub(super) const BLANKS: &str = " \u{a0}\u{2009}\u{202f}";
pub(super) const APOSTROPHES: &str = "'’";

/// The decimal sign of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberFormat {
    /// As in 1,234.5.
    Point,
    /// As in 1.234,5.
    Comma,
}

/// A number, and whether it was written without a fraction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number {
    /// Its value; whole numbers are exact.
    pub value: f64,
    /// Whether it has no fraction as written: "5.0" has one.
    pub is_whole: bool,
}

impl Number {
    /// The number with another sign; zero stays zero where it is whole.
    pub(super) fn negated(self) -> Self {
        let value = if self.is_whole && self.value == 0.0 { 0.0 } else { -self.value };
        Number { value, ..self }
    }
}

fn grammar(decimal: &str, group: &str) -> Regex {
    let separators = format!("{group}{BLANKS}{APOSTROPHES}");
    let grouped = format!(r"\d{{1,3}}(?P<sep>[{separators}])\d{{3}}(?:\k<sep>\d{{3}})*");
    let indian = format!(r"\d{{1,2}}(?:{group}\d{{2}})+{group}\d{{3}}");
    let pattern = format!(
        r"\A(?P<sign>[-+−–]?)[{SPACE}]?(?P<whole>{grouped}|{indian}|\d+|(?={decimal}\d))(?:{decimal}(?P<fraction>\d+))?[{SPACE}]*%?\z"
    );
    Regex::new(&pattern).expect("a valid expression")
}

static POINT: LazyLock<Regex> = LazyLock::new(|| grammar(r"\.", ","));
static COMMA: LazyLock<Regex> = LazyLock::new(|| grammar(",", r"\."));

/// A number; what begins with zeros or has very many digits is none but an identifier, whose every digit counts.
pub fn parse_number(text: &str, format: NumberFormat) -> Option<Number> {
    let text = text.trim_matches(is_space);
    if text.len() <= MAX_DIGITS && !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return whole_number(text);
    }
    if lacks_digits(text) || text.len() > MAX_LENGTH && text.chars().count() > MAX_LENGTH {
        return None;
    }
    // No number has a letter, and to see that is quicker than to try the grammar.
    if text.bytes().any(|byte| byte.is_ascii_alphabetic()) {
        return None;
    }
    let (grammar, decimal, group) = match format {
        NumberFormat::Point => (&POINT, '.', ','),
        NumberFormat::Comma => (&COMMA, ',', '.'),
    };
    if let Some((whole, fraction)) = plain_parts(text, decimal, group) {
        return number(whole, &whole.replace(group, ""), fraction);
    }
    let found = grammar.captures(text).ok().flatten()?;
    let part = |name| found.name(name).map_or("", |part| part.as_str());
    let size = number(part("whole"), &digits(part("whole")), &digits(part("fraction")))?;
    Some(if matches!(part("sign"), "-" | "−" | "–") { size.negated() } else { size })
}

/// The whole and the fraction of a number of plain digits, thousands set off or not. Most are written so, and the
/// grammar, which has to be tried letter by letter, would say the same of them.
fn plain_parts(text: &str, decimal: char, group: char) -> Option<(&str, &str)> {
    let are_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, fraction) = text.split_once(decimal).unwrap_or((text, ""));
    if whole.len() < text.len() && !are_digits(fraction) {
        return None;
    }
    let mut groups = whole.split(group);
    let first = groups.next().filter(|first| are_digits(first))?;
    let is_plain = first.len() == whole.len() || first.len() <= 3;
    (is_plain && groups.all(|group| group.len() == 3 && are_digits(group))).then_some((whole, fraction))
}

/// A number of these digits; `written` is how its whole part stands there.
fn number(written: &str, whole: &str, fraction: &str) -> Option<Number> {
    if whole.len() > MAX_DIGITS || (whole.len() > 1 && written.starts_with('0')) {
        return None;
    }
    Some(match fraction.is_empty() {
        true => Number { value: whole.parse().ok()?, is_whole: true },
        false => Number { value: format!("{whole}.{fraction}").parse().ok()?, is_whole: false },
    })
}

fn whole_number(digits: &str) -> Option<Number> {
    let is_identifier = digits.len() > 1 && digits.starts_with('0');
    let value: u64 = digits.parse().ok()?;
    (!is_identifier).then_some(Number { value: value as f64, is_whole: true })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, format: NumberFormat) -> Option<(f64, bool)> {
        parse_number(text, format).map(|number| (number.value, number.is_whole))
    }

    #[test]
    fn numbers_are_read_as_their_column_writes_them() {
        assert_eq!(read("1,234.5", NumberFormat::Point), Some((1234.5, false)));
        assert_eq!(read("1.234,5", NumberFormat::Comma), Some((1234.5, false)));
        assert_eq!(read("1'234.50", NumberFormat::Point), Some((1234.5, false)));
        assert_eq!(read("12,34,567", NumberFormat::Point), Some((1_234_567.0, true)));
        assert_eq!(read(" − 5 % ", NumberFormat::Point), Some((-5.0, true)));
        assert_eq!(read(".5", NumberFormat::Point), Some((0.5, false)));
        assert_eq!(read("1,234,567", NumberFormat::Point), Some((1_234_567.0, true)));
        assert_eq!(read("1234.50", NumberFormat::Point), Some((1234.5, false)));
        assert_eq!(read("1.234", NumberFormat::Comma), Some((1234.0, true)));
        assert_eq!(read("٣٤", NumberFormat::Point), Some((34.0, true)));
    }

    #[test]
    fn identifiers_and_words_are_no_numbers() {
        for text in ["00123", "1234567890123456", "about 5", "", "-", "1,23", "1 234'567", "1,2345", "0,123", "5."] {
            assert_eq!(read(text, NumberFormat::Point), None, "{text}");
        }
    }
}
