//! A pattern made ready for matching: for every element the list of its children as a small program.
//!
//! Its instructions read an element's children from left to right, in the order in which alternatives are to be
//! tried: a set goes on as long as it can, an optional is there before it is not. Equal subpatterns get the same
//! number, so that what is known of one is known of all.

use std::collections::HashMap;
use std::ops::Range;

use super::pattern::{PatternKind, PatternTree};

/// A step of reading an element's children; targets are positions in the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instruction {
    /// The next child matches this node of the pattern.
    Item(u32),
    /// An optional begins: rather the next instruction, else the one after its end.
    Maybe(u32),
    /// A turn of a set ends: rather back to the beginning of the next turn, else on.
    Again(u32),
    /// This set begins.
    Enter(u32),
    /// One more turn of this set begins.
    Turn(u32),
    /// All children are read.
    Accept,
}

/// A pattern with its programs.
#[derive(Clone, Debug)]
pub struct CompiledPattern {
    /// The pattern.
    pub pattern: PatternTree,
    /// The fewest nodes that each node of the pattern stands for.
    pub minimal_sizes: Vec<u32>,
    /// The most nodes that each node of the pattern stands for; there is no limit below a set.
    pub maximal_sizes: Vec<u32>,
    /// Equal subpatterns have equal numbers.
    pub shapes: Vec<u32>,
    instructions: Vec<Instruction>,
    /// Where each element's program begins and ends.
    ranges: Vec<(u32, u32)>,
}

impl CompiledPattern {
    /// Compiles a pattern.
    #[must_use]
    pub fn new(pattern: PatternTree) -> Self {
        let (minimal_sizes, maximal_sizes) = (pattern.minimal_sizes(), pattern.maximal_sizes());
        let shapes = number_shapes(&pattern);
        let mut compiler = Compiler { pattern: &pattern, instructions: Vec::new() };
        let mut ranges = Vec::with_capacity(pattern.len());
        for at in 0..pattern.len() as u32 {
            let start = compiler.instructions.len() as u32;
            if pattern.node(at).kind == PatternKind::Fixed {
                compiler.row(at);
                compiler.instructions.push(Instruction::Accept);
            }
            ranges.push((start, compiler.instructions.len() as u32));
        }
        let instructions = compiler.instructions;
        Self { pattern, minimal_sizes, maximal_sizes, shapes, instructions, ranges }
    }

    /// The instructions of all programs.
    #[must_use]
    pub fn instructions(&self) -> &[Instruction] {
        &self.instructions
    }

    /// Where an element's program is among the instructions.
    #[must_use]
    pub fn program(&self, element: u32) -> Range<u32> {
        let (start, end) = self.ranges[element as usize];
        start..end
    }
}

struct Compiler<'a> {
    pattern: &'a PatternTree,
    instructions: Vec<Instruction>,
}

impl Compiler<'_> {
    /// Recurses over sets and optionals inside each other, of which there are never more than a hundred.
    fn row(&mut self, parent: u32) {
        for child in self.pattern.children(parent) {
            match self.pattern.node(child).kind {
                PatternKind::Set => self.set(child),
                PatternKind::Optional => self.optional(child),
                _ => self.instructions.push(Instruction::Item(child)),
            }
        }
    }

    fn set(&mut self, set: u32) {
        self.instructions.push(Instruction::Enter(set));
        let first = self.here();
        self.instructions.push(Instruction::Turn(set));
        self.row(set);
        self.instructions.push(Instruction::Again(first));
    }

    fn optional(&mut self, optional: u32) {
        let split = self.instructions.len();
        self.instructions.push(Instruction::Accept);
        self.row(optional);
        self.instructions[split] = Instruction::Maybe(self.here());
    }

    fn here(&self) -> u32 {
        self.instructions.len() as u32
    }
}

fn number_shapes(pattern: &PatternTree) -> Vec<u32> {
    let mut known: HashMap<(PatternKind, u32, Vec<u32>), u32> = HashMap::new();
    let mut shapes = vec![0; pattern.len()];
    for at in (0..pattern.len() as u32).rev() {
        let node = pattern.node(at);
        let children = pattern.children(at).map(|child| shapes[child as usize]).collect();
        let fresh = known.len() as u32;
        shapes[at as usize] = *known.entry((node.kind, node.value, children)).or_insert(fresh);
    }
    shapes
}
