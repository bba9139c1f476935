//! Limits requests by looking back: each caller may make `max` calls in any
//! stretch of `span` milliseconds. The times of the calls are kept in a queue
//! and dropped when the window has moved past them.

use std::collections::{BTreeMap, VecDeque};

pub trait Clock {
    fn millis(&self) -> u64;
}

pub struct SystemClock {
    origin: std::time::Instant,
}

impl Default for SystemClock {
    fn default() -> Self {
        SystemClock { origin: std::time::Instant::now() }
    }
}

impl Clock for SystemClock {
    fn millis(&self) -> u64 {
        self.origin.elapsed().as_millis() as u64
    }
}

#[derive(Default)]
struct History {
    calls: VecDeque<u64>,
    rejected: u64,
}

impl History {
    fn forget_before(&mut self, limit: u64) {
        while let Some(&oldest) = self.calls.front() {
            if oldest >= limit {
                break;
            }
            self.calls.pop_front();
        }
    }
}

pub struct WindowLimiter<C: Clock> {
    clock: C,
    span: u64,
    max: usize,
    callers: BTreeMap<u64, History>,
}

impl<C: Clock> WindowLimiter<C> {
    pub fn new(clock: C, span: u64, max: usize) -> Self {
        assert!(span > 0 && max > 0, "window and maximum must be positive");
        WindowLimiter { clock, span, max, callers: BTreeMap::new() }
    }

    /// Records a call if there is room for it. The error is the number of
    /// milliseconds until there will be.
    pub fn admit(&mut self, caller: u64) -> Result<usize, u64> {
        let now = self.clock.millis();
        let (span, max) = (self.span, self.max);
        let history = self.callers.entry(caller).or_default();
        history.forget_before(now.saturating_sub(span - 1));
        match history.calls.len() {
            n if n < max => {
                history.calls.push_back(now);
                Ok(max - n - 1)
            }
            n => {
                history.rejected += 1;
                let blocking = history.calls[n - max];
                Err(blocking + span - now)
            }
        }
    }

    pub fn offenders(&self, at_least: u64) -> Vec<(u64, u64)> {
        let mut list: Vec<_> = self
            .callers
            .iter()
            .filter(|(_, h)| h.rejected >= at_least)
            .map(|(&id, h)| (id, h.rejected))
            .collect();
        list.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        list
    }

    pub fn compact(&mut self) {
        let limit = self.clock.millis().saturating_sub(self.span - 1);
        for history in self.callers.values_mut() {
            history.forget_before(limit);
        }
        self.callers.retain(|_, h| !h.calls.is_empty() || h.rejected > 0);
    }
}
