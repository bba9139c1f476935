// The submissions among chosen files, as far as the page can know them.

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

