//! Where features of many pages are computed: machines that read pages, and the columns that they fill.

use super::pool::Pool;
use crate::encoding;
use crate::features::{Extractor, Features, Groups};
use crate::html::{Limits, Parser};

/// A page as it comes from Python.
pub struct Input<'py> {
    pub data: &'py [u8],
    pub charset: Option<String>,
    /// What links are relative to.
    pub address: String,
}

/// The features of some pages and what the parser reports of them.
#[derive(Default)]
pub struct Output {
    pub features: Features,
    pub problems: Vec<u8>,
}

/// Reads one page after the other. A thread needs one, however many outputs it fills.
pub struct Machine {
    pub parser: Parser,
    pub extractor: Extractor,
}

static MACHINES: Pool<Machine> = Pool::new();
static OUTPUTS: Pool<Output> = Pool::new();

impl Output {
    /// The features of some pages.
    pub fn of(inputs: &[Input<'_>], limits: Limits, wanted: Groups) -> Output {
        let mut output = OUTPUTS.take(Output::default);
        Machine::lend(limits, |machine| {
            inputs.iter().for_each(|input| machine.extract(input, wanted, &mut output));
        });
        output
    }

    /// Leaves the memory for the next batch.
    pub fn put_back(mut self) {
        self.clear();
        let bytes = self.features.capacity();
        OUTPUTS.put_back(self, bytes);
    }

    fn clear(&mut self) {
        self.features.clear();
        self.problems.clear();
    }
}

impl Machine {
    /// Lends a machine that may have worked before.
    pub fn lend<T>(limits: Limits, work: impl FnOnce(&mut Machine) -> T) -> T {
        let mut machine = MACHINES.take(Machine::new);
        machine.parser.set_limits(limits);
        let result = work(&mut machine);
        let bytes = machine.parser.capacity() + machine.extractor.capacity();
        MACHINES.put_back(machine, bytes);
        result
    }

    fn new() -> Machine {
        Machine { parser: Parser::with_tag_log(Limits::default()), extractor: Extractor::default() }
    }

    fn extract(&mut self, input: &Input<'_>, wanted: Groups, output: &mut Output) {
        let decoded = encoding::decode(input.data, input.charset.as_deref());
        let tree = self.parser.parse(&decoded.text);
        let problems = self.extractor.extract(&tree, &input.address, wanted, &mut output.features);
        output.problems.push(problems.bits());
        self.parser.recycle(tree);
    }
}
