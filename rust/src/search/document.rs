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
    pub title: Cow<'bytes, str>,
    pub columns: Vec<Column<'bytes>>,
}

/// A column, and which of the texts of a document are its.
pub(super) struct Column<'bytes> {
    pub name: &'bytes [u8],
    pub is_address: bool,
    pub texts: Vec<Cow<'bytes, str>>,
}

impl<'bytes> Document<'bytes> {
    pub fn read(bytes: &'bytes [u8]) -> Result<Self, DocumentError> {
        let mut reader = Reader(bytes);
        let mut head: [&[u8]; HEAD] = [&[]; HEAD];
        for text in &mut head {
            *text = reader.text()?;
        }
        let [key, _, _, site, template] = head.map(readable);
        let title = readable(reader.text()?);
        let mut columns = Vec::new();
        while !reader.0.is_empty() {
            let (name, is_address, count) = (reader.text()?, reader.number()? != 0, reader.number()?);
            let texts = (0..count).map(|_| reader.text().map(readable)).collect::<Result<_, _>>()?;
            columns.push(Column { name, is_address, texts });
        }
        Ok(Document { key, site, template, title, columns })
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

struct Reader<'bytes>(&'bytes [u8]);

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

    fn text(&mut self) -> Result<&'bytes [u8], DocumentError> {
        let length = self.number()?;
        let (text, rest) = self.0.split_at_checked(length).ok_or(DocumentError)?;
        self.0 = rest;
        Ok(text)
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

    #[test]
    fn documents_are_read_as_they_were_written() {
        let long = "x".repeat(300);
        let mut bytes = written(&["key", "path", "url", "site", "template", "title", "a.b"]);
        bytes.extend([1, 2]);
        bytes.extend(written(&[&long, "two"]));
        let document = Document::read(&bytes).unwrap();
        assert_eq!([&document.key, &document.site, &document.template], ["key", "site", "template"]);
        let [column] = document.columns.as_slice() else { panic!("one column") };
        assert_eq!((column.name, column.is_address), (b"a.b".as_slice(), true));
        assert_eq!(column.texts, [long.as_str(), "two"]);
        for end in 0..bytes.len() {
            let is_whole = end == bytes.len() - 8 - 300 - 3 || Document::read(&bytes[..end]).is_err();
            assert!(is_whole || end == written(&["key", "path", "url", "site", "template", "title"]).len(), "{end}");
        }
    }

    #[test]
    fn halves_of_characters_are_question_marks() {
        assert_eq!(readable(b"a\xED\xA0\x80b"), "a?b");
        assert_eq!(readable("ü".as_bytes()), "ü");
    }
}
