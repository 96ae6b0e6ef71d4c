//! The standard's tree construction: from tokens to the arena.
//!
//! A token goes to the rules of the current insertion mode (or to those for foreign content), which may say
//! "again": then it goes, possibly shortened, to the rules of the mode that is current by then.
//!
//! | part of the standard | file |
//! |---|---|
//! | the dispatcher, reset the insertion mode appropriately | this one |
//! | the stack of open elements, scopes, implied end tags | `open_elements.rs` |
//! | creating, inserting and moving nodes | `growth.rs` |
//! | the appropriate place, foster parenting, the depth cap | `insertion.rs` |
//! | the list of active formatting elements | `formatting.rs` |
//! | the cap on what formatting elements repeat | `copies.rs` |
//! | the adoption agency algorithm | `adoption.rs` |
//! | initial, before html, before head, in head, in head noscript, after head, text | `head.rs` |
//! | doctypes that ask for quirks mode | `quirks.rs` |
//! | in body: text, comments, start tags | `body.rs` |
//! | in body: end tags | `body_end.rs` |
//! | cloning the selected option into `selectedcontent` | `select.rs` |
//! | in table, in table text, in caption, in column group, in table body, in row, in cell | `table.rs` |
//! | in template, after body, in frameset, after frameset, after after body, after after frameset | `after.rs` |
//! | tokens in foreign content | `foreign.rs` |
//!
//! There is no "in select" mode: the standard dropped it when `select` began to accept more content.

mod adoption;
mod after;
mod body;
mod body_end;
mod copies;
mod foreign;
mod formatting;
mod growth;
mod head;
mod insertion;
mod open_elements;
mod quirks;
mod select;
mod table;

use super::arena::{AttributeRange, Doctype, Kind, NONE, Node, NodeId, Piece, QuirksMode, RawAttribute, Tree};
use super::decode::{self, Rules};
use super::names::{Name, traits};
use super::parser::{Buffers, Limits};
use super::problems::Problems;
use super::tokenizer::{Model, Tag, Text, Token, Tokenizer};
use formatting::FormattingEntry;
use growth::Arena;
use open_elements::{OpenElement, OpenElements};

/// The insertion modes of the standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Initial,
    BeforeHtml,
    BeforeHead,
    InHead,
    InHeadNoscript,
    AfterHead,
    InBody,
    Text,
    InTable,
    InTableText,
    InCaption,
    InColumnGroup,
    InTableBody,
    InRow,
    InCell,
    InTemplate,
    AfterBody,
    InFrameset,
    AfterFrameset,
    AfterAfterBody,
    AfterAfterFrameset,
}

/// What is left of a token after some rules saw it.
enum Flow {
    Done,
    /// Process this token, with whatever mode is current now.
    Again(Token),
}

/// Builds the tree of one page.
pub(super) struct Builder<'source> {
    tokenizer: Tokenizer<'source>,
    arena: Arena,
    open: OpenElements,
    formatting: Vec<FormattingEntry>,
    mode: Mode,
    /// The mode to return to after "text" and "in table text".
    original_mode: Mode,
    template_modes: Vec<Mode>,
    /// The pending table characters.
    pending_text: Vec<Text>,
    head: NodeId,
    form: NodeId,
    /// The element around the fragment that is parsed; `None` for a document.
    context: Option<OpenElement>,
    doctype: Option<Doctype>,
    quirks: QuirksMode,
    frameset_ok: bool,
    foster_parenting: bool,
    /// The next text begins after `<pre>` or `<textarea>`: a line feed there is dropped.
    drops_line_feed: bool,
    /// Attributes that later `<html>` and `<body>` tags add to these elements.
    late_attributes: Vec<(NodeId, RawAttribute)>,
    has_selected_content: bool,
    /// An SVG or MathML element was seen: tokens may go to the rules for foreign content.
    has_foreign: bool,
    /// The bytes of its source that the page may still repeat.
    growth_left: usize,
    limits: Limits,
    problems: Problems,
}

