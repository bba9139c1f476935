// Files that the user chooses or drops. A file is { path, from, data, modified }. Its path has slashes, and begins with the
// name of the chosen file or folder. from is its path before that got a number.

// chosen returns the files of an input. Those of a folder have paths that begin with its name.
const chosen = (input) => [...input.files].map((file) => fileAt(file.webkitRelativePath || file.name, file)).filter(({ path }) => !unread.test(path));

const fileAt = (path, data) => ({ path, from: path, data, modified: data.lastModified });

// added returns the new files that are not among the known ones. A file with a known path, size and time is the same file. If
// it differs, it came from another folder: the first part of all paths that begin like it then gets a number.
function added(files, known) {
	const at = Map.groupBy(known, ({ from }) => from);
	const isKnown = ({ from, data, modified }) => at.get(from).some((other) => other.data.size === data.size && other.modified === modified);
	const taken = new Set(known.map(({ path }) => topOf(path)));
	const names = new Map();
	for (const file of files) {
		const top = topOf(file.path);
		if (at.has(file.from) && !isKnown(file) && !names.has(top)) names.set(top, unused(top, taken));
	}
	return files
		.filter(({ path }) => !at.has(path) || names.has(topOf(path)))
		.map((file) => (names.has(topOf(file.path)) ? { ...file, path: names.get(topOf(file.path)) + file.path.slice(topOf(file.path).length) } : file));
}

const topOf = (path) => path.split("/")[0];

// unused returns the name, with a number that makes it new: main (2).py.
function unused(name, taken) {
	const dot = name.lastIndexOf(".") > 0 ? name.lastIndexOf(".") : name.length;
	for (let n = 2; ; n++) {
		const other = `${name.slice(0, dot)} (${n})${name.slice(dot)}`;
		if (!taken.has(other)) return other;
	}
}

// folderOf returns { name, files }. If all files are in one folder, name is its name, and paths are relative to it.
function folderOf(files, name) {
	const top = (path) => path.slice(0, path.indexOf("/") + 1);
	const first = files.length > 0 ? top(files[0].path) : "";
	if (first === "" || !files.every(({ path }) => top(path) === first)) return { name, files };
	return { name: first.slice(0, -1), files: files.map((file) => ({ ...file, path: file.path.slice(first.length) })) };
}

function bytes(n) {
	const units = ["bytes", "kB", "MB", "GB"];
	let at = 0;
	while (n >= 1000 && at < units.length - 1) [n, at] = [n / 1000, at + 1];
	return (at ? n.toFixed(1) : n) + " " + units[at];
}

// newZone makes a field with buttons that choose files, on which files can also be dropped. changed is called after each
// change. counted returns { count, hint }: how many submissions the files are, and what else to say of them.
function newZone(title, text, changed, counted) {
	let files = [];
	let empty = []; // the paths of dropped folders with nothing in them
	let changes = 0;
	const listed = el("div", { "aria-live": "polite" });
	const input = (attributes) => el("input", { type: "file", multiple: true, hidden: true, ...attributes, onchange: (event) => take(chosen(event.target), event.target) });
	const folder = input({ webkitdirectory: true });
	const single = input({});
	const button = (words, of) => el("button", { type: "button", onclick: () => of.click() }, words, el("span", { class: "sr" }, " for: " + title));
	const element = el(
		"fieldset",
		{ class: "zone" },
		el("legend", {}, title),
		el("p", { class: "caption" }, text),
		el("div", { class: "buttons" }, button("Choose a folder", folder), button("Choose files", single)),
		folder,
		single,
		listed,
	);
	function take(more, from) {
		files = files.concat(added(more, files));
		changes++;
		if (from) from.value = "";
		show();
	}
	function show() {
		const tops = new Set(files.map(({ path }) => topOf(path)));
		const names = [...tops].slice(0, 5);
		const { count, hint } = counted ? counted(files) : {};
		replace(
			listed,
			files.length > 0 && [
				el("p", {}, el("strong", {}, plural(files.length, "file", "files")), count && `, ${count}`, ", " + bytes(files.reduce((sum, { data }) => sum + data.size, 0)), " ",
					el("button", { type: "button", class: "link", onclick: clear }, "Remove", el("span", { class: "sr" }, " the files of: " + title))),
				el("ul", {}, names.map((name) => el("li", {}, named(shownName(name)))), tops.size > names.length && el("li", {}, `and ${thousands(tops.size - names.length)} more`)),
				hint && el("p", { class: "note" }, hint),
			],
		);
		changed();
	}
	function clear() {
		[files, empty] = [[], []];
		changes++;
		show();
		element.querySelector("button").focus();
	}
	element.addEventListener("dragover", (event) => {
		event.preventDefault();
		element.classList.add("dropping");
	});
	element.addEventListener("dragleave", () => element.classList.remove("dropping"));
	element.addEventListener("drop", async (event) => {
		event.preventDefault();
		element.classList.remove("dropping");
		try {
			const found = await droppedFiles(event.dataTransfer.items, (path) => empty.push(path));
			take(found.map(([path, file]) => fileAt(path, file)));
		} catch {
			complain(new Error("The browser did not let this page read what was dropped. Choose it with the buttons."));
		}
	});
	return { element, show, files: () => files, empty: () => empty, changes: () => changes };
}

// shownName replaces characters of a name that are invisible or reorder the text around them.
const shownName = (name) => name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}]/gu, "\uFFFD");
