//! Chooses a path for every pair of subtree classes, after RTED and APTED (Pawlik and Augsten).
//!
//! The distance of two subtrees can be computed along any root-to-leaf path of either: first all subtrees
//! that hang off the path against the whole other subtree, then one pass along the path. Which path is
//! cheapest follows from the cheapest choices of smaller pairs, so all are found bottom-up before any
//! distance is computed. Repeated subtrees are counted once where that is easy to know: among the children
//! of one node, and among the tables of one pass. Choices affect speed only, never the result.

use super::gains::Rows;
use super::inner;
use super::side::{PATHS, Path, Side, View};

/// A path and the tree it runs through.
pub(super) type Choice = (Rows, Path);

pub(super) const CHOICES: [Choice; 6] = [
    (Rows::First, Path::Left),
    (Rows::First, Path::Right),
    (Rows::First, Path::Heavy),
    (Rows::Second, Path::Left),
    (Rows::Second, Path::Right),
    (Rows::Second, Path::Heavy),
];

/// The choice for every pair of classes.
pub(super) struct Strategy {
    choices: Vec<u8>,
    width: usize,
}

impl Strategy {
    pub fn new(first: &Side, second: &Side) -> Self {
        let (rows, columns) = (Shapes::new(first), Shapes::new(second));
        let width = columns.sizes.len();
        let mut sums = RowSums::new(first, width);
        let mut choices = Vec::with_capacity(rows.sizes.len() * width);
        for row in 0..rows.sizes.len() {
            let hanging = sums.take(row);
            let costs = choose_row(&rows, row, &columns, &hanging, &mut choices);
            sums.pass_on(row, &hanging, &costs);
        }
        Self { choices, width }
    }

    /// The same choice for every pair, for tests: distances must not depend on it.
    #[cfg(test)]
    pub fn always(choice: u8, first: &Side, second: &Side) -> Self {
        let width = second.class_count();
        Self { choices: vec![choice; first.class_count() * width], width }
    }

    pub fn choice(&self, first: u32, second: u32) -> Choice {
        CHOICES[self.choices[first as usize * self.width + second as usize] as usize]
    }
}

/// Work done to find the choices: every class of one tree against every node of the other, and a look into
/// every class, which is all there is to do for deep chains.
pub(super) fn cells(first: &Side, second: &Side) -> u64 {
    let pairs = |one: &Side, other: &Side| one.class_count() as u64 * other.len() as u64;
    let looks = |side: &Side| side.class_sizes.iter().map(|&size| u64::from(size)).sum::<u64>();
    pairs(first, second) + pairs(second, first) + looks(first) + looks(second)
}

/// What the costs of one tree's classes are made of.
struct Shapes {
    sizes: Vec<f32>,
    /// For each path, the columns of all tables that a pass along the *other* tree's path needs.
    pass_columns: [Vec<f32>; 3],
    children: Vec<Vec<Child>>,
}

/// A class among the children of another, and the part it has in its parent's paths.
#[derive(Clone, Copy)]
struct Child {
    class: u32,
    /// For each path: it runs through a child of this class.
    on_path: [bool; 3],
    /// For each path: a child of this class hangs off it.
    hangs: [bool; 3],
}

impl Shapes {
    fn new(side: &Side) -> Self {
        let heavy = side.class_sizes.iter().map(|&size| inner::cells(1, u64::from(size)) as f32);
        Self {
            sizes: side.class_sizes.iter().map(|&size| size as f32).collect(),
            pass_columns: [
                table_columns(side, &side.left_view),
                table_columns(side, &side.right_view),
                heavy.collect(),
            ],
            children: (0..side.class_count()).map(|class| distinct_children(side, class)).collect(),
        }
    }
}

/// The columns of all distinct tables inside each class.
fn table_columns(side: &Side, view: &View) -> Vec<f32> {
    let mut counted_for = vec![u32::MAX; side.class_count()];
    (0..side.class_count() as u32)
        .map(|class| {
            let fresh = view
                .key_roots(class)
                .filter(|&root| std::mem::replace(&mut counted_for[root as usize], class) != class);
            fresh.map(|root| side.class_sizes[root as usize] as f32).sum()
        })
        .collect()
}

