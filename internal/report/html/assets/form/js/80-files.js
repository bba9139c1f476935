// Files that the user chooses or drops. A file is { path, data, modified }. Its path has slashes, and begins with the name of
// the chosen file or folder. A choice is one such file or folder, { name, files }: its files have the paths that were chosen.

// chosen returns the files of an input. Those of a folder have paths that begin with its name.
const chosen = (input) => [...input.files].map((file) => fileAt(file.webkitRelativePath || file.name, file)).filter(({ path }) => !unread.test(path));

const fileAt = (path, data) => ({ path, data, modified: data.lastModified });

// added adds files to the choices, which are by the names that they have on the page. A choice replaces an older one of its name
// if nothing of that is lost: each file is in both, or was changed or deleted since. Otherwise it gets a number. added returns
// all choices, and the names of the replaced ones.
async function added(files, choices) {
	const all = new Map(choices);
	const replaced = [];
	for (const [name, of] of Map.groupBy(files, ({ path }) => topOf(path))) {
		const old = await olderOf(of, [...all].filter(([, choice]) => choice.name === name));
		if (old) replaced.push(old);
		all.set(old ?? (all.has(name) ? unused(name, all) : name), { name, files: of });
	}
	return [all, replaced];
}

// olderOf returns the name of the choice that the files replace, of those with which they have most in common.
async function olderOf(files, choices) {
	const at = new Map(files.map((file) => [file.path, file]));
	const isSame = ({ path, data, modified }) => at.has(path) && at.get(path).data.size === data.size && at.get(path).modified === modified;
	const others = choices.map(([name, of]) => ({ name, same: of.files.filter(isSame).length, rest: of.files.filter((file) => !isSame(file)) }));
	for (const { name, rest } of others.sort((a, b) => b.same - a.same)) {
		if (await everyGone(rest, at)) return name;
	}
}

// everyGone reports whether no file can be read any more. The browser always reads an empty one: it is gone if there is a newer.
async function everyGone(files, newer) {
	for (const { path, data } of files) {
		if (data.size === 0 && !newer.has(path)) return false;
		if (data.size > 0 && !(await noLongerThere(data))) return false;
	}
	return true;
}

// noLongerThere reports whether a file was deleted or changed after it was chosen. Firefox reads the new content of a changed file.
async function noLongerThere(data) {
	if (!(await data.slice(0, 1).arrayBuffer().then(() => true, () => false))) return true;
	return data.arrayBuffer().then((now) => now.byteLength !== data.size, () => false); // it may be too large for the memory
}

// chosenFiles returns the files of all choices, with the names that these have on the page.
const chosenFiles = (choices) => [...choices].flatMap(([top, { name, files }]) => files.map((file) => ({ ...file, path: top + file.path.slice(name.length) })));

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
// change. counted returns { count, hint }: how many submissions the files are, and a hint about them.
function newZone(title, text, changed, counted) {
	let choices = new Map();
	let files = []; // of all choices
	let replaced = []; // the names of the choices that the last one replaced
	let taken = Promise.resolve(); // one choice after the other
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
		if (from) from.value = "";
		taken = taken.then(async () => {
			[choices, replaced] = await added(more, choices);
			files = chosenFiles(choices);
			changes++;
			show();
		});
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
				replaced.length > 0 && el("p", { class: "note" }, `${shownName(replaced.slice(0, 5).join(", "))}${replaced.length > 5 ? ", …" : ""}: replaced by the newer choice. Each file of the older one is in both, or was changed or deleted since.`),
				hint && el("p", { class: "note" }, hint),
			],
		);
		changed();
	}
	function clear() {
		taken = taken.then(() => {
			[choices, files, replaced, empty] = [new Map(), [], [], []];
			changes++;
			show();
			element.querySelector("button").focus();
		});
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

const hasFiles = ({ dataTransfer }) => !dataTransfer || [...dataTransfer.items].some(({ kind }) => kind === "file");

// catchDrops keeps a file that is dropped outside a field from replacing the page.
function catchDrops(isBusy) {
	for (const name of ["dragover", "drop"]) addEventListener(name, (event) => (hasFiles(event) || event.target.id !== "snippet") && event.preventDefault());
	addEventListener("drop", (event) => {
		if (!isBusy() && hasFiles(event) && !event.target.closest(".zone, #snippet-field")) complain(new Error("Drop files on one of the fields."));
	});
}

// shownName replaces characters of a name that are invisible or reorder the text around them.
const shownName = (name) => name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}]/gu, "\uFFFD");
