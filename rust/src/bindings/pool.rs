//! Memory that waits for the next batch: fresh from the system it would cost more time than what is written to it.

use std::sync::{Mutex, PoisonError};

/// How many bytes the things in a pool may hold together: a batch of monstrous pages leaves nothing behind.
const MAX_BYTES: usize = 48 << 20;

/// Things that nobody uses at the moment, each with the bytes that it holds.
pub struct Pool<Thing>(Mutex<Vec<(Thing, usize)>>);

impl<Thing> Pool<Thing> {
    pub const fn new() -> Self {
        Pool(Mutex::new(Vec::new()))
    }

    /// One of the things, or a new one.
    pub fn take(&self, new: impl FnOnce() -> Thing) -> Thing {
        let idle = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.map_or_else(new, |(thing, _)| thing)
    }

    /// Gives back a thing that holds about this many bytes.
    pub fn put_back(&self, thing: Thing, bytes: usize) {
        let mut idle = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let held: usize = idle.iter().map(|(_, bytes)| bytes).sum();
        if held + bytes <= MAX_BYTES {
            idle.push((thing, bytes));
        }
    }
}
