//! Many texts of which few differ, each kept once.

use crate::hash::WordMap;

/// Texts by their numbers, and for each place the number of its text.
#[derive(Clone, Debug, Default)]
pub struct Spellings {
    /// The different texts, in the order in which they come.
    pub distinct: Vec<String>,
    /// For each place which of them it has.
    pub positions: Vec<u32>,
}

/// Numbers texts in the order in which they come.
#[derive(Default)]
pub struct Numbers {
    known: WordMap<String, u32>,
}

impl Numbers {
    /// The number of a text; a new one if it has none.
    pub fn number(&mut self, text: &str) -> u32 {
        match self.known.get(text) {
            Some(&number) => number,
            None => {
                let next = self.known.len() as u32;
                self.known.insert(text.to_owned(), next);
                next
            }
        }
    }
}

impl Spellings {
    /// The texts of places.
    pub fn new<'text>(texts: impl Iterator<Item = &'text str>) -> Self {
        Self::by_number(texts, |text, numbers| numbers.number(text))
    }

    /// The texts of places, for each of which the number of its text can be told.
    pub fn by_number<Place>(
        places: impl Iterator<Item = Place>,
        mut number: impl FnMut(Place, &mut Numbers) -> u32,
    ) -> Self {
        let mut numbers = Numbers::default();
        let positions = places.map(|place| number(place, &mut numbers)).collect();
        let mut distinct = vec![String::new(); numbers.known.len()];
        for (text, position) in numbers.known {
            distinct[position as usize] = text;
        }
        Spellings { distinct, positions }
    }

    /// The text of a place.
    pub fn get(&self, place: usize) -> &str {
        &self.distinct[self.positions[place] as usize]
    }
}
