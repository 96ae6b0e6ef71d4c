//! The columns of flat tables, one row behind the other, as Arrow lays them out.

use std::borrow::Cow;

use super::markdown::Markup;
use super::template::{Field, FieldSource};
use crate::leaves::{Leaves, Places, Strings};
use crate::values::{Address, Readers, Typed, ValueType};

/// What the values of a column read as; one item for each text.
#[derive(Clone, Debug)]
pub enum TypedColumn {
    /// The texts themselves.
    Texts,
    /// Numbers: values, whether each was written without a fraction, whether it is one.
    Numbers(Vec<f64>, Vec<bool>, Vec<bool>),
    /// Prices: amounts as numbers are, and currencies.
    Prices(Vec<f64>, Vec<bool>, Vec<bool>, Strings),
    /// Days since 1970, and whether each is one.
    Dates(Vec<i32>, Vec<bool>),
    /// Yes and no, and whether each is one.
    Booleans(Vec<bool>, Vec<bool>),
    /// Absolute addresses.
    Addresses(Strings),
}

impl TypedColumn {
    fn new(kind: &ValueType) -> Self {
        match kind {
            ValueType::Text => TypedColumn::Texts,
            ValueType::Number(_) => TypedColumn::Numbers(Vec::new(), Vec::new(), Vec::new()),
            ValueType::Price(..) => TypedColumn::Prices(Vec::new(), Vec::new(), Vec::new(), Strings::default()),
            ValueType::Date(_) => TypedColumn::Dates(Vec::new(), Vec::new()),
            ValueType::Boolean => TypedColumn::Booleans(Vec::new(), Vec::new()),
            ValueType::Address => TypedColumn::Addresses(Strings::default()),
        }
    }

    /// Adds what a text reads as; an address is added as it is resolved.
    fn push(&mut self, typed: Option<&Typed>, address: &str) {
        match (self, typed) {
            (TypedColumn::Texts, _) => {}
            (TypedColumn::Addresses(all), _) => all.push(address),
            (TypedColumn::Numbers(values, whole, valid), typed) => {
                let number = if let Some(Typed::Number(number)) = typed { Some(number) } else { None };
                values.push(number.map_or(0.0, |number| number.value));
                whole.push(number.is_some_and(|number| number.is_whole));
                valid.push(number.is_some());
            }
            (TypedColumn::Prices(values, whole, valid, currencies), typed) => {
                let price = if let Some(Typed::Price(price)) = typed { Some(price) } else { None };
                values.push(price.map_or(0.0, |price| price.amount.value));
                whole.push(price.is_some_and(|price| price.amount.is_whole));
                valid.push(price.is_some());
                currencies.push(price.map_or("", |price| &price.currency));
            }
            (TypedColumn::Dates(days, valid), typed) => {
                let day = if let Some(&Typed::Date(day)) = typed { Some(day) } else { None };
                days.push(day.unwrap_or(0));
                valid.push(day.is_some());
            }
            (TypedColumn::Booleans(values, valid), typed) => {
                let value = if let Some(&Typed::Boolean(value)) = typed { Some(value) } else { None };
                values.push(value.unwrap_or(false));
                valid.push(value.is_some());
            }
        }
    }

    /// The numbers or amounts.
    pub fn doubles(&self) -> &[f64] {
        match self {
            TypedColumn::Numbers(values, ..) | TypedColumn::Prices(values, ..) => values,
            _ => &[],
        }
    }

    /// The days.
    pub fn days(&self) -> &[i32] {
        if let TypedColumn::Dates(days, _) = self { days } else { &[] }
    }

    /// Whether numbers were written without a fraction; yes and no.
    pub fn marks(&self) -> &[bool] {
        match self {
            TypedColumn::Numbers(_, marks, _) | TypedColumn::Prices(_, marks, ..) => marks,
            TypedColumn::Booleans(marks, _) => marks,
            _ => &[],
        }
    }

    /// Whether each text reads as what it should be.
    pub fn valid(&self) -> &[bool] {
        match self {
            TypedColumn::Numbers(.., valid) | TypedColumn::Prices(_, _, valid, _) => valid,
            TypedColumn::Dates(_, valid) | TypedColumn::Booleans(_, valid) => valid,
            TypedColumn::Texts | TypedColumn::Addresses(_) => &[],
        }
    }

