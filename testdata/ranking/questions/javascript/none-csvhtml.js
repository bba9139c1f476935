const fs = require('fs');

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text) => text.replace(/[&<>"]/g, (c) => ENTITIES[c]);

function parseCsv(text, separator = ',') {
  const cell = new RegExp(`("(?:[^"]|"")*"|[^${separator}\\n]*)(${separator}|\\r?\\n|$)`, 'y');
  const rows = [];
  let row = [];
  while (cell.lastIndex < text.length) {
    const [, raw, end] = cell.exec(text);
    row.push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw);
    if (end !== separator) {
      rows.push(row);
      row = [];
    }
  }
  return rows;
}

function toHtml([head, ...body]) {
  const numeric = head.map((_, i) => body.every((row) => row[i] === '' || !isNaN(row[i])));
  const tr = (cells, tag) =>
    `<tr>${cells.map((c, i) => `<${tag}${numeric[i] ? ' class="num"' : ''}>${escape(c)}</${tag}>`).join('')}</tr>`;
  return [
    '<table>',
    `<thead>${tr(head, 'th')}</thead>`,
    '<tbody>',
    ...body.map((row) => tr(row, 'td')),
    '</tbody>',
    '</table>',
  ].join('\n');
}

if (process.argv.length < 3) {
  console.error('usage: csvhtml FILE');
  process.exit(1);
}
const rows = parseCsv(fs.readFileSync(process.argv[2], 'utf8'));
console.log(toHtml(rows));
