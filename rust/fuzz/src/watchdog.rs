//! Ends the run when a single page takes longer than any page of its size may.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use crate::check::Input;

/// Pages are at most a few dozen kilobytes: this long means that it hangs.
const PATIENCE: Duration = Duration::from_secs(20);

type Watched = Arc<Mutex<Option<(Instant, Vec<u8>)>>>;

/// A thread that looks at the page under test once a second.
pub struct Watchdog(Watched);

impl Watchdog {
    /// Starts to watch; a page that hangs is saved.
    pub fn start(output: PathBuf) -> Watchdog {
        let watched = Watched::default();
        let seen = Arc::clone(&watched);
        thread::spawn(move || {
            loop {
                thread::sleep(Duration::from_secs(1));
                end_if_hanging(&seen, &output);
            }
        });
        Watchdog(watched)
    }

    /// The page under test from now on.
    pub fn watch(&self, input: &Input) {
        self.set(Some((Instant::now(), input.bytes.clone())));
    }

    /// No page is under test.
    pub fn stop(&self) {
        self.set(None);
    }

    fn set(&self, page: Option<(Instant, Vec<u8>)>) {
        *self.0.lock().expect("nobody panics with the lock") = page;
    }
}

fn end_if_hanging(watched: &Watched, output: &Path) {
    let page = watched.lock().expect("nobody panics with the lock");
    if let Some((since, bytes)) = &*page
        && since.elapsed() > PATIENCE
    {
        println!("no result after {PATIENCE:?}");
        save(output, bytes);
        std::process::exit(1);
    }
}

/// Saves a page for a person to look at.
pub fn save(output: &Path, bytes: &[u8]) {
    match std::fs::write(output, bytes) {
        Ok(()) => println!("saved as {}", output.display()),
        Err(error) => println!("not saved as {}: {error}", output.display()),
    }
}
