'use strict';

// A timesheet: reads "start", "stop" and "note" lines of a day book and sums
// hours by week and project, with overtime and holidays paid double.

const readline = require('readline');

const DAY_MS = 86400000;
const CONTRACT_HOURS = 38.5;

class Shift {
  constructor(project, begin) {
    this.project = project;
    this.begin = begin;
    this.end = null;
    this.notes = [];
  }

  get hours() {
    return this.end === null ? 0 : (this.end - this.begin) / 3600000;
  }

  get day() {
    return this.begin.toISOString().slice(0, 10);
  }
}

class DayBook {
  constructor() {
    this.shifts = [];
    this.open = null;
    this.lineNumber = 0;
  }

  complain(text) {
    console.warn(`line ${this.lineNumber}: ${text}`);
  }

  line(text) {
    this.lineNumber += 1;
    const [stamp, verb, ...rest] = text.trim().split(/\s+/);
    if (!stamp || stamp.startsWith('#')) return;
    const when = new Date(`${stamp}Z`);
    if (Number.isNaN(when.getTime())) {
      this.complain(`cannot read the time ${stamp}`);
      return;
    }
    if (verb === 'start') {
      if (this.open) this.close(when);
      this.open = new Shift(rest[0] || 'misc', when);
    } else if (verb === 'stop') {
      if (this.open) this.close(when);
      else this.complain('stop without start');
    } else if (verb === 'note' && this.open) {
      this.open.notes.push(rest.join(' '));
    } else {
      this.complain(`what is ${verb}?`);
    }
  }

  close(when) {
    if (when < this.open.begin) {
      this.complain('time runs backwards');
      return;
    }
    this.open.end = when;
    this.shifts.push(this.open);
    this.open = null;
  }
}

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

function isSpecial(date) {
  const monday = new Date(easter(date.getUTCFullYear()).getTime() + DAY_MS);
  return date.getUTCDay() === 0 || date.toDateString() === monday.toDateString();
}

function tabulate(shifts) {
  const weeks = new Map();
  for (const shift of shifts) {
    const key = `${shift.begin.getUTCFullYear()}/${String(weekNumber(shift.begin)).padStart(2, '0')}`;
    const week = weeks.get(key) ?? { total: 0, double: 0, projects: {} };
    week.total += shift.hours;
    week.projects[shift.project] = (week.projects[shift.project] ?? 0) + shift.hours;
    if (isSpecial(shift.begin)) week.double += shift.hours;
    weeks.set(key, week);
  }
  return weeks;
}

function render(weeks) {
  const lines = [];
  let balance = 0;
  for (const [key, week] of [...weeks].sort()) {
    const paid = week.total + week.double;
    balance += paid - CONTRACT_HOURS;
    lines.push(`${key}  ${week.total.toFixed(2).padStart(7)} h  balance ${balance.toFixed(2)}`);
    const projects = Object.entries(week.projects).sort(([, x], [, y]) => y - x);
    for (const [project, hours] of projects) {
      const bar = '='.repeat(Math.round(hours));
      lines.push(`         ${project.padEnd(12)} ${hours.toFixed(2).padStart(6)} ${bar}`);
    }
  }
  return lines;
}

async function main() {
  const book = new DayBook();
  for await (const text of readline.createInterface({ input: process.stdin })) {
    book.line(text);
  }
  if (book.open) book.complain(`${book.open.project} is still running`);
  render(tabulate(book.shifts)).forEach((line) => console.log(line));
}

main();
