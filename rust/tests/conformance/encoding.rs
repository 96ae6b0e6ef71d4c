//! The encoding cases: bytes enter, the name of the encoding that a browser takes must leave.

use encoding_rs::Encoding;
use unmold_core::encoding::decode;

use crate::support::suite;

#[test]
fn encoding_cases() {
    let Some(folder) = suite::folder() else {
        return;
    };
    let mut count = 0;
    let mut failures = Vec::new();
    for file in suite::files(&folder.join("encoding"), "dat") {
        for (index, case) in suite::cases(&file, &["encoding"]).iter().enumerate() {
            count += 1;
            let label = case.text("encoding").expect("an expected encoding").trim();
            let expected = Encoding::for_label(label.as_bytes()).expect("a known encoding");
            let found = decode(case.section("data").expect("data"), None).encoding;
            if found != expected {
                let name = suite::file_name(&file);
                failures.push(format!("{name} {index}: {} for {}", found.name(), expected.name()));
            }
        }
    }
    println!("encoding: {} of {count} cases pass", count - failures.len());
    assert!(failures.is_empty(), "{failures:#?}");
}

/// These files are named after the encoding that must be guessed from nothing but their bytes.
#[test]
fn guessing_cases() {
    let Some(folder) = suite::folder() else {
        return;
    };
    for file in suite::files(&folder.join("encoding/chardet"), "txt") {
        let name = suite::file_name(&file);
        let label = name.trim_start_matches("test_").trim_end_matches(".txt");
        let expected = Encoding::for_label(label.as_bytes()).expect("a known encoding");
        let bytes = std::fs::read(&file).expect("a readable file");
        assert_eq!(decode(&bytes, None).encoding, expected, "{name}");
    }
}
