//! Where words stand, text by text as documents are added, then list by list: a list is a word of a field.

use super::words::LONG;

/// A text of a document: the lists of its words stand in a row.
struct Run {
    start: u32,
    end: u32,
    /// Of its first word.
    position: u32,
}

/// The texts of documents in the order in which they are added. They hold no words, which texts share.
#[derive(Default)]
pub(super) struct Runs {
    all: Vec<Run>,
    /// Where those of each document end.
    ends: Vec<usize>,
}

impl Runs {
    /// Adds a text of the document at hand. Positions ascend.
    pub fn push(&mut self, start: u32, end: u32, position: u32) {
        self.all.push(Run { start, end, position });
    }

    /// Goes on with the next document.
    pub fn end_document(&mut self) {
        self.ends.push(self.all.len());
    }

    /// Puts the places of so many lists into order: all are counted, so that each can go to its place at once. `lists`
    /// are those of the words that runs are of, [`LONG`] where there is none.
    pub fn sort(self, lists: &[u32], count: usize, places: &mut Places) {
        let starts = &mut places.starts;
        starts.clear();
        starts.resize(count + 1, 0);
        for run in &self.all {
            let words = lists[run.start as usize..run.end as usize].iter().filter(|&&list| list != LONG);
            words.for_each(|&list| starts[list as usize + 1] += 1);
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let all = starts[count] as usize;
        places.all.resize(all.max(places.all.len()), (0, 0));
        let mut next = starts.clone();
        let mut begin = 0;
        for (document, &end) in (0u32..).zip(&self.ends) {
            for run in &self.all[begin..end] {
                let words = lists[run.start as usize..run.end as usize].iter().zip(run.position..);
                for (&list, position) in words.filter(|&(&list, _)| list != LONG) {
                    let at = &mut next[list as usize];
                    places.all[*at as usize] = (document, position);
                    *at += 1;
                }
            }
            begin = end;
        }
    }
}

/// Documents and positions, list by list. One after the other, fields share the memory: new memory costs as much as to
/// sort them.
#[derive(Default)]
pub(super) struct Places {
    starts: Vec<u32>,
    all: Vec<(u32, u32)>,
}

impl Places {
    /// The places of a list: documents ascend, and positions in each.
    pub fn of(&self, list: u32) -> &[(u32, u32)] {
        let list = list as usize;
        &self.all[self.starts[list] as usize..self.starts[list + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_each_list() {
        let lists = [2, LONG, 0, 2];
        let mut runs = Runs::default();
        runs.push(0, 3, 0);
        runs.push(3, 4, 7);
        runs.end_document();
        runs.end_document();
        runs.push(0, 1, 3);
        runs.end_document();
        let mut places = Places::default();
        runs.sort(&lists, 4, &mut places);
        assert_eq!(places.of(0), [(0, 2)]);
        assert_eq!(places.of(2), [(0, 0), (0, 7), (2, 3)]);
        assert!(places.of(1).is_empty() && places.of(3).is_empty());
        let mut fewer = Runs::default();
        fewer.push(2, 3, 5);
        fewer.end_document();
        fewer.sort(&lists, 1, &mut places);
        assert_eq!(places.of(0), [(0, 5)]);
    }
}
