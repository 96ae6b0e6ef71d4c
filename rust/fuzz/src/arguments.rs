//! The command line.

use std::path::PathBuf;
use std::time::{Duration, SystemTime};

/// What a run was asked to do.
pub struct Arguments {
    /// How long it takes.
    pub duration: Duration,
    /// What its choices follow from; the time if none is given.
    pub seed: u64,
    /// A folder with pages to mutate.
    pub corpus: Option<PathBuf>,
    /// Where a page that breaks something is saved.
    pub output: PathBuf,
}

impl Arguments {
    /// Reads pairs of a name and a value.
    pub fn read(mut words: impl Iterator<Item = String>) -> Result<Arguments, String> {
        let mut arguments = Arguments {
            duration: Duration::from_secs(60),
            seed: seed_of_now(),
            corpus: None,
            output: PathBuf::from("fuzz-failure.html"),
        };
        while let Some(name) = words.next() {
            let value = words.next().ok_or(format!("{name} needs a value"))?;
            match name.as_str() {
                "--seconds" => arguments.duration = Duration::from_secs(number(&name, &value)?),
                "--seed" => arguments.seed = number(&name, &value)?,
                "--corpus" => arguments.corpus = Some(value.into()),
                "--output" => arguments.output = value.into(),
                _ => return Err(format!("unknown option {name}")),
            }
        }
        Ok(arguments)
    }
}

fn number(name: &str, value: &str) -> Result<u64, String> {
    value.parse().map_err(|_| format!("{name} needs a number, not {value:?}"))
}

fn seed_of_now() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    now.map_or(0, |since| since.as_secs())
}