    /// Currencies or addresses.
    pub fn strings(&self) -> Option<&Strings> {
        match self {
            TypedColumn::Prices(.., currencies) => Some(currencies),
            TypedColumn::Addresses(all) => Some(all),
            _ => None,
        }
    }
}

/// One column of a table. A column that is no list has one item for each row, an empty one where it is not filled.
#[derive(Clone, Debug)]
pub struct Column {
    /// Whether each row fills it.
    pub filled: Vec<bool>,
    /// Of a list: where the items of each row end.
    pub ends: Option<Vec<u32>>,
    /// The texts as shown, without what their column splits off.
    pub values: Strings,
    /// What they read as.
    pub typed: TypedColumn,
    /// The texts as in the page and their XPaths, if they were asked for.
    pub sources: Option<(Strings, Strings)>,
}

/// What the values of a page are read with.
pub(super) struct PageReader<'page> {
    pub leaves: &'page Leaves,
    pub places: Option<&'page Places>,
    pub markup: Option<&'page Markup>,
    pub address: Address<'page>,
    pub readers: &'page Readers,
}

impl Column {
    /// A column without rows, with room for so many.
    pub(super) fn new(field: &Field, with_sources: bool, rows: usize) -> Self {
        Column {
            filled: Vec::with_capacity(rows),
            ends: field.is_list.then(|| Vec::with_capacity(rows)),
            values: Strings::with_capacity(rows),
            typed: TypedColumn::new(&field.kind),
            sources: with_sources.then(Default::default),
        }
    }

    /// Adds a row that does not fill it.
    pub(super) fn push_empty(&mut self) {
        self.filled.push(false);
        if let Some(ends) = &mut self.ends {
            ends.push(self.values.len() as u32);
            return;
        }
        self.values.close();
        self.typed.push(None, "");
        if let Some((raw, xpaths)) = &mut self.sources {
            raw.close();
            xpaths.close();
        }
    }

    /// Adds a row that these leaves fill.
    pub(super) fn push(&mut self, field: &Field, leaves: &[u32], page: &mut PageReader<'_>) {
        self.filled.push(true);
        if matches!(field.source, FieldSource::Text(_)) && field.kind == ValueType::Text {
            self.push_text(leaves, page);
        } else {
            let taken = if field.is_list { leaves } else { &leaves[..1] };
            for &leaf in taken {
                self.push_value(field, leaf, page);
            }
        }
        if let Some(ends) = &mut self.ends {
            ends.push(self.values.len() as u32);
        }
    }

    /// Adds the lines of a text as one item.
    fn push_text(&mut self, leaves: &[u32], page: &mut PageReader<'_>) {
        let start = self.values.text.len();
        if let Some(markup) = page.markup {
            markup.write(page.leaves, &mut page.address, leaves, &mut self.values.text);
        } else {
            for (number, &leaf) in leaves.iter().enumerate() {
                if number > 0 {
                    self.values.text.push('\n');
                }
                self.values.text.push_str(page.leaves.values.get(leaf as usize));
            }
        }
        self.values.close();
        if let Some((raw, xpaths)) = &mut self.sources {
            raw.push(&self.values.text[start..]);
            push_xpath(xpaths, leaves[0], "", page);
        }
    }

    fn push_value(&mut self, field: &Field, leaf: u32, page: &mut PageReader<'_>) {
        let raw = page.leaves.values.get(leaf as usize);
        let value = field.value_of(field.part_of(raw));
        self.values.push(value);
        match field.kind {
            ValueType::Text => {}
            ValueType::Address => {
                let joined: Cow<'_, str> = page.address.join(value);
                self.typed.push(None, &joined);
            }
            _ => self.typed.push(page.readers.read(value, &field.kind).as_ref(), ""),
        }
        if let Some((all, xpaths)) = &mut self.sources {
            all.push(raw);
            push_xpath(xpaths, leaf, field.xpath_end, page);
        }
    }
}

fn push_xpath(xpaths: &mut Strings, leaf: u32, end: &str, page: &PageReader<'_>) {
    if let Some(places) = page.places {
        xpaths.text.push_str(&places.xpath(page.leaves.leaves[leaf as usize].node));
        xpaths.text.push_str(end);
    }
    xpaths.close();
}
