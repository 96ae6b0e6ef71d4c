//! The insertion modes up to the body, and "text".

use super::{Builder, Doctype, Flow, Kind, Mode, Model, Name, Tag, Text, Token, quirks};

impl Builder<'_> {
    /// The "initial" insertion mode.
    pub(super) fn initial(&mut self, token: Token) -> Flow {
        match token {
            Token::Text(text) => {
                if let Some(flow) = self.ignore_leading_space(text) {
                    return flow;
                }
            }
            Token::Comment(text) => {
                self.insert_comment(text);
                return Flow::Done;
            }
            Token::Doctype => {
                self.insert_doctype();
                self.mode = Mode::BeforeHtml;
                return Flow::Done;
            }
            _ => {}
        }
        self.quirks = super::QuirksMode::Quirks;
        self.mode = Mode::BeforeHtml;
        Flow::Again(token)
    }

    fn insert_doctype(&mut self) {
        let token = std::mem::take(&mut self.tokenizer.doctype);
        self.quirks = quirks::quirks_mode(&token);
        let node = self.arena.create_doctype();
        self.arena.append(0, node);
        self.doctype = Some(Doctype {
            name: token.name.unwrap_or_default(),
            public_id: token.public_id,
            system_id: token.system_id,
        });
    }

    /// The "before html" insertion mode.
    pub(super) fn before_html(&mut self, token: Token) -> Flow {
        match token {
            Token::Doctype => return Flow::Done,
            Token::Comment(text) => {
                self.insert_comment(text);
                return Flow::Done;
            }
            Token::Text(text) => {
                if let Some(flow) = self.ignore_leading_space(text) {
                    return flow;
                }
            }
            Token::StartTag(tag) if tag.name() == Name::HTML => {
                self.insert_html(tag);
                self.mode = Mode::BeforeHead;
                return Flow::Done;
            }
            Token::EndTag(tag) if !is_document_end(tag.name()) => return Flow::Done,
            _ => {}
        }
        self.insert_implied(Name::HTML);
        self.mode = Mode::BeforeHead;
        Flow::Again(token)
    }

    /// The "before head" insertion mode.
    pub(super) fn before_head(&mut self, token: Token) -> Flow {
        match token {
            Token::Text(text) => {
                if let Some(flow) = self.ignore_leading_space(text) {
                    return flow;
                }
            }
            Token::Comment(text) => {
                self.insert_comment(text);
                return Flow::Done;
            }
            Token::Doctype => return Flow::Done,
            Token::StartTag(tag) if tag.name() == Name::HTML => return self.in_body(token),
            Token::StartTag(tag) if tag.name() == Name::HEAD => {
                self.head = self.insert_html(tag);
                self.mode = Mode::InHead;
                return Flow::Done;
            }
            Token::EndTag(tag) if !is_document_end(tag.name()) => return Flow::Done,
            _ => {}
        }
        self.head = self.insert_implied(Name::HEAD);
        self.mode = Mode::InHead;
        Flow::Again(token)
    }

    /// The "in head" insertion mode.
    pub(super) fn in_head(&mut self, token: Token) -> Flow {
        match token {
            Token::Text(text) => {
                if let Some(rest) = self.insert_leading_space(text) {
                    return self.leave_head(Token::Text(rest));
                }
            }
            Token::Comment(text) => self.insert_comment(text),
            Token::Doctype => {}
            Token::StartTag(tag) => return self.in_head_start_tag(tag),
            Token::EndTag(tag) => match tag.name() {
                Name::HEAD => {
                    self.open.pop();
                    self.mode = Mode::AfterHead;
                }
                Name::BODY | Name::HTML | Name::BR => return self.leave_head(token),
                Name::TEMPLATE => self.end_template(),
                _ => {}
            },
            Token::EndOfFile => return self.leave_head(token),
        }
        Flow::Done
    }

    fn in_head_start_tag(&mut self, tag: Tag) -> Flow {
        match tag.name() {
            Name::HTML => return self.in_body(Token::StartTag(tag)),
            Name::BASE | Name::BASEFONT | Name::BGSOUND | Name::LINK | Name::META => self.insert_void(tag),
            Name::TITLE => return self.insert_raw_text(tag, Model::Rcdata),
            Name::NOFRAMES | Name::STYLE => return self.insert_raw_text(tag, Model::Rawtext),
            Name::NOSCRIPT => {
                self.insert_html(tag);
                self.mode = Mode::InHeadNoscript;
            }
            Name::SCRIPT => return self.insert_raw_text(tag, Model::Script),
            Name::TEMPLATE => self.start_template(tag),
            Name::HEAD => {}
            _ => return self.leave_head(Token::StartTag(tag)),
        }
        Flow::Done
    }

    fn leave_head(&mut self, token: Token) -> Flow {
        self.open.pop();
        self.mode = Mode::AfterHead;
        Flow::Again(token)
    }

    fn start_template(&mut self, tag: Tag) {
        self.insert_html(tag);
        self.push_marker();
        self.frameset_ok = false;
        self.mode = Mode::InTemplate;
        self.template_modes.push(Mode::InTemplate);
    }

    fn end_template(&mut self) {
        if !self.open.contains(Name::TEMPLATE) {
            return;
        }
        self.generate_all_implied_end_tags();
        self.pop_until(Name::TEMPLATE);
        self.clear_formatting_to_marker();
        self.template_modes.pop();
        self.reset_insertion_mode();
    }

    /// The "in head noscript" insertion mode.
    pub(super) fn in_head_noscript(&mut self, token: Token) -> Flow {
        match token {
            Token::Doctype => return Flow::Done,
            Token::Comment(..) => return self.in_head(token),
            Token::Text(text) => match self.insert_leading_space(text) {
                Some(rest) => return self.leave_noscript(Token::Text(rest)),
                None => return Flow::Done,
            },
            Token::StartTag(tag) => match tag.name() {
                Name::HTML => return self.in_body(token),
                Name::BASEFONT | Name::BGSOUND | Name::LINK | Name::META | Name::NOFRAMES | Name::STYLE => {
                    return self.in_head(token);
                }
                Name::HEAD | Name::NOSCRIPT => return Flow::Done,
                _ => {}
            },
            Token::EndTag(tag) => match tag.name() {
                Name::NOSCRIPT => {
                    self.open.pop();
                    self.mode = Mode::InHead;
                    return Flow::Done;
                }
                Name::BR => {}
                _ => return Flow::Done,
            },
            Token::EndOfFile => {}
        }
        self.leave_noscript(token)
    }

    fn leave_noscript(&mut self, token: Token) -> Flow {
        self.open.pop();
        self.mode = Mode::InHead;
        Flow::Again(token)
    }

    /// The "after head" insertion mode.
    pub(super) fn after_head(&mut self, mut token: Token) -> Flow {
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
            Token::StartTag(tag) => {
                if let Some(flow) = self.after_head_start_tag(tag) {
                    return flow;
                }
            }
            Token::EndTag(tag) => match tag.name() {
                Name::TEMPLATE => return self.in_head(token),
                Name::BODY | Name::HTML | Name::BR => {}
                _ => return Flow::Done,
            },
            Token::EndOfFile => {}
        }
        self.insert_implied(Name::BODY);
        self.mode = Mode::InBody;
        Flow::Again(token)
    }

    fn after_head_start_tag(&mut self, tag: Tag) -> Option<Flow> {
        match tag.name() {
            Name::HTML => return Some(self.in_body(Token::StartTag(tag))),
            Name::BODY => {
                self.insert_html(tag);
                self.frameset_ok = false;
                self.mode = Mode::InBody;
            }
            Name::FRAMESET => {
                self.insert_html(tag);
                self.mode = Mode::InFrameset;
            }
            Name::BASE
            | Name::BASEFONT
            | Name::BGSOUND
            | Name::LINK
            | Name::META
            | Name::NOFRAMES
            | Name::SCRIPT
            | Name::STYLE
            | Name::TEMPLATE
            | Name::TITLE => return Some(self.return_to_head(tag)),
            Name::HEAD => {}
            _ => return None,
        }
        Some(Flow::Done)
    }

    /// Puts what belongs into the head there, although the head is closed.
    fn return_to_head(&mut self, tag: Tag) -> Flow {
        let html = self.open[0].node;
        if self.arena.last_child(html) != self.head {
            self.arena.link();
        }
        let head = self.head;
        self.push_open(head, Name::HEAD, Kind::Html);
        let flow = self.in_head(Token::StartTag(tag));
        if let Some(position) = self.open.position_of(head) {
            self.open.remove(position);
        }
        flow
    }

    /// The "text" insertion mode: inside `title`, `textarea`, `script`, `style` and their like.
    pub(super) fn text(&mut self, token: Token) -> Flow {
        match token {
            Token::Text(text) => {
                self.insert_text(text);
                Flow::Done
            }
            Token::EndOfFile => {
                self.open.pop();
                self.mode = self.original_mode;
                Flow::Again(token)
            }
            _ => {
                self.open.pop();
                self.mode = self.original_mode;
                Flow::Done
            }
        }
    }

    /// Leaves out the white space at the beginning of a text; `None` if there is none.
    fn ignore_leading_space(&mut self, text: Text) -> Option<Flow> {
        let (space, rest) = self.split_space(text);
        space.map(|_| rest.map_or(Flow::Done, |rest| Flow::Again(Token::Text(rest))))
    }

    /// Inserts the white space at the beginning of a text, and returns the rest.
    pub(super) fn insert_leading_space(&mut self, text: Text) -> Option<Text> {
        let (space, rest) = self.split_space(text);
        if let Some(space) = space {
            self.insert_text(space);
        }
        rest
    }
}

/// The end tags that the modes before the body do not ignore.
fn is_document_end(name: Name) -> bool {
    matches!(name, Name::HEAD | Name::BODY | Name::HTML | Name::BR)
}
