//! Bytes that are no text, or not the text they claim to be.

use unmold_core::encoding::decode;

use crate::support::random::Random;
use crate::{count, many, roomy, survive};

fn noise(length: usize) -> Vec<u8> {
    let mut random = Random::new(length as u64);
    (0..length).map(|_| random.number() as u8).collect()
}

fn survives_bytes(bytes: &[u8], http_charset: Option<&str>) {
    let page = decode(bytes, http_charset).text.into_owned();
    survive(page, roomy(), |tree| assert_eq!(count(tree, "html"), 1));
}

#[test]
fn binary() {
    let bytes = noise(many(2 << 20));
    survives_bytes(&bytes, None);
    survives_bytes(b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\x01<\0\0\x01", None);
    survives_bytes(&vec![0; many(1 << 20)], None);
    survives_bytes(&vec![0xFF; many(1 << 20)], None);
}

#[test]
fn charsets_that_lie() {
    let bytes = noise(many(200_000));
    for label in [
        "utf-8",
        "utf-16",
        "utf-16be",
        "shift_jis",
        "iso-2022-jp",
        "gb18030",
        "big5",
        "euc-kr",
        "windows-1252",
        "x-user-defined",
        "replacement",
        "iso-2022-kr",
        "",
        "\0",
        "no such charset",
        "utf-8; charset=koi8-r",
    ] {
        survives_bytes(&bytes, Some(label));
    }
}

#[test]
fn broken_utf8_and_utf16() {
    survives_bytes(b"<meta charset=utf-8>\xC3", None);
    survives_bytes(b"<p>\xE2\x82<p>\xF0\x9F\x98<p>\xED\xA0\x80\xC0\x80", Some("utf-8"));
    survives_bytes(b"\xFF\xFE<\0p\0>\0\x00\xD8x", None);
    survives_bytes(b"\xFE\xFF\0<\0p\0>\xDC", None);
    survives_bytes(b"\xFF\xFE", None);
    survives_bytes(b"\xEF\xBB", None);
    survives_bytes(b"\xEF\xBB\xBF\xEF\xBB\xBF", None);
}

#[test]
fn declarations_without_end() {
    for piece in [
        "<meta ",
        "<meta charset=",
        "<meta charset='",
        "<meta charset=x>",
        "<meta content='charset charset='>",
        "<!--",
        "<a b='",
        "<script>",
        "</script",
        "<?xml encoding=",
        "<!",
        "<meta http-equiv=content-type content='charset=",
    ] {
        survives_bytes(piece.repeat(many(2 << 20) / piece.len()).as_bytes(), None);
    }
}
