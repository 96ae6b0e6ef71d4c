//! The insertion modes inside tables.

use super::open_elements::Scope;
use super::{Builder, Flow, Kind, Mode, NONE, Name, Tag, Text, Token, traits};
use crate::html::decode;

impl Builder<'_> {
    /// The "in table" insertion mode.
    pub(super) fn in_table(&mut self, token: Token) -> Flow {
        match token {
            Token::Text(_) if self.open.last().is_some_and(|element| element.has(traits::TABLE_CONTEXT)) => {
                self.pending_text.clear();
                self.original_mode = self.mode;
                self.mode = Mode::InTableText;
                Flow::Again(token)
            }
            Token::Comment(text) => {
                self.insert_comment(text);
                Flow::Done
            }
            Token::Doctype => Flow::Done,
            Token::StartTag(tag) => self.in_table_start_tag(tag),
            Token::EndTag(tag) => self.in_table_end_tag(tag),
            Token::EndOfFile => self.in_body(token),
            Token::Text(_) => self.in_table_anything_else(token),
        }
    }

    fn in_table_start_tag(&mut self, tag: Tag) -> Flow {
        let token = Token::StartTag(tag);
        match tag.name() {
            Name::CAPTION => {
                self.clear_to_table();
                self.push_marker();
                self.insert_html(tag);
                self.mode = Mode::InCaption;
            }
            Name::COLGROUP => {
                self.clear_to_table();
                self.insert_html(tag);
                self.mode = Mode::InColumnGroup;
            }
            Name::COL => {
                self.clear_to_table();
                self.insert_implied(Name::COLGROUP);
                self.mode = Mode::InColumnGroup;
                return Flow::Again(token);
            }
            Name::TBODY | Name::TFOOT | Name::THEAD => {
                self.clear_to_table();
                self.insert_html(tag);
                self.mode = Mode::InTableBody;
            }
            Name::TD | Name::TH | Name::TR => {
                self.clear_to_table();
                self.insert_implied(Name::TBODY);
                self.mode = Mode::InTableBody;
                return Flow::Again(token);
            }
            Name::TABLE => {
                if self.open.has_in_scope(Name::TABLE, Scope::Table) {
                    self.pop_until(Name::TABLE);
                    self.reset_insertion_mode();
                    return Flow::Again(token);
                }
            }
            Name::STYLE | Name::SCRIPT | Name::TEMPLATE => return self.in_head(token),
            Name::INPUT if self.is_hidden_input(tag) => self.insert_void(tag),
            Name::FORM => {
                if self.form == NONE && !self.open.contains(Name::TEMPLATE) {
                    self.form = self.insert_html(tag);
                    self.open.pop();
                }
            }
            _ => return self.in_table_anything_else(token),
        }
        Flow::Done
    }

    fn in_table_end_tag(&mut self, tag: Tag) -> Flow {
        match tag.name() {
            Name::TABLE => {
                if self.open.has_in_scope(Name::TABLE, Scope::Table) {
                    self.pop_until(Name::TABLE);
                    self.reset_insertion_mode();
                }
                Flow::Done
            }
            Name::BODY
            | Name::CAPTION
            | Name::COL
            | Name::COLGROUP
            | Name::HTML
            | Name::TBODY
            | Name::TD
            | Name::TFOOT
            | Name::TH
            | Name::THEAD
            | Name::TR => Flow::Done,
            Name::TEMPLATE => self.in_head(Token::EndTag(tag)),
            _ => self.in_table_anything_else(Token::EndTag(tag)),
        }
    }

    /// What does not belong into a table goes before it.
    fn in_table_anything_else(&mut self, token: Token) -> Flow {
        self.foster_parenting = true;
        let flow = self.in_body(token);
        self.foster_parenting = false;
        flow
    }

    /// The "in table text" insertion mode.
    pub(super) fn in_table_text(&mut self, token: Token) -> Flow {
        if let Token::Text(text) = token {
            self.pending_text.push(text);
            return Flow::Done;
        }
        let pending = std::mem::take(&mut self.pending_text);
        let is_space = pending.iter().all(|&text| self.is_all_space(text));
        for &text in &pending {
            if is_space {
                self.insert_space(text);
            } else {
                self.in_table_anything_else(Token::Text(text));
            }
        }
        self.pending_text = pending;
        self.mode = self.original_mode;
        Flow::Again(token)
    }

    fn is_all_space(&self, text: Text) -> bool {
        decode::is_blank(self.tokenizer.slice(text), text.rules())
    }

    /// Inserts white space, unless it consists of NUL bytes, which content drops.
    fn insert_space(&mut self, text: Text) {
        if self.tokenizer.slice(text).iter().any(|&byte| byte != 0) {
            self.insert_text(text);
        }
    }

    /// Clear the stack back to a table context.
    fn clear_to_table(&mut self) {
        self.pop_to(&[Name::TABLE, Name::TEMPLATE, Name::HTML]);
    }

    fn pop_to(&mut self, names: &[Name]) {
        self.pop_while_not(|element| element.kind == Kind::Html && names.contains(&element.name));
    }

    /// The "in caption" insertion mode.
    pub(super) fn in_caption(&mut self, token: Token) -> Flow {
        match token {
            Token::EndTag(tag) => match tag.name() {
                Name::CAPTION => {
                    self.close_caption();
                    return Flow::Done;
                }
                Name::TABLE => return self.leave_caption(token),
                Name::BODY
                | Name::COL
                | Name::COLGROUP
                | Name::HTML
                | Name::TBODY
                | Name::TD
                | Name::TFOOT
                | Name::TH
                | Name::THEAD
                | Name::TR => return Flow::Done,
                _ => {}
            },
            Token::StartTag(tag) if is_table_part(tag.name()) => return self.leave_caption(token),
            _ => {}
        }
        self.in_body(token)
    }

    fn leave_caption(&mut self, token: Token) -> Flow {
        if self.close_caption() { Flow::Again(token) } else { Flow::Done }
    }

    fn close_caption(&mut self) -> bool {
        if !self.open.has_in_scope(Name::CAPTION, Scope::Table) {
            return false;
        }
        self.generate_implied_end_tags(Name::NONE);
        self.pop_until(Name::CAPTION);
        self.clear_formatting_to_marker();
        self.mode = Mode::InTable;
        true
    }

    /// The "in column group" insertion mode.
    pub(super) fn in_column_group(&mut self, mut token: Token) -> Flow {
        match token {
            Token::Text(text) => match self.insert_leading_space(text) {
                Some(rest) => token = Token::Text(rest),
                None => return Flow::Done,
            },
            Token::Comment(text) => {
                self.insert_comment(text);
                return Flow::Done;
            }
            Token::Doctype => return Flow::Done,
            Token::StartTag(tag) => match tag.name() {
                Name::HTML => return self.in_body(token),
                Name::COL => {
                    self.insert_void(tag);
                    return Flow::Done;
                }
                Name::TEMPLATE => return self.in_head(token),
                _ => {}
            },
            Token::EndTag(tag) => match tag.name() {
                Name::COLGROUP => {
                    self.close_column_group();
                    return Flow::Done;
                }
                Name::COL => return Flow::Done,
                Name::TEMPLATE => return self.in_head(token),
                _ => {}
            },
            Token::EndOfFile => return self.in_body(token),
        }
        if self.close_column_group() {
            return Flow::Again(token);
        }
        // A fragment without its column group drops this character, not those behind it.
        match token {
            Token::Text(text) => self.skip_visible(text).map_or(Flow::Done, |rest| Flow::Again(Token::Text(rest))),
            _ => Flow::Done,
        }
    }

    fn close_column_group(&mut self) -> bool {
        if !self.is_current(Name::COLGROUP) {
            return false;
        }
        self.open.pop();
        self.mode = Mode::InTable;
        true
    }

    /// The "in table body" insertion mode.
    pub(super) fn in_table_body(&mut self, token: Token) -> Flow {
        match token {
            Token::StartTag(tag) => match tag.name() {
                Name::TR => {
                    self.clear_to_table_body();
                    self.insert_html(tag);
                    self.mode = Mode::InRow;
                    Flow::Done
                }
                Name::TH | Name::TD => {
                    self.clear_to_table_body();
                    self.insert_implied(Name::TR);
                    self.mode = Mode::InRow;
                    Flow::Again(token)
                }
                Name::CAPTION | Name::COL | Name::COLGROUP | Name::TBODY | Name::TFOOT | Name::THEAD => {
                    self.leave_table_body(token)
                }
                _ => self.in_table(token),
            },
            Token::EndTag(tag) => match tag.name() {
                Name::TBODY | Name::TFOOT | Name::THEAD => {
                    if self.open.has_in_scope(tag.name(), Scope::Table) {
                        self.clear_to_table_body();
                        self.open.pop();
                        self.mode = Mode::InTable;
                    }
                    Flow::Done
                }
                Name::TABLE => self.leave_table_body(token),
                Name::BODY
                | Name::CAPTION
                | Name::COL
                | Name::COLGROUP
                | Name::HTML
                | Name::TD
                | Name::TH
                | Name::TR => Flow::Done,
                _ => self.in_table(token),
            },
            _ => self.in_table(token),
        }
    }

    fn leave_table_body(&mut self, token: Token) -> Flow {
        let sections = [Name::TBODY, Name::THEAD, Name::TFOOT];
        if !sections.iter().any(|&name| self.open.has_in_scope(name, Scope::Table)) {
            return Flow::Done;
        }
        self.clear_to_table_body();
        self.open.pop();
        self.mode = Mode::InTable;
        Flow::Again(token)
    }

    fn clear_to_table_body(&mut self) {
        self.pop_to(&[Name::TBODY, Name::TFOOT, Name::THEAD, Name::TEMPLATE, Name::HTML]);
    }

    /// The "in row" insertion mode.
    pub(super) fn in_row(&mut self, token: Token) -> Flow {
        match token {
            Token::StartTag(tag) => match tag.name() {
                Name::TH | Name::TD => {
                    self.clear_to_row();
                    self.insert_html(tag);
                    self.mode = Mode::InCell;
                    self.push_marker();
                    Flow::Done
                }
                Name::CAPTION | Name::COL | Name::COLGROUP | Name::TBODY | Name::TFOOT | Name::THEAD | Name::TR => {
                    self.leave_row(token)
                }
                _ => self.in_table(token),
            },
            Token::EndTag(tag) => match tag.name() {
                Name::TR => {
                    self.close_row();
                    Flow::Done
                }
                Name::TABLE => self.leave_row(token),
                Name::TBODY | Name::TFOOT | Name::THEAD => {
                    if self.open.has_in_scope(tag.name(), Scope::Table) {
                        self.leave_row(token)
                    } else {
                        Flow::Done
                    }
                }
                Name::BODY | Name::CAPTION | Name::COL | Name::COLGROUP | Name::HTML | Name::TD | Name::TH => {
                    Flow::Done
                }
                _ => self.in_table(token),
            },
            _ => self.in_table(token),
        }
    }

    fn leave_row(&mut self, token: Token) -> Flow {
        if self.close_row() { Flow::Again(token) } else { Flow::Done }
    }

    fn close_row(&mut self) -> bool {
        if !self.open.has_in_scope(Name::TR, Scope::Table) {
            return false;
        }
        self.clear_to_row();
        self.open.pop();
        self.mode = Mode::InTableBody;
        true
    }

    fn clear_to_row(&mut self) {
        self.pop_to(&[Name::TR, Name::TEMPLATE, Name::HTML]);
    }

    /// The "in cell" insertion mode.
    #[inline]
    pub(super) fn in_cell(&mut self, token: Token) -> Flow {
        match token {
            Token::StartTag(tag) | Token::EndTag(tag) if tag.name().is(traits::TABLE_PART) => {
                self.part_in_cell(token, tag)
            }
            _ => self.in_body(token),
        }
    }

    fn part_in_cell(&mut self, token: Token, tag: Tag) -> Flow {
        if matches!(token, Token::StartTag(_)) {
            return if is_table_part(tag.name()) { self.leave_cell(token) } else { self.in_body(token) };
        }
        match tag.name() {
            Name::TD | Name::TH => {
                if self.end_in_scope(tag.name(), Scope::Table, Name::NONE) {
                    self.clear_formatting_to_marker();
                    self.mode = Mode::InRow;
                }
                Flow::Done
            }
            Name::TABLE | Name::TBODY | Name::TFOOT | Name::THEAD | Name::TR => {
                if !self.open.has_in_scope(tag.name(), Scope::Table) {
                    return Flow::Done;
                }
                self.leave_cell(token)
            }
            _ => Flow::Done,
        }
    }

    /// Close the cell, and process the token again.
    fn leave_cell(&mut self, token: Token) -> Flow {
        let is_cell = |element: &super::OpenElement| element.is_html(Name::TD) || element.is_html(Name::TH);
        if !self.open.search_scope(Scope::Table, is_cell) {
            return Flow::Done;
        }
        self.generate_implied_end_tags(Name::NONE);
        self.pop_while_not(is_cell);
        self.open.pop();
        self.clear_formatting_to_marker();
        self.mode = Mode::InRow;
        Flow::Again(token)
    }
}

/// The start tags that end a caption or a cell.
fn is_table_part(name: Name) -> bool {
    matches!(
        name,
        Name::CAPTION
            | Name::COL
            | Name::COLGROUP
            | Name::TBODY
            | Name::TD
            | Name::TFOOT
            | Name::TH
            | Name::THEAD
            | Name::TR
    )
}
