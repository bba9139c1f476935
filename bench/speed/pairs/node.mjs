// Compares the files of a folder in node, and prints the processor time of each step in seconds as JSON.
// The arguments are the script of the engine, index.js, the folder and the number of workers.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { runInThisContext } from "node:vm";

const [engine, library, folder, workers] = process.argv.slice(2);
runInThisContext(readFileSync(engine, "utf16le").slice(1));
const { pairs } = await import(pathToFileURL(library));
const names = readdirSync(folder, { recursive: true }).filter((name) => statSync(`${folder}/${name}`).isFile());
const files = names.map((name) => ({ path: name, data: readFileSync(`${folder}/${name}`) }));
const began = performance.now(), cpu = () => { const c = process.cpuUsage(); return (c.user + c.system) / 1e6; };
const steps = {};
let memory = 0, doing = "starting", before = cpu();
const step = (next) => {
	const now = cpu();
	steps[doing] = (steps[doing] ?? 0) + now - before;
	[doing, before] = [next, now];
};
const report = await pairs(files, {
	workers: Number(workers),
	onProgress: (p) => { memory = Math.max(memory, p.memory); if (p.doing !== doing) step(p.doing); },
});
step("writing");
const seconds = (performance.now() - began) / 1e3;
await report.write("tsv");
step("done");
console.log(JSON.stringify({ seconds, memory: memory / 1e6, pairs: report.summary.pairs, steps }));
report.close();
