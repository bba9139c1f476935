// Runs calls of the JavaScript interface in node, for the tests. Its arguments are the script of the engine,
// and a JSON file of steps. Each step writes what it returns to a file.
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
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

const document = (file) => ({ name: file, data: readFileSync(file) });
const save = (file, value) => writeFileSync(file, typeof value === "string" ? value : JSON.stringify(value));

const actions = {
	async pairs({ folder, base, archive, options, formats, source }) {
		const progress = [];
		const report = await chaffinch.pairs(below(folder), {
			...options, ...(base && { base: below(base) }), ...(archive && { archive: below(archive) }),
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

for (const { action, to, ...rest } of JSON.parse(readFileSync(steps, "utf8"))) {
	let value;
	try {
		value = await actions[action](rest);
	} catch (err) {
		value = { error: err.message };
	}
	save(to, value);
}
