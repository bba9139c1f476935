// The data of a scan's page. Its pairs are the findings: a file of the project, and a document of the index.

const scan = data.scan;
const findingOf = (pair) => scan.findings[pair.id];
const documentOf = (pair) => scan.documents[findingOf(pair).document];
const projectFile = (pair) => units[pair.units[0]].name;

// lineGroups are what lines of the project are in, in the order in which a line counts.
const lineGroups = [
	["open", "open copies"],
	["decided", "decided or allowed copies"],
	["own", "own"],
	["common", "common"],
	["rest", "not explained"],
];

// lineParts are the groups by the licence of a copy, in the order in which a line counts. Files and folders of the map
// have their lines in each.
const lineParts = scan ? [...scan.parts, { group: "rest" }] : [];

// classText names a class of licences.
const classText = (name) => ({ unknown: "no known licence", other: "another licence" })[name] || name + " licence";
const partText = ({ group, class: of }) => lineGroups.find(([id]) => id === group)[1] + (of ? ", " + classText(of) : "");
const partColour = ({ group, class: of }) => `var(--${of || group}-lines)`;

const scanWords = {
	score: "Score: the evidence that the lines come from the origin, from 0 to 1.",
	sure: "Sure: how likely it is that the lines come from the origin, or that both come from another one, judged by the score and the length of the file.",
	coverage: "In matches: the share of the file's tokens, and of the document's, that is in matches.",
	tokens: words.tokens,
	longest: words.longest,
	kind: "Identical: the file has the bytes of the document. " + words.kind,
	open: "Open: a copy that is neither decided, nor known from an earlier scan, nor allowed by its licence.",
	decided: "Decided: a copy with a decision in the file of decisions. Copies that are known or allowed are counted with them.",
	own: "Own: what the project's own documents have, or what it was forked from.",
	common: "Common: what many documents have, the text of a licence, and what a generator wrote.",
	origin: "Origin: the package, repository or folder of a document. Of several documents that explain as much, the earliest.",
};
if (scan) Object.assign(words, scanWords);

// findingCounts holds the number of listed findings by file.
const findingCounts = new Map();
if (scan) for (const pair of pairs) findingCounts.set(projectFile(pair), (findingCounts.get(projectFile(pair)) || 0) + 1);

// originOfFile holds the origin of a file's first copy.
const originOfFile = new Map();
if (scan)
	for (const pair of pairs) {
		const { group, origin } = findingOf(pair);
		if ((group === "open" || group === "decided") && scan.origins[origin] && !originOfFile.has(projectFile(pair))) originOfFile.set(projectFile(pair), scan.origins[origin].name);
	}

// isWithin reports whether a file is a path, or below it.
const isWithin = (file, path) => path === "" || file === path || file.startsWith(path + "/");
const addressOf = (key, path) => `#${key}=${encodeURIComponent(path)}`;

// external links to a page on the web; the program checked its address.
const external = (url, text) => el("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, text);
