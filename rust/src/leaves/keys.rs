//! The keys of an element: hashes of its last steps, of all its steps, and of its place.
//!
//! All but the place follow from its own step and those above it, which many elements of a page have in common: their
//! *shape*. What follows from a shape is computed once.

use std::collections::HashMap;

use super::alike::{Position, visit_alike};
use super::steps::{Step, Steps, Written};
use crate::hash::{PATH_START, extend};
use crate::html::{NodeId, Tree};
use crate::seeded::Seed;

/// How many steps a tail has.
const TAIL: usize = 5;

/// What elements have in common whose step is the same, below the same steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// The shape of the element around.
    pub parent: u32,
    pub step: Step,
    /// The last five steps with classes, id and itemprop.
    pub tail: u64,
    /// All steps with classes.
    pub class_path: u64,
    /// All tags.
    pub path: u64,
}

/// The shape of the document.
const DOCUMENT: Shape = Shape {
    parent: 0,
    step: Step { full: 0, classes: 0, tag: 0, signature: 0 },
    tail: PATH_START,
    class_path: PATH_START,
    path: PATH_START,
};

/// The shapes and places of all elements of a page, by node; other nodes have those of their parent.
#[derive(Default)]
pub(super) struct ElementKeys {
    /// The shapes of the page: that of the document, then each behind that of its parent.
    pub shapes: Vec<Shape>,
    /// By node the number of its shape.
    pub shape_of: Vec<u32>,
    /// By node all tags with positions.
    pub places: Vec<u64>,
    /// The numbers of shapes, by the shape around, the step, and its signature, which the order of classes decides.
    numbers: HashMap<(u32, u64, u64), u32, Seed>,
    /// By shape the one that came behind it last: rows are alike, so that it mostly does again, and to compare what is
    /// written is quicker than to hash it.
    followers: Vec<u32>,
    steps: Steps,
    /// By element its position among the siblings with the same signature.
    pub same_signature: Vec<Position>,
}

impl ElementKeys {
    /// About how many bytes the arrays hold.
    pub fn capacity(&self) -> usize {
        self.shapes.capacity() * size_of::<Shape>()
            + self.shape_of.capacity() * size_of::<u32>()
            + self.places.capacity() * size_of::<u64>()
            + self.numbers.capacity() * size_of::<((u32, u64, u64), u32)>()
            + self.steps.capacity()
    }

    /// Finds those of a page, in place of those of an earlier one.
    pub fn read(&mut self, tree: &Tree<'_>) {
        self.read_shapes(tree);
        let ElementKeys { shapes, shape_of, places, same_signature, .. } = self;
        let step = |node: NodeId| &shapes[shape_of[node as usize] as usize].step;
        let kinds = |node: NodeId| [step(node).tag, step(node).signature];
        // What an earlier page left is overwritten for all nodes, and nobody asks for positions of texts.
        same_signature.resize(tree.len(), (0, 0));
        places.resize(tree.len(), 0);
        places[0] = PATH_START;
        visit_alike(tree, kinds, |parent, child, found| {
            let mut place = places[parent as usize];
            if let Some([(position, _), same]) = found {
                place = extend(place, step(child).tag ^ u64::from(position).rotate_left(48));
                same_signature[child as usize] = same;
            }
            places[child as usize] = place;
        });
    }

    /// The shape of a node.
    #[inline]
    pub fn shape(&self, node: NodeId) -> &Shape {
        &self.shapes[self.shape_of[node as usize] as usize]
    }

    fn read_shapes(&mut self, tree: &Tree<'_>) {
        let ElementKeys { shapes, shape_of, numbers, followers, steps, .. } = self;
        steps.begin_page();
        // By shape how its last element is written, from the second on.
        let mut written: Vec<Written<'_>> = Vec::new();
        shapes.clear();
        shapes.push(DOCUMENT);
        followers.clear();
        followers.push(0);
        let mut before = 0;
        numbers.clear();
        shape_of.clear();
        shape_of.push(0);
        for node in 1..tree.len() as NodeId {
            // Only the document is in nothing.
            let above = shape_of[tree.parent(node).unwrap_or(0) as usize];
            if !tree.is_element(node) {
                shape_of.push(above);
                continue;
            }
            let own = Written::of(tree, node);
            let follower = followers[before as usize];
            let is_like_it = follower != 0
                && shapes[follower as usize].parent == above
                && own.is_like(&written[follower as usize - 1]);
            let number = if is_like_it {
                follower
            } else {
                let step = steps.step_of(tree, node, &own);
                let number = *numbers.entry((above, step.full, step.signature)).or_insert_with(|| {
                    shapes.push(shape_below(shapes, above, step));
                    followers.push(0);
                    written.push(own);
                    shapes.len() as u32 - 1
                });
                written[number as usize - 1] = own;
                number
            };
            followers[before as usize] = number;
            before = number;
            shape_of.push(number);
        }
    }
}

/// The shape of elements with a step in elements of a shape.
fn shape_below(shapes: &[Shape], parent: u32, step: Step) -> Shape {
    let above = &shapes[parent as usize];
    let ancestors = std::iter::successors(Some(parent), |&shape| Some(shapes[shape as usize].parent));
    let steps = ancestors.take_while(|&shape| shape != 0).map(|shape| shapes[shape as usize].step.full);
    Shape {
        parent,
        step,
        tail: std::iter::once(step.full).chain(steps).take(TAIL).fold(PATH_START, extend),
        class_path: extend(above.class_path, step.classes),
        path: extend(above.path, step.tag),
    }
}
