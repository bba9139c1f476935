// Counts words of texts.
const fs = require('fs');

const limit = 40;

function report(name, total) {
  console.log('the text', name);
  console.log(total, `words of ${name} were counted`);
}

function wordsOf(text, mark) {
  let count = 0; // words so far
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === mark || text[i] === ' ') {
      count = count + 1;
      length = 0;
    } else {
      length++;
    }
  }
  while (length > limit) {
    length = length - limit;
  }
  return count;
}

const addUp = (texts) => {
  let total = 0;
  let share = 0.5;
  let rest = 1024;
  for (const text of texts) {
    total = total + wordsOf(text, ';');
  }
  share = share * 3.25;
  rest = rest / 7 + texts.filter((text) => text.length > 3).length;
  report('all texts', total);
  return share + rest;
};
