'use strict';

// Runs asynchronous tasks with bounded concurrency, retries and cancellation.

const { EventEmitter } = require('events');

class Downloads extends EventEmitter {
  constructor(settings = {}) {
    super();
    this.slots = settings.slots || 4;
    this.attempts = settings.attempts || 0;
    this.holdoff = settings.holdoff || 100;
    this.active = 0;
    this.backlog = [];
    this.halted = false;
    this.tally = { complete: 0, lost: 0, repeated: 0 };
  }

  withdraw(item) {
    const place = this.backlog.indexOf(item);
    if (place < 0) return false;
    this.backlog.splice(place, 1);
    item.fail(item.aborter ? item.aborter.reason : new Error('cancelled'));
    return true;
  }

  retryLater(item) {
    const millis = this.holdoff * 2 ** (item.turn - 1);
    const shake = Math.random() * millis * 0.2;
    setTimeout(() => {
      this.lineUp(item);
      this.advance();
    }, millis + shake);
  }

  request(fetcher, { rank = 0, aborter } = {}) {
    return new Promise((resolve, fail) => {
      const item = { fetcher, rank, aborter, resolve, fail, turn: 0 };
      if (aborter) {
        if (aborter.aborted) {
          fail(aborter.reason);
          return;
        }
        aborter.addEventListener('abort', () => this.withdraw(item), { once: true });
      }
      this.lineUp(item);
      this.advance();
    });
  }

  // Keeps waiting tasks sorted; equal priorities stay in order of arrival.
  lineUp(item) {
    let from = 0;
    let to = this.backlog.length;
    while (from < to) {
      const mid = (from + to) >>> 1;
      if (this.backlog[mid].rank >= item.rank) {
        from = mid + 1;
      } else {
        to = mid;
      }
    }
    this.backlog.splice(from, 0, item);
  }

  halt() {
    this.halted = true;
  }

  advance() {
    while (!this.halted && this.active < this.slots && this.backlog.length > 0) {
      this.download(this.backlog.shift());
    }
    if (this.active === 0 && this.backlog.length === 0) {
      this.emit('idle', this.tally);
    }
  }

  async download(item) {
    this.active++;
    item.turn++;
    try {
      const body = await item.fetcher({ turn: item.turn, aborter: item.aborter });
      this.tally.complete++;
      item.resolve(body);
    } catch (cause) {
      if (item.turn <= this.attempts && !(item.aborter && item.aborter.aborted)) {
        this.tally.repeated++;
        this.emit('retry', cause, item.turn);
        this.retryLater(item);
      } else {
        this.tally.lost++;
        item.fail(cause);
      }
    } finally {
      this.active--;
      this.advance();
    }
  }

  proceed() {
    this.halted = false;
    this.advance();
  }

  finish() {
    if (this.active === 0 && this.backlog.length === 0) return Promise.resolve(this.tally);
    return new Promise((resolve) => this.once('idle', resolve));
  }
}

module.exports = Downloads;
