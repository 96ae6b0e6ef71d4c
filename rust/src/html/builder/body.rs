//! The "in body" insertion mode: text, comments and start tags.

use std::borrow::Cow;

use super::open_elements::Scope;
use super::{Builder, Flow, Kind, Mode, Model, NONE, Name, QuirksMode, Tag, Text, Token, traits};
use crate::html::attribute_notes::Notes;
use crate::html::decode;

impl<'source> Builder<'source> {
    /// The "in body" insertion mode.
    #[inline]
    pub(super) fn in_body(&mut self, token: Token) -> Flow {
        match token {
            Token::Text(text) => self.text_in_body(text),
            Token::StartTag(tag) => return self.start_in_body(tag),
            Token::EndTag(tag) => return self.end_in_body(tag),
            _ => return self.rare_in_body(token),
        }
        Flow::Done
    }

    /// By itself, so that the common tokens are so few that they are told apart without a table of places to go.
    #[inline(never)]
    fn rare_in_body(&mut self, token: Token) -> Flow {
        match token {
            Token::Comment(text) => self.insert_comment(text),
            Token::EndOfFile if !self.template_modes.is_empty() => return self.in_template(token),
            _ => {}
        }
        Flow::Done
    }

    /// Characters in the body. NUL bytes are dropped: a text of nothing else does not exist.
    #[inline]
    pub(super) fn text_in_body(&mut self, text: Text) {
        if self.tokenizer.begins_with_nul(text) && !text.rules().replaces_nul() && self.is_all_nul(text) {
            return;
        }
        self.reconstruct_formatting();
        self.insert_text(text);
        if self.frameset_ok {
            self.frameset_ok = decode::is_blank(self.tokenizer.slice(text), text.rules());
        }
    }

    #[cold]
    fn is_all_nul(&self, text: Text) -> bool {
        self.tokenizer.slice(text).iter().all(|&byte| byte == 0)
    }

    /// Start tags, the common ones first and by what they have in common: where a table of names leads, no processor
    /// guesses.
    #[inline]
    fn start_in_body(&mut self, tag: Tag) -> Flow {
        let found = tag.name().traits();
        if found & (traits::CLOSES_PARAGRAPH | traits::ORDINARY) == 0 {
            if tag.name() == Name::A {
                self.start_anchor(tag);
                return Flow::Done;
            }
            return self.in_body_start_tag(tag);
        }
        if (found & traits::CLOSES_PARAGRAPH != 0) & self.open.contains(Name::P) {
            self.close_paragraph();
        }
        if (found & traits::ORDINARY != 0) & !self.formatting.is_empty() {
            self.reconstruct_formatting();
        }
        self.insert_html(tag);
        Flow::Done
    }

    /// End tags, in the same order.
    #[inline]
    fn end_in_body(&mut self, tag: Tag) -> Flow {
        if tag.name().is(traits::POPS) & self.is_current(tag.name()) {
            self.open.pop();
            return Flow::Done;
        }
        self.in_body_end_tag(tag)
    }

    fn in_body_start_tag(&mut self, tag: Tag) -> Flow {
        match tag.name() {
            Name::LI => self.start_list_item(tag, &[Name::LI]),
            Name::DD | Name::DT => self.start_list_item(tag, &[Name::DD, Name::DT]),
            Name::B
            | Name::BIG
            | Name::CODE
            | Name::EM
            | Name::FONT
            | Name::I
            | Name::S
            | Name::SMALL
            | Name::STRIKE
            | Name::STRONG
            | Name::TT
            | Name::U => self.start_formatting(tag),
            Name::AREA | Name::BR | Name::EMBED | Name::IMG | Name::KEYGEN | Name::WBR => self.insert_visible_void(tag),
            Name::H1 | Name::H2 | Name::H3 | Name::H4 | Name::H5 | Name::H6 => self.start_heading(tag),
            Name::TABLE => self.start_table(tag),
            Name::SVG => self.start_foreign(tag, Kind::Svg),
            Name::MATH => self.start_foreign(tag, Kind::MathMl),
            Name::SCRIPT
            | Name::STYLE
            | Name::LINK
            | Name::META
            | Name::TEMPLATE
            | Name::BASE
            | Name::BASEFONT
            | Name::BGSOUND
            | Name::NOFRAMES
            | Name::TITLE => return self.in_head(Token::StartTag(tag)),
            Name::HTML | Name::BODY | Name::FRAMESET => self.start_again(tag),
            Name::CAPTION
            | Name::COL
            | Name::COLGROUP
            | Name::FRAME
            | Name::HEAD
            | Name::TBODY
            | Name::TD
            | Name::TFOOT
            | Name::TH
            | Name::THEAD
            | Name::TR => {}
            _ => return self.in_body_rare_start_tag(tag),
        }
        Flow::Done
    }

