//! Rows: elements that repeat among their siblings, the keys by which their kind is known, and where in them a leaf
//! is.

use std::collections::HashSet;

use super::alike::Alike;
use super::grid::Grids;
use super::keys::Keys;
use super::steps::Step;
use crate::hash::{PATH_START, WordMap, extend};
use crate::html::{Name, NodeId, Tree};
use crate::seeded::Seed;

/// By how many kinds of key a row is known: path and class, path and tag, classes of it and its parent, its own class,
/// its last steps, all its classes, its last steps and the classes of the first element in it.
pub const ROW_KEYS: usize = 7;

/// By how many kinds of key a container of text is known: those of a row, and its position.
pub const CONTAINER_KEYS: usize = ROW_KEYS;

/// What an element is as a step inside a row.
#[derive(Clone, Copy, Debug, Default)]
struct Inner {
    /// Tag and classes; for the cell of a table its column, too.
    step: u64,
    /// Tag, classes and position among siblings alike.
    place: u64,
}

/// What is known of one element, or text, beside its keys.
#[derive(Clone, Copy, Debug, Default)]
struct Facts {
    is_element: bool,
    /// Whether there is another one like it among its siblings.
    repeats: bool,
    /// Whether text is directly in it.
    has_text: bool,
    /// Whether it is a row of table cells.
    has_cells: bool,
    /// The column of a cell in its table.
    column: Option<u16>,
}

/// One row that a leaf is in, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowPlace {
    /// The element, or the first of the siblings that are the row together.
    pub node: NodeId,
    /// What kind of row it is.
    pub row: u64,
    /// Where in the row the leaf is.
    pub cell: CellPath,
}

/// Where in a row a leaf is: hashes of the steps between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellPath {
    /// Steps with classes.
    pub steps: u64,
    /// Steps with positions.
    pub places: u64,
    /// The nearest step alone.
    pub nearest: u64,
}

impl CellPath {
    fn new(kind: u64) -> Self {
        let start = extend(PATH_START, kind);
        CellPath { steps: start, places: start, nearest: start }
    }

    fn up(self, element: Inner) -> Self {
        let is_first = self.steps == self.nearest && self.steps == self.places;
        let nearest = if is_first { extend(self.nearest, element.step) } else { self.nearest };
        CellPath { steps: extend(self.steps, element.step), places: extend(self.places, element.place), nearest }
    }
}

/// What is known of the elements of a page as rows, by node. Each has an array of its own: whoever looks for rows reads
/// the keys of all nodes, and whoever looks for cells reads the steps of a few.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    parents: Vec<NodeId>,
    /// For each node the first one behind all that is in it.
    ends: Vec<NodeId>,
    /// The keys of their kinds as rows; zeros for what is no element.
    keys: Vec<[u64; ROW_KEYS]>,
    inner: Vec<Inner>,
    facts: Vec<Facts>,
    /// Their places on the page.
    positions: Vec<u64>,
}

/// Which elements of a page are rows of some kinds.
#[derive(Clone, Debug, Default)]
pub struct RowMarks {
    /// By node the kind that it is a row of, or 0.
    kinds: Vec<u64>,
    /// Rows made of siblings: for each kind, and each element, the sibling that its row begins with, or 0.
    groups: Vec<(u64, Vec<NodeId>)>,
    /// By node whether it, or what it is in, is a row or a part of one.
    are_inside: Vec<bool>,
}

