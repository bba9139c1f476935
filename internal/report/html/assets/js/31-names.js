// Names of people come first, where they are known, and the paths of their work after them. A name
// that several units have is followed by what tells them apart. Pseudonyms number the units themselves.

const authors = new Map();
for (const { author } of units) authors.set(author, (authors.get(author) || 0) + 1);

const byAuthor = (i) => Boolean(units[i].author) && !data.anonymous;

// nameOf returns the name of a unit as one text.
function nameOf(i) {
	const { author, name, shown, apart } = units[i];
	if (!byAuthor(i)) return shown || name;
	return authors.get(author) > 1 ? `${author} (${apart || name})` : author;
}

// besideName returns the notes that a table shows after the name.
function besideName(i) {
	const { author, name, label, standing } = units[i];
	return [byAuthor(i) ? name : author, label, standing];
}
