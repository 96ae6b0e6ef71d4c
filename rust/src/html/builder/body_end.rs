//! The "in body" insertion mode: end tags.

use super::body::is_heading;
use super::open_elements::Scope;
use super::{Builder, Flow, Kind, Mode, NONE, Name, Tag, Token, traits};

impl Builder<'_> {
    pub(super) fn in_body_end_tag(&mut self, tag: Tag) -> Flow {
        let name = tag.name();
        if name.is(traits::FORMATTING) {
            return self.adopt(tag);
        }
        match name {
            Name::ADDRESS
            | Name::ARTICLE
            | Name::ASIDE
            | Name::BLOCKQUOTE
            | Name::BUTTON
            | Name::CENTER
            | Name::DETAILS
            | Name::DIALOG
            | Name::DIR
            | Name::DIV
            | Name::DL
            | Name::FIELDSET
            | Name::FIGCAPTION
            | Name::FIGURE
            | Name::FOOTER
            | Name::HEADER
            | Name::HGROUP
            | Name::LISTING
            | Name::MAIN
            | Name::MENU
            | Name::NAV
            | Name::OL
            | Name::PRE
            | Name::SEARCH
            | Name::SECTION
            | Name::SELECT
            | Name::SUMMARY
            | Name::UL => {
                self.end_in_scope(name, Scope::Default, Name::NONE);
            }
            Name::P => self.end_paragraph(),
            Name::LI => {
                self.end_in_scope(name, Scope::ListItem, name);
            }
            Name::DD | Name::DT => {
                self.end_in_scope(name, Scope::Default, name);
            }
            Name::H1 | Name::H2 | Name::H3 | Name::H4 | Name::H5 | Name::H6 => self.end_heading(),
            Name::FORM => self.end_form(),
            Name::APPLET | Name::MARQUEE | Name::OBJECT => {
                if self.end_in_scope(name, Scope::Default, Name::NONE) {
                    self.clear_formatting_to_marker();
                }
            }
            Name::BR => self.insert_visible_void(tag),
            Name::TEMPLATE => return self.in_head(Token::EndTag(tag)),
            Name::BODY | Name::HTML => return self.end_body(tag),
            _ => return self.any_other_end_tag(name),
        }
        Flow::Done
    }

    /// Closes the element of this name if it is in scope, with the end tags that this implies. Of an element that may
    /// be implied its own name is the exception.
    #[inline]
    pub(super) fn end_in_scope(&mut self, name: Name, scope: Scope, except: Name) -> bool {
        if self.is_current(name) {
            // Nothing is implied, as nearly always.
            self.open.pop();
            return true;
        }
        if !self.open.has_in_scope(name, scope) {
            return false;
        }
        self.generate_implied_end_tags(except);
        self.pop_until(name);
        true
    }

    fn end_body(&mut self, tag: Tag) -> Flow {
        if !self.open.has_in_scope(Name::BODY, Scope::Default) {
            return Flow::Done;
        }
        self.mode = Mode::AfterBody;
        if tag.name() == Name::HTML { Flow::Again(Token::EndTag(tag)) } else { Flow::Done }
    }

    fn end_paragraph(&mut self) {
        if self.is_current(Name::P) {
            self.open.pop();
            return;
        }
        if !self.open.has_in_scope(Name::P, Scope::Button) {
            self.insert_implied(Name::P);
        }
        self.close_paragraph();
    }

    fn end_heading(&mut self) {
        let is_open = |element: &super::OpenElement| element.kind == Kind::Html && is_heading(element.name);
        if self.open.search_scope(Scope::Default, is_open) {
            self.generate_implied_end_tags(Name::NONE);
            self.pop_while_not(is_open);
            self.open.pop();
        }
    }

    fn end_form(&mut self) {
        if self.open.contains(Name::TEMPLATE) {
            self.end_in_scope(Name::FORM, Scope::Default, Name::NONE);
            return;
        }
        let form = std::mem::replace(&mut self.form, NONE);
        if form == NONE || !self.open.has_node_in_scope(form) {
            return;
        }
        self.generate_implied_end_tags(Name::NONE);
        if let Some(position) = self.open.position_of(form) {
            self.open.remove(position);
        }
    }

    /// Any other end tag: closes the nearest element of this name, unless a special one is before it.
    #[inline]
    pub(super) fn any_other_end_tag(&mut self, name: Name) -> Flow {
        for index in (0..self.open.len()).rev() {
            let element = self.open[index];
            if element.is_html(name) {
                self.generate_implied_end_tags(name);
                while self.open.len() > index && self.open.pop().is_some() {}
                break;
            }
            if element.is_special() {
                break;
            }
        }
        Flow::Done
    }
}
