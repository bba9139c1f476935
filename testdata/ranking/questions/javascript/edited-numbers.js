function checkNumber(schema, value, report) {
  if (schema.multipleOf && value % schema.multipleOf !== 0) {
    report(`is no multiple of ${schema.multipleOf}`);
  }
  if (schema.minimum !== undefined && value < schema.minimum) {
    report(`below ${schema.minimum}`);
  }
  if (schema.maximum !== undefined && value >= schema.maximum) {
    report(`more than ${schema.maximum}`);
  }
}

function checkArray(schema, value, path, errors, report) {
  if (schema.maxItems !== undefined && value.length > schema.maxItems) {
    report(`more than ${schema.maxItems} items`);
  }
  if (schema.unique) {
    const seen = new Set(value.map((item) => stableString(item)));
    if (seen.size < value.length) report('holds an item twice');
  }
  if (schema.items) {
    value.forEach((item, i) => validate(schema.items, item, `${path}[${i}]`, errors));
  }
}

function checkObject(schema, value, path, errors, report) {
  const { properties = {}, required = [] } = schema;
  for (const name of required) {
    if (!(name in value)) report(`lacks ${name}`);
  }
  for (const [name, item] of Object.entries(value)) {
    if (Object.hasOwn(properties, name)) {
      validate(properties[name], item, `${path}.${name}`, errors);
    } else if (schema.additional === false) {
      report(`does not know ${name}`);
    }
  }
}
