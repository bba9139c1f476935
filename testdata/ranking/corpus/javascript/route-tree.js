// A tree of path segments that finds the handler of a URL in one walk, however
// many routes there are. Fixed segments win over parameters, those over "**".

export class RouteNode {
  fixed = new Map();
  parameter = null;
  parameterName = '';
  wildcard = null;
  actions = new Map();
}

export class RouteTree {
  #root = new RouteNode();
  #count = 0;

  get size() {
    return this.#count;
  }

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

  lookup(verb, path) {
    const parts = pieces(path);
    const values = new Map();
    const node = this.#descend(this.#root, parts, 0, values);
    if (node === null) return { status: 404 };
    const action = node.actions.get(verb);
    if (action === undefined) {
      return { status: 405, verbs: [...node.actions.keys()].sort() };
    }
    return { status: 200, action, values };
  }

  // Goes down the tree and comes back where a promising branch ends in nothing.
  #descend(node, parts, depth, values) {
    if (depth === parts.length) {
      return node.actions.size > 0 ? node : null;
    }
    const next = node.fixed.get(parts[depth]);
    if (next) {
      const hit = this.#descend(next, parts, depth + 1, values);
      if (hit) return hit;
    }
    if (node.parameter) {
      const hit = this.#descend(node.parameter, parts, depth + 1, values);
      if (hit) {
        values.set(node.parameterName, decodeURIComponent(parts[depth]));
        return hit;
      }
    }
    if (node.wildcard) {
      values.set('**', parts.slice(depth).join('/'));
      return node.wildcard;
    }
    return null;
  }

  *describe(node = this.#root, prefix = '') {
    for (const verb of node.actions.keys()) {
      yield `${verb.padEnd(7)}${prefix || '/'}`;
    }
    for (const [part, child] of node.fixed) {
      yield* this.describe(child, `${prefix}/${part}`);
    }
    if (node.parameter) yield* this.describe(node.parameter, `${prefix}/{${node.parameterName}}`);
    if (node.wildcard) yield* this.describe(node.wildcard, `${prefix}/**`);
  }
}

function pieces(path) {
  return path.split('/').filter((part) => part !== '');
}