    /// The start tags that pages seldom have, and any other.
    fn in_body_rare_start_tag(&mut self, tag: Tag) -> Flow {
        match tag.name() {
            Name::PRE | Name::LISTING => {
                self.close_paragraph();
                self.insert_html(tag);
                self.drops_line_feed = true;
                self.frameset_ok = false;
            }
            Name::FORM => self.start_form(tag),
            Name::PLAINTEXT => {
                self.close_paragraph();
                self.insert_html(tag);
                self.tokenizer.model = Model::Plaintext;
            }
            Name::BUTTON => self.start_button(tag),
            Name::NOBR => self.start_nobr(tag),
            Name::APPLET | Name::MARQUEE | Name::OBJECT => {
                self.reconstruct_formatting();
                self.insert_html(tag);
                self.push_marker();
                self.frameset_ok = false;
            }
            Name::INPUT => self.start_input(tag),
            Name::PARAM | Name::SOURCE | Name::TRACK => self.insert_void(tag),
            Name::HR => {
                self.close_paragraph();
                if self.open.has_in_scope(Name::SELECT, Scope::Default) {
                    self.generate_implied_end_tags(Name::NONE);
                }
                self.insert_void(tag);
                self.frameset_ok = false;
            }
            Name::IMAGE => return Flow::Again(Token::StartTag(tag.with_name(Name::IMG))),
            Name::TEXTAREA => {
                self.drops_line_feed = true;
                self.frameset_ok = false;
                return self.insert_raw_text(tag, Model::Rcdata);
            }
            Name::XMP => {
                self.close_paragraph();
                self.reconstruct_formatting();
                self.frameset_ok = false;
                return self.insert_raw_text(tag, Model::Rawtext);
            }
            Name::IFRAME => {
                self.frameset_ok = false;
                return self.insert_raw_text(tag, Model::Rawtext);
            }
            Name::NOEMBED => return self.insert_raw_text(tag, Model::Rawtext),
            Name::SELECT => self.start_select(tag),
            Name::OPTION => self.start_option(tag, Name::OPTGROUP),
            Name::OPTGROUP => self.start_option(tag, Name::NONE),
            Name::RB | Name::RTC => self.start_ruby_part(tag, Name::NONE),
            Name::RP | Name::RT => self.start_ruby_part(tag, Name::RTC),
            _ => {
                self.has_selected_content |= tag.name() == Name::SELECTEDCONTENT;
                self.reconstruct_formatting();
                self.insert_html(tag);
            }
        }
        Flow::Done
    }

    /// `<html>`, `<body>` and `<frameset>` where there are such elements already.
    fn start_again(&mut self, tag: Tag) {
        let is_in_template = self.open.contains(Name::TEMPLATE);
        let body = (self.open.len() > 1 && self.open[1].is_html(Name::BODY)).then(|| self.open[1].node);
        match (tag.name(), body) {
            (Name::HTML, _) if !is_in_template => self.add_late_attributes(self.open[0].node, tag),
            (Name::BODY, Some(body)) if !is_in_template => {
                self.frameset_ok = false;
                self.add_late_attributes(body, tag);
            }
            (Name::FRAMESET, Some(body)) if self.frameset_ok => {
                self.arena.detach(body);
                while self.open.pop().is_some() {}
                self.insert_html(tag);
                self.mode = Mode::InFrameset;
            }
            _ => {}
        }
    }

    fn start_heading(&mut self, tag: Tag) {
        self.close_paragraph();
        if self.open.last().is_some_and(|element| element.kind == Kind::Html && is_heading(element.name)) {
            self.open.pop();
        }
        self.insert_html(tag);
    }

    fn start_form(&mut self, tag: Tag) {
        let is_in_template = self.open.contains(Name::TEMPLATE);
        if self.form != NONE && !is_in_template {
            return;
        }
        self.close_paragraph();
        let form = self.insert_html(tag);
        if !is_in_template {
            self.form = form;
        }
    }

    /// `<li>`, `<dd>` and `<dt>` close an open one of theirs, unless it is hidden behind a special element.
    fn start_list_item(&mut self, tag: Tag, siblings: &[Name]) {
        self.frameset_ok = false;
        if siblings.iter().any(|&name| self.open.contains(name)) {
            self.close_list_item(siblings);
        }
        self.close_paragraph();
        self.insert_html(tag);
    }

    fn close_list_item(&mut self, siblings: &[Name]) {
        for index in (0..self.open.len()).rev() {
            let element = self.open[index];
            if element.kind == Kind::Html && siblings.contains(&element.name) {
                self.generate_implied_end_tags(element.name);
                self.pop_until(element.name);
                return;
            }
            if element.is_special() && !(element.kind == Kind::Html && is_transparent_to_items(element.name)) {
                return;
            }
        }
    }

