//! The score of a page: how much of the template it has, of its texts and of its fields.

use super::template::Field;

/// A text counts if this share of the pages has it; a guess.
const SURE_TEXT: f64 = 0.9;

/// What scores are made of.
#[derive(Clone, Debug, Default)]
pub(super) struct Scorer {
    /// By number of the text, whether it counts.
    sure: Vec<bool>,
    sure_count: usize,
    weight: f64,
}

impl Scorer {
    pub(super) fn new(shares: impl Iterator<Item = f64>, fields: &[Option<Field>]) -> Self {
        let sure: Vec<bool> = shares.map(|share| share >= SURE_TEXT).collect();
        let sure_count = sure.iter().filter(|&&counts| counts).count();
        let weight = fields.iter().flatten().map(|field| field.weight).sum();
        Scorer { sure, sure_count, weight }
    }

    /// Between 0 and 1; the mean over texts and fields that nearly every page has. Where there are none of either, a
    /// page that says anything fits. `found` is the weight of the fields that the page fills.
    pub(super) fn score(&self, texts: &[u32], found: f64, says_anything: bool) -> f64 {
        let mut parts = [0.0; 2];
        let mut count = 0;
        if self.sure_count > 0 {
            let known = texts.iter().filter(|&&text| self.sure[text as usize]).count();
            parts[count] = known as f64 / self.sure_count as f64;
            count += 1;
        }
        if self.weight > 0.0 {
            parts[count] = found / self.weight;
            count += 1;
        }
        match count {
            0 => f64::from(u8::from(says_anything)),
            _ => round(parts.iter().sum::<f64>() / count as f64),
        }
    }
}

/// The nearest number with four decimals.
fn round(number: f64) -> f64 {
    format!("{number:.4}").parse().unwrap_or(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_fields_count_half_each() {
        let scorer = Scorer { sure: vec![true, false, true, true], sure_count: 3, weight: 2.0 };
        assert_eq!(scorer.score(&[0, 1], 2.0, true), 0.6667);
        assert_eq!(Scorer::default().score(&[], 0.0, true), 1.0);
        assert_eq!(Scorer::default().score(&[], 0.0, false), 0.0);
    }

    #[test]
    fn halves_are_rounded_to_the_even_digit() {
        assert_eq!(round(0.03125), 0.0312);
        assert_eq!(round(0.09375), 0.0938);
    }
}
