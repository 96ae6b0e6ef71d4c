//! Comments: the comment states.

use memchr::memmem;

use super::{Token, Tokenizer, comment};

impl Tokenizer<'_> {
    /// Comment start to comment end states; `start` is behind `<!--`.
    pub(super) fn comment(&mut self, start: usize) -> Token {
        let (end, after) = self.comment_end(start);
        self.position = after;
        comment(start, end)
    }

    /// Where the text of the comment ends, and the place behind the comment.
    fn comment_end(&self, start: usize) -> (usize, usize) {
        let rest = &self.bytes[start..];
        // Comment start and comment start dash states: `<!-->` and `<!--->`.
        if rest.starts_with(b">") {
            return (start, start + 1);
        }
        if rest.starts_with(b"->") {
            return (start, start + 2);
        }
        let mut from = start;
        while let Some(offset) = memmem::find(&self.bytes[from..], b"--") {
            let at = from + offset;
            match &self.bytes[at + 2..] {
                [b'>', ..] => return (at, at + 3),
                [b'!', b'>', ..] => return (at, at + 4),
                _ => from = at + 1,
            }
        }
        let dashes = ["--!", "--", "-"].into_iter().find(|dashes| rest.ends_with(dashes.as_bytes()));
        let end = self.bytes.len() - dashes.map_or(0, str::len);
        (end.max(start), self.bytes.len())
    }
}
