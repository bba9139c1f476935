// The words that only a report of a collection needs.

Object.assign(words, {
	unusual: "Unusual: how far a pair scores above what both usually score. Pairs with little evidence, and of generated files, come later.",
	containment: "Containment: the share of a side's fingerprints that the other has, weighted by rarity.",
	resemblance: "Resemblance: the fingerprints that both have, as a share of those that either has.",
	cosine: "Cosine: cosine similarity of the two fingerprint vectors, weighted by rarity.",
	material:
		"Names: cosine similarity of the names and literals of both, wherever these are, weighted by rarity. They raise " +
		"the score.",
	cluster: "Cluster: a group whose pairs have a mean score of the threshold or more.",
	rank: "Rank: its place among all pairs, those that stand out most first.",
	fresh: "New: not in the baseline.",
	little:
		"Little evidence: what they share is short, or common in this collection, so it may well have been written " +
		"independently. Such pairs come later in the table.",
	mark: "Mark: your own judgement. It is kept in this browser and can be exported.",
});
