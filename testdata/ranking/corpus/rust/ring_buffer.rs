//! A ring of fixed size between one or more producers and consumers. Writers
//! wait while it is full, readers wait while it is empty, and closing it wakes
//! everybody up.

use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

struct State<T> {
    slots: Vec<Option<T>>,
    head: usize,
    len: usize,
    closed: bool,
}

impl<T> State<T> {
    fn push(&mut self, item: T) {
        let tail = (self.head + self.len) % self.slots.len();
        self.slots[tail] = Some(item);
        self.len += 1;
    }

    fn pop(&mut self) -> Option<T> {
        if self.len == 0 {
            return None;
        }
        let item = self.slots[self.head].take();
        self.head = (self.head + 1) % self.slots.len();
        self.len -= 1;
        item
    }
}

struct Shared<T> {
    state: Mutex<State<T>>,
    readable: Condvar,
    writable: Condvar,
}

pub struct Ring<T> {
    shared: Arc<Shared<T>>,
}

impl<T> Clone for Ring<T> {
    fn clone(&self) -> Self {
        Ring { shared: Arc::clone(&self.shared) }
    }
}

#[derive(Debug, PartialEq)]
pub enum PopError {
    Closed,
    TimedOut,
}

impl<T> Ring<T> {
    pub fn with_capacity(capacity: usize) -> Self {
        assert!(capacity > 0, "a ring needs room for one item");
        let mut slots = Vec::with_capacity(capacity);
        slots.resize_with(capacity, || None);
        Ring {
            shared: Arc::new(Shared {
                state: Mutex::new(State { slots, head: 0, len: 0, closed: false }),
                readable: Condvar::new(),
                writable: Condvar::new(),
            }),
        }
    }

    /// Waits for room and puts the item in; gives it back if the ring is closed.
    pub fn push(&self, item: T) -> Result<(), T> {
        let mut state = self.shared.state.lock().unwrap();
        while state.len == state.slots.len() && !state.closed {
            state = self.shared.writable.wait(state).unwrap();
        }
        if state.closed {
            return Err(item);
        }
        state.push(item);
        self.shared.readable.notify_one();
        Ok(())
    }

    /// Waits for an item, at most as long as told. What is left in a closed
    /// ring can still be taken out.
    pub fn pop(&self, patience: Duration) -> Result<T, PopError> {
        let mut state = self.shared.state.lock().unwrap();
        loop {
            if let Some(item) = state.pop() {
                self.shared.writable.notify_one();
                return Ok(item);
            }
            if state.closed {
                return Err(PopError::Closed);
            }
            let (guard, timeout) = self.shared.readable.wait_timeout(state, patience).unwrap();
            state = guard;
            if timeout.timed_out() && state.len == 0 {
                return Err(PopError::TimedOut);
            }
        }
    }

    pub fn close(&self) {
        let mut state = self.shared.state.lock().unwrap();
        state.closed = true;
        self.shared.readable.notify_all();
        self.shared.writable.notify_all();
    }

    pub fn len(&self) -> usize {
        self.shared.state.lock().unwrap().len
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
