// Copyright (c) 2019 The Marrow Bridge Authors.
//
// You may use, change and pass on this file as you like, so long as this
// notice stays in it. It comes without any promise of fitness; whoever runs
// it bears the risk.

'use strict';

// Checks plain data against a schema and collects every error with its path.

const FORMATS = {
  email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
  slug: /^[a-z0-9]+(-[a-z0-9]+)*$/,
};

function typeOf(value) {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (Number.isInteger(value)) return 'integer';
  return typeof value;
}

function isType(value, wanted) {
  const actual = typeOf(value);
  return actual === wanted || (wanted === 'number' && actual === 'integer');
}

function validate(schema, value, path = '$', errors = []) {
  const report = (message) => errors.push({ path, message });
  if (schema.type) {
    const types = [].concat(schema.type);
    if (!types.some((t) => isType(value, t))) {
      report(`expected ${types.join(' or ')}, got ${typeOf(value)}`);
      return errors;
    }
  }
  if (schema.enum && !schema.enum.includes(value)) {
    report(`must be one of ${schema.enum.join(', ')}`);
  }
  switch (typeOf(value)) {
    case 'string':
      checkString(schema, value, report);
      break;
    case 'integer':
    case 'number':
      checkNumber(schema, value, report);
      break;
    case 'array':
      checkArray(schema, value, path, errors, report);
      break;
    case 'object':
      checkObject(schema, value, path, errors, report);
      break;
  }
  return errors;
}

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

function checkArray(schema, value, path, errors, report) {
  if (schema.maxItems !== undefined && value.length > schema.maxItems) {
    report(`more than ${schema.maxItems} items`);
  }
  if (schema.unique) {
    const seen = new Set(value.map((item) => JSON.stringify(item)));
    if (seen.size < value.length) report('holds an item twice');
  }
  if (schema.items) {
    value.forEach((item, i) => validate(schema.items, item, `${path}[${i}]`, errors));
  }
}

function checkObject(schema, value, path, errors, report) {
  const properties = schema.properties || {};
  for (const name of schema.required || []) {
    if (!(name in value)) report(`lacks ${name}`);
  }
  for (const [name, item] of Object.entries(value)) {
    if (Object.hasOwn(properties, name)) {
      validate(properties[name], item, `${path}.${name}`, errors);
    } else if (schema.additional === false) {
      errors.push({ path: `${path}.${name}`, message: 'is not allowed' });
    }
  }
}

module.exports = { validate };
