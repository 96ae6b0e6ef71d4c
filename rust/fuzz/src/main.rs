//! A fuzzer for the parser that runs on stable Rust.
//!
//! Pages come from a grammar and from mutations (of pages, of words, of single bytes); each must decode, parse into a
//! sound tree, and give the tree that html5ever gives. The first that does not is made as small as it gets, saved,
//! and ends the run with exit code 1. Otherwise the run ends when its seconds are over.
//!
//! `cargo run --release --manifest-path rust/fuzz/Cargo.toml -- --seconds 60 [--seed N] [--corpus DIR] [--output FILE]`

mod arguments;
mod check;
mod inputs;
mod watchdog;

#[path = "../../tests/support/mod.rs"]
mod support;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use arguments::Arguments;
use check::{Checker, Input};
use inputs::Inputs;
use support::minimise::minimise;
use watchdog::Watchdog;

/// How often the run says how far it is.
const REPORT_EVERY: Duration = Duration::from_secs(10);

fn main() -> ExitCode {
    let arguments = match Arguments::read(std::env::args().skip(1)) {
        Ok(arguments) => arguments,
        Err(message) => {
            eprintln!("error: {message}");
            eprintln!("hint: --seconds N [--seed N] [--corpus DIR] [--output FILE]");
            return ExitCode::from(2);
        }
    };
    // A panic is a finding, to be reported once and not for each step on the way to its smallest page.
    std::panic::set_hook(Box::new(|_| {}));
    match run(&arguments) {
        None => ExitCode::SUCCESS,
        Some((input, fault)) => {
            report_fault(&arguments, &input, &fault);
            ExitCode::FAILURE
        }
    }
}

/// Runs until time is up (`None`) or something breaks.
fn run(arguments: &Arguments) -> Option<(Input, String)> {
    let mut inputs = Inputs::new(arguments.seed, arguments.corpus.as_deref());
    let mut checker = Checker::default();
    let watchdog = Watchdog::start(arguments.output.clone());
    eprintln!("seed {}, {} pages to start from", arguments.seed, inputs.len());
    let start = Instant::now();
    let mut progress = Progress { start, executions: 0, bytes: 0, reported: start };
    while start.elapsed() < arguments.duration {
        let input = inputs.next_input();
        watchdog.watch(&input);
        if let Err(fault) = checker.check(&input) {
            watchdog.stop();
            return Some((input, fault));
        }
        progress.count(input.bytes.len());
    }
    watchdog.stop();
    progress.report();
    None
}

struct Progress {
    start: Instant,
    executions: usize,
    bytes: usize,
    reported: Instant,
}

impl Progress {
    fn count(&mut self, bytes: usize) {
        self.executions += 1;
        self.bytes += bytes;
        if self.reported.elapsed() >= REPORT_EVERY {
            self.report();
        }
    }

    fn report(&mut self) {
        self.reported = Instant::now();
        let seconds = self.start.elapsed().as_secs_f64();
        let (executions, megabytes) = (self.executions, self.bytes as f64 / 1e6);
        let rate = executions as f64 / seconds;
        println!("{executions} executions, {megabytes:.0} MB in {seconds:.0} s: {rate:.0} executions/s");
    }
}

/// Saves the smallest page that breaks in the same way.
fn report_fault(arguments: &Arguments, input: &Input, fault: &str) {
    let kind = |fault: &str| fault.lines().next().unwrap_or_default().to_owned();
    let breaks = |bytes: &[u8]| {
        let smaller = Input { bytes: bytes.to_vec(), ..*input };
        Checker::default().check(&smaller).is_err_and(|found| kind(&found) == kind(fault))
    };
    let smallest = if breaks(&input.bytes) { minimise(&input.bytes, breaks) } else { input.bytes.clone() };
    let found = Checker::default().check(&Input { bytes: smallest.clone(), ..*input });
    let fault = found.err().unwrap_or(format!("only after the pages before it: {fault}"));
    println!("{fault}\n{:?}", String::from_utf8_lossy(&smallest));
    println!("charset {:?}, inside {:?}", input.http_charset, input.context);
    watchdog::save(&arguments.output, &smallest);
}
