// Runs calls of the JavaScript interface in node, for the tests. Its arguments are the script of the engine,
// and a JSON file of steps. Each step writes what it returns to a file.
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { runInThisContext } from "node:vm";

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
		const progress = [];
		const report = await chaffinch.pairs(pick ? chosen(folder) : once(below(folder)), {
			...options, ...(base && { base: once(below(base)) }), ...(archive && { archive: once(years(archive)) }),
			onProgress: (p) => progress.push(p),
		});
		for (const [format, file] of Object.entries(formats)) {
			writeFileSync(file, new Uint8Array(await (await report.write(format)).arrayBuffer()));
		}
		if (source) {
			const first = (await report.json()).units[0].files[0];
			writeFileSync(source, await report.source(first.content));
		}
		report.close();
		return { summary: report.summary, progress };
	},
	compare: ({ a, b, options }) => chaffinch.compare(document(a), document(b), options),
	trees: ({ a, b, options }) => chaffinch.compare(below(a), below(b), options),
	fingerprint: ({ file, language }) => chaffinch.fingerprint(document(file), language),
	wrong,
	search: ({ question, folder, options }) => chaffinch.search(document(question), below(folder), options),
	languages: () => chaffinch.languages(),
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
	const { pairs, compare, fingerprint, corpus, search } = chaffinch, stop = () => { throw new Error("mine"); };
	const abort = new AbortController();
	abort.abort(null);
	const calls = {
		"a file and a folder": () => pairs([file("ann/m.py"), file("ann")]),
		"a folder and a file": () => pairs([file("ann"), file("ann/m.py")]),
		"two of one path": () => pairs([file("a.c"), file("./x/../a.c")]),
		"NUL": () => pairs([file("a\0.c")]),
		"surrogate": () => pairs(two, { archive: [file("\ud800.c")] }),
		"no path": () => pairs([{ data: "x" }]),
		"no data": () => pairs([{ path: "x" }]),
		"a number as data": () => pairs([file("a.c", 5)]),
		"a view as data": () => pairs(two, { base: [file("a.c", new Uint16Array(2))] }),
		"no list": () => pairs("abc"),
		"options": () => pairs(two, 5),
		"workers": () => pairs(two, { workers: 0 }),
		"top": () => pairs(two, { top: -1 }),
		"minScore": () => pairs(two, { minScore: NaN }),
		"unit": () => pairs(two, { unit: "folder" }),
		"name": () => pairs(two, { name: "a/b" }),
		"noIgnore": () => pairs(two, { noIgnore: 1 }),
		"onProgress": () => pairs(two, { onProgress: 5 }),
		"symbol": () => pairs(two, { language: Symbol("C") }),
		"signal": () => pairs(two, { signal: {} }),
		"throws": () => pairs(two, { workers: 2, onProgress: stop }),
		"null reason": () => pairs(two, { signal: abort.signal }).catch((reason) => { throw new Error(`reason ${reason}`); }),
		"names": () => compare(two, two, { names: ["x", "x"] }),
		"one and many": () => compare("int x;", two),
		"a number": () => compare(5, "int x;"),
		"format": () => compare("int x;", "int x;", { format: "pdf" }),
		"fingerprint": () => fingerprint(),
		"lines": () => search("int x;", two, { lines: { from: 1 } }),
		"question": async () => {
			const c = await corpus(two);
			try { return await c.search({ name: 5, data: "x" }); } finally { c.close(); }
		},
		"write": async () => {
			const r = await pairs(two);
			try { return await r.write("html", { titel: "x" }); } finally { r.close(); }
		},
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
