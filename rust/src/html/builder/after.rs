//! The insertion modes for templates, for framesets, and behind the body.

use super::{Builder, Flow, Mode, Name, Text, Token};

impl Builder<'_> {
    /// The "in template" insertion mode.
    pub(super) fn in_template(&mut self, token: Token) -> Flow {
        let mode = match token {
            Token::Text(_) | Token::Comment(..) | Token::Doctype => return self.in_body(token),
            Token::StartTag(tag) => match tag.name() {
                Name::BASE
                | Name::BASEFONT
                | Name::BGSOUND
                | Name::LINK
                | Name::META
                | Name::NOFRAMES
                | Name::SCRIPT
                | Name::STYLE
                | Name::TEMPLATE
                | Name::TITLE => return self.in_head(token),
                Name::CAPTION | Name::COLGROUP | Name::TBODY | Name::TFOOT | Name::THEAD => Mode::InTable,
                Name::COL => Mode::InColumnGroup,
                Name::TR => Mode::InTableBody,
                Name::TD | Name::TH => Mode::InRow,
                _ => Mode::InBody,
            },
            Token::EndTag(tag) if tag.name() == Name::TEMPLATE => return self.in_head(token),
            Token::EndTag(_) => return Flow::Done,
            Token::EndOfFile => return self.end_of_file_in_template(),
        };
        self.template_modes.pop();
        self.template_modes.push(mode);
        self.mode = mode;
        Flow::Again(token)
    }

    fn end_of_file_in_template(&mut self) -> Flow {
        if !self.open.contains(Name::TEMPLATE) {
            return Flow::Done;
        }
        self.pop_until(Name::TEMPLATE);
        self.clear_formatting_to_marker();
        self.template_modes.pop();
        self.reset_insertion_mode();
        Flow::Again(Token::EndOfFile)
    }

    /// The "after body" insertion mode.
    pub(super) fn after_body(&mut self, token: Token) -> Flow {
        match token {
            Token::Text(text) => return self.text_after_body(text),
            Token::Comment(text) => self.insert_late_comment(self.open[0].node, text),
            Token::Doctype | Token::EndOfFile => {}
            Token::StartTag(tag) if tag.name() == Name::HTML => return self.in_body(token),
            Token::EndTag(tag) if tag.name() == Name::HTML => {
                if self.context.is_none() {
                    self.mode = Mode::AfterAfterBody;
                }
            }
            _ => {
                self.mode = Mode::InBody;
                return Flow::Again(token);
            }
        }
        Flow::Done
    }

    /// White space behind the body still belongs to it; any other text reopens it.
    fn text_after_body(&mut self, text: Text) -> Flow {
        let (space, rest) = self.split_space(text);
        if let Some(space) = space {
            self.text_in_body(space);
        }
        match rest {
            Some(rest) => {
                self.mode = Mode::InBody;
                Flow::Again(Token::Text(rest))
            }
            None => Flow::Done,
        }
    }

    /// The "in frameset" insertion mode.
    pub(super) fn in_frameset(&mut self, token: Token) -> Flow {
        match token {
            Token::Text(text) => self.insert_only_space(text),
            Token::Comment(text) => self.insert_comment(text),
            Token::StartTag(tag) => match tag.name() {
                Name::HTML => return self.in_body(token),
                Name::FRAMESET => {
                    self.insert_html(tag);
                }
                Name::FRAME => self.insert_void(tag),
                Name::NOFRAMES => return self.in_head(token),
                _ => {}
            },
            Token::EndTag(tag) if tag.name() == Name::FRAMESET => {
                self.open.pop();
                if self.context.is_none() && !self.is_current(Name::FRAMESET) {
                    self.mode = Mode::AfterFrameset;
                }
            }
            _ => {}
        }
        Flow::Done
    }

    /// The "after frameset" insertion mode.
    pub(super) fn after_frameset(&mut self, token: Token) -> Flow {
        match token {
            Token::Text(text) => self.insert_only_space(text),
            Token::Comment(text) => self.insert_comment(text),
            Token::StartTag(tag) if tag.name() == Name::HTML => return self.in_body(token),
            Token::StartTag(tag) if tag.name() == Name::NOFRAMES => return self.in_head(token),
            Token::EndTag(tag) if tag.name() == Name::HTML => self.mode = Mode::AfterAfterFrameset,
            _ => {}
        }
        Flow::Done
    }

    /// Inserts the white space of a text and drops everything else.
    fn insert_only_space(&mut self, text: Text) {
        let mut rest = Some(text);
        while let Some(text) = rest {
            rest = self.insert_leading_space(text).and_then(|dropped| self.skip_visible(dropped));
        }
    }

    /// The text behind the first character, which is not white space.
    pub(super) fn skip_visible(&self, text: Text) -> Option<Text> {
        let bytes = self.tokenizer.slice(text);
        let character = 1 + bytes[1..].iter().take_while(|&&byte| byte & 0xC0 == 0x80).count();
        text.split(character).1
    }

    /// The "after after body" insertion mode.
    pub(super) fn after_after_body(&mut self, token: Token) -> Flow {
        match token {
            Token::Comment(text) => self.insert_late_comment(0, text),
            Token::Text(text) => return self.text_after_body(text),
            Token::Doctype | Token::EndOfFile => {}
            Token::StartTag(tag) if tag.name() == Name::HTML => return self.in_body(token),
            _ => {
                self.mode = Mode::InBody;
                return Flow::Again(token);
            }
        }
        Flow::Done
    }

    /// The "after after frameset" insertion mode.
    pub(super) fn after_after_frameset(&mut self, token: Token) -> Flow {
        match token {
            Token::Comment(text) => self.insert_late_comment(0, text),
            Token::Text(text) => self.space_after_frameset(text),
            Token::StartTag(tag) if tag.name() == Name::HTML => return self.in_body(token),
            Token::StartTag(tag) if tag.name() == Name::NOFRAMES => return self.in_head(token),
            _ => {}
        }
        Flow::Done
    }

    /// White space here goes by the rules for the body, which open formatting elements again.
    fn space_after_frameset(&mut self, text: Text) {
        let mut rest = Some(text);
        while let Some(text) = rest {
            let (space, visible) = self.split_space(text);
            if let Some(space) = space {
                self.text_in_body(space);
            }
            rest = visible.and_then(|visible| self.skip_visible(visible));
        }
    }
}
