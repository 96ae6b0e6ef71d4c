//! Dates: days as people write them, with names of months or with numbers in the order of their column.

use std::collections::HashMap;
use std::sync::LazyLock;

use fancy_regex::{Captures, Regex};

use super::characters::{LETTER, SPACE, collapse, fold, has_fewer_digits, normalize, whole};

/// Characters of a date: fewer are too few, more are never tried.
const MIN_LENGTH: usize = 6;
const MAX_LENGTH: usize = 60;
/// As in 1/2/03.
const MIN_DIGITS: usize = 4;
/// The days from the first of January of the year 1 to that of 1970.
const EPOCH: i32 = 719_162;
/// Years of two digits up to this are of our century.
const LAST_SHORT_YEAR: i32 = 69;

/// What comes first in dates of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DateOrder {
    /// As in 31/12/2021.
    DayFirst,
    /// As in 12/31/2021.
    MonthFirst,
}

struct Patterns {
    time_before: Regex,
    iso: Regex,
    short: Regex,
    named: [Regex; 3],
}

/// Of texts in any script. Vowels of India's are marks.
static PATTERNS: LazyLock<Patterns> =
    LazyLock::new(|| make_patterns(&format!(r"(?:{LETTER}|[\u{{900}}-\u{{dff}}])"), SPACE, r"\d"));

/// The same of texts in plain ASCII, as nearly all dates are: to make those of any script takes 17 ms, as long as to
/// extract fifty pages.
static ASCII_PATTERNS: LazyLock<Patterns> = LazyLock::new(|| make_patterns("[A-Za-z]", r"\t-\r\x1c-\x20", "[0-9]"));

/// The patterns of dates, by what matches a letter, a digit, and white space inside brackets.
fn make_patterns(letter: &str, space: &str, digit: &str) -> Patterns {
    let between = format!(r"(?:(?:of|de|del|den)[{space}]+|d['’][{space}]?)?");
    let time = format!(
        r"(?:(?:[{space},،|·@–-]|at|um|à|às|a las?|alle|om|kl\.?|ore|klo|в|στις)*{digit}{{1,2}}[{space}]?[:.h][{space}]?{digit}{digit}.{{0,24}})"
    );
    // As the archives of mailing lists write it: Fri Dec 19 06:11:31 EST 2003.
    let time_between =
        format!(r"(?:{digit}{{1,2}}:{digit}{digit}(?::{digit}{digit})?[{space}](?:[A-Z]{{2,5}}[{space}])?)?");
    let end = format!(r"(?:{time}|[{space}.•·|]*(?:[грթ]\.?|roku|d\.)?)\z");
    let weekday = format!(r"(?:(?:{letter}|-){{2,14}}[.,،]?[{space}]+)?(?:(?:den|le|el|il|o)[{space}]+)?");
    let weekday_behind = format!(r"(?:,[{space}]?{letter}{{1,14}}\.?)?");
    let compile = |pattern: String| Regex::new(&pattern).expect("a valid expression");
    Patterns {
        time_before: compile(format!(r"\A{digit}{{1,2}}:{digit}{digit}(?::{digit}{digit})?,?[{space}]+")),
        iso: compile(format!(
            r"\A(?:(?P<y>{digit}{{4}})[-/.][{space}]?(?P<m>{digit}{{1,2}})[-/.][{space}]?(?P<d>{digit}{{1,2}})\.?(?:[T ]{digit}{{1,2}}:{digit}{digit}.*)?\z|(?P<y2>{digit}{{4}})[{space}]?[年년][{space}]?(?P<m2>{digit}{{1,2}})[{space}]?[月월][{space}]?(?P<d2>{digit}{{1,2}})[{space}]?[日일])"
        )),
        short: compile(format!(
            r"(?i)\A(?:{letter}{{2,12}}[.,]?[{space}]+)?(?P<a>{digit}{{1,2}})[{space}]?(?P<sign>[-/.])[{space}]?(?P<b>{digit}{{1,2}})[{space}]?\k<sign>[{space}]?(?P<y>{digit}{{4}}|{digit}{{2}}){end}"
        )),
        named: [
            compile(format!(
                r"(?i)\A{weekday}(?P<d>{digit}{{1,2}})(?:st|nd|rd|th|er|re|[.ºª°])?[{space}-]*{between}(?P<n>{letter}{{2,12}})[.,،]?[{space}-]*{between}(?P<y>{digit}{{4}}){end}"
            )),
            compile(format!(
                r"(?i)\A{weekday}(?P<n>{letter}{{3,12}})\.?[{space}-]+(?P<d>{digit}{{1,2}})(?:st|nd|rd|th|\.)?,?[{space}-]+{time_between}(?P<y>{digit}{{4}}){end}"
            )),
            compile(format!(
                r"(?i)\A(?P<y>{digit}{{4}})(?:\.|[{space}]m\.)?,?[{space}-]+(?P<n>{letter}{{3,12}})\.?[{space}-]+(?P<d>{digit}{{1,2}})\.?{weekday_behind}{end}"
            )),
        ],
    }
}

/// The names of months, folded, with their numbers.
#[derive(Clone, Debug, Default)]
pub struct Months(HashMap<String, u8>);

impl Months {
    /// Knows these names.
    pub fn new(names: HashMap<String, u8>) -> Self {
        Months(names)
    }

