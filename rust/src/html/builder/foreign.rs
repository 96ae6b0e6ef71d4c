//! The rules for parsing tokens in foreign content: SVG and MathML.

use super::open_elements::Integration;
use super::{Builder, Flow, Kind, Name, Tag, Text, Token, traits};
use crate::html::decode;

impl Builder<'_> {
    /// Whether the dispatcher sends the token to the rules for foreign content.
    #[inline]
    pub(super) fn is_foreign(&self, token: Token) -> bool {
        match self.adjusted_current() {
            Some(node) if node.kind != Kind::Html => !takes_html(node, token),
            _ => false,
        }
    }

    /// The rules for parsing tokens in foreign content.
    pub(super) fn in_foreign_content(&mut self, token: Token) -> Flow {
        match token {
            Token::Text(text) => self.text_in_foreign_content(text),
            Token::Comment(text) => self.insert_comment(text),
            Token::Doctype | Token::EndOfFile => {}
            Token::StartTag(tag) if self.breaks_out(tag) => return self.break_out(token),
            Token::StartTag(tag) => {
                let kind = self.adjusted_current().map_or(Kind::Html, |node| node.kind);
                self.insert_foreign(tag, kind);
            }
            Token::EndTag(tag) if matches!(tag.name(), Name::BR | Name::P) => return self.break_out(token),
            Token::EndTag(tag) => return self.end_foreign(tag),
        }
        Flow::Done
    }

    /// Text in foreign content keeps its NUL bytes, as replacement characters.
    fn text_in_foreign_content(&mut self, text: Text) {
        let text = text.with_rules(text.rules().replacing_nul());
        self.insert_text(text);
        let bytes = self.tokenizer.slice(text);
        if self.frameset_ok && !decode::is_blank(bytes, text.rules()) {
            self.frameset_ok = false;
        }
    }

    fn breaks_out(&self, tag: Tag) -> bool {
        if tag.name() == Name::FONT {
            return ["color", "face", "size"].into_iter().any(|name| self.tag_attribute(tag, name).is_some());
        }
        tag.name().is(traits::BREAKS_OUT)
    }

    /// Closes the foreign elements up to the next HTML, and processes the token there.
    fn break_out(&mut self, token: Token) -> Flow {
        self.pop_while_not(|element| element.kind == Kind::Html || element.integration != Integration::None);
        self.apply(self.mode, token)
    }

    /// Insert a foreign element.
    pub(super) fn insert_foreign(&mut self, tag: Tag, kind: Kind) {
        self.has_foreign = true;
        self.insert_element(tag.name(), kind, self.attributes_of(tag));
        if kind == Kind::MathMl && tag.name() == Name::ANNOTATION_XML && self.holds_html(tag) {
            self.open.mark_html_integration();
        }
        if tag.is_self_closing() {
            self.open.pop();
        }
    }

    /// Whether an annotation-xml says that its content is HTML.
    fn holds_html(&self, tag: Tag) -> bool {
        self.tag_attribute(tag, "encoding").is_some_and(|encoding| {
            encoding.eq_ignore_ascii_case("text/html") || encoding.eq_ignore_ascii_case("application/xhtml+xml")
        })
    }

    /// Any other end tag: closes the foreign element of this name, or is left to the rules for HTML.
    fn end_foreign(&mut self, tag: Tag) -> Flow {
        for index in (1..self.open.len()).rev() {
            let element = self.open[index];
            if element.kind == Kind::Html {
                return self.apply(self.mode, Token::EndTag(tag));
            }
            if element.name == tag.name() {
                while self.open.len() > index && self.open.pop().is_some() {}
                return Flow::Done;
            }
        }
        Flow::Done
    }
}

/// Whether a foreign element takes this token by the rules for HTML.
fn takes_html(node: &super::OpenElement, token: Token) -> bool {
    match token {
        Token::EndOfFile => true,
        Token::Text(_) => node.integration != Integration::None,
        Token::StartTag(tag) => match node.integration {
            Integration::Html => true,
            Integration::MathMlText => !matches!(tag.name(), Name::MGLYPH | Name::MALIGNMARK),
            Integration::None => {
                node.kind == Kind::MathMl && node.name == Name::ANNOTATION_XML && tag.name() == Name::SVG
            }
        },
        _ => false,
    }
}
