//! Where features of many pages are computed: a parser, an extractor and the columns that they fill.

use super::pool::Pool;
use crate::encoding;
use crate::features::{Base, Extractor, Features};
use crate::html::{Limits, Parser};

/// A page as it comes from Python.
pub struct Input<'py> {
    pub data: &'py [u8],
    pub charset: Option<String>,
    pub address: String,
}

/// The features of some pages and what the parser reports of them.
#[derive(Default)]
pub struct Output {
    pub features: Features,
    pub nodes: Vec<u32>,
    pub max_depth: Vec<u32>,
    pub problems: Vec<u8>,
    pub encodings: Vec<&'static str>,
    pub encoding_sources: Vec<&'static str>,
}

/// Everything that extracting writes to.
pub struct Workspace {
    parser: Parser,
    extractor: Extractor,
    pub output: Output,
}

static WORKSPACES: Pool<Workspace> = Pool::new();

impl Workspace {
    /// The features of some pages.
    pub fn extract_all(inputs: &[Input<'_>], limits: Limits, wants_contents: bool) -> Workspace {
        let mut workspace = WORKSPACES.take(Workspace::new);
        workspace.parser.set_limits(limits);
        workspace.extractor.wants_contents = wants_contents;
        for input in inputs {
            workspace.extract(input);
        }
        workspace
    }

    fn new() -> Workspace {
        Workspace {
            parser: Parser::with_tag_log(Limits::default()),
            extractor: Extractor::default(),
            output: Output::default(),
        }
    }

    /// Leaves the memory for the next batch.
    pub fn put_back(mut self) {
        self.output.clear();
        let bytes = self.output.features.capacity() + self.parser.capacity() + self.extractor.capacity();
        WORKSPACES.put_back(self, bytes);
    }

    fn extract(&mut self, input: &Input<'_>) {
        let output = &mut self.output;
        let decoded = encoding::decode(input.data, input.charset.as_deref());
        let tree = self.parser.parse(&decoded.text);
        let problems = self.extractor.extract(&tree, &Base::new(&input.address), &mut output.features);
        output.nodes.push(tree.len() as u32);
        output.max_depth.push(tree.max_depth());
        output.problems.push(problems.bits());
        output.encodings.push(decoded.encoding.name());
        output.encoding_sources.push(decoded.source.as_str());
        self.parser.recycle(tree);
    }
}

impl Output {
    fn clear(&mut self) {
        self.features.clear();
        self.nodes.clear();
        self.max_depth.clear();
        self.problems.clear();
        self.encodings.clear();
        self.encoding_sources.clear();
    }
}
