'use strict';

// Scores a game of ten-pin bowling, such as "X 9/ 5/ 72 X X X 90 8/ 9/X".
function rolls(notation) {
  const list = [];
  for (const sign of notation.replace(/\s/g, '')) {
    if (sign === 'X') list.push(10);
    else if (sign === '-') list.push(0);
    else if (sign === '/') list.push(10 - list.at(-1));
    else if (/\d/.test(sign)) list.push(Number(sign));
    else throw new RangeError(`what is "${sign}"?`);
  }
  return list;
}

function frames(notation) {
  const pins = rolls(notation);
  const result = [];
  let at = 0;
  let total = 0;
  for (let frame = 1; frame <= 10; frame++) {
    const [first, second = 0, third = 0] = pins.slice(at);
    if (first === undefined) break;
    if (first === 10) {
      total += 10 + second + third;
      at += 1;
    } else {
      total += first + second + (first + second === 10 ? third : 0);
      at += 2;
    }
    result.push({ frame, total });
  }
  return result;
}

const game = process.argv.slice(2).join(' ') || 'X 9/ 5/ 72 X X X 90 8/ 9/X';
for (const { frame, total } of frames(game)) {
  console.log(`${String(frame).padStart(2)} ${String(total).padStart(4)}`);
}
