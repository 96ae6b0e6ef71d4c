//! Reads files that should hold a page each: the common case, many at once.

use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::ops::Range;
use std::path::Path;

/// Memory that files are read into, one behind the other. It is cleared once, not for every file.
#[derive(Default)]
pub struct FileBuffer {
    bytes: Vec<u8>,
    used: usize,
}

impl FileBuffer {
    /// How many bytes were read.
    pub fn len(&self) -> usize {
        self.used
    }

    /// Whether nothing was read.
    pub fn is_empty(&self) -> bool {
        self.used == 0
    }

    /// About how many bytes are held, filled or not.
    pub fn capacity(&self) -> usize {
        self.bytes.capacity()
    }

    /// Forgets what was read; the memory stays for others.
    pub fn clear(&mut self) {
        self.used = 0;
    }

    /// What was read, from one place to another.
    pub fn get(&self, range: Range<usize>) -> &[u8] {
        &self.bytes[range]
    }

    /// Appends the content of a file, and says where. None for what takes a closer look: a file that cannot be read, is
    /// no regular one, has more bytes than `most`, or grew while it was being read.
    pub fn read_plain(&mut self, path: &Path, most: u64) -> Option<Range<usize>> {
        // Before it is opened: to open a pipe might never end.
        let about = fs::metadata(path).ok()?;
        if !about.is_file() || about.len() > most {
            return None;
        }
        let start = self.used;
        let expected = start + usize::try_from(about.len()).ok()?;
        if self.bytes.len() <= expected {
            self.bytes.resize(expected + 1, 0);
        }
        // A byte more than there should be: nearly always a single call tells that there is no other.
        let end = fill(File::open(path).ok()?, &mut self.bytes[start..=expected], expected - start)? + start;
        if end > expected {
            return None;
        }
        self.used = end;
        Some(start..end)
    }
}

/// How many bytes a file has; none if it cannot be read. Stops where `enough` were read.
fn fill(mut file: File, bytes: &mut [u8], enough: usize) -> Option<usize> {
    let mut filled = 0;
    loop {
        match file.read(&mut bytes[filled..]) {
            Ok(0) => return Some(filled),
            Ok(read) => filled += read,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => return None,
        }
        if filled >= enough {
            return Some(filled);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_files_are_read() {
        let folder = std::env::temp_dir();
        let path = folder.join(format!("unmold-page-{}.html", std::process::id()));
        assert!(fs::write(&path, "<p>one").is_ok());
        let mut buffer = FileBuffer::default();
        assert_eq!(buffer.read_plain(&path, 6), Some(0..6));
        assert_eq!(buffer.read_plain(&path, 5), None);
        assert_eq!(buffer.read_plain(&folder, 1 << 20), None);
        assert_eq!(buffer.read_plain(&path, 6), Some(6..12));
        assert!(fs::write(&path, "").is_ok());
        assert_eq!(buffer.read_plain(&path, 6), Some(12..12));
        assert!(fs::remove_file(&path).is_ok());
        assert_eq!(buffer.read_plain(&path, 6), None);
        assert_eq!((buffer.len(), buffer.get(0..12)), (12, &b"<p>one<p>one"[..]));
        buffer.clear();
        assert!(buffer.is_empty());
    }
}
