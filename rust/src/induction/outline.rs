//! The outline of a page: its elements that hold anything, with their runs of text.
//!
//! Inline markup is no structure: `by <a>Anna</a> on <b>3 May</b>` is one run of text of the element around it.

use std::borrow::Cow;

use crate::hash::WordMap;
use crate::leaves::{LeafKind, Leaves};

/// What an element is for the outline, by its tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// No element at all.
    Text,
    /// A link.
    Link,
    /// A line break.
    Break,
    /// Other inline markup.
    Inline,
    /// What nobody sees.
    Hidden,
    /// Structure.
    Block,
}

impl Role {
    /// The role of a tag; empty for what is no element.
    pub fn of(tag: &str) -> Self {
        match tag {
            "" => Role::Text,
            "a" => Role::Link,
            "br" => Role::Break,
            "abbr" | "acronym" | "b" | "bdi" | "bdo" | "big" | "cite" | "code" | "data" | "del" | "dfn" | "em"
            | "font" | "i" | "ins" | "kbd" | "mark" | "nobr" | "q" | "s" | "samp" | "small" | "span" | "strike"
            | "strong" | "sub" | "sup" | "time" | "tt" | "u" | "var" | "wbr" | "img" | "input" | "label" | "button" => {
                Role::Inline
            }
            "head" | "title" | "script" | "style" | "noscript" | "template" | "select" | "option" | "link" | "base" => {
                Role::Hidden
            }
            _ => Role::Block,
        }
    }

    fn is_inline(self) -> bool {
        matches!(self, Role::Text | Role::Link | Role::Break | Role::Inline)
    }
}

/// Something in an element, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// An element.
    Element(usize),
    /// A run of text.
    Run(usize),
}

/// An element that holds a run, an attribute or such an element.
#[derive(Clone, Debug, Default)]
pub struct OutlineElement {
    /// Its node.
    pub node: u32,
    /// The number of the element around it; only the first has none.
    pub parent: Option<usize>,
    /// The column of a cell in its table.
    pub column: Option<u16>,
    /// What it holds, in the order of the page.
    pub content: Vec<Item>,
    /// The leaves of its attributes, and of those of the inline elements in it.
    pub attributes: Vec<u32>,
}

/// Text without a block inside.
#[derive(Clone, Debug, Default)]
pub struct OutlineRun {
    /// The leaf that is all of it.
    pub block: Option<u32>,
    /// Its texts, in order.
    pub leaves: Vec<u32>,
    /// Which leaves, one behind the other, say it.
    pub said: Vec<u32>,
    /// For each text the number of the inline markup around it.
    pub marks: Vec<usize>,
    /// Which of its texts begin a new line.
    pub breaks: Vec<usize>,
    /// How many of its letters are in links.
    pub linked: usize,
}

impl OutlineRun {
    /// What it says: one text as it is, several with blanks between.
    pub fn text<'page>(&self, page: &'page Leaves) -> Cow<'page, str> {
        if let [leaf] = self.said.as_slice() {
            return Cow::Borrowed(page.values.get(*leaf as usize));
        }
        let mut said = String::new();
        for &leaf in &self.said {
            if !said.is_empty() {
                said.push(' ');
            }
            said.push_str(page.values.get(leaf as usize));
        }
        Cow::Owned(said)
    }
}

/// Inline markup around a text: the innermost element that is not yet a part of what is around it, and that.
///
/// The first is none at all.
pub type Mark = (u32, usize);

/// The outline of a page: parents before what is in them.
#[derive(Clone, Debug, Default)]
pub struct Outline {
    /// The elements; the first is the root.
    pub elements: Vec<OutlineElement>,
    /// The runs.
    pub runs: Vec<OutlineRun>,
    /// Inline markup: a node and the number of the markup around it.
    pub marks: Vec<Mark>,
}

/// Where a node is.
#[derive(Clone, Copy, Debug)]
struct Around {
    /// The structure that it is in.
    holder: u32,
    /// The inline markup between.
    mark: usize,
    is_linked: bool,
}

struct Builder<'page> {
    page: &'page Leaves,
    roles: &'page [Role],
    are_structural: Vec<bool>,
    around: Vec<Option<Around>>,
    /// By node.
    elements: Vec<Option<usize>>,
    marks: WordMap<Mark, usize>,
    breaks: Vec<u32>,
    outline: Outline,
}

