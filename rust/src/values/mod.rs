//! Values: texts of pages become numbers, prices, dates, booleans and addresses.
//!
//! Each reader has a plain twin in Python (`unmold.values`), which also decides over a whole column how it writes its
//! values; tests compare the two. Words (months, currencies, yes and no) are handed over by Python, which has them
//! from Unicode's CLDR.

mod addresses;
mod booleans;
mod characters;
mod dates;
mod numbers;
mod prefixes;
mod prices;

pub use addresses::Address;
pub use booleans::Booleans;
pub use characters::{fold, is_space, normalize};
pub use dates::{DateOrder, Months, date_of, days_of};
pub use numbers::{Number, NumberFormat, parse_number};
pub use prefixes::{cut_out, split_off};
pub use prices::{Price, Prices};

/// The words that readers know.
#[derive(Debug)]
pub struct Readers {
    /// Names of months.
    pub months: Months,
    /// Words for yes and no.
    pub booleans: Booleans,
    /// Signs and codes of currencies.
    pub prices: Prices,
}

/// The type of a column, and what its values leave open when they are read one by one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueType {
    /// The text itself.
    Text,
    /// A number.
    Number(NumberFormat),
    /// An amount of money; the text is the currency of a sign that several share, empty for the usual one.
    Price(NumberFormat, String),
    /// A day.
    Date(DateOrder),
    /// Yes or no.
    Boolean,
    /// An address, which is resolved against that of its page.
    Address,
}

/// What a text reads as, apart from texts and addresses.
#[derive(Clone, Debug, PartialEq)]
pub enum Typed {
    /// A number.
    Number(Number),
    /// An amount of money.
    Price(Price),
    /// Days since the first of January 1970.
    Date(i32),
    /// Yes or no.
    Boolean(bool),
}

impl Readers {
    /// What a text reads as; `None` if it does not read as its type, and for texts and addresses.
    pub fn read(&self, text: &str, kind: &ValueType) -> Option<Typed> {
        match kind {
            ValueType::Number(format) => parse_number(text, *format).map(Typed::Number),
            ValueType::Price(format, shared) => self.prices.parse(text, *format, shared).map(Typed::Price),
            ValueType::Date(order) => self.months.parse_date(text, *order).map(Typed::Date),
            ValueType::Boolean => self.booleans.parse(text).map(Typed::Boolean),
            ValueType::Text | ValueType::Address => None,
        }
    }
}
