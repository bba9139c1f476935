// The jobs of the page. A job lists its zones of files and its settings, and calls the engine: chaffinch is the JavaScript
// interface of package web. An outcome has warnings, formats to save it in, write(format, watch), which returns a Blob, and close.

for (const name of JSON.parse(byId("languages").textContent)) setting.language.options.push([name, name]);

// formNames are the names that the form has for options of the engine.
const formNames = {
	"options.base": forms.zones.base.title,
	"options.archive": forms.zones.old.title,
	"options.minScore": setting.minScore.text,
	"options.deadline": setting.deadline.text,
	"options.language": setting.language.text,
	"options.unit dir": setting.unit.text + " a folder or archive",
};

// inForm returns a warning or an error of the engine with the names of the form.
function inForm(text) {
	for (const [option, words] of Object.entries(formNames)) text = text.replaceAll(option, `"${words}"`);
	return text;
}

const given = (files) => (files.length > 0 ? files : undefined);

const jobs = {
	class: {
		...forms.jobs.class,
		ready: (files) => files.files.length > 0 || "Choose the submissions first.",
		async ask(files, { common, anonymous, unit, ...values }, watch) {
			const { name, files: below } = folderOf(files.files, "class");
			for (const path of emptyOf(below === files.files ? "" : name + "/", below, unit === inner ? 2 : 1)) watch.onSkipped({ path, reason: "the folder is empty" });
			const chosen = below === files.files ? undefined : name; // without a folder, the only archive is the class
			const report = await chaffinch.pairs(below, { ...values, unit: unit === inner ? "dir" : unit, groups: unit === inner, name: chosen, base: given(files.base), archive: given(files.old), maxShare: common ? Number(setting.common.check) : 0, ...watch });
			const { units, earlier } = report.summary, read = units - earlier;
			return {
				warnings: warningsOf(report.summary),
				nothing: (read === 0 && "no submission could be read.") || (units === 1 && "only one submission could be read."),
				formats: anonymous ? ["html", "jplag"] : ["html", "json", "csv", "jplag"], // the others have names
				write: (format, { signal, onProgress }) => report.write(format, { anonymous, title: plural(read, "submission", "submissions") + " of " + name, signal, onProgress }),
				close: () => report.close(),
			};
		},
	},
	two: {
		...forms.jobs.two,
		ready: (files) => (files.a.length > 0 && files.b.length > 0) || "Choose both projects first.",
		async ask(files, { language }, watch) {
			const [a, b] = [folderOf(files.a, "first"), folderOf(files.b, "other")];
			const names = a.name === b.name ? [a.name + " 1", b.name + " 2"] : [a.name, b.name];
			const report = await chaffinch.compare(a.files, b.files, { names, base: given(files.base), language, keep: true, ...watch });
			return {
				warnings: warningsOf(report.summary),
				nothing: report.summary.warningCodes.includes("empty-folder") && "no file of a project could be read.",
				formats: ["html", "json"],
				write: (format, { signal, onProgress }) => report.write(format, { signal, onProgress }),
				close: () => report.close(),
			};
		},
	},
	snippet: {
		...forms.jobs.snippet,
		ready: (files) => {
			if (byId("snippet").value.trim() === "") return "Paste what to find first.";
			return files.within.length > 0 || "Choose where to look first.";
		},
		async ask(files, { language }, watch) {
			const question = { name: "snippet", data: byId("snippet").value };
			const { name, files: below } = folderOf(files.within, "files");
			const corpus = await chaffinch.corpus(below, { name, ...watch });
			const answer = await corpus.search(question, { language, words: true, signal: watch.signal }).catch((error) => {
				corpus.close();
				throw error;
			});
			return {
				warnings: warningsOf(answer),
				answer,
				write: (hit, { signal }) => corpus.beside({ ...question, language: answer.question.language }, hit.content, { signal }),
				close: () => corpus.close(),
			};
		},
	},
};

// warningsOf returns the warnings of the engine with their codes. "read-as" is a note about the language of a snippet.
const warningsOf = ({ warnings, warningCodes = [] }) => warnings.map((text, i) => ({ text, code: warningCodes[i] }));

// emptyOf returns the dropped submissions that have no file: the first names of a path, so many, below the folder.
function emptyOf(folder, files, depth) {
	const first = (path) => path.split("/").slice(0, depth).join("/"), known = [...new Set(files.map(({ path }) => first(path)))];
	const below = zones.files.empty().map((path) => (path.startsWith(folder) ? path.slice(folder.length) : path));
	return [...new Set(below.map(first))].filter((path) => !known.some((other) => (other + "/").startsWith(path + "/")));
}

const zones = Object.fromEntries(
	Object.entries(forms.zones).map(([name, { title, text }]) => [name, newZone(title, text, () => formChanged(), { files: submissionsIn, old: earlierIn }[name])]),
);
let job = "class";

// showJob shows the form of a job, and its last outcome. Chosen files are kept.
function showJob(name) {
	const shown = byId("job-title").textContent !== "";
	if (shown && job === name) return;
	if (shown) Object.assign(shownSettings, settingsNow());
	replace(byId("said"));
	if (outcome) outcome.shown = [...byId("results").childNodes];
	job = name;
	outcome = outcomes[name] || null;
	replace(byId("results"), outcome && outcome.shown);
	const { title, text, zones: first, more, settings, go } = jobs[name];
	byId("job-title").textContent = title;
	byId("job-text").textContent = text;
	byId("go").textContent = go;
	byId("snippet-field").hidden = name !== "snippet";
	replace(byId("zones"), first.map((zone) => zones[zone].element));
	replace(byId("more-zones"), more.map((zone) => zones[zone].element));
	byId("more-files").hidden = more.length === 0;
	showMore();
	replace(byId("settings"), settings.map((id) => control(id, setting[id])));
	setSettings(shownSettings);
	for (const zone of first) zones[zone].show();
	for (const link of document.querySelectorAll(".bar nav a")) {
		if (link.hash === "#" + name) link.setAttribute("aria-current", "page");
		else link.removeAttribute("aria-current");
	}
}

function control(name, { text, options, number, check, line }) {
	const id = "set-" + name;
	if (check) return el("label", { class: "check" }, el("input", { type: "checkbox", id }), text);
	const field = options
		? el("select", { id }, options.map(([value, words]) => el("option", { value }, words)))
		: el("input", line ? { id, placeholder: line } : { type: "number", id, ...number });
	return el("label", {}, el("span", {}, text), field);
}

// showMore describes the contents of fields that may be closed.
function showMore() {
	const { more, moreText } = jobs[job];
	const count = more.reduce((sum, zone) => sum + zones[zone].files().length, 0);
	byId("more-files").querySelector("summary").textContent = moreText + (count > 0 ? ` (${plural(count, "file", "files")})` : "");
}

const shownSettings = {}; // the last values in the form, of all jobs
