// chaffinch in a browser or in node: see README.md. Nothing here opens a connection.
//
// Every comparison of files, and every index, has workers of its own, which hold its files and result until
// close. Cancelling it ends the workers, which frees their memory.

const inNode = typeof process !== "undefined" && Boolean(process.versions?.node);

// fromNode imports a module of node. Bundlers do not look for it.
const fromNode = (name) => import(/* @vite-ignore */ "node:" + name);

// The engine, as the script of the page defines it: {worker: source, decode() -> bytes of the wasm}.
let assets;

async function loadAssets() {
	if (!globalThis.chaffinchEngine) throw new Error("the engine is missing: load engine.js before this module");
	return globalThis.chaffinchEngine;
}

// engine returns the source of the worker, and the compiled module.
function engine() {
	assets ??= loadAssets().then(async ({ worker, decode }) => ({ worker, module: await WebAssembly.compile(await decode()) }));
	return assets;
}

// ChangedError means that workers of one comparison did not see the same files.
class ChangedError extends Error {}

// Engine is one worker that runs the engine, in a browser or in node.
class Engine {
	#port;
	#calls = new Map(); // by id
	#last = 0;
	#failed; // { reason } of the worker's end
	memory = 0; // bytes, as last reported
	onExchange; // is called with the worker's part of the scores

	static async start(env = {}) {
		const e = new Engine(), { worker, module } = await engine();
		await e.#start(worker, module, env);
		return e;
	}

