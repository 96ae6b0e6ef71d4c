//! The side that html5ever calls while it builds a tree.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashSet;
use std::rc::Rc;

use html5ever::interface::tree_builder::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::{Attribute, QualName};
use unmold_core::html::Doctype;

use super::nodes::{DOCUMENT, Data, Element, NONE, Nodes};

/// A node to html5ever: its number, and its name if it is an element.
#[derive(Clone)]
pub struct Handle {
    id: usize,
    name: Option<Rc<QualName>>,
}

impl Handle {
    fn other(id: usize) -> Handle {
        Handle { id, name: None }
    }
}

/// Collects the nodes.
#[derive(Default)]
pub struct Sink {
    nodes: RefCell<Nodes>,
}

impl Sink {
    fn insert(&self, parent: usize, next: usize, child: NodeOrText<Handle>) {
        let mut nodes = self.nodes.borrow_mut();
        match child {
            NodeOrText::AppendNode(node) => nodes.insert(parent, next, node.id),
            NodeOrText::AppendText(text) => nodes.insert_text(parent, next, text),
        }
    }

    fn with_element<T>(&self, handle: &Handle, read: impl FnOnce(&mut Element) -> T) -> T {
        match &mut self.nodes.borrow_mut()[handle.id].data {
            Data::Element(element) => read(element),
            _ => panic!("html5ever takes something else for an element"),
        }
    }
}

impl TreeSink for Sink {
    type Handle = Handle;
    type Output = Nodes;
    type ElemName<'name> = &'name QualName;

    fn finish(self) -> Nodes {
        self.nodes.into_inner()
    }

    fn parse_error(&self, _message: Cow<'static, str>) {}

    fn get_document(&self) -> Handle {
        Handle::other(DOCUMENT)
    }

    fn elem_name<'name>(&'name self, target: &'name Handle) -> &'name QualName {
        target.name.as_deref().expect("an element")
    }

    fn create_element(&self, name: QualName, attributes: Vec<Attribute>, flags: ElementFlags) -> Handle {
        let mut nodes = self.nodes.borrow_mut();
        let name = Rc::new(name);
        let id = nodes.create(Data::Element(Element {
            name: Rc::clone(&name),
            attributes,
            contents: None,
            is_integration_point: flags.mathml_annotation_xml_integration_point,
        }));
        let contents = flags.template.then(|| nodes.create(Data::Document));
        if let Data::Element(element) = &mut nodes[id].data {
            element.contents = contents;
        }
        Handle { id, name: Some(name) }
    }

    fn create_comment(&self, text: StrTendril) -> Handle {
        Handle::other(self.nodes.borrow_mut().create(Data::Comment(text)))
    }

    fn create_pi(&self, _target: StrTendril, _data: StrTendril) -> Handle {
        unreachable!("HTML has no processing instructions")
    }

    fn append(&self, parent: &Handle, child: NodeOrText<Handle>) {
        self.insert(parent.id, NONE, child);
    }

    fn append_before_sibling(&self, sibling: &Handle, child: NodeOrText<Handle>) {
        let parent = self.nodes.borrow()[sibling.id].parent;
        self.insert(parent, sibling.id, child);
    }

    fn append_based_on_parent_node(&self, element: &Handle, previous_element: &Handle, child: NodeOrText<Handle>) {
        if self.nodes.borrow()[element.id].parent == NONE {
            self.append(previous_element, child);
        } else {
            self.append_before_sibling(element, child);
        }
    }

    fn append_doctype_to_document(&self, name: StrTendril, public_id: StrTendril, system_id: StrTendril) {
        let mut nodes = self.nodes.borrow_mut();
        let id = nodes.create(Data::Doctype(Doctype {
            name: name.to_string(),
            public_id: Some(public_id.to_string()),
            system_id: Some(system_id.to_string()),
        }));
        nodes.insert(DOCUMENT, NONE, id);
    }

    fn get_template_contents(&self, target: &Handle) -> Handle {
        let contents = self.with_element(target, |element| element.contents);
        Handle::other(contents.expect("a template"))
    }

    fn same_node(&self, left: &Handle, right: &Handle) -> bool {
        left.id == right.id
    }

    fn set_quirks_mode(&self, _mode: QuirksMode) {}

    fn add_attrs_if_missing(&self, target: &Handle, attributes: Vec<Attribute>) {
        self.with_element(target, |element| {
            let name = |attribute: &Attribute| attribute.name.clone();
            let present: HashSet<QualName> = element.attributes.iter().map(name).collect();
            let missing = |attribute: &Attribute| !present.contains(&attribute.name);
            element.attributes.extend(attributes.into_iter().filter(missing));
        });
    }

    fn remove_from_parent(&self, target: &Handle) {
        self.nodes.borrow_mut().remove(target.id);
    }

    fn reparent_children(&self, node: &Handle, new_parent: &Handle) {
        let mut nodes = self.nodes.borrow_mut();
        let children: Vec<usize> = nodes.children(node.id).collect();
        for child in children {
            nodes.insert(new_parent.id, NONE, child);
        }
    }

    fn is_mathml_annotation_xml_integration_point(&self, target: &Handle) -> bool {
        self.with_element(target, |element| element.is_integration_point)
    }
}