    fn start_button(&mut self, tag: Tag) {
        if self.open.has_in_scope(Name::BUTTON, Scope::Default) {
            self.generate_implied_end_tags(Name::NONE);
            self.pop_until(Name::BUTTON);
        }
        self.reconstruct_formatting();
        self.insert_html(tag);
        self.frameset_ok = false;
    }

    #[inline]
    fn start_anchor(&mut self, tag: Tag) {
        if let Some(position) = self.formatting_position(Name::A) {
            self.close_anchor(position);
        }
        self.start_formatting(tag);
    }

    /// An anchor in an anchor closes the outer one, wherever it is.
    #[cold]
    fn close_anchor(&mut self, position: usize) {
        let node = self.formatting[position].node;
        self.adopt(Tag::new(Name::A, 0, false, Notes::NONE));
        if let Some(position) = self.formatting_position_of(node) {
            self.formatting.remove(position);
        }
        if let Some(position) = self.open.position_of(node) {
            self.open.remove(position);
        }
    }

    #[inline]
    fn start_formatting(&mut self, tag: Tag) {
        self.reconstruct_formatting();
        let node = self.insert_html(tag);
        self.push_formatting(node, tag);
    }

    fn start_nobr(&mut self, tag: Tag) {
        self.reconstruct_formatting();
        if self.open.has_in_scope(Name::NOBR, Scope::Default) {
            self.adopt(tag);
        }
        self.start_formatting(tag);
    }

    fn start_table(&mut self, tag: Tag) {
        if self.quirks != QuirksMode::Quirks {
            self.close_paragraph();
        }
        self.insert_html(tag);
        self.frameset_ok = false;
        self.mode = Mode::InTable;
    }

    #[inline]
    pub(super) fn insert_visible_void(&mut self, tag: Tag) {
        self.reconstruct_formatting();
        self.insert_void(tag);
        self.frameset_ok = false;
    }

    fn start_input(&mut self, tag: Tag) {
        if self.context.is_some_and(|context| context.is_html(Name::SELECT)) {
            return;
        }
        if self.open.has_in_scope(Name::SELECT, Scope::Default) {
            self.pop_until(Name::SELECT);
        }
        self.reconstruct_formatting();
        self.insert_void(tag);
        if !self.is_hidden_input(tag) {
            self.frameset_ok = false;
        }
    }

    fn start_select(&mut self, tag: Tag) {
        if self.context.is_some_and(|context| context.is_html(Name::SELECT)) {
            return;
        }
        if self.open.has_in_scope(Name::SELECT, Scope::Default) {
            self.pop_until(Name::SELECT);
            return;
        }
        self.reconstruct_formatting();
        self.insert_html(tag);
        self.frameset_ok = false;
    }

    /// `<option>` and `<optgroup>`: inside a select they close more than outside.
    fn start_option(&mut self, tag: Tag, except: Name) {
        if self.open.has_in_scope(Name::SELECT, Scope::Default) {
            self.generate_implied_end_tags(except);
        } else if self.is_current(Name::OPTION) {
            self.open.pop();
        }
        self.reconstruct_formatting();
        self.insert_html(tag);
    }

    fn start_ruby_part(&mut self, tag: Tag, except: Name) {
        if self.open.has_in_scope(Name::RUBY, Scope::Default) {
            self.generate_implied_end_tags(except);
        }
        self.insert_html(tag);
    }

    fn start_foreign(&mut self, tag: Tag, kind: Kind) {
        self.reconstruct_formatting();
        self.insert_foreign(tag, kind);
    }

    /// The decoded value of an attribute of a tag.
    pub(super) fn tag_attribute(&self, tag: Tag, name: &str) -> Option<Cow<'source, str>> {
        let first = tag.first_attribute();
        let attributes = &self.tokenizer.attributes[first..];
        let found =
            attributes.iter().find(|raw| self.tokenizer.attribute_name(raw).eq_ignore_ascii_case(name.as_bytes()))?;
        Some(decode::attribute_value(self.tokenizer.attribute_value_text(found)))
    }

    pub(super) fn is_hidden_input(&self, tag: Tag) -> bool {
        self.tag_attribute(tag, "type").is_some_and(|kind| kind.eq_ignore_ascii_case("hidden"))
    }
}

/// `h1` to `h6`.
pub(super) fn is_heading(name: Name) -> bool {
    (Name::H1.0..=Name::H6.0).contains(&name.0)
}

/// The special elements through which a list item still sees the one before it.
fn is_transparent_to_items(name: Name) -> bool {
    matches!(name, Name::ADDRESS | Name::DIV | Name::P) && name.is(traits::SPECIAL)
}
