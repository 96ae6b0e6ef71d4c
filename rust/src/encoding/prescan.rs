//! What a page says about its own encoding: the standard's "prescan a byte stream to determine its encoding".
//!
//! The first 1024 bytes are read exactly as the standard does, which knows neither scripts nor titles there. A
//! declaration further down is one that a browser meets while it parses ("changing the encoding while parsing"); for
//! it the scan goes on, past the elements whose content is no markup. Every byte is passed at most twice.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};
use memchr::memchr;
use memchr::memmem;

/// How many bytes the standard encourages to read before parsing.
const PRESCAN_LENGTH: usize = 1024;

/// Elements whose content is text to the parser, so that a `meta` in them declares nothing.
const RAW_TEXT_ELEMENTS: [&[u8]; 8] =
    [b"script", b"style", b"title", b"textarea", b"xmp", b"iframe", b"noembed", b"noframes"];

/// The encoding that the page declares in its first 1024 bytes, or else further down.
pub(super) fn declared_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = &bytes[..bytes.len().min(PRESCAN_LENGTH)];
    utf16_xml_declaration(head)
        .or_else(|| Scanner::new(head).meta_encoding())
        .or_else(|| xml_encoding(head))
        .or_else(|| late_encoding(bytes))
}

fn late_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    if bytes.len() <= PRESCAN_LENGTH {
        return None;
    }
    let mut scanner = Scanner::new(bytes);
    scanner.skips_raw_text = true;
    scanner.meta_encoding()
}

/// A page that starts with `<?x` in UTF-16 shows by it which UTF-16 it is in.
fn utf16_xml_declaration(bytes: &[u8]) -> Option<&'static Encoding> {
    if bytes.starts_with(b"<\0?\0x\0") {
        Some(UTF_16LE)
    } else if bytes.starts_with(b"\0<\0?\0x") {
        Some(UTF_16BE)
    } else {
        None
    }
}

/// "Get an XML encoding": the `encoding` of an XML declaration at the very start.
fn xml_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    if !bytes.starts_with(b"<?xml") {
        return None;
    }
    let declaration = &bytes[..memchr(b'>', bytes)?];
    let found = memmem::find(declaration, b"encoding")?;
    let rest = trim_controls(&declaration[found + b"encoding".len()..]);
    let (quote, rest) = trim_controls(rest.strip_prefix(b"=")?).split_first()?;
    if !matches!(quote, b'"' | b'\'') {
        return None;
    }
    let label = &rest[..memchr(*quote, rest)?];
    if label.iter().any(|&byte| byte <= b' ') {
        return None;
    }
    Encoding::for_label(label).map(declarable)
}

fn trim_controls(bytes: &[u8]) -> &[u8] {
    let start = bytes.iter().position(|&byte| byte > b' ');
    &bytes[start.unwrap_or(bytes.len())..]
}

/// A declaration that could be read is not in UTF-16, and `x-user-defined` never means itself.
fn declarable(encoding: &'static Encoding) -> &'static Encoding {
    if encoding == UTF_16BE || encoding == UTF_16LE {
        UTF_8
    } else if encoding == X_USER_DEFINED {
        WINDOWS_1252
    } else {
        encoding
    }
}

/// An attribute as the prescan sees it: ranges of the page, case not yet folded.
struct Attribute<'bytes> {
    name: &'bytes [u8],
    value: &'bytes [u8],
}

/// A position in the bytes. Every method that returns an `Option` returns `None` where the bytes run out,
/// which ends the prescan.
struct Scanner<'bytes> {
    bytes: &'bytes [u8],
    position: usize,
    skips_raw_text: bool,
}

impl<'bytes> Scanner<'bytes> {
    fn new(bytes: &'bytes [u8]) -> Self {
        Scanner { bytes, position: 0, skips_raw_text: false }
    }

