// Checks of data as functions that are put together: every check takes a value
// and gives back either { ok: true, value } or { ok: false, problems }.

const fine = (value) => ({ ok: true, value });
const wrong = (text, at = []) => ({ ok: false, problems: [{ at, text }] });

export const text = (input) =>
  typeof input === 'string' ? fine(input) : wrong('should be text');

export const flag = (input) =>
  typeof input === 'boolean' ? fine(input) : wrong('should be true or false');

export const amount = (input) => {
  const parsed = typeof input === 'string' && input.trim() !== '' ? Number(input) : input;
  return typeof parsed === 'number' && Number.isFinite(parsed) ? fine(parsed) : wrong('should be a number');
};

export const moment = (input) => {
  const parsed = new Date(input);
  return Number.isNaN(parsed.valueOf()) ? wrong('should be a date') : fine(parsed);
};

export const literal = (...choices) => (input) =>
  choices.includes(input) ? fine(input) : wrong(`should be ${choices.map((c) => `"${c}"`).join(' or ')}`);

// Adds a condition to a check; later conditions see only what passed before.
export const where = (check, condition, complaint) => (input) => {
  const outcome = check(input);
  if (!outcome.ok) return outcome;
  return condition(outcome.value) ? outcome : wrong(complaint);
};

export const optional = (check, otherwise) => (input) =>
  input === undefined || input === null ? fine(otherwise) : check(input);

export const either = (...checks) => (input) => {
  const collected = [];
  for (const check of checks) {
    const outcome = check(input);
    if (outcome.ok) return outcome;
    collected.push(...outcome.problems);
  }
  return { ok: false, problems: collected };
};

const under = (step, problems) => problems.map((p) => ({ ...p, at: [step, ...p.at] }));

export const list = (check, { least = 0, most = Infinity } = {}) => (input) => {
  if (!Array.isArray(input)) return wrong('should be a list');
  if (input.length < least || input.length > most) return wrong(`should have ${least} to ${most} entries`);
  const outcomes = input.map(check);
  const problems = outcomes.flatMap((o, position) => (o.ok ? [] : under(position, o.problems)));
  return problems.length === 0 ? fine(outcomes.map((o) => o.value)) : { ok: false, problems };
};

export const record = (shape) => (input) => {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return wrong('should be a record');
  }
  const clean = {};
  const problems = [];
  for (const field of Object.keys(shape)) {
    const outcome = shape[field](input[field]);
    if (outcome.ok) {
      if (outcome.value !== undefined) clean[field] = outcome.value;
    } else {
      problems.push(...under(field, outcome.problems));
    }
  }
  const strange = Object.keys(input).filter((field) => !(field in shape));
  for (const field of strange) problems.push({ at: [field], text: 'is not expected' });
  return problems.length === 0 ? fine(clean) : { ok: false, problems };
};

export const lazily = (make) => (input) => make()(input);

export function explain({ problems }) {
  return problems
    .map(({ at, text: complaint }) => `${at.length > 0 ? at.join(' > ') : 'input'} ${complaint}`)
    .sort()
    .join('\n');
}
