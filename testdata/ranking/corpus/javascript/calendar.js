'use strict';

/* Draws months as text, with weeks, holidays and marked days. */

const MONTHS = [
  'January', 'February', 'March', 'April', 'May', 'June', 'July',
  'August', 'September', 'October', 'November', 'December',
];
const DAY_MS = 24 * 60 * 60 * 1000;

function isLeap(year) {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

function daysIn(year, month) {
  if (month === 1) return isLeap(year) ? 29 : 28;
  return [3, 5, 8, 10].includes(month) ? 30 : 31;
}

// Sunday of Easter in the Gregorian calendar.
function easter(year) {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  return new Date(Date.UTC(year, Math.floor(f / 31) - 1, (f % 31) + 1));
}

function weekNumber(date) {
  const thursday = new Date(date);
  thursday.setUTCDate(date.getUTCDate() + 3 - ((date.getUTCDay() + 6) % 7));
  const newYear = new Date(Date.UTC(thursday.getUTCFullYear(), 0, 4));
  const shift = 3 - ((newYear.getUTCDay() + 6) % 7);
  return 1 + Math.round(((thursday - newYear) / DAY_MS - shift) / 7);
}

function holidays(year) {
  const days = new Map();
  const fixed = { '01-01': 'New Year', '05-01': 'Labour Day', '12-25': 'Christmas', '12-26': 'Boxing Day' };
  for (const [day, name] of Object.entries(fixed)) {
    days.set(`${year}-${day}`, name);
  }
  const moving = [[-2, 'Good Friday'], [1, 'Easter Monday'], [39, 'Ascension'], [50, 'Whit Monday']];
  for (const [offset, name] of moving) {
    const date = new Date(easter(year).getTime() + offset * DAY_MS);
    days.set(date.toISOString().slice(0, 10), name);
  }
  return days;
}

function monthGrid(year, month) {
  const first = new Date(Date.UTC(year, month, 1));
  const lead = (first.getUTCDay() + 6) % 7;
  const weeks = [];
  let week = new Array(lead).fill(null);
  for (let day = 1; day <= daysIn(year, month); day++) {
    week.push(new Date(Date.UTC(year, month, day)));
    if (week.length === 7) {
      weeks.push(week);
      week = [];
    }
  }
  if (week.length > 0) {
    weeks.push(week.concat(new Array(7 - week.length).fill(null)));
  }
  return weeks;
}

function drawMonth(year, month, marked = new Set()) {
  const free = holidays(year);
  const title = `${MONTHS[month]} ${year}`;
  const out = [title.padStart(14 + Math.floor(title.length / 2)), 'Wk  Mo  Tu  We  Th  Fr  Sa  Su'];
  const notes = [];
  for (const week of monthGrid(year, month)) {
    const anchor = week.find((date) => date !== null);
    let row = String(weekNumber(anchor)).padStart(2);
    for (const date of week) {
      if (date === null) {
        row += '    ';
        continue;
      }
      const iso = date.toISOString().slice(0, 10);
      const sign = marked.has(iso) ? '*' : free.has(iso) ? '+' : ' ';
      if (free.has(iso)) notes.push(`  ${iso}  ${free.get(iso)}`);
      row += String(date.getUTCDate()).padStart(3) + sign;
    }
    out.push(row.trimEnd());
  }
  return out.concat(notes).join('\n');
}

if (require.main === module) {
  const now = new Date();
  const year = Number(process.argv[2]) || now.getFullYear();
  for (let month = 0; month < 12; month++) {
    console.log(drawMonth(year, month) + '\n');
  }
}

module.exports = { easter, weekNumber, holidays, monthGrid, drawMonth };
