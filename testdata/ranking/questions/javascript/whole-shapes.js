// Checks of data as functions that are put together: every check takes a value
// and gives back either { ok: true, value } or { ok: false, problems }.

const pass = (data) => ({ ok: true, data });
const miss = (words, trail = []) => ({ ok: false, issues: [{ trail, words }] });

export function describe({ issues }) {
  return issues
    .map(({ trail, words: hint }) => `${trail.length > 0 ? trail.join(' > ') : 'given'} ${hint}`)
    .sort()
    .join('\n');
}

export const words = (given) =>
  typeof given === 'string' ? pass(given) : miss('should be text');

export const bool = (given) =>
  typeof given === 'boolean' ? pass(given) : miss('should be true or false');

export const numeric = (given) => {
  const result = typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
  return typeof result === 'number' && Number.isFinite(result) ? pass(result) : miss('should be a number');
};

export const date = (given) => {
  const result = new Date(given);
  return Number.isNaN(result.valueOf()) ? miss('should be a date') : pass(result);
};

export const oneOf = (...options) => (given) =>
  options.includes(given) ? pass(given) : miss(`should be ${options.map((opt) => `"${opt}"`).join(' or ')}`);

// Adds a condition to a check; later conditions see only what passed before.
export const refine = (type, test, hint) => (given) => {
  const verdict = type(given);
  if (!verdict.ok) return verdict;
  return test(verdict.data) ? verdict : miss(hint);
};

export const union = (...types) => (given) => {
  const gathered = [];
  for (const type of types) {
    const verdict = type(given);
    if (verdict.ok) return verdict;
    gathered.push(...verdict.issues);
  }
  return { ok: false, issues: gathered };
};

export const maybe = (type, fallback) => (given) =>
  given === undefined || given === null ? pass(fallback) : type(given);

const below = (index, issues) => issues.map((i) => ({ ...i, trail: [index, ...i.trail] }));

export const array = (type, { min = 0, max = Infinity } = {}) => (given) => {
  if (!Array.isArray(given)) return miss('should be a list');
  if (given.length < min || given.length > max) return miss(`should have ${min} to ${max} entries`);
  const verdicts = given.map(type);
  const issues = verdicts.flatMap((v, nth) => (v.ok ? [] : below(nth, v.issues)));
  return issues.length === 0 ? pass(verdicts.map((v) => v.data)) : { ok: false, issues };
};

export const object = (fields) => (given) => {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return miss('should be a record');
  }
  const output = {};
  const issues = [];
  for (const prop of Object.keys(fields)) {
    const verdict = fields[prop](given[prop]);
    if (verdict.ok) {
      if (verdict.data !== undefined) output[prop] = verdict.data;
    } else {
      issues.push(...below(prop, verdict.issues));
    }
  }
  const unknown = Object.keys(given).filter((prop) => !(prop in fields));
  for (const prop of unknown) issues.push({ trail: [prop], words: 'is not expected' });
  return issues.length === 0 ? pass(output) : { ok: false, issues };
};

export const lazy = (thunk) => (given) => thunk()(given);
