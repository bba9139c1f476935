// Copyright (c) 2019 The Marrow Bridge Authors.
//
// You may use, change and pass on this file as you like, so long as this
// notice stays in it. It comes without any promise of fitness; whoever runs
// it bears the risk.

'use strict';

/**
 * An event bus with topics such as "order.paid" and patterns such as
 * "order.*" (one word) or "order.**" (any rest).
 */
class EventBus {
  constructor({ onError = console.error, history = 0 } = {}) {
    this.subscriptions = new Map();
    this.onError = onError;
    this.history = [];
    this.historyLimit = history;
    this.nextId = 1;
  }

  subscribe(pattern, handler, { once = false, priority = 0 } = {}) {
    if (typeof handler !== 'function') {
      throw new TypeError(`handler for ${pattern} is not a function`);
    }
    const id = this.nextId++;
    this.subscriptions.set(id, {
      words: pattern.split('.'),
      handler,
      once,
      priority,
    });
    return () => this.subscriptions.delete(id);
  }

  once(pattern, handler) {
    return this.subscribe(pattern, handler, { once: true });
  }

  waitFor(pattern, timeout) {
    return new Promise((resolve, reject) => {
      let timer = null;
      const cancel = this.once(pattern, (payload) => {
        clearTimeout(timer);
        resolve(payload);
      });
      if (timeout > 0) {
        timer = setTimeout(() => {
          cancel();
          reject(new Error(`no ${pattern} within ${timeout} ms`));
        }, timeout);
      }
    });
  }

  publish(topic, payload) {
    const words = topic.split('.');
    const matching = [];
    for (const [id, subscription] of this.subscriptions) {
      if (matches(subscription.words, words)) {
        matching.push([id, subscription]);
      }
    }
    matching.sort((a, b) => b[1].priority - a[1].priority || a[0] - b[0]);
    let delivered = 0;
    for (const [id, subscription] of matching) {
      if (subscription.once) {
        this.subscriptions.delete(id);
      }
      try {
        subscription.handler(payload, topic);
        delivered++;
      } catch (err) {
        this.onError(`handler of ${topic} failed`, err);
      }
    }
    this.remember(topic, payload);
    return delivered;
  }

  remember(topic, payload) {
    if (this.historyLimit === 0) return;
    this.history.push({ topic, payload, at: Date.now() });
    while (this.history.length > this.historyLimit) {
      this.history.shift();
    }
  }

  replay(pattern, handler) {
    const words = pattern.split('.');
    for (const event of this.history) {
      if (matches(words, event.topic.split('.'))) {
        handler(event.payload, event.topic);
      }
    }
  }
}

function matches(pattern, words) {
  for (let i = 0; i < pattern.length; i++) {
    if (pattern[i] === '**') return true;
    if (i >= words.length) return false;
    if (pattern[i] !== '*' && pattern[i] !== words[i]) return false;
  }
  return pattern.length === words.length;
}

module.exports = { EventBus, matches };
