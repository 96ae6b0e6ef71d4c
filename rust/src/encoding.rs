//! From bytes to text, as the HTML standard prescribes ("determining the character encoding").
//!
//! The result says which encoding was taken and why. Asked in this order: the byte order mark, the transport's
//! charset, what the page declares ([`prescan`]), a guess from the bytes. There is always some text: what an encoding
//! cannot read becomes U+FFFD.

mod prescan;

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

/// How far the guess reads from the first byte that tells encodings apart. A guess settles within a few
/// kilobytes of text; the bound keeps a huge page from costing more than the decoding itself.
const DETECTION_WINDOW: usize = 1 << 20;

/// Who named the encoding of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EncodingSource {
    /// The byte order mark, which overrules everything.
    Bom,
    /// The charset of the HTTP header or of whatever else brought the page.
    Http,
    /// The page itself, in a `meta` element or an XML declaration.
    Meta,
    /// Nobody: it was guessed from the bytes.
    Detected,
    /// Nobody, and the page is plain ASCII, which all guesses would read alike.
    Default,
}

impl EncodingSource {
    /// The source in one lower-case word.
    pub fn as_str(self) -> &'static str {
        match self {
            EncodingSource::Bom => "bom",
            EncodingSource::Http => "http",
            EncodingSource::Meta => "meta",
            EncodingSource::Detected => "detected",
            EncodingSource::Default => "default",
        }
    }
}

/// The text of a page and how it was read.
#[derive(Clone, Debug)]
pub struct Decoded<'bytes> {
    /// The text without byte order mark; borrowed where the bytes already were UTF-8.
    pub text: Cow<'bytes, str>,
    /// The encoding that was taken.
    pub encoding: &'static Encoding,
    /// Who named it.
    pub source: EncodingSource,
    /// Whether something could not be read and became U+FFFD.
    pub had_errors: bool,
}

/// Decodes the bytes of a page; `http_charset` is the label that the transport gave, if it gave one.
///
/// ```
/// let page = unmold_core::encoding::decode(b"<meta charset=latin1>caf\xE9", None);
/// assert_eq!((&*page.text, page.encoding.name()), ("<meta charset=latin1>café", "windows-1252"));
/// ```
pub fn decode<'bytes>(bytes: &'bytes [u8], http_charset: Option<&str>) -> Decoded<'bytes> {
    if let Some((encoding, mark_length)) = Encoding::for_bom(bytes) {
        return decode_as(&bytes[mark_length..], encoding, EncodingSource::Bom);
    }
    let transport = http_charset.and_then(|label| Encoding::for_label(label.as_bytes()));
    if let Some(encoding) = transport {
        return decode_as(bytes, encoding, EncodingSource::Http);
    }
    if let Some(encoding) = prescan::declared_encoding(bytes) {
        return decode_as(bytes, encoding, EncodingSource::Meta);
    }
    let (encoding, source) = detect(bytes);
    decode_as(bytes, encoding, source)
}

/// The beginning of a page as text, for those who read nothing but its tags: `None` if its encoding may write ASCII as
/// something else, so that the page must be decoded first.
pub fn readable_tags<'bytes>(beginning: &'bytes [u8], http_charset: Option<&str>) -> Option<Cow<'bytes, str>> {
    let is_plain = match Encoding::for_bom(beginning) {
        Some((encoding, _)) => encoding == UTF_8,
        None => {
            let transport = http_charset.and_then(|label| Encoding::for_label(label.as_bytes()));
            // Pages that declare an encoding in a tag have readable tags, but for ISO-2022-JP, whose letters look like
            // ASCII behind its first escape.
            transport.is_none_or(Encoding::is_ascii_compatible) && memchr::memchr(0x1B, beginning).is_none()
        }
    };
    is_plain.then(|| UTF_8.decode_without_bom_handling(beginning).0)
}

fn decode_as<'bytes>(bytes: &'bytes [u8], encoding: &'static Encoding, source: EncodingSource) -> Decoded<'bytes> {
    let (text, had_errors) = encoding.decode_without_bom_handling(bytes);
    Decoded { text, encoding, source, had_errors }
}

/// The encoding of a page about which nobody said anything.
fn detect(bytes: &[u8]) -> (&'static Encoding, EncodingSource) {
    // Escapes are what tells ISO-2022-JP from plain ASCII.
    let plain = Encoding::iso_2022_jp_ascii_valid_up_to(bytes);
    if plain == bytes.len() {
        return (WINDOWS_1252, EncodingSource::Default);
    }
    if is_utf8_beyond_ascii(bytes) {
        return (UTF_8, EncodingSource::Detected);
    }
    let window = &bytes[plain..];
    let seen = &window[..window.len().min(DETECTION_WINDOW)];
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(seen, seen.len() == window.len());
    let encoding = detector.guess(None, Utf8Detection::Allow);
    (encoding, EncodingSource::Detected)
}

/// Whether the bytes are UTF-8 with at least one character beyond ASCII; a character that the end of the
/// page cuts off is no objection.
fn is_utf8_beyond_ascii(bytes: &[u8]) -> bool {
    let valid = Encoding::utf8_valid_up_to(bytes);
    let cut_off = std::str::from_utf8(&bytes[valid..])
        .is_err_and(|error| error.valid_up_to() == 0 && error.error_len().is_none());
    (valid == bytes.len() || cut_off) && !bytes[..valid].is_ascii()
}

#[cfg(test)]
mod tests;