/// The outline of a page whose nodes have these roles.
pub fn outline(page: &Leaves, roles: &[Role]) -> Outline {
    let mut hidden: Vec<bool> = vec![false; roles.len()];
    for node in 1..roles.len() {
        // Parents stand before their children.
        hidden[node] = hidden[page.rows.parent(node as u32) as usize] || roles[node] == Role::Hidden;
    }
    let is_shown = |leaf: &u32| {
        let leaf = &page.leaves[*leaf as usize];
        !leaf.kind.is_named() && !hidden[leaf.node as usize]
    };
    let shown: Vec<u32> = (0..page.leaves.len() as u32).filter(is_shown).collect();
    let breaks = (0..).zip(roles).filter(|(_, role)| **role == Role::Break).map(|(node, _)| node).collect();
    let mut builder = Builder {
        page,
        roles,
        are_structural: vec![false; roles.len()],
        around: vec![None; roles.len()],
        elements: vec![None; roles.len()],
        marks: WordMap::default(),
        breaks,
        outline: Outline { marks: vec![(0, 0)], ..Outline::default() },
    };
    for &leaf in &shown {
        builder.note_structure(page.leaves[leaf as usize].node);
    }
    builder.outline.elements.push(OutlineElement::default());
    if let Some(root) = builder.elements.first_mut() {
        *root = Some(0);
    }
    let blocks = page.blocks();
    for leaf in shown {
        builder.add(leaf, &blocks);
    }
    builder.outline
}

impl Builder<'_> {
    /// Notes the nearest element that is not inline, and all around it: an inline element with a block inside is
    /// structure after all.
    fn note_structure(&mut self, mut node: u32) {
        while node != 0 && !self.are_structural[node as usize] && self.roles[node as usize].is_inline() {
            node = self.page.rows.parent(node);
        }
        while node != 0 && !self.are_structural[node as usize] {
            self.are_structural[node as usize] = true;
            node = self.page.rows.parent(node);
        }
    }

    fn place(&mut self, mut node: u32) -> Around {
        let mut unknown = Vec::new();
        while node != 0 && self.around[node as usize].is_none() {
            unknown.push(node);
            node = self.page.rows.parent(node);
        }
        let mut found = self.around[node as usize].unwrap_or(Around { holder: 0, mark: 0, is_linked: false });
        for inner in unknown.into_iter().rev() {
            let role = self.roles[inner as usize];
            found.is_linked |= role == Role::Link;
            if self.are_structural[inner as usize] {
                (found.holder, found.mark) = (inner, 0);
            } else if role != Role::Text {
                found.mark = self.mark((inner, found.mark));
            }
            self.around[inner as usize] = Some(found);
        }
        found
    }

    fn mark(&mut self, mark: Mark) -> usize {
        let next = self.outline.marks.len();
        let number = *self.marks.entry(mark).or_insert(next);
        if number == next {
            self.outline.marks.push(mark);
        }
        number
    }

    /// The number of the element at a node, made with all around it if need be.
    fn element(&mut self, mut node: u32) -> usize {
        let mut missing = Vec::new();
        let mut current = loop {
            match self.elements[node as usize] {
                Some(number) => break number,
                None => missing.push(node),
            }
            node = self.page.rows.parent(node);
        };
        for inner in missing.into_iter().rev() {
            let number = self.outline.elements.len();
            let column = self.page.rows.column(inner);
            let made = OutlineElement { node: inner, parent: Some(current), column, ..OutlineElement::default() };
            self.outline.elements.push(made);
            self.outline.elements[current].content.push(Item::Element(number));
            self.elements[inner as usize] = Some(number);
            current = number;
        }
        current
    }

    fn add(&mut self, leaf: u32, blocks: &[i64]) {
        let found = &self.page.leaves[leaf as usize];
        let around = self.place(found.node);
        let holder = self.element(around.holder);
        match found.kind {
            LeafKind::Text => {}
            LeafKind::Block => {
                return self
                    .add_run(holder, OutlineRun { block: Some(leaf), said: vec![leaf], ..OutlineRun::default() });
            }
            _ => return self.outline.elements[holder].attributes.push(leaf),
        }
        let letters = if around.is_linked { self.page.values.get(leaf as usize).chars().count() } else { 0 };
        let Some(&Item::Run(last)) = self.outline.elements[holder].content.last() else {
            let (leaves, marks) = (vec![leaf], vec![around.mark]);
            let said = vec![leaf];
            return self.add_run(holder, OutlineRun { leaves, said, marks, linked: letters, ..OutlineRun::default() });
        };
        let before = self.outline.runs[last].leaves.last().map(|&last| self.page.leaves[last as usize].node);
        let is_broken = before.is_some_and(|before| self.is_broken(before, found.node));
        let run = &mut self.outline.runs[last];
        if is_broken {
            run.breaks.push(run.leaves.len());
        }
        run.leaves.push(leaf);
        run.marks.push(around.mark);
        run.linked += letters;
        if run.block.is_none_or(|block| i64::from(block) != blocks[leaf as usize]) {
            run.said.push(leaf);
        }
    }

    fn add_run(&mut self, holder: usize, run: OutlineRun) {
        self.outline.elements[holder].content.push(Item::Run(self.outline.runs.len()));
        self.outline.runs.push(run);
    }

    /// Whether a line break stands between two nodes.
    fn is_broken(&self, before: u32, node: u32) -> bool {
        let next = self.breaks.partition_point(|&line_break| line_break <= before);
        self.breaks.get(next).is_some_and(|&line_break| line_break < node)
    }
}
