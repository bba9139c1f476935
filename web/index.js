// chaffinch in a browser or in node: see README.md. Nothing here opens a connection.
//
// Every comparison of files, and every index, has workers of its own, which hold its files and result until
// close. Cancelling it ends the workers, which frees their memory. Documents are compared in one worker that
// all calls share.

const inNode = typeof process !== "undefined" && Boolean(process.versions?.node);

// The engine, as lib/engine.js defines it: {worker: source, decode() -> bytes of the wasm}.
let assets;

async function loadAssets() {
	if (globalThis.chaffinchEngine) return globalThis.chaffinchEngine;
	if (!inNode) throw new Error("the engine is missing: load engine.js before this module");
	const [{ readFile }, vm] = await Promise.all(["node:fs/promises", "node:vm"].map((name) => import(name)));
	let script;
	try {
		script = await readFile(new URL("lib/engine.js", import.meta.url), "utf16le");
	} catch (err) {
		throw new Error(`the engine was not built: run go generate ./web in a checkout (${err.message})`);
	}
	vm.runInThisContext(script.slice(1)); // without its byte order mark
	return globalThis.chaffinchEngine;
}

// engine returns the source of the worker, and the compiled module.
function engine() {
	assets ??= loadAssets().then(async ({ worker, decode }) => ({ worker, module: await WebAssembly.compile(await decode()) }));
	return assets;
}

// Engine is one worker that runs the engine, in a browser or in node.
class Engine {
	#port;
	#calls = new Map(); // by id
	#last = 0;
	#failed; // the error that ended the worker
	memory = 0; // bytes, as last reported
	onExchange; // is called with the worker's part of the scores

	static async start(env = {}) {
		const e = new Engine(), { worker, module } = await engine();
		await e.#start(worker, module, env);
		return e;
	}

	async #start(source, module, env) {
		if (inNode) {
			const { Worker } = await import("node:worker_threads");
			this.#port = new Worker(source, { eval: true });
			this.#port.unref();
		} else {
			const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
			this.#port = new Worker(url);
			URL.revokeObjectURL(url);
		}
		return new Promise((fulfil, reject) => {
			const take = (message) => {
				if (message.ready) fulfil();
				else if (message.exchange) this.memory = message.memory, this.onExchange(message.exchange);
				else if (message.crash !== undefined) this.#fail(new Error(message.crash)), reject(this.#failed);
				else this.#take(message);
			};
			const fail = (err) => { this.#fail(err); reject(err); };
			if (inNode) {
				this.#port.on("message", take);
				this.#port.on("error", fail);
			} else {
				this.#port.onmessage = (event) => take(event.data);
				this.#port.onerror = (event) => fail(new Error(event.message || "the worker could not be started"));
			}
			this.#port.postMessage({ start: module, env });
		});
	}

	// #take handles a message about a call.
	#take({ id, part, progress, end, error }) {
		const call = this.#calls.get(id);
		if (!call) return;
		if (part) call.parts.push(part);
		else if (progress) this.#report(call, progress);
		else if (end) this.#settle(id, () => call.fulfil(new Blob(call.parts)));
		else this.#settle(id, () => call.reject(new Error(error)));
	}

	#report({ options }, progress) {
		if (progress.skipped) options.onSkipped?.(progress.skipped);
		else {
			this.memory = progress.memory;
			options.onProgress?.(progress);
		}
	}

	#settle(id, settle) {
		this.#calls.delete(id);
		if (inNode && this.#calls.size === 0) this.#port.unref();
		settle();
	}

	#fail(err) {
		this.#failed ??= err;
		for (const [id, call] of this.#calls) this.#settle(id, () => call.reject(this.#failed));
		this.#port.terminate();
	}

	// mount gives the worker files in a folder.
	mount(folder, files) {
		this.#port.postMessage({ mount: folder, files });
	}

	// exchanged gives the worker the parts of all workers.
	exchanged(all) {
		this.#port.postMessage({ exchanged: all });
	}

	// call calls the engine, and returns its answer as a Blob. Functions in the options are not passed to the worker.
	call(name, options = {}, sources = []) {
		const { signal } = options, plain = Object.fromEntries(
			Object.entries(options).filter(([key, value]) => key !== "signal" && typeof value !== "function" && value !== undefined));
		return new Promise((fulfil, reject) => {
			if (this.#failed) return reject(this.#failed);
			if (signal?.aborted) return this.#fail(signal.reason), reject(signal.reason);
			const id = ++this.#last, abort = () => this.#fail(signal.reason);
			const ending = (settle) => (value) => {
				signal?.removeEventListener("abort", abort);
				settle(value);
			};
			signal?.addEventListener("abort", abort);
			this.#calls.set(id, { parts: [], options, fulfil: ending(fulfil), reject: ending(reject) });
			if (inNode) this.#port.ref();
			this.#port.postMessage({ id, call: name, options: plain, sources });
		});
	}

	// close ends the worker. Calls in progress fail.
	close() {
		this.#fail(new Error("the report or index was closed"));
	}
}

