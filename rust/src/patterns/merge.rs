//! Multiple tree merge: from the pages of one template to the pattern they share (Agarwal and Totla 2011).
//!
//! All of the content trees match the resulting pattern tree. For a list of trees with the same root: peers are
//! recognised among the children, the children are aligned, compressed and mined, and each symbol's subtrees are
//! merged in turn. A list of open tasks replaces the recursion.

use std::collections::HashMap;
use std::fmt;

use super::alignment::align_columns;
use super::budget::{Problem, Work};
use super::collapse::collapse_pieces;
use super::compression::{Entry, EntrySymbol, compress_rows};
use super::content::ContentTree;
use super::draft::Draft;
use super::forest::Forest;
use super::mining::mine_pieces;
use super::optionals::{generalise_torn, grouped_pieces, separate_pieces};
use super::pattern::{PatternKind, PatternTree};
use super::peers::recognise_peers;
use super::sequence::Piece;
use super::settings::{InductionSettings, Mining, Variant};
use crate::measures::tree::NodeKind;

/// Why there is no pattern: the caller gave pages that cannot have one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MergeError {
    /// There was no page.
    NoPages,
    /// The pages' roots are not elements of the same tag.
    DifferentRoots,
}

impl fmt::Display for MergeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::NoPages => "no pages to induce a pattern from",
            Self::DifferentRoots => "the pages do not have the same root element",
        })
    }
}

impl std::error::Error for MergeError {}

/// A pattern and the steps that had to take a cheaper way.
#[derive(Clone, Debug)]
pub struct Induction {
    /// What the pages share.
    pub pattern: PatternTree,
    /// What was cut short.
    pub problems: Vec<Problem>,
}

/// Induces the pattern of some pages.
///
/// # Errors
/// If there is no page, or the pages' roots differ.
pub fn induce_pattern(pages: &[&ContentTree], settings: InductionSettings) -> Result<Induction, MergeError> {
    let mut forest = Forest::new(settings.folds_repeats);
    let roots: Vec<u32> = pages.iter().map(|page| forest.add(page)).collect();
    let first = *roots.first().ok_or(MergeError::NoPages)?;
    let label = forest.exact.label(first);
    let is_same = |&root: &u32| forest.exact.label(root) == label;
    if label.kind != NodeKind::Element || !roots.iter().all(is_same) {
        return Err(MergeError::DifferentRoots);
    }
    let mut work = Work::new(settings.normalisation, settings.budget);
    let max_nodes = settings.budget.pattern_nodes;
    let sharing = Merger::new(&forest, settings, true, &mut work).run(&roots);
    let pattern = sharing.write_out(0, &forest.strings, max_nodes).unwrap_or_else(|| {
        work.note(Problem::PatternSize);
        let apart = Merger::new(&forest, settings, false, &mut work).run(&roots);
        // Every node of this pattern stands for a node of its own in some page, so it is as large as they are.
        apart.write_out(0, &forest.strings, u64::MAX).expect("there is no limit")
    });
    Ok(Induction { pattern, problems: work.problems() })
}

/// Subtrees to merge, and the part of the draft that waits for it.
struct Task {
    trees: Vec<u32>,
    part: u32,
}

struct Merger<'a> {
    forest: &'a Forest,
    settings: InductionSettings,
    /// Whether subtrees with the same symbol are merged together wherever they are, as mining needs it.
    shares_symbols: bool,
    work: &'a mut Work,
    draft: Draft,
    tasks: Vec<Task>,
    /// Parts by the subtrees they were merged from.
    known: HashMap<Vec<u32>, u32>,
}

impl<'a> Merger<'a> {
    fn new(forest: &'a Forest, settings: InductionSettings, shares_symbols: bool, work: &'a mut Work) -> Self {
        let (draft, tasks, known) = (Draft::default(), Vec::new(), HashMap::new());
        Self { forest, settings, shares_symbols, work, draft, tasks, known }
    }

    fn run(mut self, roots: &[u32]) -> Draft {
        self.part_for(roots.to_vec());
        while let Some(Task { trees, part }) = self.tasks.pop() {
            let children = self.merge_children(&trees);
            self.draft.set_children(part, children);
        }
        self.draft
    }

