use std::collections::HashMap;
use std::fmt;
use std::sync::Mutex;

#[derive(Debug, PartialEq)]
pub enum StockError {
    Unknown(String),
    Short { sku: String, wanted: u32, available: u32 },
    NotReserved(String),
    Duplicate(String),
}

impl fmt::Display for StockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StockError::Unknown(sku) => write!(f, "no article {}", sku),
            StockError::Short { sku, wanted, available } => {
                write!(f, "{} of {} wanted, {} available", wanted, sku, available)
            }
            StockError::NotReserved(sku) => write!(f, "{} was not reserved", sku),
            StockError::Duplicate(sku) => write!(f, "article {} exists", sku),
        }
    }
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
}

impl Op {
    fn rank(self) -> u8 {
        match self {
            Op::Open => 0,
            Op::Add | Op::Sub => 1,
            Op::Mul | Op::Div | Op::Rem => 2,
            Op::Neg => 3,
            Op::Pow => 4,
        }
    }

    fn binds_right(self) -> bool {
        matches!(self, Op::Pow | Op::Neg)
    }

    fn apply(self, stack: &mut Vec<f64>) -> Option<()> {
        let b = stack.pop()?;
        if self == Op::Neg {
            stack.push(-b);
            return Some(());
        }
        let a = stack.pop()?;
        stack.push(match self {
            Op::Add => a + b,
            Op::Sub => a - b,
            Op::Mul => a * b,
            Op::Div => a / b,
            Op::Rem => a % b,
            Op::Pow => a.powf(b),
            Op::Neg | Op::Open => return None,
        });
        Some(())
    }
}
