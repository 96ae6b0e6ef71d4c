//! Comments: the comment states.

use super::{Token, Tokenizer, comment};
use crate::html::scan::find;

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
        while let Some(at) = find(b'>', self.bytes, from) {
            let text = &self.bytes[start..at];
            for end in [&b"--"[..], b"--!"] {
                if text.ends_with(end) {
                    return (at - end.len(), at + 1);
                }
            }
            from = at + 1;
        }
        let dashes = ["--!", "--", "-"].into_iter().find(|dashes| rest.ends_with(dashes.as_bytes()));
        let end = self.bytes.len() - dashes.map_or(0, str::len);
        (end.max(start), self.bytes.len())
    }
}