impl<'source> Builder<'source> {
    pub fn new(source: &'source str, limits: Limits, buffers: Buffers) -> Self {
        let mut tokenizer = Tokenizer::new(source, buffers.attributes, limits.max_attributes);
        tokenizer.tag_log = buffers.tag_log;
        Builder {
            tokenizer,
            arena: Arena::new(buffers.nodes, buffers.pieces, buffers.last_children),
            open: OpenElements::default(),
            formatting: Vec::new(),
            mode: Mode::Initial,
            original_mode: Mode::Initial,
            template_modes: Vec::new(),
            pending_text: Vec::new(),
            head: NONE,
            form: NONE,
            context: None,
            doctype: None,
            quirks: QuirksMode::NoQuirks,
            frameset_ok: true,
            foster_parenting: false,
            drops_line_feed: false,
            late_attributes: Vec::new(),
            has_selected_content: false,
            has_foreign: false,
            growth_left: copies::allowed_growth(source.len(), limits),
            limits,
            problems: Problems::default(),
        }
    }

    /// Reads the whole document.
    pub fn parse_document(mut self) -> (Tree<'source>, Vec<NodeId>) {
        self.run();
        self.finish()
    }

    /// Parsing HTML fragments: reads the source as the content of an element.
    pub fn parse_fragment(mut self, context: &str, kind: Kind) -> (Tree<'source>, Vec<NodeId>) {
        let name = Name::known(context).or_else(|| self.tokenizer.names.intern(&context.to_ascii_lowercase()));
        let name = name.unwrap_or(Name::NONE);
        self.context = Some(OpenElement::new(NONE, name, kind, 0));
        self.has_foreign = kind != Kind::Html;
        self.tokenizer.model = fragment_model(name, kind);
        // The document node plays the root element: what is parsed hangs directly below it.
        self.open.push(OpenElement::new(0, Name::HTML, Kind::Html, 0));
        if kind == Kind::Html && name == Name::TEMPLATE {
            self.template_modes.push(Mode::InTemplate);
        }
        if kind == Kind::Html && name == Name::FORM {
            // The form pointer points outside the fragment: any id that is not "none" will do.
            self.form = 0;
        }
        self.reset_insertion_mode();
        self.run();
        self.finish()
    }

    fn run(&mut self) {
        loop {
            if self.has_foreign {
                self.tokenizer.in_foreign_content = self.adjusted_current().is_some_and(|node| node.kind != Kind::Html);
            }
            let mut token = self.tokenizer.next_token();
            if self.arena.len() >= self.limits.max_nodes {
                self.problems.insert(Problems::NODES);
                token = Token::EndOfFile;
            }
            if self.drops_line_feed && !self.drop_line_feed(&mut token) {
                continue;
            }
            self.dispatch(token);
            if matches!(token, Token::EndOfFile) {
                return;
            }
        }
    }

    /// Shortens the text behind `<pre>` by its line feed; false if nothing is left of it.
    #[cold]
    fn drop_line_feed(&mut self, token: &mut Token) -> bool {
        self.drops_line_feed = false;
        if let Token::Text(text) = token {
            let line_feed = decode::leading_line_feed(self.tokenizer.slice(*text));
            match text.split(line_feed) {
                (_, Some(rest)) => *text = rest,
                (_, None) => return false,
            }
        }
        true
    }

    /// The tree construction dispatcher.
    #[inline]
    fn dispatch(&mut self, mut token: Token) {
        loop {
            let flow = if self.has_foreign && self.is_foreign(token) {
                self.in_foreign_content(token)
            } else if self.mode == Mode::InBody {
                // Without a detour through all modes.
                self.in_body(token)
            } else if self.mode == Mode::InCell {
                self.in_cell(token)
            } else {
                self.apply(self.mode, token)
            };
            match flow {
                Flow::Done => return,
                Flow::Again(rest) => token = rest,
            }
        }
    }

