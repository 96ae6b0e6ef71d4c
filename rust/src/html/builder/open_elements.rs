//! The stack of open elements, and the questions the standard asks of it.

use std::ops::Index;

use super::{Builder, Kind, Name, NodeId, Problems, traits};
use crate::html::names::KNOWN;

/// An element on the stack.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenElement {
    pub node: NodeId,
    pub name: Name,
    pub kind: Kind,
    /// Where HTML goes on inside this foreign element.
    pub integration: Integration,
    /// The number of elements from the root down to this one.
    pub depth: u16,
}

/// Whether content of a foreign element is HTML again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Integration {
    None,
    /// An HTML integration point.
    Html,
    /// A MathML text integration point.
    MathMlText,
}

impl OpenElement {
    pub fn new(node: NodeId, name: Name, kind: Kind, depth: u16) -> Self {
        let integration = match kind {
            Kind::Svg if matches!(name, Name::FOREIGN_OBJECT | Name::DESC | Name::TITLE) => Integration::Html,
            Kind::MathMl if name.is(traits::MATHML_TEXT) => Integration::MathMlText,
            _ => Integration::None,
        };
        OpenElement { node, name, kind, integration, depth }
    }

    /// Whether this is the HTML element of this name.
    #[inline]
    pub fn is_html(&self, name: Name) -> bool {
        self.name == name && self.kind == Kind::Html
    }

    /// Whether this is an HTML element with one of these traits.
    #[inline]
    pub fn has(&self, wanted: u16) -> bool {
        self.kind == Kind::Html && self.name.is(wanted)
    }

    /// Whether the element is special, in any namespace.
    pub fn is_special(&self) -> bool {
        match self.kind {
            Kind::Html => self.name.is(traits::SPECIAL),
            _ => self.ends_foreign_scope(),
        }
    }

    fn ends_foreign_scope(&self) -> bool {
        match self.kind {
            Kind::MathMl => self.name.is(traits::MATHML_TEXT) || self.name == Name::ANNOTATION_XML,
            Kind::Svg => matches!(self.name, Name::FOREIGN_OBJECT | Name::DESC | Name::TITLE),
            _ => false,
        }
    }
}

/// What ends the search for an element "in scope".
#[derive(Clone, Copy)]
pub(super) enum Scope {
    Default,
    Button,
    ListItem,
    Table,
}

impl Scope {
    fn ends_at(self, element: &OpenElement) -> bool {
        if element.kind != Kind::Html {
            return !matches!(self, Scope::Table) && element.ends_foreign_scope();
        }
        let name = element.name;
        match self {
            Scope::Default => name.is(traits::SCOPE),
            Scope::Button => name.is(traits::SCOPE) || name == Name::BUTTON,
            Scope::ListItem => name.is(traits::SCOPE) || matches!(name, Name::OL | Name::UL),
            Scope::Table => matches!(name, Name::HTML | Name::TABLE | Name::TEMPLATE),
        }
    }
}

/// The stack, with a count of the open HTML elements of each known name: most questions end there.
pub(super) struct OpenElements {
    elements: Vec<OpenElement>,
    counts: [u16; KNOWN],
}

impl Default for OpenElements {
    fn default() -> Self {
        OpenElements { elements: Vec::with_capacity(64), counts: [0; KNOWN] }
    }
}

impl Index<usize> for OpenElements {
    type Output = OpenElement;

    fn index(&self, index: usize) -> &OpenElement {
        &self.elements[index]
    }
}

impl OpenElements {
    #[inline]
    pub fn len(&self) -> usize {
        self.elements.len()
    }

    #[inline]
    pub fn last(&self) -> Option<&OpenElement> {
        self.elements.last()
    }

    #[inline]
    pub fn push(&mut self, element: OpenElement) {
        self.count(&element, 1);
        self.elements.push(element);
    }

    /// Takes the current node off the stack; the root stays.
    #[inline]
    pub fn pop(&mut self) -> Option<OpenElement> {
        if self.elements.len() <= 1 {
            return None;
        }
        let element = self.elements.pop()?;
        self.count(&element, u16::MAX);
        Some(element)
    }

    pub fn remove(&mut self, index: usize) {
        let element = self.elements.remove(index);
        self.count(&element, u16::MAX);
    }

    pub fn insert(&mut self, index: usize, element: OpenElement) {
        self.count(&element, 1);
        self.elements.insert(index, element);
    }

    pub fn replace(&mut self, index: usize, element: OpenElement) {
        let old = self.elements[index];
        self.count(&old, u16::MAX);
        self.count(&element, 1);
        self.elements[index] = element;
    }

