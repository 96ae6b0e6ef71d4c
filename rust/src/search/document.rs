//! A document: what is searched of a record, and what is shown of it, as bytes.
//!
//! Texts stand one behind the other, each behind its length: key, path, address, site and template of the page, the
//! title, then of every column its name, whether it holds addresses, and its texts. Numbers have seven bits in a byte,
//! the lowest first. `search/documents.py` writes and reads the same.

use std::borrow::Cow;
use std::fmt;

/// Texts that say where a record is from, before its title: key, path, address, site, template.
const HEAD: usize = 5;

/// Bytes that are no document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DocumentError;

impl fmt::Display for DocumentError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a document of the search index ends too early")
    }
}

/// What stands in the bytes of a document.
pub(super) struct Document<'bytes> {
    pub key: Cow<'bytes, str>,
    pub site: Cow<'bytes, str>,
    pub template: Cow<'bytes, str>,
    pub title: &'bytes [u8],
    /// The columns, each before its texts.
    pub rest: Reader<'bytes>,
}

/// A column, whose texts stand behind it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Column<'bytes> {
    pub name: &'bytes [u8],
    pub is_address: bool,
    /// How many texts it has.
    pub count: usize,
}

impl<'bytes> Document<'bytes> {
    pub fn read(bytes: &'bytes [u8]) -> Result<Self, DocumentError> {
        let mut rest = Reader(bytes);
        let mut head: [&[u8]; HEAD] = [&[]; HEAD];
        for text in &mut head {
            *text = rest.text()?;
        }
        let [key, _, _, site, template] = head.map(readable);
        let title = rest.text()?;
        Ok(Document { key, site, template, title, rest })
    }
}

/// Text of Python, which may hold halves of characters: each becomes a question mark, as `words.normalise` has it.
pub(super) fn readable(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => {
            let mut out = String::with_capacity(bytes.len());
            for chunk in bytes.utf8_chunks() {
                out.push_str(chunk.valid());
                // Of the three bytes of a half each is wrong by itself; this is the first.
                out.extend(chunk.invalid().first().filter(|&&byte| byte == 0xED).map(|_| '?'));
            }
            Cow::Owned(out)
        }
    }
}

/// Reads a document from front to back.
#[derive(Clone, Copy)]
pub(super) struct Reader<'bytes>(&'bytes [u8]);

impl<'bytes> Reader<'bytes> {
    fn number(&mut self) -> Result<usize, DocumentError> {
        let mut number = 0;
        for shift in (0..usize::BITS).step_by(7) {
            let (&byte, rest) = self.0.split_first().ok_or(DocumentError)?;
            self.0 = rest;
            number |= usize::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(DocumentError)
    }

    pub fn text(&mut self) -> Result<&'bytes [u8], DocumentError> {
        let length = self.number()?;
        let (text, rest) = self.0.split_at_checked(length).ok_or(DocumentError)?;
        self.0 = rest;
        Ok(text)
    }

    /// The next column; none behind the last.
    pub fn column(&mut self) -> Result<Option<Column<'bytes>>, DocumentError> {
        if self.0.is_empty() {
            return Ok(None);
        }
        let (name, is_address, count) = (self.text()?, self.number()? != 0, self.number()?);
        Ok(Some(Column { name, is_address, count }))
    }
}

/// Writes a number.
pub(crate) fn write_number(out: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Writes a text behind its length.
pub(crate) fn write_text(out: &mut Vec<u8>, text: &[u8]) {
    write_number(out, text.len());
    out.extend_from_slice(text);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(texts: &[&str]) -> Vec<u8> {
        let mut out = Vec::new();
        texts.iter().for_each(|text| write_text(&mut out, text.as_bytes()));
        out
    }

    type Columns<'bytes> = Vec<(Column<'bytes>, Vec<&'bytes [u8]>)>;

    fn read_columns(mut rest: Reader<'_>) -> Result<Columns<'_>, DocumentError> {
        let mut found = Vec::new();
        while let Some(column) = rest.column()? {
            let texts = (0..column.count).map(|_| rest.text()).collect::<Result<_, _>>()?;
            found.push((column, texts));
        }
        Ok(found)
    }

    #[test]
    fn documents_are_read_as_they_were_written() {
        let long = "x".repeat(300);
        let mut bytes = written(&["key", "path", "url", "site", "template", "title", "a.b"]);
        bytes.extend([1, 2]);
        bytes.extend(written(&[&long, "two"]));
        let document = Document::read(&bytes).unwrap();
        assert_eq!([&document.key, &document.site, &document.template], ["key", "site", "template"]);
        assert_eq!(document.title, b"title");
        let column = Column { name: b"a.b", is_address: true, count: 2 };
        assert_eq!(read_columns(document.rest), Ok(vec![(column, vec![long.as_bytes(), b"two"])]));
        let without_columns = written(&["key", "path", "url", "site", "template", "title"]).len();
        for end in 0..bytes.len() {
            let found = Document::read(&bytes[..end]).and_then(|document| read_columns(document.rest));
            assert_eq!(found.is_ok(), end == without_columns, "{end}");
        }
    }

    #[test]
    fn halves_of_characters_are_question_marks() {
        assert_eq!(readable(b"a\xED\xA0\x80b"), "a?b");
        assert_eq!(readable("ü".as_bytes()), "ü");
    }
}
