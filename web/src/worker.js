// The worker runs the engine, a Go program, and passes calls to it.
//
// It receives these messages:
//
//	{start: WebAssembly.Module, env}   once, first
//	{mount: folder, files}             files is an array of {path, data, modified}, data a Blob or Uint8Array
//	{id, call, options, sources}       options is an object, sources an array of Uint8Array
//	{cancel: id}                       ends a call, which may still answer
//	{exchanged: array}                 the scores of all workers of a comparison, an array of Uint8Array
//
// It sends these:
//
//	{ready: true}                      the engine runs
//	{id, part: Uint8Array}             a part of the answer
//	{exchange: Uint8Array, memory}     the scores of this worker, for the others
//	{id, progress}                     {doing, done, whole, memory}, or {skipped: {path, reason, error}}
//	{id, end: true}                    the answer is complete
//	{id, error: text, again}           the call failed. Another attempt may succeed
//	{crash: text}                      the engine ended, for example because it ran out of memory. The console has the stack

"use strict";

(() => {
	const inNode = typeof self === "undefined" || typeof self.postMessage !== "function";
	const port = inNode ? require("node:worker_threads").parentPort : self;
	const send = (message, transfer) => port.postMessage(message, transfer);
	const listen = (f) => {
		if (inNode) port.on("message", f);
		else port.onmessage = (event) => f(event.data);
	};

	// The engine prints only when it ends: the reason, and then a stack.
	let reason = "";
	memoryFS.print = (text) => {
		reason ||= /^(?:panic|fatal error|runtime): .*$/m.exec(text)?.[0] ?? "";
		console.error(text);
	};

	function crashed(other) {
		const noMemory = /out of memory|Memory\.grow|allocation failed/i.test(reason + other);
		send({ crash: noMemory ? "there is not enough memory: compare fewer files, or use the command"
			: `the engine ended unexpectedly (${reason || other}): please report this, with what the console says` });
	}

	let memory;
	async function start(module, env) {
		const go = new Go();
		go.env = { TMPDIR: "/tmp", ...env };
		go.exit = (code) => crashed(`exit ${code}`);
		const instance = await WebAssembly.instantiate(module, go.importObject);
		memory = instance.exports.mem;
		go.run(instance).catch((err) => crashed(String(err)));
		send({ ready: true });
	}

	let exchanged;
	globalThis.chaffinchExchange = (found) => {
		send({ exchange: found, memory: memory.buffer.byteLength }, [found.buffer]);
		return new Promise((fulfil) => { exchanged = fulfil; });
	};

	function call({ id, call, options, sources }) {
		const emit = (part) => send({ id, part }, [part.buffer]);
		const notify = (progress) => {
			if (!progress.skipped) progress.memory = memory.buffer.byteLength;
			send({ id, progress });
		};
		globalThis.chaffinch(call, JSON.stringify(options ?? {}), sources ?? [], emit, notify, id)
			.then(() => send({ id, end: true }), ({ text, again }) => send({ id, error: text, again }));
	}

	listen((message) => {
		try {
			if (message.start) start(message.start, message.env).catch((err) => crashed(String(err)));
			else if (message.cancel) globalThis.chaffinchCancel(message.cancel);
			else if (message.exchanged) exchanged(message.exchanged);
			else if (message.mount) memoryFS.mount(message.mount, message.files);
			else call(message);
		} catch (err) {
			if (message.id === undefined) send({ crash: String(err) });
			else send({ id: message.id, error: String(err) });
		}
	});
})();
