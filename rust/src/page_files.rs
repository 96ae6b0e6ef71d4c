//! Reads files that should hold a page each: the common case, many at once.

use std::fs::{self, File};
use std::io::Read;
use std::ops::Range;
use std::path::Path;

/// Appends the content of a file, and says where. None for what takes a closer look: a file that cannot be read, is no
/// regular one, has more bytes than `most`, or grew while it was being read.
pub fn read_plain(path: &Path, most: u64, bytes: &mut Vec<u8>) -> Option<Range<usize>> {
    // Before it is opened: to open a pipe might never end.
    let about = fs::metadata(path).ok()?;
    if !about.is_file() || about.len() > most {
        return None;
    }
    let start = bytes.len();
    let size = usize::try_from(about.len()).ok()?;
    bytes.reserve(size + 1);
    let read = File::open(path).and_then(|file| file.take(about.len() + 1).read_to_end(bytes));
    if read.is_ok_and(|read| read <= size) {
        return Some(start..bytes.len());
    }
    bytes.truncate(start);
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_files_are_read() {
        let folder = std::env::temp_dir();
        let path = folder.join(format!("unmold-page-{}.html", std::process::id()));
        assert!(fs::write(&path, "<p>one").is_ok());
        let mut bytes = b"before".to_vec();
        assert_eq!(read_plain(&path, 6, &mut bytes), Some(6..12));
        assert_eq!(read_plain(&path, 5, &mut bytes), None);
        assert_eq!(read_plain(&folder, 1 << 20, &mut bytes), None);
        assert!(fs::remove_file(&path).is_ok());
        assert_eq!(read_plain(&path, 6, &mut bytes), None);
        assert_eq!(bytes, b"before<p>one");
    }
}
