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