	async #start(source, module, env) {
		if (inNode) {
			const { Worker } = await fromNode("worker_threads");
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
				else if (message.crash !== undefined) fail(new Error(message.crash));
				else this.#take(message);
			};
			const fail = (err) => { this.#fail(err); reject(err); };
			if (inNode) {
				this.#port.on("message", take);
				this.#port.on("error", fail);
				this.#port.on("exit", () => fail(new Error("the worker has ended")));
			} else {
				this.#port.onmessage = (event) => take(event.data);
				this.#port.onerror = (event) => fail(new Error(event.message || "the worker could not be started"));
			}
			this.#port.postMessage({ start: module, env });
		});
	}

	// #take handles a message about a call.
	#take({ id, part, progress, end, error, again }) {
		const call = this.#calls.get(id);
		if (!call) return;
		if (part) call.parts.push(new Blob([part])); // a browser keeps large Blobs outside of the page, and may write them to a disk
		else if (progress) this.#report(call, progress);
		else if (end) this.#settle(id, () => call.fulfil(new Blob(call.parts, { type: types[call.options.format] ?? (pages.includes(call.name) ? types.html : "") })));
		else this.#settle(id, () => call.reject(again ? new ChangedError(error) : new Error(error)));
	}

	// #report calls the caller's functions. An exception in them ends the call.
	#report({ options }, progress) {
		try {
			if (progress.skipped) options.onSkipped?.(progress.skipped);
			else {
				this.memory = progress.memory;
				options.onProgress?.(progress);
			}
		} catch (err) {
			this.#fail(err);
		}
	}

	#settle(id, settle) {
		this.#calls.delete(id);
		if (inNode && this.#calls.size === 0) this.#port.unref();
		settle();
	}

	#fail(reason) {
		this.#failed ??= { reason };
		for (const [id, call] of this.#calls) this.#settle(id, () => call.reject(this.#failed.reason));
		this.#port.terminate();
	}

	get ended() { return Boolean(this.#failed); }

	// mount gives the worker files in a folder.
	mount(folder, files) {
		this.#port.postMessage({ mount: folder, files });
	}

	// exchanged gives the worker the parts of all workers.
	exchanged(all) {
		this.#port.postMessage({ exchanged: all });
	}

	// call calls the engine, and returns its answer as a Blob. Functions in the options are not passed to the worker. A signal
	// ends the worker, but only the call if it has something to keep.
	call(name, options = {}, sources = [], keep = false) {
		const { signal } = options, plain = Object.fromEntries(
			Object.entries(options).filter(([key, value]) => key !== "signal" && typeof value !== "function" && value !== undefined));
		return new Promise((fulfil, reject) => {
			if (this.#failed) return reject(this.#failed.reason);
			if (signal?.aborted) return keep || this.#fail(signal.reason), reject(signal.reason);
			const id = ++this.#last, abort = () => {
				if (!keep) return this.#fail(signal.reason);
				this.#port.postMessage({ cancel: id });
				this.#settle(id, () => call.reject(signal.reason));
			};
			const ending = (settle) => (value) => {
				signal?.removeEventListener("abort", abort);
				settle(value);
			};
			const call = { name, parts: [], options, fulfil: ending(fulfil), reject: ending(reject) };
			signal?.addEventListener("abort", abort);
			this.#calls.set(id, call);
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

const types = {
	json: "application/json", csv: "text/csv;charset=utf-8", tsv: "text/tab-separated-values;charset=utf-8", html: "text/html;charset=utf-8",
	jplag: "application/zip",
};
const pages = ["beside", "reopen"]; // calls that return one

const isText = (value) => typeof value === "string";

// dataOf returns data as the worker takes it: a Uint8Array or a Blob.
const dataOf = (data) => (isText(data) ? new TextEncoder().encode(data) : data);

async function bytesOf(data) {
	const given = dataOf(data);
	return given instanceof Blob ? new Uint8Array(await given.arrayBuffer()) : given;
}

// documentOf returns {name, language, data} as {name, language, source}.
const documentOf = async ({ name = "", language, data }) => ({ name, language, source: await bytesOf(data) });

// filesOf returns File objects and {path, data} as the worker mounts them, once for all workers. No two have one path, and no
// path is also a folder: otherwise one would hide the other. what names the files.
function filesOf(files, what) {
	const list = [], taken = new Set();
	for (const f of files) {
		const at = `${what}[${list.length}]`;
		const path = f instanceof Blob ? f.webkitRelativePath || f.name : f.path;
		const data = f instanceof Blob ? f : dataOf(f.data), modified = f instanceof Blob ? f.lastModified : f.modified;
		list.push({ path: pathOf(path, at), data, modified });
	}
	for (const { path } of list) {
		if (taken.has(path)) throw new TypeError(`${what} has two files of the path ${path}: rename one`);
		taken.add(path);
	}
	for (const path of taken) {
		for (let end = path.indexOf("/"); end >= 0; end = path.indexOf("/", end + 1)) {
			if (taken.has(path.slice(0, end))) throw new TypeError(`${what}: ${path.slice(0, end)} is a file and a folder: rename one`);
		}
	}
	return list;
}

// pathOf returns a path without "." and "..", and fails if no file can have it.
function pathOf(path, what) {
	const names = [];
	for (const name of path.split("/")) {
		if (name === "..") names.pop();
		else if (name !== "" && name !== ".") names.push(name);
	}
	if (names.length === 0) throw new TypeError(`${what} has no path`);
	if (/\0|\p{Surrogate}/u.test(path)) throw new TypeError(`${what} has a path that no file can have, ${JSON.stringify(path)}: rename it`);
	return names.join("/");
}

// belowOf returns the files of a folder, with its name. Paths of a folder that was chosen in an <input> begin with its name,
// which is cut off. Without such a folder, the name is undefined.
function belowOf(files, what) {
	const given = [...files], list = filesOf(given, what), top = topOf(list[0]?.path ?? "");
	const chosen = list.length > 0 && given.every((f) => f.webkitRelativePath) && list.every(({ path }) => path.startsWith(top + "/"));
	return chosen ? { folder: top, list: list.map((f) => ({ ...f, path: f.path.slice(top.length + 1) })) } : { list };
}

const topOf = (path) => path.split("/", 1)[0];

// othersOf returns starter code and earlier work as folders to mount, and options that name them. taken are the names of
// other folders, which these must not have. Each year of the earlier work is at the top of its folder.
function othersOf({ base, archive, ...options }, taken = []) {
	const folders = [];
	for (const [option, files] of Object.entries({ base, archive })) {
		if (files === undefined) continue;
		const list = filesOf(files, "options." + option);
		let folder = option;
		while (taken.includes(folder)) folder += "_";
		folders.push([folder, list]);
		options[option] = option === "base" ? [folder] : [...new Set(list.map(({ path }) => folder + "/" + topOf(path)))];
	}
	return { folders, options };
}

const mountAll = (e, folders) => folders.forEach(([folder, list]) => e.mount("/" + folder, list));

// compare returns what became of the files of a in b.
async function compare(a, b, options = {}) {
	const { names = ["a", "b"], ...rest } = options, others = othersOf(rest, names);
	const folders = [[names[0], belowOf(a, "a").list], [names[1], belowOf(b, "b").list], ...others.folders];
	const e = await Engine.start();
	try {
		mountAll(e, folders);
		const answer = await e.call("trees", { ...others.options, a: names[0], b: names[1] });
		if (options.keep) return new Report(e, await parsed(answer));
		const result = await written(answer, options.format);
		e.close();
		return result;
	} catch (err) {
		e.close();
		throw err;
	}
}

// startAll starts workers: all, or none.
async function startAll(count) {
	const started = await Promise.allSettled(Array.from({ length: count }, () => Engine.start()));
	const failed = started.find(({ status }) => status === "rejected");
	if (!failed) return started.map(({ value }) => value);
	started.forEach(({ value }) => value?.close());
	throw failed.reason;
}

// pairs compares all files or submissions with each other.
async function pairs(files, options = {}) {
	const { name: given, workers, onProgress, onSkipped, groups, ...rest } = options;
	const { folder, list } = belowOf(files, "files"), name = given ?? folder ?? "class";
	const others = othersOf(rest, [name]), folders = [[name, list], ...others.folders];
	const { paths, beside } = pathsOf(list, name, { groups, chosen: given ?? folder, archive: others.options.archive });
	for (const path of beside) onSkipped?.({ path, reason: "it is beside the folder or archive of its submissions: put it in there" });
	const call = { ...others.options, paths }, count = workers ?? usualWorkers(list);
	const known = new Set(), skips = [];
	const watch = {
		onProgress,
		onSkipped(skip) {
			skips.push(skip.path);
			if (!known.has(skip.path)) onSkipped?.(skip);
		},
	};
	try {
		return await comparison(folders, call, count, watch);
	} catch (err) {
		if (!(err instanceof ChangedError)) throw err;
	}
	skips.forEach((path) => known.add(path));
	return comparison(folders, call, count, watch); // no worker reads a file that is gone now, and one names it
}

// comparison compares the folders in several workers, and returns the report.
async function comparison(folders, options, count, { onProgress, onSkipped }) {
	const engines = await startAll(count);
	let found = [];
	try {
		const calls = engines.map((e, worker) => {
			e.onExchange = (part) => {
				found[worker] = part;
				if (engines.some((_, n) => !found[n])) return;
				engines.forEach((other) => other.exchanged(found));
				found = [];
			};
			mountAll(e, folders);
			const watching = worker > 0 ? { onProgress() {} } : {
				onSkipped, onProgress: (p) => onProgress?.({ ...p, memory: memoryOf(engines) }),
			};
			return e.call("pairs", { ...options, ...watching, worker, workers: engines.length });
		});
		const [answer] = await Promise.all(calls);
		engines.slice(1).forEach((e) => e.close());
		return new Report(engines[0], await parsed(answer));
	} catch (err) {
		engines.forEach((e) => e.close());
		throw err;
	}
}

// pathsOf returns the paths that the engine compares, and tables next to them. A group is a folder or archive at the top. The
// only archive is the class, which may be compared with earlier work. In a folder the engine opens it.
function pathsOf(list, name, { groups, chosen, archive }) {
	const [tables, others] = [true, false].map((is) => list.filter(({ path }) => (path === table) === is).map(({ path }) => path));
	if (groups && others.length > 0) return { paths: [...new Set(others.map((path) => name + "/" + topOf(path)))], beside: tables };
	if (others.length !== 1 || others[0].includes("/") || chosen !== undefined) return { paths: [name], beside: [] };
	// Without earlier work, the engine opens it, and finds a table next to it.
	return archive === undefined && tables.length > 0 ? { paths: [name], beside: [] } : { paths: [name + "/" + others[0]], beside: tables };
}

const table = "info.csv";

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
	async write(format, options = {}) {
		return this.#engine.call("write", { ...options, format }, [], true);
	}

	// json returns what chaffinch pairs --json prints.
	async json() { return parsed(await this.write("json")); }

	// source returns the bytes of a content, by its id.
	async source(content) { return bytesOf(await this.#engine.call("source", { content: String(content) })); }

	close() { this.#engine.close(); }
}

// corpus indexes files in memory, to search them.
async function corpus(files, options = {}) {
	const { folder, list } = belowOf(files, "files"), { name = folder ?? "corpus", ...rest } = options;
	const e = await Engine.start();
	try {
		e.mount("/" + name, list);
		return new Corpus(e, await parsed(await e.call("index", { ...rest, path: name })));
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
		return parsed(await this.#engine.call("search", { ...options, name: d.name, language: options.language ?? d.language }, [d.source], true));
	}

	// beside returns a page with a question and a document that search found, by the id of its content.
	async beside(question, content, options = {}) {
		const d = await documentOf(question);
		return this.#engine.call("beside", { ...options, name: d.name, language: options.language ?? d.language, content: String(content) }, [d.source], true);
	}

	// source returns the bytes of a content, by its id.
	async source(content) { return bytesOf(await this.#engine.call("source", { content: String(content) })); }

	close() { this.#engine.close(); }
}

// reopen returns a saved report as a page of this version, from its data, its notes and its text alone.
async function reopen(page, options = {}) {
	const source = await bytesOf(page), e = await Engine.start();
	try {
		return await e.call("reopen", options, [source]);
	} finally {
		e.close();
	}
}

export { compare, corpus, pairs, reopen };