    fn rest(&self) -> &'bytes [u8] {
        &self.bytes[self.position.min(self.bytes.len())..]
    }

    fn byte(&self) -> Option<u8> {
        self.bytes.get(self.position).copied()
    }

    /// The main loop of the prescan: the first `meta` element that declares a known encoding.
    fn meta_encoding(&mut self) -> Option<&'static Encoding> {
        loop {
            self.position += memchr(b'<', self.rest())?;
            let markup = self.rest();
            if markup.starts_with(b"<!--") {
                // The two hyphens that open the comment may be those that close it.
                self.position += 2;
                self.position += memmem::find(self.rest(), b"-->")? + 2;
            } else if is_meta(markup) {
                self.position += b"<meta".len();
                if let Some(encoding) = self.meta()? {
                    return Some(encoding);
                }
            } else if is_tag(markup) {
                self.tag()?;
            } else if matches!(markup.get(1)?, b'!' | b'/' | b'?') {
                self.position += memchr(b'>', markup)?;
            }
            self.position += 1;
        }
    }

    /// Reads the attributes of a `meta` tag; gives the encoding that it declares, if it declares one.
    fn meta(&mut self) -> Option<Option<&'static Encoding>> {
        let mut meta = Meta::default();
        while let Some(attribute) = self.attribute()? {
            meta.read(&attribute);
        }
        Some(meta.encoding())
    }

    /// Passes a tag, and the text inside it where that is no markup.
    fn tag(&mut self) -> Option<()> {
        let start = self.position + 1;
        let is_end = |byte: &u8| is_space(*byte) || *byte == b'>';
        self.position += self.rest().iter().position(is_end)?;
        let name = element_name(&self.bytes[start..self.position]);
        while self.attribute()?.is_some() {}
        if self.skips_raw_text && RAW_TEXT_ELEMENTS.iter().any(|raw| name.eq_ignore_ascii_case(raw)) {
            self.skip_to_end_tag(name)?;
        }
        Some(())
    }

    /// Moves to just before the end tag that closes a raw text element.
    fn skip_to_end_tag(&mut self, name: &[u8]) -> Option<()> {
        loop {
            self.position += memmem::find(self.rest(), b"</")?;
            let after = self.rest().get(2..2 + name.len())?;
            if after.eq_ignore_ascii_case(name) {
                self.position -= 1;
                return Some(());
            }
            self.position += 2;
        }
    }

    /// "Get an attribute": the next one of the tag, or `Some(None)` where the tag ends.
    fn attribute(&mut self) -> Option<Option<Attribute<'bytes>>> {
        self.skip(|byte| is_space(byte) || byte == b'/')?;
        if self.byte()? == b'>' {
            return Some(None);
        }
        let name = self.attribute_name()?;
        self.skip(is_space)?;
        let value = if self.byte()? == b'=' {
            self.position += 1;
            self.attribute_value()?
        } else {
            b""
        };
        Some(Some(Attribute { name, value }))
    }

    /// A name may start with `=`, and is ended by one anywhere else.
    fn attribute_name(&mut self) -> Option<&'bytes [u8]> {
        let start = self.position;
        self.position += 1;
        self.skip(|byte| !is_space(byte) && !matches!(byte, b'=' | b'/' | b'>'))?;
        Some(&self.bytes[start..self.position])
    }

    fn attribute_value(&mut self) -> Option<&'bytes [u8]> {
        self.skip(is_space)?;
        let quote = self.byte()?;
        if !matches!(quote, b'"' | b'\'') {
            let start = self.position;
            self.skip(|byte| !is_space(byte) && byte != b'>')?;
            return Some(&self.bytes[start..self.position]);
        }
        let start = self.position + 1;
        let length = memchr(quote, &self.bytes[start..])?;
        self.position = start + length + 1;
        Some(&self.bytes[start..start + length])
    }

    fn skip(&mut self, passes: impl Fn(u8) -> bool) -> Option<()> {
        self.position += self.rest().iter().position(|&byte| !passes(byte))?;
        Some(())
    }
}

/// `Some(None)` is a label that nobody knows.
type Declared = Option<Option<&'static Encoding>>;

/// What the attributes of one `meta` element amount to; of a repeated attribute the first counts.
#[derive(Default)]
struct Meta {
    http_equiv_seen: bool,
    content_seen: bool,
    charset_seen: bool,
    got_pragma: bool,
    needs_pragma: bool,
    charset: Declared,
}

impl Meta {
    fn read(&mut self, attribute: &Attribute<'_>) {
        let named = |name: &[u8]| attribute.name.eq_ignore_ascii_case(name);
        if named(b"http-equiv") && !std::mem::replace(&mut self.http_equiv_seen, true) {
            self.got_pragma = attribute.value.eq_ignore_ascii_case(b"content-type");
        } else if named(b"content") && !std::mem::replace(&mut self.content_seen, true) {
            self.read_content(attribute.value);
        } else if named(b"charset") && !std::mem::replace(&mut self.charset_seen, true) {
            self.charset = Some(Encoding::for_label(attribute.value));
            self.needs_pragma = false;
        }
    }

    fn read_content(&mut self, value: &[u8]) {
        let encoding = content_encoding(value);
        if encoding.is_some() && self.charset.is_none() {
            self.charset = Some(encoding);
            self.needs_pragma = true;
        }
    }

    fn encoding(&self) -> Option<&'static Encoding> {
        let usable = self.got_pragma || !self.needs_pragma;
        self.charset.flatten().filter(|_| usable).map(declarable)
    }
}

/// The standard's "extracting a character encoding from a meta element".
fn content_encoding(value: &[u8]) -> Option<&'static Encoding> {
    const KEY: &[u8] = b"charset";
    let mut rest = value;
    loop {
        let key = |window: &[u8]| window.eq_ignore_ascii_case(KEY);
        let found = rest.windows(KEY.len()).position(key)?;
        rest = rest[found + KEY.len()..].trim_ascii_start();
        if let Some(label) = rest.strip_prefix(b"=") {
            return Encoding::for_label(content_label(label.trim_ascii_start())?);
        }
    }
}

fn content_label(value: &[u8]) -> Option<&[u8]> {
    let length = match value.first()? {
        quote @ (b'"' | b'\'') => return Some(&value[1..1 + memchr(*quote, &value[1..])?]),
        _ => value.iter().position(|&byte| is_space(byte) || byte == b';'),
    };
    Some(&value[..length.unwrap_or(value.len())])
}

fn is_meta(markup: &[u8]) -> bool {
    let (name, end) = (markup.get(1..5), markup.get(5));
    name.is_some_and(|name| name.eq_ignore_ascii_case(b"meta"))
        && end.is_some_and(|&byte| is_space(byte) || byte == b'/')
}

fn is_tag(markup: &[u8]) -> bool {
    let name = markup[1..].strip_prefix(b"/").unwrap_or(&markup[1..]);
    name.first().is_some_and(u8::is_ascii_alphabetic)
}

/// The name of the element that a start tag opens: of `br/` the part before the slash, of `/p` nothing.
fn element_name(tag: &[u8]) -> &[u8] {
    &tag[..memchr(b'/', tag).unwrap_or(tag.len())]
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | 0x0C | b'\r' | b' ')
}
