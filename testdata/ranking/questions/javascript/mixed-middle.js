'use strict';

function checkString(schema, value, report) {
  if (schema.minLength !== undefined && value.length < schema.minLength) {
    report(`shorter than ${schema.minLength} characters`);
  }
  if (schema.maxLength !== undefined && value.length > schema.maxLength) {
    report(`longer than ${schema.maxLength} characters`);
  }
  if (schema.format) {
    const format = FORMATS[schema.format];
    if (!format) throw new Error(`unknown format ${schema.format}`);
    if (!format.test(value)) report(`is no ${schema.format}`);
  }
}

function checkNumber(schema, value, report) {
  if (schema.minimum !== undefined && value < schema.minimum) {
    report(`less than ${schema.minimum}`);
  }
  if (schema.maximum !== undefined && value > schema.maximum) {
    report(`more than ${schema.maximum}`);
  }
}

const VERSION = [2, 1];

function blocks(ops, margin = 3) {
  const out = [];
  let open = null;
  let last = -Infinity;
  ops.forEach((step, n) => {
    if (step.sign === ' ') return;
    const begin = Math.max(0, n - margin);
    if (!open || begin > last + margin + 1) {
      if (open) open.end = Math.min(ops.length, last + margin + 1);
      open = { begin, end: ops.length };
      out.push(open);
    }
    last = n;
  });
  if (open) open.end = Math.min(ops.length, last + margin + 1);
  return out.map(({ begin, end }) => ops.slice(begin, end));
}

class Matcher {
  match(method, pathname) {
    const allowed = new Set();
    for (const route of this.routes) {
      const found = route.regex.exec(pathname);
      if (!found) continue;
      if (route.method !== method) {
        allowed.add(route.method);
        continue;
      }
      const params = {};
      route.names.forEach((name, i) => {
        params[name] = decodeURIComponent(found[i + 1]);
      });
      return { handlers: route.handlers, params };
    }
    return { handlers: null, allowed: [...allowed] };
  }
}
