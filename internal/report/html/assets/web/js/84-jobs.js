// The jobs of the page. A job lists its zones of files and its settings, and calls the engine: chaffinch is the JavaScript
// interface of package web. An outcome has warnings, formats to save it in, write(format, watch), which returns a Blob, and close.

const zonesOf = {
	files: ["Submissions", "A folder that contains a folder or an archive (zip, tar, rar) for each student, or the archives themselves. An info.csv can give authors and dates."],
	base: ["Starter code", "Code that everybody was given. It is ignored."],
	old: ["Earlier years", "The folder of each year. Its submissions are compared with those of this year, but not with each other."],
	a: ["The first project", "A folder or an archive."],
	b: ["The other project", "A folder or an archive."],
	within: ["Where to look", "A folder, files or archives."],
};

const given = (files) => (files.length > 0 ? files : undefined);

const jobs = {
	class: {
		title: "Compare a class",
		text: "Finds the pairs of submissions that have the most in common, and shows both sources side by side.",
		zones: ["files"],
		more: ["base", "old"],
		settings: ["unit", "language", "minScore", "deadline", "common", "anonymous"],
		go: "Compare",
		ready: (files) => files.files.length > 0 || "Choose the submissions first.",
		async ask(files, { common, anonymous, unit, ...values }, watch) {
			const { name, files: below } = folderOf(files.files, "class");
			for (const path of emptyOf(below === files.files ? "" : name + "/", below, unit === inner ? 2 : 1)) watch.onSkipped({ path, reason: "the folder is empty" });
			const chosen = below === files.files ? undefined : name; // without a folder, the only archive is the class
			const report = await chaffinch.pairs(below, { ...values, unit: unit === inner ? "dir" : unit, groups: unit === inner, name: chosen, base: given(files.base), archive: given(files.old), maxShare: common ? 0.5 : 0, ...watch });
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
		title: "Compare two projects",
		text: "Shows how much of each project is in the other, and which files were moved, copied, split or merged.",
		zones: ["a", "b"],
		more: ["base"],
		settings: ["language"],
		go: "Compare",
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
		title: "Find a snippet",
		text: "Finds the files in a folder that code or text comes from, even if names were changed.",
		zones: ["within"],
		more: [],
		settings: ["language"],
		go: "Find",
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

// isOpened reports whether the names of a path end at that depth, in an archive.
const isOpened = (names, depth) => names.length === depth && isArchive(names[depth - 1]);

// areGroups reports whether the submissions that have these paths have nothing but folders and archives, and one has several.
function areGroups(paths) {
	const submissions = [...Map.groupBy(paths, ([top]) => top).values()];
	return paths.every((names) => names.length > 2 || isOpened(names, 2)) && submissions.some((of) => new Set(of.map((names) => names[1])).size > 1);
}

// submissionsIn counts the submissions, as far as the page can know, and gives a hint if each is like a group
// of submissions: a folder with nothing but folders and archives, or one of few archives.
function submissionsIn(files) {
	const unit = byId("set-unit") && byId("set-unit").value;
	if (unit !== "dir" && unit !== inner) return {};
	const paths = folderOf(files, "class").files.map(({ path }) => path).filter((path) => !/(^|\/)info\.csv$/.test(path));
	const inside = Map.groupBy(paths.map((path) => path.split("/")), ([top]) => top);
	if (unit === "dir" && paths.length === 1 && isOpened(paths[0].split("/"), 1)) return { count: "the submissions are in it" };
	if (unit === inner) {
		if ([...inside.values()].some((of) => isOpened(of[0], 1))) return {}; // it has an unknown number
		return { count: submissionCount(paths.map((path) => path.split("/").slice(0, 2).join("/"))) };
	}
	const all = [...inside.values()].flat();
	const fewArchives = all.length > 1 && all.length < 10 && all.every((names) => isOpened(names, 1)); // a class has more
	const what = areGroups(all) ? "a folder with nothing but folders or archives" : fewArchives && "an archive";
	const hint = what && `Each submission is ${what}. If it is a group of submissions, set “${setting.unit.text}” to “${setting.unit.options[1][1]}”.`;
	return { count: submissionCount(inside.keys()), hint };
}

// earlierIn is submissionsIn for earlier years. Each folder and archive at the top is a year.
function earlierIn(files) {
	const unit = byId("set-unit") && byId("set-unit").value;
	if (unit !== "dir" && unit !== inner) return {};
	const years = [...Map.groupBy(files.filter(({ path }) => !/^[^/]*\/info\.csv$/.test(path)).map(({ path }) => path.split("/")), ([top]) => top).values()];
	const hint = years.some((of) => areGroups(of.map((names) => names.slice(1)))) &&
		"This looks like a folder of several years or groups. If so, remove it, and choose each of these folders by itself.";
	const isUnknown = years.some(([names]) => isOpened(names, 1));
	return { count: !isUnknown && submissionCount(years.flat().map((names) => names.slice(0, 2).join("/"))), hint };
}

// submissionCount counts folders, archives and files. A student's online text in Moodle belongs to the student's files.
function submissionCount(paths) {
	const all = new Set(paths);
	const online = [...all].filter((path) => {
		const files = path.replace(/_assignsubmission_onlinetext(_?)$/, "_assignsubmission_file$1");
		return files !== path && all.has(files);
	});
	return plural(all.size - online.length, "submission", "submissions");
}

// isArchive reports whether the engine opens files of that name, as internal/corpus/archive.go does.
const isArchive = (name) => /\.(zip|rar|tar|tar\.(gz|bz2|zst|xz)|tgz|tbz2|tzst|txz|jar|war|aar|whl|nupkg|crate|deb|gem)$/i.test(name);

const zones = Object.fromEntries(
	Object.entries(zonesOf).map(([name, [title, text]]) => [name, newZone(title, text, () => formChanged(), { files: submissionsIn, old: earlierIn }[name])]),
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

// showMore describes the contents of fields that may be closed.
function showMore() {
	const { more } = jobs[job];
	const count = more.reduce((sum, zone) => sum + zones[zone].files().length, 0);
	byId("more-files").querySelector("summary").textContent = (more.includes("old") ? "Starter code and earlier years" : "Starter code") + (count > 0 ? ` (${plural(count, "file", "files")})` : "");
}

const shownSettings = {}; // the last values in the form, of all jobs