impl RowMarks {
    /// The rows of some kinds, and of siblings that begin with an element of one of the other kinds; these have, as
    /// kinds of rows, all bits turned.
    pub fn new(rows: &Rows, kinds: &HashSet<u64, Seed>, leaders: &HashSet<u64>) -> Self {
        let kind = |keys: &[u64; ROW_KEYS]| keys.iter().copied().find(|key| kinds.contains(key)).unwrap_or(0);
        let kinds: Vec<u64> = rows.keys.iter().map(kind).collect();
        let groups = rows.groups(leaders);
        let mut are_inside = vec![false; rows.len()];
        for node in 1..rows.len() {
            let is_in_group = groups.iter().any(|(_, leaders): &(u64, Vec<NodeId>)| leaders[node] != 0);
            are_inside[node] = are_inside[rows.parents[node] as usize] || kinds[node] != 0 || is_in_group;
        }
        RowMarks { kinds, groups, are_inside }
    }
}

impl Rows {
    pub(super) fn new(tree: &Tree<'_>, steps: &[Step], keys: &[Keys], alike: &Alike, shown: &[bool]) -> Self {
        let count = tree.len();
        let mut rows = Rows {
            parents: vec![0; count],
            ends: (1..=count as NodeId).collect(),
            keys: vec![[0; ROW_KEYS]; count],
            inner: vec![Inner::default(); count],
            facts: vec![Facts::default(); count],
            positions: vec![0; count],
        };
        let mut grids = Grids::default();
        for node in 1..count as NodeId {
            let Some(parent) = tree.parent(node) else { continue };
            let (at, above) = (node as usize, parent as usize);
            rows.parents[at] = parent;
            if !tree.is_element(node) {
                rows.facts[above].has_text |= shown[at];
                continue;
            }
            let step = steps[at];
            let (position, earlier) = alike.of(node);
            rows.keys[at] = row_keys(step, steps[above], keys[at], keys[above]);
            let holder = &mut rows.keys[above];
            if holder[6] == 0 && holder[0] != 0 {
                holder[6] = extend(extend(holder[4], step.classes), 8);
            }
            rows.positions[at] = extend(keys[at].place, 7);
            let inner = &mut rows.inner[at];
            *inner = Inner { step: step.classes, place: extend(step.classes, u64::from(position)) };
            if matches!(tree.name(node), Name::TD | Name::TH) {
                let column = grids.column(tree, node);
                inner.step = extend(step.tag, column as u64);
                rows.facts[at].column = u16::try_from(column).ok();
                rows.facts[above].has_cells = true;
            }
            rows.facts[at].is_element = true;
            if earlier != node {
                rows.facts[at].repeats = true;
                rows.facts[earlier as usize].repeats = true;
            }
        }
        for node in (1..count).rev() {
            let parent = rows.parents[node] as usize;
            rows.ends[parent] = rows.ends[parent].max(rows.ends[node]);
        }
        rows
    }

    /// Whether an element is a row of table cells.
    pub fn has_cells(&self, node: NodeId) -> bool {
        self.facts[node as usize].has_cells
    }

    /// In which column of its table a cell stands; None for other elements.
    pub fn column(&self, node: NodeId) -> Option<u16> {
        self.facts[node as usize].column
    }

    /// The keys of a node as a row; zeros for what is no element.
    #[inline]
    pub fn keys(&self, node: NodeId) -> &[u64; ROW_KEYS] {
        &self.keys[node as usize]
    }

    /// Whether two siblings are rows of one kind. Rows of cells that begin with cells of other classes may be one entry
    /// together, whatever class they have themselves.
    pub fn are_alike(&self, node: NodeId, other: NodeId) -> bool {
        let [own, others] = [self.keys(node), self.keys(other)];
        own[0] == others[0] && (!self.has_cells(node) || own[6] == others[6])
    }

    /// The keys of a node as a container of text, from what names it to its mere position; zeros for what is no
    /// element.
    pub fn container_keys(&self, node: NodeId) -> [u64; CONTAINER_KEYS] {
        let [path, tags, near, own, tail, classes, _] = self.keys[node as usize];
        [tail, path, near, classes, own, tags, self.positions[node as usize]]
    }

    /// The first keys of all elements that repeat, each once.
    pub fn repeated(&self) -> HashSet<u64> {
        self.facts.iter().zip(&self.keys).filter(|(facts, _)| facts.repeats).map(|(_, keys)| keys[0]).collect()
    }

