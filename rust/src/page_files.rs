//! Reads files that should hold a page each: the common case, many at once.

use std::fs::{self, File, Metadata};
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

    /// Appends the content of a file, and says where, with its stamp. None for what takes a closer look: a file that
    /// cannot be read, is no regular one, has more bytes than `most`, or grew while it was being read.
    pub fn read_plain(&mut self, path: &Path, most: u64) -> Option<(Range<usize>, u64)> {
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
        let mut file = File::open(path).ok()?;
        let end = fill(&mut file, &mut self.bytes[start..=expected], expected - start)? + start;
        if end > expected {
            return None;
        }
        self.used = end;
        Some((start..end, stamp_of(&about, &file)))
    }
}

/// How many bytes a file has; none if it cannot be read. Stops where `enough` were read.
fn fill(file: &mut File, bytes: &mut [u8], enough: usize) -> Option<usize> {
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

/// What tells a file, given by what was known before it was read, from others and from itself after a change; 0 if that
/// cannot be said, as of one that changed while it was read or shortly before.
#[cfg(unix)]
fn stamp_of(before: &Metadata, file: &File) -> u64 {
    use std::os::unix::fs::MetadataExt;
    use std::time::{Duration, SystemTime};

    /// How long nobody must have touched it: where times are as coarse as two seconds, a second change would have that
    /// of the first.
    const SETTLED: Duration = Duration::from_secs(3);

    let words = |about: &Metadata| {
        let times = [about.ctime(), about.ctime_nsec(), about.mtime(), about.mtime_nsec()].map(i64::cast_unsigned);
        crate::hash::hash_sequence([about.dev(), about.ino(), about.size()].into_iter().chain(times))
    };
    let Ok(after) = file.metadata() else { return 0 };
    let changed = Duration::from_secs(after.ctime().max(after.mtime()).try_into().unwrap_or(0));
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let is_settled = now > changed + SETTLED;
    if is_settled && words(before) == words(&after) { words(&after) } else { 0 }
}

/// Elsewhere times do not tell of every change.
#[cfg(not(unix))]
fn stamp_of(_: &Metadata, _: &File) -> u64 {
    0
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
        // It was written just now.
        assert_eq!(buffer.read_plain(&path, 6), Some((0..6, 0)));
        assert_eq!(buffer.read_plain(&path, 5), None);
        assert_eq!(buffer.read_plain(&folder, 1 << 20), None);
        assert_eq!(buffer.read_plain(&path, 6), Some((6..12, 0)));
        assert!(fs::write(&path, "").is_ok());
        assert_eq!(buffer.read_plain(&path, 6), Some((12..12, 0)));
        assert!(fs::remove_file(&path).is_ok());
        assert_eq!(buffer.read_plain(&path, 6), None);
        assert_eq!((buffer.len(), buffer.get(0..12)), (12, &b"<p>one<p>one"[..]));
        buffer.clear();
        assert!(buffer.is_empty());
    }
    #[test]
    #[cfg(unix)]
    fn a_file_that_nobody_touched_keeps_its_stamp() {
        let mut buffer = FileBuffer::default();
        let mut stamp = |name: &str| {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
            buffer.read_plain(&path, 1 << 20).map(|(_, stamp)| stamp)
        };
        let (first, other) = (stamp("Cargo.toml"), stamp("src/lib.rs"));
        assert!(first > Some(0));
        assert!(other > Some(0));
        assert_ne!(first, other);
        assert_eq!(stamp("Cargo.toml"), first);
    }
}
