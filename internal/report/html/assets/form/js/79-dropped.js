// Dropped files and folders.

// No comparison reads these folders, which may be large, nor files that systems add to folders of users.
const unread = /(^|\/)(\.(git|hg|svn)\/|__MACOSX\/|(\.DS_Store|Thumbs\.db|desktop\.ini|\._[^/]*)$)/;

// droppedFiles returns dropped files, and those in dropped folders, as [path, file]. It calls empty with the path of each
// folder that has nothing in it. The items of an event are gone after it, so all are asked for before the first await.
async function droppedFiles(items, empty = () => {}) {
	const all = [...items].filter(({ kind }) => kind === "file").map((item) => {
		const entry = item.webkitGetAsEntry();
		const file = item.getAsFile();
		if (!entry || entry.isFile) return [[file.name, file]];
		// Chromium refuses entries to a page from a disk.
		if (location.protocol === "file:" && item.getAsFileSystemHandle) return item.getAsFileSystemHandle().then((folder) => filesBelow(folder, "", empty));
		return filesBelow(entry, "", empty);
	});
	return (await Promise.all(all)).flat().filter(([path]) => !unread.test(path));
}

// filesBelow returns the files of a folder, which is an entry of the older interface or a handle of the newer one.
async function filesBelow(folder, above, empty) {
	const path = above + folder.name + "/";
	const all = [];
	let parts = 0;
	for await (const inner of folder.values ? folder.values() : entriesOf(folder.createReader())) {
		parts++;
		if (inner.kind === "file" || inner.isFile) all.push([path + inner.name, await fileIn(inner)]);
		else if (!unread.test(path + inner.name + "/")) for (const file of await filesBelow(inner, path, empty)) all.push(file);
	}
	if (parts === 0) empty(path.slice(0, -1));
	return all;
}

const fileIn = (entry) => (entry.getFile ? entry.getFile() : new Promise((done, failed) => entry.file(done, failed)));

async function* entriesOf(reader) {
	for (;;) {
		const some = await new Promise((done, failed) => reader.readEntries(done, failed)); // a hundred at a time
		if (some.length === 0) return;
		yield* some;
	}
}
