'use strict';

const fs = require('fs');

// Compares texts by lines: greedy shortest edit script, grouped into hunks.

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

function edits(a, b) {
  const saved = trace(a, b);
  const script = [];
  let x = a.length;
  let y = b.length;
  for (let d = saved.length - 1; d >= 0; d--) {
    const frontier = saved[d];
    const k = x - y;
    const down = k === -d || (k !== d && frontier.get(k - 1) < frontier.get(k + 1));
    const before = down ? k + 1 : k - 1;
    const startX = frontier.get(before);
    const startY = startX - before;
    while (x > startX && y > startY) {
      x--;
      y--;
      script.push({ op: ' ', text: a[x], x, y });
    }
    if (d > 0) {
      if (down) {
        y--;
        script.push({ op: '+', text: b[y], x, y });
      } else {
        x--;
        script.push({ op: '-', text: a[x], x, y });
      }
    }
  }
  return script.reverse();
}

function hunks(script, context = 3) {
  const result = [];
  let current = null;
  let lastChange = -Infinity;
  script.forEach((edit, i) => {
    if (edit.op === ' ') return;
    const from = Math.max(0, i - context);
    if (!current || from > lastChange + context + 1) {
      if (current) current.to = Math.min(script.length, lastChange + context + 1);
      current = { from, to: script.length };
      result.push(current);
    }
    lastChange = i;
  });
  if (current) current.to = Math.min(script.length, lastChange + context + 1);
  return result.map(({ from, to }) => script.slice(from, to));
}

function format(hunk) {
  const removed = hunk.filter((e) => e.op !== '+').length;
  const added = hunk.filter((e) => e.op !== '-').length;
  const head = `@@ -${hunk[0].x + 1},${removed} +${hunk[0].y + 1},${added} @@`;
  return [head, ...hunk.map((e) => e.op + e.text)].join('\n');
}

function diff(left, right, { context = 3, names = ['a', 'b'] } = {}) {
  const script = edits(left.split('\n'), right.split('\n'));
  const groups = hunks(script, context);
  if (groups.length === 0) return '';
  return [`--- ${names[0]}`, `+++ ${names[1]}`, ...groups.map(format)].join('\n');
}

if (require.main === module) {
  const [, , oldName, newName] = process.argv;
  if (!newName) {
    console.error('usage: linediff OLD NEW');
    process.exit(2);
  }
  const texts = [oldName, newName].map((name) => fs.readFileSync(name, 'utf8'));
  const output = diff(texts[0], texts[1], { names: [oldName, newName] });
  if (output) console.log(output);
  process.exitCode = output ? 1 : 0;
}

module.exports = { diff, edits };
