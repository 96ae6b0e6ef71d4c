//! Rows: elements that repeat among their siblings, the keys by which their kind is known, and where in them a leaf
//! is.

use std::collections::HashSet;

use super::grid::Grids;
use super::keys::{ElementKeys, Shape};
use crate::hash::{PATH_START, WordMap, WordSet, extend};
use crate::html::{Name, NodeId, Tree};
use crate::seeded::Seed;

/// By how many kinds of key a row is known: path and class, path and tag, classes of it and its parent, its own class,
/// its last steps, all its classes, its last steps and the classes of the first element in it.
pub const ROW_KEYS: usize = 7;

/// How many keys of a row follow from its shape: all but the last.
const SHAPE_KEYS: usize = ROW_KEYS - 1;

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
    /// Whether one of these is a `td`.
    has_data: bool,
    /// Whether two of them or more are a `th`.
    has_heads: bool,
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
    pub(super) ends: Vec<NodeId>,
    /// The numbers of their shapes; 0 for what is no element.
    shape_of: Vec<u32>,
    /// By shape the keys of a kind of rows, but for the last; zeros for what is no element.
    shapes: Vec<[u64; SHAPE_KEYS]>,
    /// The last of the keys as rows, by the first element in it; 0 without one.
    firsts: Vec<u64>,
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
        let kind = |keys: &[u64]| keys.iter().copied().find(|key| kinds.contains(key)).unwrap_or(0);
        let of_shapes: Vec<u64> = rows.shapes.iter().map(|keys| kind(keys)).collect();
        let of_node = |(&shape, first): (&u32, &u64)| match of_shapes[shape as usize] {
            0 if *first != 0 => kind(std::slice::from_ref(first)),
            found => found,
        };
        let kinds: Vec<u64> = rows.shape_of.iter().zip(&rows.firsts).map(of_node).collect();
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
    /// Finds the rows of a page, in place of those of an earlier one; where nodes end is there already.
    pub(super) fn read(&mut self, tree: &Tree<'_>, elements: &ElementKeys, shown: &[bool]) {
        self.clear(tree.len());
        let ElementKeys { shapes, same_signature, .. } = elements;
        self.shapes.push([0; SHAPE_KEYS]);
        self.shapes.extend(shapes.iter().skip(1).map(|shape| row_keys(shape, &shapes[shape.parent as usize])));
        let mut grids = Grids::default();
        for node in 1..tree.len() as NodeId {
            // Only the document is in nothing.
            let parent = tree.parent(node).unwrap_or(0);
            let (at, above) = (node as usize, parent as usize);
            if !tree.is_element(node) {
                self.facts[above].has_text |= shown[at];
                self.parents[at] = parent;
                continue;
            }
            let step = elements.shape(node).step;
            let (position, earlier) = same_signature[at];
            if self.firsts[above] == 0 && parent != 0 {
                let tail = self.shapes[self.shape_of[above] as usize][4];
                self.firsts[above] = extend(extend(tail, step.classes), 8);
            }
            let mut inner = Inner { step: step.classes, place: extend(step.classes, u64::from(position)) };
            let mut column = None;
            if matches!(tree.name(node), Name::TD | Name::TH) {
                let found = grids.column(tree, node);
                inner.step = extend(step.tag, found as u64);
                column = u16::try_from(found).ok();
                let row = &mut self.facts[above];
                row.has_heads |= row.has_cells && tree.name(node) == Name::TH;
                row.has_data |= tree.name(node) == Name::TD;
                row.has_cells = true;
            }
            let repeats = earlier != node;
            if repeats {
                self.facts[earlier as usize].repeats = true;
            }
            self.parents[at] = parent;
            self.shape_of[at] = elements.shape_of[at];
            self.inner[at] = inner;
            self.facts[at] = Facts { is_element: true, repeats, column, ..Facts::default() };
            self.positions[at] = extend(elements.places[at], 7);
        }
    }

    /// About how many bytes the arrays hold.
    pub(super) fn capacity(&self) -> usize {
        let each = 3 * size_of::<NodeId>() + 2 * size_of::<u64>() + size_of::<Inner>() + size_of::<Facts>();
        self.parents.capacity() * each + self.shapes.capacity() * size_of::<[u64; SHAPE_KEYS]>()
    }

    /// Forgets the nodes of an earlier page, and makes room for this many: half of them are texts, of which no more is
    /// known than what is in them then.
    fn clear(&mut self, count: usize) {
        fn blank<Item: Clone + Default>(items: &mut Vec<Item>, count: usize) {
            items.clear();
            items.resize(count, Item::default());
        }
        let Rows { parents, ends: _, shape_of, shapes, firsts, inner, facts, positions } = self;
        shapes.clear();
        blank(parents, count);
        blank(shape_of, count);
        blank(firsts, count);
        blank(inner, count);
        blank(facts, count);
        blank(positions, count);
    }

    /// Whether an element is a row of header cells, and no others.
    pub fn has_heads_only(&self, node: NodeId) -> bool {
        let facts = self.facts[node as usize];
        facts.has_heads && !facts.has_data
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
    pub fn keys(&self, node: NodeId) -> [u64; ROW_KEYS] {
        let [path, tags, near, own, tail, classes] = self.shapes[self.shape_of[node as usize] as usize];
        [path, tags, near, own, tail, classes, self.firsts[node as usize]]
    }

    /// The nodes of which some keys as a row may be among those that somebody looks for.
    pub fn nodes_with(&self, may_be_any: impl Fn(&[u64]) -> bool) -> impl Iterator<Item = NodeId> {
        let may_have: Vec<bool> = self.shapes.iter().map(|keys| may_be_any(keys)).collect();
        (1..self.len() as NodeId).filter(move |&node| {
            let at = node as usize;
            // What is no element has no shape, and no element in it.
            let shape = self.shape_of[at];
            shape != 0 && (may_have[shape as usize] || may_be_any(&self.firsts[at..=at]))
        })
    }

    /// The keys of a node as a container of text, from what names it to its mere position; zeros for what is no
    /// element.
    pub fn container_keys(&self, node: NodeId) -> [u64; CONTAINER_KEYS] {
        let [path, tags, near, own, tail, classes] = self.shapes[self.shape_of[node as usize] as usize];
        [tail, path, near, classes, own, tags, self.positions[node as usize]]
    }

    /// By shape the rank of the best of some keys that its elements have as containers of text, wherever they are; the
    /// number of keys for none.
    pub fn container_ranks(&self, keys: &[u64]) -> Vec<usize> {
        let rank = |own: &[u64; SHAPE_KEYS]| keys.iter().position(|key| own.contains(key)).unwrap_or(keys.len());
        self.shapes.iter().map(rank).collect()
    }

    /// The rank of the best of some keys that an element has as a container of text, if it has one before `end`; `ranks`
    /// are those of shapes.
    #[inline]
    pub fn container_rank(&self, node: NodeId, keys: &[u64], ranks: &[usize]) -> usize {
        let rank = ranks[self.shape_of[node as usize] as usize].min(keys.len());
        let position = self.positions[node as usize];
        keys[..rank].iter().position(|&key| key == position).unwrap_or(rank)
    }

    /// Which shapes have one of some keys as containers of text.
    pub fn containers_with(&self, keys: &WordSet) -> Vec<bool> {
        self.shapes.iter().map(|own| own.iter().any(|key| keys.contains(key))).collect()
    }

    /// Whether an element has one of some keys as a container of text; `shapes` says it of shapes.
    #[inline]
    pub fn is_container_with(&self, node: NodeId, keys: &WordSet, shapes: &[bool]) -> bool {
        shapes[self.shape_of[node as usize] as usize] || keys.contains(&self.positions[node as usize])
    }

    /// The first keys of all elements that repeat, each once.
    pub fn repeated(&self) -> WordSet {
        let mut repeat = vec![false; self.shapes.len()];
        for (facts, &shape) in self.facts.iter().zip(&self.shape_of) {
            repeat[shape as usize] |= facts.repeats;
        }
        self.shapes.iter().zip(repeat).filter(|(_, repeats)| *repeats).map(|(keys, _)| keys[0]).collect()
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
                if self.keys(node).contains(&kind) {
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

    /// Where a leaf is in a row that is an element, or that begins with one (`is_group`); the steps with positions only
    /// if somebody asks for them.
    pub fn cell(&self, node: NodeId, kind: u64, (row, is_group): (NodeId, bool), with_places: bool) -> CellPath {
        let around = self.parent(row);
        // A row of siblings ends with what is around it; all other rows lie in that.
        let end = if is_group { around } else { row };
        let CellPath { mut steps, mut places, mut nearest } = CellPath::new(kind);
        // As `CellPath::up` has it: a step that is its place does not end what is nearest.
        let mut is_nearest = true;
        let mut element = if self.is_element(node) { node } else { self.parent(node) };
        while element != 0 && element != end && element != around {
            let inner = self.inner[element as usize];
            steps = extend(steps, inner.step);
            if is_nearest {
                nearest = steps;
                is_nearest = inner.step == inner.place;
            }
            if with_places {
                places = extend(places, inner.place);
            }
            element = self.parent(element);
        }
        CellPath { steps, places, nearest }
    }

    /// The elements around a node, itself included, nearest first.
    pub fn ancestors(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        let all = std::iter::successors(Some(node), |&node| (node != 0).then(|| self.parent(node)));
        all.filter(|&node| node != 0 && self.is_element(node))
    }
}

/// The keys of elements of a shape as rows, but for the last, which is known with their first child.
fn row_keys(shape: &Shape, above: &Shape) -> [u64; SHAPE_KEYS] {
    let (step, path) = (shape.step, above.path);
    let classes = if step.classes == step.tag { 0 } else { extend(step.classes, 6) };
    let first_class = if step.signature == step.tag { 0 } else { extend(step.signature, 4) };
    [
        extend(extend(path, step.signature), 1),
        extend(extend(path, step.tag), 2),
        extend(extend(above.step.classes, step.signature), 3),
        first_class,
        extend(shape.tail, 5),
        classes,
    ]
}
