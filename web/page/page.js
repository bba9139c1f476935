import { pairs } from "../index.js";

const at = (id) => document.getElementById(id);
const status = (text) => { at("status").textContent = text; };

let abort;
at("cancel").onclick = () => abort?.abort(new Error("cancelled"));

// chosen returns the files that were chosen, with paths below the folder.
function chosen() {
	const below = [...at("folder").files].map((f) => ({
		path: f.webkitRelativePath.split("/").slice(1).join("/"), data: f, modified: f.lastModified,
	}));
	return [...below, ...at("files").files];
}

at("class").onsubmit = async (event) => {
	event.preventDefault();
	abort = new AbortController();
	at("cancel").hidden = false;
	at("report").replaceChildren();
	try {
		const report = await pairs(chosen(), {
			unit: at("unit").value, signal: abort.signal,
			onProgress: ({ doing, done, whole, memory }) => status(`${doing}: ${done} of ${whole}, ${Math.ceil(memory / 1e6)} MB`),
		});
		const link = document.createElement("a");
		link.href = URL.createObjectURL(await report.write("html"));
		link.download = "report.html";
		link.textContent = "Save the report";
		at("report").append(link);
		status(`${report.summary.pairs} pairs of ${report.summary.units}`);
		report.close();
	} catch (err) {
		status(err.message);
	}
	at("cancel").hidden = true;
};
