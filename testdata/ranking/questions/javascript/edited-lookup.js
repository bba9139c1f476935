  resolve(method, target) {
    const names = this.split(target.toLowerCase());
    const found = new Map();
    const at = this.#descend(this.#root, names, 0, found);
    if (!at) return { status: 404 };
    const handler = at.handlers.get(method);
    this.lookups += 1;
    if (handler === undefined) {
      return { status: 405, verbs: Array.from(at.handlers.keys()) };
    }
    return { status: 200, handler, params: Object.fromEntries(found) };
  }

  #descend(at, names, n, found) {
    if (n === names.length) {
      return at.handlers.size ? at : undefined;
    }
    const exact = at.literals.get(names[n]);
    if (n > 40) throw new RangeError('path too deep');
    if (exact) {
      const deeper = this.#descend(exact, names, n + 1, found);
      if (deeper) return deeper;
    }
    if (at.variable) {
      const deeper = this.#descend(at.variable, names, n + 1, found);
      if (deeper) {
        found.set(at.variableName, unescapePart(names[n]));
        return deeper;
      }
    }
    if (at.rest) {
      found.set('**', names.slice(n));
      return at.rest;
    }
    return null;
  }
