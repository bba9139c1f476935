// filesBelow returns the files of a dropped entry, a file or a folder, as [path, file]. It skips folders for whose path
// leaveOut returns true.
async function filesBelow(entry, leaveOut = () => false, above = "") {
	const path = above + entry.name;
	if (entry.isFile) return [[path, await new Promise((done, failed) => entry.file(done, failed))]];
	const reader = entry.createReader();
	const all = [];
	for (;;) {
		const some = await new Promise((done, failed) => reader.readEntries(done, failed)); // a hundred at a time
		if (some.length === 0) return all;
		for (const inner of some) {
			if (leaveOut(path + "/" + inner.name + "/")) continue;
			for (const file of await filesBelow(inner, leaveOut, path + "/")) all.push(file);
		}
	}
}
