// Files that the user chooses or drops. A file is { path, data, modified }. Its path has slashes, and begins with the name
// of the chosen file or folder.

// chosen returns the files of an input. Those of a folder have paths that begin with its name.
const chosen = (input) => [...input.files].map((file) => fileAt(file.webkitRelativePath || file.name, file));

const fileAt = (path, data) => ({ path, data, modified: data.lastModified });

// dropped returns the dropped files, with those in dropped folders.
async function dropped(items) {
	const entries = [...items].map((item) => item.webkitGetAsEntry && item.webkitGetAsEntry()).filter(Boolean); // before the first await, after which the items are gone
	const files = [];
	for (const entry of entries) for (const [path, file] of await filesBelow(entry)) files.push(fileAt(path, file));
	return files;
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

// newZone makes a field with buttons that choose files, on which files can also be dropped.
function newZone(title, text, changed) {
	let files = [];
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
		const known = new Map([...files, ...more].map((f) => [f.path, f])); // a path that is chosen again replaces the earlier file
		files = [...known.values()];
		if (from) from.value = "";
		show();
	}
	function show() {
		const tops = new Set(files.map(({ path }) => path.split("/")[0]));
		const names = [...tops].slice(0, 5);
		replace(
			listed,
			files.length > 0 && [
				el("p", {}, el("strong", {}, plural(files.length, "file", "files")), ", " + bytes(files.reduce((sum, { data }) => sum + data.size, 0)), " ",
					el("button", { type: "button", class: "link", onclick: clear }, "Remove", el("span", { class: "sr" }, " the files of: " + title))),
				el("ul", {}, names.map((name) => el("li", {}, named(shownName(name)))), tops.size > names.length && el("li", {}, `and ${thousands(tops.size - names.length)} more`)),
			],
		);
		changed();
	}
	function clear() {
		files = [];
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
			take(await dropped(event.dataTransfer.items));
		} catch (error) {
			complain(new Error("The dropped files cannot be read (" + error.message + "). Choose them with the buttons."));
		}
	});
	return { element, files: () => files, clear };
}

// shownName replaces characters of a name that are invisible or reorder the text around them.
const shownName = (name) => name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}]/gu, "\uFFFD");
