//! Memory that waits for the next batch: fresh from the system it would cost more time than what is written to it.

use std::sync::{Mutex, PoisonError};

/// How many things a pool keeps, and how large each may be: a batch of monstrous pages leaves nothing behind.
const MAX_IDLE: usize = 64;
const MAX_BYTES: usize = 64 << 20;

/// Things that nobody uses at the moment.
pub struct Pool<Thing>(Mutex<Vec<Thing>>);

impl<Thing> Pool<Thing> {
    pub const fn new() -> Self {
        Pool(Mutex::new(Vec::new()))
    }

    /// One of the things, or a new one.
    pub fn take(&self, new: impl FnOnce() -> Thing) -> Thing {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_else(new)
    }

    /// Gives back a thing that holds about this many bytes.
    pub fn put_back(&self, thing: Thing, bytes: usize) {
        let mut idle = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < MAX_IDLE && bytes <= MAX_BYTES {
            idle.push(thing);
        }
    }
}