    /// The part that stands for these subtrees, which all have the same root.
    fn part_for(&mut self, mut trees: Vec<u32>) -> u32 {
        if trees.iter().all(|&tree| tree == trees[0]) {
            trees.truncate(1);
        }
        if let Some(&part) = self.known.get(&trees) {
            return part;
        }
        let label = self.forest.exact.label(trees[0]);
        let part = match label.kind {
            NodeKind::Element => self.draft.add(PatternKind::Fixed, label.value),
            NodeKind::Text => self.draft.add(PatternKind::Text, label.value),
            NodeKind::Image => self.draft.add(PatternKind::Image, label.value),
        };
        self.known.insert(trees.clone(), part);
        if label.kind == NodeKind::Element {
            self.tasks.push(Task { trees, part });
        }
        part
    }

    fn merge_children(&mut self, trees: &[u32]) -> Vec<u32> {
        let columns: Vec<Vec<u32>> = trees.iter().map(|&tree| self.forest.exact.children(tree).to_vec()).collect();
        if columns.iter().all(Vec::is_empty) {
            return Vec::new();
        }
        let (symbols_of, symbols) = recognise_peers(self.forest, &columns, self.settings.thresholds, self.work);
        let rows = align_columns(&symbols_of, &symbols.is_data, self.work);
        let mut entries = compress_rows(rows, columns.len(), &symbols);
        if self.settings.variant == Variant::Extended {
            generalise_torn(&mut entries, &symbols);
        }
        let (numbers, members) = self.number_entries(&entries, &columns);
        let pieces = self.mine(&entries, &numbers);
        let parts: Vec<u32> = members.into_iter().map(|member| self.part_of_symbol(member)).collect();
        self.write_pieces(&pieces, &parts)
    }

    /// A number for each distinct symbol, and for each number its subtrees; none for variant data.
    fn number_entries(&self, entries: &[Entry], columns: &[Vec<u32>]) -> (Vec<u32>, Vec<Option<Vec<u32>>>) {
        let mut known: HashMap<EntrySymbol, u32> = HashMap::new();
        let mut cells: Vec<Option<Vec<(u32, u32)>>> = Vec::new();
        let mut numbers = Vec::with_capacity(entries.len());
        for entry in entries {
            let fresh = cells.len() as u32;
            let number = match self.shares_symbols {
                true => *known.entry(entry.symbol).or_insert(fresh),
                false => fresh,
            };
            if number == fresh {
                cells.push((!matches!(entry.symbol, EntrySymbol::Variant(_))).then(Vec::new));
            }
            if let Some(cells) = &mut cells[number as usize] {
                cells.extend(entry.cells.iter().map(|cell| (cell.column, cell.position)));
            }
            numbers.push(number);
        }
        let tree = |(column, position): (u32, u32)| columns[column as usize][position as usize];
        let in_order = |mut cells: Vec<(u32, u32)>| {
            cells.sort_unstable();
            cells.into_iter().map(tree).collect()
        };
        (numbers, cells.into_iter().map(|cells| cells.map(in_order)).collect())
    }

    fn mine(&mut self, entries: &[Entry], numbers: &[u32]) -> Vec<Piece> {
        let is_extended = self.settings.variant == Variant::Extended;
        let pieces = match is_extended {
            true => grouped_pieces(entries, numbers),
            false => separate_pieces(entries, numbers),
        };
        match (self.shares_symbols, self.settings.mining) {
            (false, _) => pieces,
            (true, Mining::Containment) => mine_pieces(pieces, is_extended, self.work),
            (true, Mining::Collapse) => collapse_pieces(pieces, self.work),
        }
    }

    fn part_of_symbol(&mut self, members: Option<Vec<u32>>) -> u32 {
        match members {
            Some(trees) => self.part_for(trees),
            None => self.draft.add(PatternKind::Variant, 0),
        }
    }

    fn write_pieces(&mut self, pieces: &[Piece], parts: &[u32]) -> Vec<u32> {
        let mut written = Vec::with_capacity(pieces.len());
        for piece in pieces {
            let (kind, body) = match piece {
                Piece::Symbol(number) => {
                    written.push(parts[*number as usize]);
                    continue;
                }
                Piece::Set(body) => (PatternKind::Set, body),
                Piece::Optional(body) => (PatternKind::Optional, body),
            };
            let wrapper = self.draft.add(kind, 0);
            let children = self.write_pieces(body, parts);
            self.draft.set_children(wrapper, children);
            written.push(wrapper);
        }
        written
    }
}
