package answer

// Explanation breaks a score down by fingerprints.
type Explanation struct {
	// Matched is the number of distinct fingerprints of the question that the document has. For a
	// short question all k-grams are looked up; the document has only those it selected.
	Matched int `json:"matched"`
	Asked   int `json:"asked"`   // number of distinct fingerprints that were looked up
	Ignored int `json:"ignored"` // number of fingerprints in boilerplate, which were not looked up
	Unique  int `json:"unique"`  // matched fingerprints that no other document has
	Idioms  int `json:"idioms"`  // matched fingerprints that IdiomDF documents or more have
	IdiomDF int `json:"idiomDF"` // the least document frequency of an idiom
	// Fingerprints are the matched ones, rarest first.
	Fingerprints []Fingerprint `json:"fingerprints"`
}

// Fingerprint is a shared fingerprint.
type Fingerprint struct {
	Representation string  `json:"representation"` // structure or exact
	Term           string  `json:"term"`           // as the index has it
	DF             int     `json:"df"`             // number of contents that have it
	IDF            float64 `json:"idf"`            // its weight
}
