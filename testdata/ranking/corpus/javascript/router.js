// Copyright (c) 2019 The Marrow Bridge Authors.
//
// You may use, change and pass on this file as you like, so long as this
// notice stays in it. It comes without any promise of fitness; whoever runs
// it bears the risk.

'use strict';

const http = require('http');

// Routes are compiled to regular expressions and tried one after the other.
class Router {
  constructor() {
    this.routes = [];
    this.middleware = [];
  }

  use(fn) {
    this.middleware.push(fn);
    return this;
  }

  on(method, path, ...handlers) {
    const { regex, names } = compile(path);
    this.routes.push({ method: method.toUpperCase(), regex, names, handlers });
    return this;
  }

  get(path, ...handlers) {
    return this.on('GET', path, ...handlers);
  }

  post(path, ...handlers) {
    return this.on('POST', path, ...handlers);
  }

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

  async handle(req, res) {
    const url = new URL(req.url, `http://${req.headers.host || 'localhost'}`);
    const { handlers, params, allowed } = this.match(req.method, url.pathname);
    if (!handlers) {
      res.statusCode = allowed.length > 0 ? 405 : 404;
      if (allowed.length > 0) res.setHeader('Allow', allowed.join(', '));
      res.end(http.STATUS_CODES[res.statusCode]);
      return;
    }
    req.params = params;
    req.query = Object.fromEntries(url.searchParams);
    const chain = [...this.middleware, ...handlers];
    const run = async (index) => {
      if (index < chain.length) {
        await chain[index](req, res, () => run(index + 1));
      }
    };
    try {
      await run(0);
    } catch (err) {
      console.error(`${req.method} ${url.pathname}:`, err);
      if (!res.headersSent) {
        res.statusCode = err.statusCode || 500;
        res.end(err.expose ? err.message : 'internal error');
      }
    }
  }

  listen(port, callback) {
    const server = http.createServer((req, res) => this.handle(req, res));
    return server.listen(port, callback);
  }
}

// "/users/:id/files/*" becomes a pattern with a group for id and one for the rest.
function compile(path) {
  const names = [];
  const source = path
    .split('/')
    .map((segment) => {
      if (segment === '*') {
        names.push('rest');
        return '(.*)';
      }
      if (segment.startsWith(':')) {
        names.push(segment.slice(1));
        return '([^/]+)';
      }
      return segment.replace(/[.+^${}()|[\]\\]/g, '\\$&');
    })
    .join('/');
  return { regex: new RegExp(`^${source}/?$`), names };
}

module.exports = { Router, compile };
