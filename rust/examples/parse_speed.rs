//! The Rust side of the parse benchmark: our parser and html5ever over the same pages, timed on demand.
//!
//! The argument is a file that lists pages, one path a line. They are read and decoded once; then each line on
//! standard input names what to time (`tree`, `decode`, `html5ever`) and on how many threads, and the answer is the
//! time of one pass over all pages, in seconds. The caller takes turns between this program and others.

#[path = "../tests/support/mod.rs"]
mod support;

use std::io::{self, BufRead, Write};
use std::time::Instant;

use rayon::prelude::*;
use support::reference::Reference;
use unmold_core::encoding::decode;
use unmold_core::html::{Limits, Parser};

/// A page as bytes and as text, so that decoding can be timed with the parser or left out.
struct Page {
    bytes: Vec<u8>,
    text: String,
}

fn main() -> io::Result<()> {
    let list = std::env::args().nth(1).ok_or(io::Error::other("usage: parse_speed FILE_WITH_PATHS"))?;
    let pages = read_pages(&std::fs::read_to_string(list)?)?;
    let mut output = io::stdout();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let (what, threads) = line.split_once(' ').unwrap_or((&line, "1"));
        let threads = threads.parse().map_err(io::Error::other)?;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(io::Error::other)?;
        let start = Instant::now();
        pool.install(|| pass(&pages, what))?;
        writeln!(output, "{}", start.elapsed().as_secs_f64())?;
        output.flush()?;
    }
    Ok(())
}

fn read_pages(list: &str) -> io::Result<Vec<Page>> {
    let read = |path: &str| {
        let bytes = std::fs::read(path)?;
        let text = decode(&bytes, None).text.into_owned();
        Ok(Page { bytes, text })
    };
    list.lines().map(read).collect()
}

/// One pass over all pages on the threads of the pool.
fn pass(pages: &[Page], what: &str) -> io::Result<()> {
    let parse: fn(&mut Parser, &Page) = match what {
        "tree" => |parser, page| parse_text(parser, &page.text),
        "decode" => |parser, page| parse_text(parser, &decode(&page.bytes, None).text),
        "html5ever" => |_, page| drop(std::hint::black_box(Reference::parse(&page.text))),
        _ => return Err(io::Error::other(format!("nothing is named {what}"))),
    };
    pages.par_iter().for_each_init(|| Parser::new(Limits::default()), parse);
    Ok(())
}

fn parse_text(parser: &mut Parser, text: &str) {
    let tree = std::hint::black_box(parser.parse(text));
    parser.recycle(tree);
}