    /// Whether text is directly in a node.
    pub fn has_text(&self, node: NodeId) -> bool {
        self.facts[node as usize].has_text
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.parents.len()
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.parents.is_empty()
    }

    /// The first node behind all that is in a node.
    pub fn end(&self, node: NodeId) -> NodeId {
        self.ends[node as usize]
    }

    /// The parent of a node; that of the document is itself.
    pub fn parent(&self, node: NodeId) -> NodeId {
        self.parents[node as usize]
    }

    /// Whether a node is an element.
    pub fn is_element(&self, node: NodeId) -> bool {
        self.facts[node as usize].is_element
    }

    /// The rows of siblings that begin with an element of these kinds; as kinds of rows, the kinds with all bits turned.
    fn groups(&self, leaders: &HashSet<u64>) -> Vec<(u64, Vec<NodeId>)> {
        let mut groups = Vec::with_capacity(leaders.len());
        for &kind in leaders {
            let mut current: WordMap<NodeId, NodeId> = WordMap::default();
            let mut of_element = vec![0; self.len()];
            for node in 1..self.len() as NodeId {
                if !self.is_element(node) {
                    continue;
                }
                let parent = self.parent(node);
                if self.keys[node as usize].contains(&kind) {
                    current.insert(parent, node);
                }
                of_element[node as usize] = current.get(&parent).copied().unwrap_or(0);
            }
            groups.push((!kind, of_element));
        }
        groups
    }

    /// The nearest of the marked rows around a leaf, nearest first; at most so many.
    pub fn around(&self, node: NodeId, kind: u64, marks: &RowMarks, most: usize) -> Vec<RowPlace> {
        let mut found = Vec::new();
        let mut cell = CellPath::new(kind);
        for element in self.ancestors(node) {
            let at = element as usize;
            if found.len() >= most || !marks.are_inside[at] {
                break;
            }
            let row = marks.kinds[at];
            found.extend((row != 0).then_some(RowPlace { node: element, row, cell }));
            cell = cell.up(self.inner[at]);
            let start = found.len();
            let leaders = marks.groups.iter().filter(|(_, leaders)| leaders[at] != 0);
            found.extend(leaders.map(|(row, leaders)| RowPlace { node: leaders[at], row: *row, cell }));
            // Of groups of the same siblings the one that begins last is the innermost.
            found[start..].sort_by_key(|place| std::cmp::Reverse(place.node));
        }
        found.truncate(most);
        found
    }

    /// Where a leaf is in a row that is an element, or that begins with one.
    pub fn cell(&self, node: NodeId, kind: u64, row: NodeId, is_group: bool) -> CellPath {
        let parent = self.parent(row);
        let mut cell = CellPath::new(kind);
        for element in self.ancestors(node) {
            if element == row && !is_group || element == parent {
                break;
            }
            cell = cell.up(self.inner[element as usize]);
        }
        cell
    }

    /// The elements around a node, itself included, nearest first.
    pub fn ancestors(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        let all = std::iter::successors(Some(node), |&node| (node != 0).then(|| self.parent(node)));
        all.filter(|&node| node != 0 && self.is_element(node))
    }
}

/// The keys of an element as a row, by its own step and that of its parent; the last is known with its first child.
fn row_keys(step: Step, above: Step, own: Keys, holder: Keys) -> [u64; ROW_KEYS] {
    let path = holder.path;
    let classes = if step.classes == step.tag { 0 } else { extend(step.classes, 6) };
    let first_class = if step.signature == step.tag { 0 } else { extend(step.signature, 4) };
    [
        extend(extend(path, step.signature), 1),
        extend(extend(path, step.tag), 2),
        extend(extend(above.classes, step.signature), 3),
        first_class,
        extend(own.tail, 5),
        classes,
        0,
    ]
}
