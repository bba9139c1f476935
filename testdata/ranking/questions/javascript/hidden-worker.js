const { Worker } = require('worker_threads');

// The worker compares the texts, so that the page stays responsive.
const source = `
function trace(a, b) {
  const max = a.length + b.length;
  let frontier = new Map([[1, 0]]);
  const saved = [];
  for (let d = 0; d <= max; d++) {
    saved.push(new Map(frontier));
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && frontier.get(k - 1) < frontier.get(k + 1));
      let x = down ? frontier.get(k + 1) : frontier.get(k - 1) + 1;
      let y = x - k;
      while (x < a.length && y < b.length && a[x] === b[y]) {
        x++;
        y++;
      }
      frontier.set(k, x);
      if (x >= a.length && y >= b.length) return saved;
    }
  }
  return saved;
}
`;

module.exports = () => new Worker(source, { eval: true });
