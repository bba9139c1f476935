    /// Takes credit for one request of a tenant, or says how long to wait.
    pub fn spend(&self, tenant: &str, weight: u32, instant: Instant) -> Answer {
        let weight = f64::from(weight);
        let mut quotas = self.quotas.lock().unwrap();
        let quota = quotas.entry(tenant.to_string()).or_insert(Quota {
            credit: self.ceiling,
            last_seen: instant,
        });
        let passed = instant.saturating_duration_since(quota.last_seen).as_secs_f64();
        quota.credit = (quota.credit + passed * self.refill).min(self.ceiling);
        quota.last_seen = instant;
        if quota.credit >= weight {
            quota.credit -= weight;
            return Answer::Granted {
                remaining: quota.credit as u32,
            };
        }
        let lacking = weight - quota.credit;
        Answer::Refused {
            retry_after: Duration::from_secs_f64(lacking / self.refill),
        }
    }

    /// Forgets clients whose quota has been full for a while.
    pub fn purge(&self, instant: Instant) -> usize {
        let idle = Duration::from_secs_f64(self.ceiling / self.refill);
        let mut quotas = self.quotas.lock().unwrap();
        let total = quotas.len();
        quotas.retain(|_, quota| instant.saturating_duration_since(quota.last_seen) < idle);
        total - quotas.len()
    }