    /// The rules of one insertion mode; other modes borrow them ("using the rules for").
    #[inline]
    fn apply(&mut self, mode: Mode, token: Token) -> Flow {
        match mode {
            Mode::InBody => self.in_body(token),
            Mode::Text => self.text(token),
            Mode::InTable => self.in_table(token),
            Mode::InTableText => self.in_table_text(token),
            Mode::InCaption => self.in_caption(token),
            Mode::InColumnGroup => self.in_column_group(token),
            Mode::InTableBody => self.in_table_body(token),
            Mode::InRow => self.in_row(token),
            Mode::InCell => self.in_cell(token),
            Mode::InHead => self.in_head(token),
            Mode::Initial => self.initial(token),
            Mode::BeforeHtml => self.before_html(token),
            Mode::BeforeHead => self.before_head(token),
            Mode::InHeadNoscript => self.in_head_noscript(token),
            Mode::AfterHead => self.after_head(token),
            Mode::InTemplate => self.in_template(token),
            Mode::AfterBody => self.after_body(token),
            Mode::InFrameset => self.in_frameset(token),
            Mode::AfterFrameset => self.after_frameset(token),
            Mode::AfterAfterBody => self.after_after_body(token),
            Mode::AfterAfterFrameset => self.after_after_frameset(token),
        }
    }

    /// The current node, or the context element if only the root of a fragment is open.
    #[inline]
    fn adjusted_current(&self) -> Option<&OpenElement> {
        if self.open.len() == 1 && self.context.is_some() {
            return self.context.as_ref();
        }
        self.open.last()
    }

    /// Reset the insertion mode appropriately.
    fn reset_insertion_mode(&mut self) {
        for index in (0..self.open.len()).rev() {
            let is_last = index == 0;
            let node = match self.context {
                Some(context) if is_last => context,
                _ => self.open[index],
            };
            if let Some(mode) = self.mode_for(&node, is_last) {
                self.mode = mode;
                return;
            }
        }
        self.mode = Mode::InBody;
    }

    fn mode_for(&self, node: &OpenElement, is_last: bool) -> Option<Mode> {
        let name = if node.kind == Kind::Html { node.name } else { Name::NONE };
        match name {
            Name::TD | Name::TH if !is_last => Some(Mode::InCell),
            Name::TR => Some(Mode::InRow),
            Name::TBODY | Name::THEAD | Name::TFOOT => Some(Mode::InTableBody),
            Name::CAPTION => Some(Mode::InCaption),
            Name::COLGROUP => Some(Mode::InColumnGroup),
            Name::TABLE => Some(Mode::InTable),
            Name::TEMPLATE => self.template_modes.last().copied(),
            Name::HEAD if !is_last => Some(Mode::InHead),
            Name::BODY => Some(Mode::InBody),
            Name::FRAMESET => Some(Mode::InFrameset),
            Name::HTML if self.head == NONE => Some(Mode::BeforeHead),
            Name::HTML => Some(Mode::AfterHead),
            _ => is_last.then_some(Mode::InBody),
        }
    }

    /// The white space at the beginning of a text, if there is any, and the rest, if there is any.
    fn split_space(&self, text: Text) -> (Option<Text>, Option<Text>) {
        text.split(decode::leading_space(self.tokenizer.slice(text), text.rules()))
    }

    fn finish(mut self) -> (Tree<'source>, Vec<NodeId>) {
        self.keep_late_attributes();
        if self.has_selected_content {
            self.fill_selected_content();
        }
        let max_depth = self.arena.finish(self.limits.max_depth, &mut self.problems);
        self.problems.insert(self.tokenizer.problems);
        let (nodes, pieces, last_children) = self.arena.into_parts();
        let tree = Tree {
            source: self.tokenizer.source().into(),
            nodes,
            attributes: self.tokenizer.attributes,
            pieces,
            custom_names: self.tokenizer.names.into_texts(),
            tag_log: self.tokenizer.tag_log,
            doctype: self.doctype,
            quirks: self.quirks,
            problems: self.problems,
            max_depth,
        };
        (tree, last_children)
    }
}

/// The state in which the tokenizer begins a fragment.
fn fragment_model(name: Name, kind: Kind) -> Model {
    if kind != Kind::Html {
        return Model::Data;
    }
    match name {
        Name::TITLE | Name::TEXTAREA => Model::Rcdata,
        Name::STYLE | Name::XMP | Name::IFRAME | Name::NOEMBED | Name::NOFRAMES => Model::Rawtext,
        Name::SCRIPT => Model::Script,
        Name::PLAINTEXT => Model::Plaintext,
        _ => Model::Data,
    }
}
