// Part of the Quillwater tool set. You may use, change and pass on this file
// as long as this notice stays with it. It comes without any warranty; whoever
// runs it does so at their own risk.

//! A token bucket for each client, refilled as time passes.

use std::collections::HashMap;
use std::fmt;
use std::sync::Mutex;
use std::time::{Duration, Instant};

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Verdict {
    Allowed { left: u32 },
    Denied { retry_in: Duration },
}

#[derive(Debug)]
pub struct BadRate(String);

impl fmt::Display for BadRate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bad rate: {}", self.0)
    }
}

impl std::error::Error for BadRate {}

#[derive(Debug)]
struct Bucket {
    tokens: f64,
    touched: Instant,
}

pub struct RateLimiter {
    burst: f64,
    per_second: f64,
    buckets: Mutex<HashMap<String, Bucket>>,
}

impl RateLimiter {
    pub fn new(burst: u32, per_second: f64) -> Result<Self, BadRate> {
        if burst == 0 {
            return Err(BadRate("burst must be at least one".to_string()));
        }
        if !(per_second > 0.0) {
            return Err(BadRate(format!("{} tokens a second", per_second)));
        }
        Ok(RateLimiter {
            burst: f64::from(burst),
            per_second,
            buckets: Mutex::new(HashMap::new()),
        })
    }

    /// Takes tokens for one request of a client, or says how long to wait.
    pub fn take(&self, client: &str, cost: u32, now: Instant) -> Verdict {
        let cost = f64::from(cost);
        let mut buckets = self.buckets.lock().unwrap();
        let bucket = buckets.entry(client.to_string()).or_insert(Bucket {
            tokens: self.burst,
            touched: now,
        });
        let elapsed = now.saturating_duration_since(bucket.touched).as_secs_f64();
        bucket.tokens = (bucket.tokens + elapsed * self.per_second).min(self.burst);
        bucket.touched = now;
        if bucket.tokens >= cost {
            bucket.tokens -= cost;
            return Verdict::Allowed {
                left: bucket.tokens as u32,
            };
        }
        let missing = cost - bucket.tokens;
        Verdict::Denied {
            retry_in: Duration::from_secs_f64(missing / self.per_second),
        }
    }

    /// Forgets clients whose bucket has been full for a while.
    pub fn sweep(&self, now: Instant) -> usize {
        let full_after = Duration::from_secs_f64(self.burst / self.per_second);
        let mut buckets = self.buckets.lock().unwrap();
        let before = buckets.len();
        buckets.retain(|_, bucket| now.saturating_duration_since(bucket.touched) < full_after);
        before - buckets.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn burst_then_wait() {
        let limiter = RateLimiter::new(2, 1.0).unwrap();
        let start = Instant::now();
        assert_eq!(limiter.take("ann", 1, start), Verdict::Allowed { left: 1 });
        assert_eq!(limiter.take("ann", 1, start), Verdict::Allowed { left: 0 });
        assert!(matches!(limiter.take("ann", 1, start), Verdict::Denied { .. }));
        let later = start + Duration::from_secs(1);
        assert!(matches!(limiter.take("ann", 1, later), Verdict::Allowed { .. }));
    }
}
