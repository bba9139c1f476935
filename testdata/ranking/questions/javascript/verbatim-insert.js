  insert(verb, template, action) {
    let node = this.#root;
    for (const part of pieces(template)) {
      if (part === '**') {
        node.wildcard ??= new RouteNode();
        node = node.wildcard;
        break;
      }
      if (part[0] === '{' && part.at(-1) === '}') {
        const label = part.slice(1, -1);
        if (node.parameter && node.parameterName !== label) {
          throw new Error(`${template}: parameter is called ${node.parameterName} elsewhere`);
        }
        node.parameter ??= new RouteNode();
        node.parameterName = label;
        node = node.parameter;
        continue;
      }
      if (!node.fixed.has(part)) node.fixed.set(part, new RouteNode());
      node = node.fixed.get(part);
    }
    if (node.actions.has(verb)) throw new Error(`${verb} ${template} is taken`);
    node.actions.set(verb, action);
    this.#count += 1;
  }