const parsed = async (blob) => JSON.parse(await blob.text());
const written = async (blob, format) => (format === undefined || format === "json" ? parsed(blob) : blob);

// bytesOf returns the bytes of a text, a Blob or an array.
async function bytesOf(data) {
	if (typeof data === "string") return new TextEncoder().encode(data);
	if (data instanceof Uint8Array) return data;
	if (data instanceof ArrayBuffer) return new Uint8Array(data);
	return new Uint8Array(await data.arrayBuffer());
}

// documentOf returns a document as {name, language, source}: a text, or a File, or {name, language, data}.
async function documentOf(d) {
	if (typeof d === "string" || d instanceof Uint8Array) return { name: "", source: await bytesOf(d) };
	if (d instanceof Blob) return { name: d.name ?? "", source: await bytesOf(d) };
	return { name: d.name ?? "", language: d.language, source: await bytesOf(d.data) };
}

// filesOf returns File objects and {path, data} as the worker mounts them.
function filesOf(files) {
	const list = [];
	for (const f of files) {
		if (f instanceof Blob) list.push({ path: f.webkitRelativePath || f.name, data: f, modified: f.lastModified });
		else if (typeof f.data === "string") list.push({ ...f, data: new TextEncoder().encode(f.data) });
		else list.push({ path: f.path, data: f.data, modified: f.modified });
	}
	return list;
}

// The worker that compares documents.
let shared;

async function documents(options, use) {
	if (options.signal || options.base) { // a signal ends the worker, and mounted files stay in it
		const e = await Engine.start();
		try {
			return await use(e);
		} finally {
			e.close();
		}
	}
	shared ??= Engine.start().catch((err) => {
		shared = undefined;
		throw err;
	});
	return use(await shared);
}

// mountBase mounts starter code and earlier work, and returns options that name their folders. taken are the names of
// other folders, which these must not have.
function mountBase(e, { base, archive, ...options }, taken = []) {
	for (const [option, files] of Object.entries({ base, archive })) {
		if (files === undefined) continue;
		let folder = option;
		while (taken.includes(folder)) folder += "_";
		e.mount("/" + folder, filesOf(files));
		options[option] = [folder];
	}
	return options;
}

// fingerprint returns the tokens, k-grams and fingerprints of a text.
async function fingerprint(text, language, options = {}) {
	const d = await documentOf(text);
	return documents(options, async (e) => parsed(await e.call("fingerprint", { name: d.name, language: language ?? d.language }, [d.source])));
}

// compare returns the matches of two documents. For two arrays of files it returns what became of the files of a in b.
async function compare(a, b, options = {}) {
	if (Array.isArray(a) || Array.isArray(b)) return compareTrees(a, b, options);
	const [x, y] = await Promise.all([documentOf(a), documentOf(b)]);
	const named = ({ name, language }) => ({ name, language: language ?? options.language });
	return documents(options, async (e) => written(
		await e.call("compare", { ...mountBase(e, options), a: named(x), b: named(y) }, [x.source, y.source]), options.format));
}

async function compareTrees(a, b, options) {
	const e = await Engine.start();
	try {
		const names = options.names ?? ["a", "b"];
		e.mount(names[0], filesOf(a));
		e.mount(names[1], filesOf(b));
		const { names: _, ...rest } = options;
		return await written(await e.call("trees", { ...mountBase(e, rest, names), a: names[0], b: names[1] }), options.format);
	} finally {
		e.close();
	}
}

