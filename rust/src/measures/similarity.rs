//! The edge rules that all similarities share: in [0, 1], 1 for two empty sides, 0 for exactly one, never NaN.

/// Cuts a similarity to [0, 1]; anything that is no number counts as unlike.
#[must_use]
pub fn unit(value: f64) -> f64 {
    match value.is_nan() {
        true => 0.0,
        false => value.clamp(0.0, 1.0),
    }
}

/// Decides a comparison in which a side is empty.
#[must_use]
pub fn of_empty(first_is_empty: bool, second_is_empty: bool) -> Option<f64> {
    match (first_is_empty, second_is_empty) {
        (true, true) => Some(1.0),
        (false, false) => None,
        _ => Some(0.0),
    }
}

/// `shared / whole` of two sides of which neither is empty.
#[must_use]
pub fn share(shared: usize, whole: usize) -> f64 {
    unit(shared as f64 / whole as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_value_leaves_the_unit_interval() {
        assert_eq!(unit(f64::NAN), 0.0);
        assert_eq!(unit(-0.2), 0.0);
        assert_eq!(unit(1.2), 1.0);
        assert_eq!(share(0, 0), 0.0);
        assert_eq!(share(1, 4), 0.25);
    }

    #[test]
    fn empty_sides_are_alike_only_together() {
        assert_eq!(of_empty(true, true), Some(1.0));
        assert_eq!(of_empty(true, false), Some(0.0));
        assert_eq!(of_empty(false, true), Some(0.0));
        assert_eq!(of_empty(false, false), None);
    }
}
