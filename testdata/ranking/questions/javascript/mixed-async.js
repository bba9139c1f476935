'use strict';

// Helpers around promises.
class Helpers {
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

  schedule(entry) {
    let a = 0;
    let b = this.pendingEntries.length;
    while (a < b) {
      const m = (a + b) >>> 1;
      if (this.pendingEntries[m].urgency >= entry.urgency) {
        a = m + 1;
      } else {
        b = m;
      }
    }
    this.pendingEntries.splice(a, 0, entry);
  }

  tick() {
    while (!this.frozen && this.busy < this.width && this.pendingEntries.length > 0) {
      this.launch(this.pendingEntries.shift());
    }
    if (this.busy === 0 && this.pendingEntries.length === 0) {
      this.emit('idle', this.totals);
    }
  }
}