// pairs compares all files or submissions with each other.
async function pairs(files, options = {}) {
	const { name = "class", workers, onProgress, onSkipped, ...rest } = options;
	const list = filesOf(files), count = workers ?? usualWorkers(list);
	const path = list.length === 1 ? name + "/" + list[0].path : name; // a lone archive is compared like a folder
	const engines = await Promise.all(Array.from({ length: count }, () => Engine.start()));
	const close = () => engines.forEach((e) => e.close());
	let found = [];
	try {
		const calls = engines.map((e, worker) => {
			e.onExchange = (part) => {
				found[worker] = part;
				if (engines.some((_, n) => !found[n])) return;
				engines.forEach((other) => other.exchanged(found));
				found = [];
			};
			e.mount("/" + name, list);
			const watched = worker > 0 ? { onProgress() {} } : {
				onSkipped, onProgress: (p) => onProgress?.({ ...p, memory: memoryOf(engines) }),
			};
			return e.call("pairs", { ...mountBase(e, rest, [name]), ...watched, paths: [path], worker, workers: count });
		});
		const [answer] = await Promise.all(calls);
		engines.slice(1).forEach((e) => e.close());
		return new Report(engines[0], await parsed(answer));
	} catch (err) {
		close();
		throw err;
	}
}

const memoryOf = (engines) => engines.reduce((sum, e) => sum + e.memory, 0);

// Fewer files are compared before a second worker has started. More workers take too much memory.
const fewFiles = 100, mostWorkers = 4;

function usualWorkers(files) {
	const processors = globalThis.navigator?.hardwareConcurrency ?? 2;
	return files.length < fewFiles ? 1 : Math.max(1, Math.min(processors, mostWorkers));
}

// Report is the result of pairs. Close it to free its memory.
class Report {
	#engine;

	constructor(engine, summary) {
		this.#engine = engine;
		this.summary = summary;
	}

	// memory is the memory of the engine, in bytes.
	get memory() { return this.#engine.memory; }

	// write returns the report in a format, as a Blob.
	write(format, options = {}) { return this.#engine.call("write", { ...options, format }); }

	// json returns what chaffinch pairs --json prints.
	async json() { return parsed(await this.write("json")); }

	// source returns the bytes of a content, by its id.
	async source(content) { return bytesOf(await this.#engine.call("source", { content })); }

	close() { this.#engine.close(); }
}

// corpus indexes files in memory, to search them.
async function corpus(files, options = {}) {
	const { name = "corpus", ...rest } = options;
	const e = await Engine.start();
	try {
		e.mount("/" + name, filesOf(files));
		const report = await parsed(await e.call("index", { ...rest, path: name }));
		return new Corpus(e, report);
	} catch (err) {
		e.close();
		throw err;
	}
}

// Corpus is an index in memory. Close it to free its memory.
class Corpus {
	#engine;

	constructor(engine, report) {
		this.#engine = engine;
		this.report = report;
	}

	// search returns the documents that a question comes from.
	async search(question, options = {}) {
		const d = await documentOf(question);
		return parsed(await this.#engine.call("search", { ...options, name: d.name, language: options.language ?? d.language }, [d.source]));
	}

	// source returns the bytes of a content, by its id.
	async source(content) { return bytesOf(await this.#engine.call("source", { content })); }

	close() { this.#engine.close(); }
}

// search returns the files that a question comes from.
async function search(question, files, options = {}) {
	const { language, lines, top, minScore, similar, cover, explain, ...rest } = options;
	const c = await corpus(files, rest);
	try {
		return await c.search(question, { language, lines, top, minScore, similar, cover, explain });
	} finally {
		c.close();
	}
}

// reopen returns a saved report as a page of this version, with nothing of the file but its data.
async function reopen(page, options = {}) {
	const { source } = await documentOf(page);
	return documents(options, (e) => e.call("reopen", { signal: options.signal }, [source]));
}

// languages returns the names of the languages.
async function languages() {
	return documents({}, async (e) => parsed(await e.call("languages")));
}

export { compare, corpus, fingerprint, languages, pairs, reopen, search };