    /// Lets the annotation-xml element on top of the stack be an HTML integration point.
    pub fn mark_html_integration(&mut self) {
        if let Some(element) = self.elements.last_mut() {
            element.integration = Integration::Html;
        }
    }

    #[inline]
    fn count(&mut self, element: &OpenElement, change: u16) {
        if element.kind == Kind::Html
            && let Some(count) = self.counts.get_mut(element.name.0 as usize)
        {
            *count = count.wrapping_add(change);
        }
    }

    /// Whether an HTML element of this known name is open anywhere.
    #[inline]
    pub fn contains(&self, name: Name) -> bool {
        self.counts[name.0 as usize] > 0
    }

    /// The position of a node on the stack, looked for from the top.
    pub fn position_of(&self, node: NodeId) -> Option<usize> {
        self.elements.iter().rposition(|element| element.node == node)
    }

    /// The position of the topmost HTML element of this name.
    pub fn last_position(&self, name: Name) -> Option<usize> {
        if !self.contains(name) {
            return None;
        }
        self.elements.iter().rposition(|element| element.is_html(name))
    }

    /// Whether the stack has the HTML element of this name in scope.
    #[inline]
    pub fn has_in_scope(&self, name: Name, scope: Scope) -> bool {
        self.contains(name) && self.search_scope(scope, |element| element.is_html(name))
    }

    /// Whether the stack has this very node in (the default) scope.
    pub fn has_node_in_scope(&self, node: NodeId) -> bool {
        self.search_scope(Scope::Default, |element| element.node == node)
    }

    /// Whether the stack has an element in scope that passes the test.
    pub fn search_scope(&self, scope: Scope, is_wanted: impl Fn(&OpenElement) -> bool) -> bool {
        for element in self.elements.iter().rev() {
            if is_wanted(element) {
                return true;
            }
            if scope.ends_at(element) {
                return false;
            }
        }
        false
    }
}

impl Builder<'_> {
    /// Whether the current node is the HTML element of this name.
    #[inline]
    pub(super) fn is_current(&self, name: Name) -> bool {
        self.open.last().is_some_and(|element| element.is_html(name))
    }

    /// Pops elements until an HTML element of this name has been popped.
    pub(super) fn pop_until(&mut self, name: Name) {
        while let Some(element) = self.open.pop() {
            if element.is_html(name) {
                return;
            }
        }
    }

    /// Pops elements until the current node passes the test or is the root.
    pub(super) fn pop_while_not(&mut self, is_wanted: impl Fn(&OpenElement) -> bool) {
        while self.open.last().is_some_and(|element| !is_wanted(element)) && self.open.pop().is_some() {}
    }

    /// Generate implied end tags, except for elements of this name.
    #[inline]
    pub(super) fn generate_implied_end_tags(&mut self, except: Name) {
        while self.open.last().is_some_and(|element| element.has(traits::IMPLIED_END) && element.name != except) {
            self.open.pop();
        }
    }

    /// Generate all implied end tags thoroughly.
    pub(super) fn generate_all_implied_end_tags(&mut self) {
        let closed = traits::IMPLIED_END | traits::IMPLIED_END_THOROUGHLY;
        while self.open.last().is_some_and(|element| element.has(closed)) && self.open.pop().is_some() {}
    }

    /// Close a p element, if one is in button scope.
    #[inline]
    pub(super) fn close_paragraph(&mut self) {
        if self.open.has_in_scope(Name::P, Scope::Button) {
            self.generate_implied_end_tags(Name::P);
            self.pop_until(Name::P);
        }
    }

    /// The depth cap: closes the current node, so that what would be its child becomes its sibling.
    #[cold]
    pub(super) fn close_for_depth(&mut self) {
        self.problems.insert(Problems::DEPTH);
        let Some(element) = self.open.pop() else { return };
        if element.kind != Kind::Html {
            return;
        }
        match element.name {
            Name::TEMPLATE => {
                self.template_modes.pop();
                self.clear_formatting_to_marker();
                self.reset_insertion_mode();
            }
            Name::TD | Name::TH | Name::CAPTION => {
                self.clear_formatting_to_marker();
                self.reset_insertion_mode();
            }
            Name::APPLET | Name::MARQUEE | Name::OBJECT => self.clear_formatting_to_marker(),
            Name::TABLE | Name::TBODY | Name::THEAD | Name::TFOOT | Name::TR | Name::COLGROUP => {
                self.reset_insertion_mode();
            }
            _ => {}
        }
    }
}
