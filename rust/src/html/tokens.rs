//! The tokens of a text as plain values, for people and tests; the parser itself never makes them.

use super::decode;
use super::tokenizer::{Model, Tag, Text, Token as Raw, Tokenizer};

/// A token of a page, decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// A start tag with its attributes.
    StartTag {
        /// The lower-case name.
        name: String,
        /// Names and values, in order.
        attributes: Vec<(String, String)>,
        /// Whether it ends with `/>`.
        is_self_closing: bool,
    },
    /// An end tag.
    EndTag {
        /// The lower-case name.
        name: String,
    },
    /// Characters.
    Characters(String),
    /// A comment.
    Comment(String),
    /// A doctype.
    Doctype {
        /// The name, if there is one.
        name: Option<String>,
        /// The public identifier, if there is one.
        public_id: Option<String>,
        /// The system identifier, if there is one.
        system_id: Option<String>,
        /// Whether it is broken.
        force_quirks: bool,
    },
}

/// The tokens of a text, from this state on. Unlike the tree builder, this changes no state by itself, and it
/// keeps the NUL characters of ordinary content.
pub fn tokenize(source: &str, model: Model, last_start_tag: Option<&str>) -> Vec<Token> {
    let mut tokenizer = Tokenizer::new(source, Vec::new(), usize::MAX);
    tokenizer.model = model;
    if let Some(name) = last_start_tag {
        tokenizer.set_last_start_tag(name);
    }
    let mut tokens = Vec::new();
    loop {
        let keeps_nul = matches!(tokenizer.model, Model::Data | Model::Cdata);
        let token = match tokenizer.next_token() {
            Raw::EndOfFile => return tokens,
            Raw::Text(text) => Token::Characters(characters(&source[range(text)], text.rules(), keeps_nul)),
            Raw::Comment(text) => Token::Comment(decode::text(&source[range(text)], text.rules()).into_owned()),
            Raw::StartTag(tag) => start_tag(&tokenizer, tag),
            Raw::EndTag(tag) => Token::EndTag { name: name(&tokenizer, tag) },
            Raw::Doctype => doctype(&mut tokenizer),
        };
        tokens.push(token);
    }
}

/// Ordinary content and CDATA keep their NUL characters on this level: the tree builder drops or replaces them.
fn characters(raw: &str, rules: decode::Rules, keeps_nul: bool) -> String {
    if !keeps_nul {
        return decode::text(raw, rules).into_owned();
    }
    let parts: Vec<_> = raw.split('\0').map(|part| decode::text(part, rules)).collect();
    parts.join("\0")
}

fn range(text: Text) -> std::ops::Range<usize> {
    text.start() as usize..text.end() as usize
}

fn name(tokenizer: &Tokenizer<'_>, tag: Tag) -> String {
    tag.name().known_text().unwrap_or_else(|| tokenizer.names.text(tag.name())).to_owned()
}

fn start_tag(tokenizer: &Tokenizer<'_>, tag: Tag) -> Token {
    let raw = &tokenizer.attributes[tag.first_attribute()..];
    let attributes = raw.iter().map(|attribute| {
        let start = attribute.name_start as usize;
        let name = &tokenizer.source()[start..start + usize::from(attribute.name_length)];
        let value = decode::attribute_value(tokenizer.attribute_value_text(attribute));
        (decode::attribute_name(name).into_owned(), value.into_owned())
    });
    Token::StartTag {
        name: name(tokenizer, tag),
        attributes: attributes.collect(),
        is_self_closing: tag.is_self_closing(),
    }
}

fn doctype(tokenizer: &mut Tokenizer<'_>) -> Token {
    let doctype = std::mem::take(&mut tokenizer.doctype);
    Token::Doctype {
        name: doctype.name,
        public_id: doctype.public_id,
        system_id: doctype.system_id,
        force_quirks: doctype.force_quirks,
    }
}
