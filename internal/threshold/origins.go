package threshold

// Which documents count as one: forks, releases and copies of a file (docs/decisions/idioms.md),
// and versions of a path. And which of several hits comes first.
const (
	// A document is as good an origin as another if it explains EqualOrigin as much. Both are
	// counted. Set by hand.
	EqualOrigin = 0.95
	// OriginDocuments is the least document frequency of material whose origins are counted. Set by
	// hand: fewer documents change a weight by a fifth at most in an index of some size.
	OriginDocuments = 5
	// AlikeShared is the share of their fingerprints of the question that two documents of an
	// origin have both. Set by hand.
	AlikeShared = 0.9
	// Documents are of one origin if they have SameOrigin of a sample. Each fingerprint counts
	// alike: those that a fork changed are rare. Such a document has at least OriginContained of it
	// by idf. Set by hand: with 11 forks of a file, its plants are found as without
	// (docs/decisions/idioms.md).
	SameOrigin, OriginContained = 0.7, 0.1
	// SameWhole and SameLength are for documents with hardly anything beyond the question. They
	// bound the share of all fingerprints that they have in common, and how much longer one may be.
	// Set by hand, with SameOrigin.
	SameWhole, SameLength = 0.75, 1.5
	// EditedShape is the share of the structure of an edited match from which another document has
	// it, too. Set by hand.
	EditedShape = 0.5
	// EditedPart is the share of the weight of an edited match from which another document explains
	// it. RivalShape is the share of its structure from which a document is aligned to see that.
	// Fitted with [AgreeingAlone]: bench/quality/scan.
	EditedPart, RivalShape = 0.5, 0.25
	// A document is counted if it has ShapeContained of a structure, by idf. A smaller share counts
	// too many. Set by hand.
	ShapeContained = 0.1
	// CountedVersion is down to which share of the best score versions are counted. The scores are
	// the index's. What shares less has few of the fingerprints of the best match. Set by hand.
	CountedVersion = 0.25
	// AsMuch is the share of a score or weight from which it counts as equal. The surroundings of
	// matches change a little from version to version. Set by hand.
	AsMuch = 0.995
	// AsPromising is the share of the best score from which a document may be the origin. The score
	// is by the index; generated documents above the share are judged. Set by hand.
	AsPromising = 0.95
	// AboutAsMuch is the share of the largest explained weight with which another hit may come
	// first. Set by hand.
	AboutAsMuch = 0.8
	// NamingHit is the share of the best score from which a hit tells which collection names the
	// origin. Set by hand.
	NamingHit = 0.5
	// BundleSize is how many times the tokens of its source a bundle without a name has. Set by
	// hand.
	BundleSize = 8
	// A file is another one, renamed and edited, if they share RenamedFile of the smaller. The
	// share is in bytes of lines. Set by hand.
	RenamedFile = 0.5
)
