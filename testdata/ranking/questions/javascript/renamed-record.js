const within = (key, faults) => faults.map((f) => ({ ...f, path: [key, ...f.path] }));

export const arrayOf = (rule, { min = 0, max = Infinity } = {}) => (raw) => {
  if (!Array.isArray(raw)) return reject('should be a list');
  if (raw.length < min || raw.length > max) return reject(`should have ${min} to ${max} entries`);
  const results = raw.map(rule);
  const faults = results.flatMap((r, index) => (r.ok ? [] : within(index, r.faults)));
  return faults.length === 0 ? accept(results.map((r) => r.checked)) : { ok: false, faults };
};

export const objectOf = (rules) => (raw) => {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    return reject('should be a record');
  }
  const copy = {};
  const faults = [];
  for (const name of Object.keys(rules)) {
    const result = rules[name](raw[name]);
    if (result.ok) {
      if (result.checked !== undefined) copy[name] = result.checked;
    } else {
      faults.push(...within(name, result.faults));
    }
  }
  const extra = Object.keys(raw).filter((name) => !(name in rules));
  for (const name of extra) faults.push({ path: [name], message: 'is not expected' });
  return faults.length === 0 ? accept(copy) : { ok: false, faults };
};