fn distinct_children(side: &Side, class: usize) -> Vec<Child> {
    let node = side.class_nodes[class] as usize;
    let on_path = PATHS.map(|path| side.path_child(node, path));
    let mut children: Vec<Child> = side
        .children(node)
        .map(|child| Child {
            class: side.classes[child],
            on_path: on_path.map(|path_child| path_child == Some(child)),
            hangs: on_path.map(|path_child| path_child != Some(child)),
        })
        .collect();
    children.sort_by_key(|child| child.class);
    children.dedup_by(|next, kept| {
        let same = next.class == kept.class;
        if same {
            kept.on_path = either(kept.on_path, next.on_path);
            kept.hangs = either(kept.hangs, next.hangs);
        }
        same
    });
    children
}

fn either(one: [bool; 3], other: [bool; 3]) -> [bool; 3] {
    std::array::from_fn(|index| one[index] || other[index])
}

/// For one row class: against every column class, the cost of all subtrees hanging off each path.
type HangingRow = [Vec<f32>; 3];

/// The sums that wait for row classes whose children are being worked through. A row is made when the
/// first child passes its cost on and dropped when the class itself is done.
struct RowSums {
    waiting: Vec<Option<HangingRow>>,
    parents: Vec<Vec<(usize, Child)>>,
    width: usize,
}

impl RowSums {
    fn new(side: &Side, width: usize) -> Self {
        let mut parents = vec![Vec::new(); side.class_count()];
        for class in 0..side.class_count() {
            for child in distinct_children(side, class) {
                parents[child.class as usize].push((class, child));
            }
        }
        Self { waiting: vec![None; side.class_count()], parents, width }
    }

    fn take(&mut self, class: usize) -> HangingRow {
        self.waiting[class].take().unwrap_or_else(|| zeros(self.width))
    }

    /// Adds a finished class to the sums of its parents: its own sum where the path goes on through it, its
    /// whole cost where it hangs off.
    fn pass_on(&mut self, class: usize, hanging: &HangingRow, costs: &[f32]) {
        for (parent, child) in &self.parents[class] {
            let sums = self.waiting[*parent].get_or_insert_with(|| zeros(self.width));
            for path in 0..3 {
                if child.on_path[path] {
                    add(&mut sums[path], &hanging[path]);
                }
                if child.hangs[path] {
                    add(&mut sums[path], costs);
                }
            }
        }
    }
}

fn zeros(width: usize) -> HangingRow {
    std::array::from_fn(|_| vec![0.0; width])
}

fn add(sums: &mut [f32], values: &[f32]) {
    for (sum, value) in sums.iter_mut().zip(values) {
        *sum += value;
    }
}

/// Chooses for one row class against all column classes; returns the costs of the choices.
fn choose_row(rows: &Shapes, row: usize, columns: &Shapes, hanging: &HangingRow, choices: &mut Vec<u8>) -> Vec<f32> {
    let width = columns.sizes.len();
    let mut costs = vec![0.0; width];
    let mut column_hanging = zeros(width);
    for column in 0..width {
        for (path, sums) in column_hanging.iter_mut().enumerate() {
            sums[column] = hanging_columns(&columns.children[column], path, &costs, sums);
        }
        let options: [f32; 6] = std::array::from_fn(|choice| match choice < 3 {
            true => rows.sizes[row] * columns.pass_columns[choice][column] + hanging[choice][column],
            false => {
                let path = choice - 3;
                columns.sizes[column] * rows.pass_columns[path][row] + column_hanging[path][column]
            }
        });
        let best = cheapest(&options);
        choices.push(best as u8);
        costs[column] = options[best];
    }
    costs
}

fn hanging_columns(children: &[Child], path: usize, costs: &[f32], sums: &[f32]) -> f32 {
    let mut total = 0.0;
    for child in children {
        let class = child.class as usize;
        if child.on_path[path] {
            total += sums[class];
        }
        if child.hangs[path] {
            total += costs[class];
        }
    }
    total
}

fn cheapest(options: &[f32; 6]) -> usize {
    let mut best = 0;
    for choice in 1..options.len() {
        if options[choice] < options[best] {
            best = choice;
        }
    }
    best
}
