//! Where the suite lies, the files in it, and the format that its `.dat` files share.

use std::path::{Path, PathBuf};

/// The folder of the suite, or `None` (said aloud) where it is not at hand.
pub fn folder() -> Option<PathBuf> {
    if let Some(folder) = std::env::var_os("UNMOLD_HTML5LIB_TESTS") {
        return Some(PathBuf::from(folder));
    }
    let required = std::env::var_os("UNMOLD_REQUIRE_ALL").is_some();
    assert!(!required, "UNMOLD_HTML5LIB_TESTS is not set, but UNMOLD_REQUIRE_ALL is");
    eprintln!("skipped: set UNMOLD_HTML5LIB_TESTS to a copy of html5lib-tests to run this");
    None
}

/// The files directly in a folder that have this extension, in order.
pub fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no *.{extension} in {}", folder.display());
    files
}

/// The name of a file without its folder.
pub fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// One case of a `.dat` file: its sections by name (`data`, `document`, ...), without the last line break.
pub struct Case {
    sections: Vec<(String, Vec<u8>)>,
}

impl Case {
    /// The bytes of a section, if the case has it.
    pub fn section(&self, name: &str) -> Option<&[u8]> {
        let (_, bytes) = self.sections.iter().find(|(found, _)| found == name)?;
        Some(bytes.strip_suffix(b"\n").unwrap_or(bytes))
    }

    /// A section as text.
    pub fn text(&self, name: &str) -> Option<&str> {
        let bytes = self.section(name)?;
        Some(std::str::from_utf8(bytes).expect("a case in UTF-8"))
    }
}

/// Splits a `.dat` file, in which every case starts with `#data`. Only the given names are taken for section
/// headings: anything else that starts with `#` is part of a case.
pub fn cases(file: &Path, headings: &[&str]) -> Vec<Case> {
    let bytes = std::fs::read(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let mut cases: Vec<Case> = Vec::new();
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        match heading(line, headings) {
            Some("data") => cases.push(Case { sections: vec![("data".into(), Vec::new())] }),
            Some(name) => last(&mut cases).sections.push((name.into(), Vec::new())),
            None => {
                let (_, content) = last(&mut cases).sections.last_mut().expect("a heading");
                content.extend_from_slice(line);
            }
        }
    }
    cases
}

fn heading<'line>(line: &'line [u8], headings: &[&str]) -> Option<&'line str> {
    let line = std::str::from_utf8(line).ok()?;
    let name = line.trim_end_matches('\n').strip_prefix('#')?;
    (name == "data" || headings.contains(&name)).then_some(name)
}

fn last(cases: &mut [Case]) -> &mut Case {
    cases.last_mut().expect("a file that starts with #data")
}