    /// The days from the first of January 1970 to a date.
    pub fn parse_date(&self, text: &str, order: DateOrder) -> Option<i32> {
        if has_fewer_digits(text, MIN_DIGITS) {
            return None;
        }
        let patterns = if text.is_ascii() { &*ASCII_PATTERNS } else { &*PATTERNS };
        let text = collapse(text);
        let time = patterns.time_before.find(&*text).ok().flatten();
        let text = &text[time.map_or(0, |time| time.end())..];
        if !(MIN_LENGTH..=MAX_LENGTH).contains(&text.chars().take(MAX_LENGTH + 1).count()) {
            return None;
        }
        let find = |pattern: &Regex| pattern.captures(text).ok().flatten();
        if let Some(found) = find(&patterns.iso) {
            let [year, month, day] = [("y", "y2"), ("m", "m2"), ("d", "d2")]
                .map(|(name, other)| found.name(name).or_else(|| found.name(other)).map_or("", |part| part.as_str()));
            return date(year, whole(month)?, day);
        }
        if let Some(found) = find(&patterns.short) {
            let (first, second) = (part(&found, "a"), part(&found, "b"));
            let (day, month) = if order == DateOrder::DayFirst { (first, second) } else { (second, first) };
            return date(part(&found, "y"), whole(month)?, day);
        }
        let found = patterns.named.iter().find_map(find)?;
        date(part(&found, "y"), self.month(part(&found, "n"))?, part(&found, "d"))
    }

    /// The month of a name or its abbreviation.
    fn month(&self, word: &str) -> Option<u32> {
        let folded = fold(word);
        let name = normalize(&folded);
        self.0.get(name.trim_end_matches('.')).map(|&month| u32::from(month))
    }
}

fn part<'text>(found: &Captures<'text, str>, name: &str) -> &'text str {
    found.name(name).map_or("", |part| part.as_str())
}

fn date(year: &str, month: u32, day: &str) -> Option<i32> {
    let number = whole(year)? as i32;
    let full =
        if year.chars().count() == 4 { number } else { 2000 + number - if number > LAST_SHORT_YEAR { 100 } else { 0 } };
    days_of(full, month, whole(day)?)
}

/// The days from the first of January 1970 to a date of the Gregorian calendar; `None` for one that never was.
pub fn days_of(year: i32, month: u32, day: u32) -> Option<i32> {
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let lengths = [31, if is_leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let length = *lengths.get((month as usize).checked_sub(1)?)?;
    if !(1..=9999).contains(&year) || !(1..=length).contains(&day) {
        return None;
    }
    let before = year - 1;
    let days = before * 365 + before / 4 - before / 100 + before / 400;
    let of_year: u32 = lengths[..month as usize - 1].iter().sum::<u32>() + day - 1;
    Some(days + of_year as i32 - EPOCH)
}

/// The year, month and day of a day that [`days_of`] counted.
pub fn date_of(days: i32) -> (i32, u32, u32) {
    // No year is longer than 366 days, so that the guess is never too late.
    let mut year = 1 + (days + EPOCH) / 366;
    let first = |year, month| days_of(year, month, 1).unwrap_or(i32::MAX);
    while first(year + 1, 1) <= days {
        year += 1;
    }
    let month = (2..=12).rev().find(|&month| first(year, month) <= days).unwrap_or(1);
    (year, month, (days - first(year, month)) as u32 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn months() -> Months {
        Months::new(
            [("march", 3), ("mar", 3), ("märz", 3), ("juillet", 7)].map(|(name, at)| (name.to_owned(), at)).into(),
        )
    }

    fn read(text: &str) -> Option<i32> {
        months().parse_date(text, DateOrder::MonthFirst)
    }

    #[test]
    fn days_are_counted_from_1970() {
        assert_eq!(days_of(1970, 1, 1), Some(0));
        assert_eq!(days_of(2000, 2, 29), Some(11_016));
        assert_eq!(days_of(1969, 12, 31), Some(-1));
        assert_eq!(days_of(1900, 2, 29), None);
        assert_eq!(days_of(0, 1, 1), None);
        assert_eq!(days_of(2021, 13, 1), None);
    }

    #[test]
    fn counted_days_become_dates_again() {
        for (year, month, day) in [(1, 1, 1), (1970, 1, 1), (2000, 2, 29), (2021, 12, 31), (9999, 12, 31)] {
            assert_eq!(days_of(year, month, day).map(date_of), Some((year, month, day)));
        }
    }

    #[test]
    fn dates_are_read_in_many_forms() {
        let day = days_of(2021, 3, 3);
        for text in [
            "3 March 2021",
            "Mar. 3, 2021",
            "Mittwoch, 3. März 2021",
            "2021-03-03T10:00",
            "03/03/21",
            "10:30, 3 MARCH 2021",
            "2021年3月3日",
            "2021 March 3 at 10:30",
        ] {
            assert_eq!(read(text), day, "{text}");
        }
        assert_eq!(months().parse_date("03/04/21", DateOrder::DayFirst), days_of(2021, 4, 3));
        assert_eq!(read("le 14 juillet 2021 à 14h30"), days_of(2021, 7, 14));
    }

    #[test]
    fn other_texts_are_no_dates() {
        for text in ["3 Mayor 2021", "31/31/2021", "1/2-2021", "2021", "yesterday", ""] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
