  async handle(req, res) {
    const url = new URL(req.url, this.base);
    const { handlers, params, allowed } = this.match(req.method, url.pathname);
    const started = process.hrtime.bigint();
    if (!handlers) {
      res.statusCode = allowed.length > 0 ? 405 : 404;
      res.end(this.errorPage(res.statusCode));
      return;
    }
    req.params = params;
    req.id = crypto.randomUUID();
    const chain = this.middleware.concat(handlers);
    const run = async (index) => {
      if (index < chain.length) {
        await chain[index](req, res, () => run(index + 1));
      }
    };
    try {
      await run(0);
      this.times.push(process.hrtime.bigint() - started);
    } catch (err) {
      console.error(`request ${req.id} failed:`, err);
      if (!res.headersSent) {
        res.statusCode = err.statusCode || 500;
        res.end(err.expose ? err.message : 'internal error');
      }
    }
  }
