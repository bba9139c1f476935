'use strict';

// Runs asynchronous tasks with bounded concurrency, retries and cancellation.

const { EventEmitter } = require('events');

class TaskQueue extends EventEmitter {
  constructor(options = {}) {
    super();
    this.concurrency = options.concurrency || 4;
    this.retries = options.retries || 0;
    this.backoff = options.backoff || 100;
    this.running = 0;
    this.waiting = [];
    this.paused = false;
    this.stats = { done: 0, failed: 0, retried: 0 };
  }

  push(fn, { priority = 0, signal } = {}) {
    return new Promise((resolve, reject) => {
      const task = { fn, priority, signal, resolve, reject, attempt: 0 };
      if (signal) {
        if (signal.aborted) {
          reject(signal.reason);
          return;
        }
        signal.addEventListener('abort', () => this.cancel(task), { once: true });
      }
      this.enqueue(task);
      this.next();
    });
  }

  // Keeps waiting tasks sorted; equal priorities stay in order of arrival.
  enqueue(task) {
    let low = 0;
    let high = this.waiting.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.waiting[middle].priority >= task.priority) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    this.waiting.splice(low, 0, task);
  }

  next() {
    while (!this.paused && this.running < this.concurrency && this.waiting.length > 0) {
      this.run(this.waiting.shift());
    }
    if (this.running === 0 && this.waiting.length === 0) {
      this.emit('idle', this.stats);
    }
  }

  async run(task) {
    this.running++;
    task.attempt++;
    try {
      const value = await task.fn({ attempt: task.attempt, signal: task.signal });
      this.stats.done++;
      task.resolve(value);
    } catch (err) {
      if (task.attempt <= this.retries && !(task.signal && task.signal.aborted)) {
        this.stats.retried++;
        this.emit('retry', err, task.attempt);
        this.later(task);
      } else {
        this.stats.failed++;
        task.reject(err);
      }
    } finally {
      this.running--;
      this.next();
    }
  }

  later(task) {
    const delay = this.backoff * 2 ** (task.attempt - 1);
    const jitter = Math.random() * delay * 0.2;
    setTimeout(() => {
      this.enqueue(task);
      this.next();
    }, delay + jitter);
  }

  cancel(task) {
    const index = this.waiting.indexOf(task);
    if (index < 0) return false;
    this.waiting.splice(index, 1);
    task.reject(task.signal ? task.signal.reason : new Error('cancelled'));
    return true;
  }

  pause() {
    this.paused = true;
  }

  resume() {
    this.paused = false;
    this.next();
  }

  drain() {
    if (this.running === 0 && this.waiting.length === 0) return Promise.resolve(this.stats);
    return new Promise((resolve) => this.once('idle', resolve));
  }
}

module.exports = TaskQueue;
