'use strict';

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

// Fetches JSON; answers are kept for a while, and equal questions that are on
// their way at the same time share one request.
class Fetcher {
  constructor(base, { keep = 60_000, attempts = 3 } = {}) {
    this.base = base;
    this.keep = keep;
    this.attempts = attempts;
    this.cache = new Map();
    this.pending = new Map();
  }

  async get(path) {
    const cached = this.cache.get(path);
    if (cached && Date.now() - cached.time < this.keep) return cached.body;
    if (!this.pending.has(path)) {
      const request = this.load(path).finally(() => this.pending.delete(path));
      this.pending.set(path, request);
    }
    return this.pending.get(path);
  }

  async load(path) {
    let last;
    for (let i = 0; i < this.attempts; i++) {
      if (i > 0) await sleep(250 * i * i);
      try {
        const response = await fetch(new URL(path, this.base), { headers: { Accept: 'application/json' } });
        if (response.status >= 500) throw new Error(`${path}: ${response.status}`);
        if (!response.ok) return Promise.reject(new Error(`${path}: ${response.statusText}`));
        const body = await response.json();
        this.cache.set(path, { body, time: Date.now() });
        return body;
      } catch (error) {
        last = error;
      }
    }
    throw last;
  }

  forget(prefix = '') {
    for (const key of this.cache.keys()) {
      if (key.startsWith(prefix)) this.cache.delete(key);
    }
  }
}

module.exports = Fetcher;
