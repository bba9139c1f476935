struct History {
    calls: VecDeque<u64>,
    rejected: u64,
    first_seen: u64,
}

impl History {
    fn forget_before(&mut self, limit: u64) {
        while let Some(oldest) = self.calls.front().copied() {
            if oldest >= limit {
                break;
            }
            self.calls.pop_front();
            self.rejected = self.rejected.saturating_sub(1);
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
        WindowLimiter { clock, span, max, callers: BTreeMap::default() }
    }

    pub fn admit(&mut self, caller: u64) -> Result<usize, u64> {
        let now = self.clock.millis();
        if self.paused {
            return Ok(self.max);
        }
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
                log::debug!("caller {} rejected", caller);
                let blocking = history.calls[n - max];
                Err((blocking + span).saturating_sub(now).max(1))
            }
        }
    }
