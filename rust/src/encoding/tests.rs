use encoding_rs::{
    BIG5, EUC_JP, Encoding, ISO_2022_JP, ISO_8859_2, KOI8_U, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1251,
    WINDOWS_1252,
};

use super::*;

type Taken = (&'static Encoding, EncodingSource);

fn taken(bytes: &[u8]) -> Taken {
    let decoded = decode(bytes, None);
    (decoded.encoding, decoded.source)
}

fn meta(declaration: &str) -> Taken {
    taken(declaration.as_bytes())
}

const UNDECLARED: Taken = (WINDOWS_1252, EncodingSource::Default);

fn declared(encoding: &'static Encoding) -> Taken {
    (encoding, EncodingSource::Meta)
}

#[test]
fn a_byte_order_mark_overrules_everything_and_is_no_text() {
    let page = decode(b"\xEF\xBB\xBF<meta charset=koi8-u>\xC3\xA9", Some("latin1"));
    assert_eq!((page.encoding, page.source), (UTF_8, EncodingSource::Bom));
    assert_eq!(page.text, "<meta charset=koi8-u>\u{E9}");
    assert!(matches!(page.text, Cow::Borrowed(_)));
    let little = decode(b"\xFF\xFEa\0b\0", None);
    assert_eq!((little.encoding, &*little.text), (UTF_16LE, "ab"));
    let big = decode(b"\xFE\xFF\0a\0b", None);
    assert_eq!((big.encoding, &*big.text), (UTF_16BE, "ab"));
}

#[test]
fn the_transport_overrules_the_page() {
    let page = decode(b"<meta charset=koi8-u>\xE9", Some(" ISO-8859-1 "));
    assert_eq!((page.encoding, page.source), (WINDOWS_1252, EncodingSource::Http));
    assert!(page.text.ends_with('\u{E9}'));
    let unknown = decode(b"<meta charset=koi8-u>", Some("no-such-thing"));
    assert_eq!((unknown.encoding, unknown.source), (KOI8_U, EncodingSource::Meta));
}

#[test]
fn utf8_is_borrowed_and_broken_utf8_is_repaired() {
    let good = decode("<meta charset=utf-8>é".as_bytes(), None);
    assert!(matches!(good.text, Cow::Borrowed(_)) && !good.had_errors);
    let broken = decode(b"<meta charset=utf-8>\xFFx", None);
    assert!(broken.had_errors && broken.text.ends_with("\u{FFFD}x"));
}

#[test]
fn ascii_that_declares_nothing_is_borrowed() {
    let page = decode(b"<p>plain", None);
    assert!(matches!(page.text, Cow::Borrowed("<p>plain")));
    assert_eq!((page.encoding, page.source), UNDECLARED);
    assert_eq!(decode(b"", None).text, "");
}

#[test]
fn declarations_in_all_spellings() {
    for spelling in [
        "<meta charset=koi8-u>",
        "<META CHARSET='KOI8-U'>",
        "<meta/charset = \" koi8-u \"/>",
        "<meta content='text/html; charset=koi8-u' http-equiv=Content-Type>",
        "<meta http-equiv=content-type content='CharSet ; charset = \"koi8-u\"'>",
        "<meta http-equiv=content-type http-equiv=x content='charset=koi8-u;x'>",
        "<meta charset=koi8-u charset=utf-8 content='charset=utf-8'>",
        "<!--><meta charset=koi8-u>",
        "<!-- <meta charset=utf-8> --><meta charset=koi8-u>",
        "<!x <meta charset=utf-8 </ <meta charset=utf-8 <? ><meta charset=koi8-u>",
        "<a =x '=y\"><meta charset=koi8-u>",
        "<?xml version='1.0' encoding = 'koi8-u'?><p>",
        "<?xml encoding='utf-8'?><meta charset=koi8-u>",
    ] {
        assert_eq!(meta(spelling), declared(KOI8_U), "{spelling}");
    }
}

#[test]
fn what_declares_nothing() {
    for spelling in [
        "<meta",
        "<metacharset=koi8-u>",
        "<meta charset=koi8-u",
        "<meta content='charset=koi8-u'>",
        "<meta http-equiv=x content='charset=koi8-u'>",
        "<meta http-equiv=content-type content='charset=\"koi8-u'>",
        "<meta http-equiv=content-type content='charset'>",
        "<meta http-equiv=content-type content='charset=koi8-u' charset=bogus>",
        "<!-- <meta charset=koi8-u>",
        "<a title=\"<meta charset=koi8-u>",
        " <?xml encoding='koi8-u'?>",
        "<?xml encoding=koi8-u?>",
        "<?xml encoding='koi8-u ?>",
        "<?xml encoding='koi8 u'?>",
        "<?xml encoding",
    ] {
        assert_eq!(meta(spelling), UNDECLARED, "{spelling}");
    }
}

#[test]
fn encodings_that_no_page_can_declare() {
    assert_eq!(meta("<meta charset=utf-16>"), declared(UTF_8));
    assert_eq!(meta("<meta charset=utf-16be>"), declared(UTF_8));
    assert_eq!(meta("<meta charset=x-user-defined>"), declared(WINDOWS_1252));
    assert_eq!(meta("<?xml encoding='utf-16'?>"), declared(UTF_8));
}

#[test]
fn an_xml_declaration_in_utf16_shows_its_byte_order() {
    assert_eq!(taken(b"<\0?\0x\0m\0l\0"), declared(UTF_16LE));
    assert_eq!(taken(b"\0<\0?\0x\0m\0l"), declared(UTF_16BE));
}

#[test]
fn late_declarations_count_unless_they_are_text() {
    let far = " ".repeat(2000);
    assert_eq!(meta(&format!("{far}<meta charset=koi8-u>")), declared(KOI8_U));
    for element in ["script", "style", "title", "TEXTAREA", "xmp/"] {
        let name = element.trim_end_matches('/');
        let text = format!("{far}<{element}>x</<meta charset=koi8-u>");
        assert_eq!(meta(&text), UNDECLARED, "{element}");
        let closed = format!("{text}</{name}><meta charset=iso-8859-2>");
        assert_eq!(meta(&closed), declared(ISO_8859_2), "{element}");
    }
    let early = format!("<script>'<meta charset=koi8-u>'</script>{far}");
    assert_eq!(meta(&early), declared(KOI8_U));
}

#[test]
fn undeclared_pages_are_guessed() {
    let russian = "Съешь же ещё этих мягких французских булок, да выпей чаю";
    let japanese = "日本語のページです。文字コードを自動的に判別するための文章を書いています。";
    for (text, encoding) in [
        (russian, UTF_8),
        (russian, WINDOWS_1251),
        (japanese, SHIFT_JIS),
        (japanese, EUC_JP),
        (japanese, ISO_2022_JP),
        ("道可道非常道。名可名非常名。無名天地之始有名萬物之母", BIG5),
        ("Un café très léger à côté de l'hôtel", WINDOWS_1252),
    ] {
        let (bytes, _, unmappable) = encoding.encode(text);
        let page = decode(&bytes, None);
        assert!(!unmappable);
        assert_eq!((page.encoding, page.source), (encoding, EncodingSource::Detected));
        assert_eq!(page.text, text);
    }
}

#[test]
fn utf8_that_is_cut_off_is_still_utf8() {
    let page = decode(&"<p>naïve é".as_bytes()[..11], None);
    assert_eq!((page.encoding, page.source), (UTF_8, EncodingSource::Detected));
    assert_eq!(page.text, "<p>naïve \u{FFFD}");
}

#[test]
fn any_bytes_give_some_text() {
    let mut state = 1_u32;
    let mut noise = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    for length in 0..200 {
        let bytes: Vec<u8> = (0..length * 20).map(|_| noise()).collect();
        let page = decode(&bytes, None);
        assert_eq!(page.text.is_empty(), bytes.is_empty());
    }
}
