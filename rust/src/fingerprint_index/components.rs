//! Connected components by union-find: a growing number of things, joined pair by pair.
//!
//! The smallest number of a component stands for it, so the outcome does not depend on the order of joining.

/// Disjoint sets of numbers.
#[derive(Clone, Debug, Default)]
pub struct Components {
    /// For every number a smaller one of its component, or itself.
    parents: Vec<u32>,
}

impl Components {
    /// The count of numbers.
    #[must_use]
    pub fn len(&self) -> usize {
        self.parents.len()
    }

    /// Whether there are no numbers.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.parents.is_empty()
    }

    /// Adds the numbers up to a limit, each a component of its own.
    pub fn extend_to(&mut self, limit: usize) {
        self.parents.extend(self.parents.len() as u32..limit as u32);
    }

    /// The smallest number of a component.
    pub fn find(&mut self, mut number: u32) -> u32 {
        while self.parents[number as usize] != number {
            let parent = self.parents[number as usize];
            let grandparent = self.parents[parent as usize];
            self.parents[number as usize] = grandparent;
            number = grandparent;
        }
        number
    }

    /// Joins the components of two numbers.
    pub fn join(&mut self, first: u32, second: u32) {
        let (first, second) = (self.find(first), self.find(second));
        self.parents[first.max(second) as usize] = first.min(second);
    }

    /// A label for every number: components count from 0 in the order of their smallest numbers.
    #[must_use]
    pub fn labels(&self) -> Vec<u32> {
        let mut labels: Vec<u32> = Vec::with_capacity(self.len());
        let mut components = 0;
        for (number, &parent) in self.parents.iter().enumerate() {
            // A parent is smaller than its child, so it has its label already.
            let label = if parent as usize == number { components } else { labels[parent as usize] };
            components += u32::from(parent as usize == number);
            labels.push(label);
        }
        labels
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_are_labelled_by_their_smallest_number() {
        let mut components = Components::default();
        components.extend_to(6);
        for (first, second) in [(5, 4), (3, 1), (4, 3)] {
            components.join(first, second);
        }
        assert_eq!(components.labels(), [0, 1, 2, 1, 1, 1]);
        components.extend_to(7);
        components.join(6, 0);
        assert_eq!(components.labels(), [0, 1, 2, 1, 1, 1, 0]);
        assert_eq!(components.find(5), 1);
    }
}
