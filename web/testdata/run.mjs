// Runs calls of the JavaScript interface in node, for the tests. Its arguments are the script of the engine,
// and a JSON file of steps. Each step writes what it returns to a file.
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { runInThisContext } from "node:vm";
import { Worker } from "node:worker_threads";

import * as chaffinch from "../index.js";

const [script, steps] = process.argv.slice(2);
runInThisContext(readFileSync(script, "utf16le").slice(1));

// below returns the files of a folder. Every second one is a Blob, which is read lazily.
function below(folder, prefix = "", found = []) {
	for (const name of readdirSync(join(folder, prefix)).sort()) {
		const path = join(prefix, name), file = join(folder, path), info = statSync(file);
		if (info.isDirectory()) below(folder, path, found);
		else {
			const bytes = readFileSync(file);
			found.push({ path, data: found.length % 2 ? new Blob([bytes]) : new Uint8Array(bytes), modified: info.mtimeMs });
		}
	}
	return found;
}

// years returns files whose paths begin with the names of the folders, as if each had been chosen.
const years = (folders) => folders.flatMap((folder) => {
	const name = basename(folder);
	if (!statSync(folder).isDirectory()) return [{ path: name, data: readFileSync(folder) }];
	return below(folder).map((f) => ({ ...f, path: name + "/" + f.path }));
});

// Each file of a folder in an <input> has the path below the folder that was chosen.
function chosen(folder) {
	return below(folder).map(({ path, data }) => Object.defineProperty(new File([data], basename(path)), "webkitRelativePath", { value: basename(folder) + "/" + path }));
}

// once returns what can be read only once.
function* once(files) { yield* files; }

const document = (file) => ({ name: file, data: readFileSync(file) });
const save = (file, value) => writeFileSync(file, typeof value === "string" ? value : JSON.stringify(value));

const actions = {
	async pairs({ folder, pick, base, archive, options, formats, source }) {
		const progress = [], skipped = [];
		const report = await chaffinch.pairs(pick ? chosen(folder) : once(below(folder)), {
			...options, ...(base && { base: once(below(base)) }), ...(archive && { archive: once(years(archive)) }),
			onProgress: (p) => progress.push(p), onSkipped: (s) => skipped.push(s),
		});
		for (const [format, file] of Object.entries(formats)) {
			writeFileSync(file, new Uint8Array(await (await report.write(format)).arrayBuffer()));
		}
		if (source) {
			const first = (await report.json()).units[0].files[0];
			writeFileSync(source, await report.source(first.content));
		}
		report.close();
		return { summary: report.summary, progress, skipped };
	},
	trees: ({ a, b, options }) => chaffinch.compare(below(a), below(b), options),
	wrong,
	async search({ question, folder, options }) {
		const skipped = [], { name, ...asked } = options;
		const corpus = await chaffinch.corpus(below(folder), { name, onSkipped: (s) => skipped.push(s) });
		const answer = await corpus.search(document(question), asked);
		corpus.close();
		return { answer, skipped };
	},
	async beside({ question, folder }) {
		const corpus = await chaffinch.corpus(below(folder)), asked = document(question);
		const { hits: [hit], question: { language } } = await corpus.search(asked);
		const page = await corpus.beside({ ...asked, language }, hit.content);
		corpus.close();
		return { score: hit.score, probability: hit.probability, type: page.type, page: await page.text() };
	},
	// Files whose writing is cancelled, each at its first progress, and what the report has then.
	async write({ folder, options }) {
		const report = await chaffinch.pairs(below(folder), options), said = {};
		for (const format of ["html", "json", "csv", "jplag"]) {
			const abort = new AbortController();
			said[format] = await report.write(format, { signal: abort.signal, onProgress: ({ doing }) => abort.abort(new Error("enough " + doing)) })
				.then(() => "not cancelled", (err) => err.message);
		}
		said.aborted = await report.write("csv", { signal: AbortSignal.abort(new Error("before")) }).catch((err) => err.message);
		const written = (await report.json()).pairs.length === report.summary.pairs;
		report.close();
		return { ...said, written };
	},
	// The second of two workers does not read the same file as the first, once or always.
	async changed({ folder, options, always }) {
		const send = Worker.prototype.postMessage, skipped = [];
		let mounted = 0;
		Worker.prototype.postMessage = function (message) {
			if (message.mount && (++mounted === 2 || (always && mounted % 2 === 0))) {
				message = { ...message, files: message.files.map((f, i) => (i > 0 ? f : { ...f, data: new TextEncoder().encode("int other;") })) };
			}
			send.call(this, message);
		};
		try {
			const report = await chaffinch.pairs(below(folder), { ...options, onSkipped: ({ path }) => skipped.push(path) });
			const { pairs } = await report.json();
			report.close();
			return { mounted, pairs: pairs.length, skipped };
		} finally {
			Worker.prototype.postMessage = send;
		}
	},
	async cancel({ folder, options }) {
		const abort = new AbortController();
		try {
			await chaffinch.pairs(below(folder), { ...options, signal: abort.signal, onProgress: () => abort.abort(new Error("enough")) });
			return "not cancelled";
		} catch (err) {
			return err.message;
		}
	},
};

// wrong returns the errors of calls that cannot be right, and of functions that throw.
async function wrong() {
	const file = (path, data = "int x;") => ({ path, data }), two = [file("a.c"), file("b.c", "int y;")];
	const { pairs } = chaffinch, stop = () => { throw new Error("mine"); };
	const abort = new AbortController();
	abort.abort(null);
	const calls = {
		"a file and a folder": () => pairs([file("ann/m.py"), file("ann")]),
		"a folder and a file": () => pairs([file("ann"), file("ann/m.py")]),
		"two of one path": () => pairs([file("a.c"), file("./x/../a.c")]),
		"NUL": () => pairs([file("a\0.c")]),
		"surrogate": () => pairs(two, { archive: [file("\ud800.c")] }),
		"throws": () => pairs(two, { workers: 2, onProgress: stop }),
		"null reason": () => pairs(two, { signal: abort.signal }).catch((reason) => { throw new Error(`reason ${reason}`); }),
	};
	const said = {};
	for (const [name, call] of Object.entries(calls)) said[name] = await call().then(() => "no error", (err) => err.message);
	return said;
}

for (const { action, to, ...rest } of JSON.parse(readFileSync(steps, "utf8"))) {
	let value;
	try {
		value = await actions[action](rest);
	} catch (err) {
		value = { error: err.message };
	}
	save(to, value);
}
