// The chosen or dropped files, with the paths below the chosen folder.

let dropped = []; // [path, file]

const filesOf = (...lists) => lists.flat().filter(([path]) => !unread.test(path));
const chosen = (id) => (byId(id) ? [...byId(id).files] : []).map((file) => [file.webkitRelativePath || file.name, file]);

async function takeDropped(transfer) {
	tell("Reading what was dropped…");
	try {
		dropped = filesOf(dropped, await droppedFiles(transfer.items));
	} catch {
		showProblem(new Error("What was dropped cannot be read: choose it with the buttons."));
	}
	showChosen();
}

const whole = (n, one) => `${n.toLocaleString("en")} ${one}${n === 1 ? "" : "s"}`;

function sized(bytes) {
	const [unit, by] = bytes < 1e6 ? ["kB", 1e3] : ["MB", 1e6];
	return `${(bytes / by).toFixed(1)} ${unit}`;
}

const sizeOf = (files) => files.reduce((sum, [, file]) => sum + file.size, 0);

// showChosen describes the files in the form.
function showChosen() {
	const files = filesOf(dropped, chosen("folder"), chosen("files"));
	const base = chosen("base");
	const tops = [...new Set(files.map(([path]) => path.split("/")[0]))];
	tell(files.length ? `${whole(files.length, "file")} to send, ${sized(sizeOf(files))}${base.length ? `, and ${whole(base.length, "file")} of base code` : ""}.` : "");
	replace(byId("chosen"), tops.slice(0, 20).map((name) => el("li", {}, named(name))), tops.length > 20 && el("li", {}, `and ${tops.length - 20} more`));
	byId("clear").hidden = files.length + base.length === 0;
}

function clearChosen() {
	dropped = [];
	for (const input of byId("upload").querySelectorAll("input[type=file]")) input.value = "";
	showChosen();
	byId("folder").focus();
}
