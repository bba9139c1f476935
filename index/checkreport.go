package index

// CheckOptions are the options of a check. The zero value is the default.
type CheckOptions struct {
	// Progress is called from time to time, with a kind, its number done, and all.
	Progress func(what string, done, of int)
}

// CheckReport counts the checked parts and lists the problems. The index is damaged if there are
// problems.
type CheckReport struct {
	Segments    int   `json:"segments"`    // number of segment files
	Bytes       int64 `json:"bytes"`       // of the segments' files
	Contents    int   `json:"contents"`    // records that were read; 0 if a segment is damaged
	Occurrences int   `json:"occurrences"` // records that were read; 0 if a segment is damaged
	Skipped     int   `json:"skipped"`     // records that were read; 0 if a segment is damaged
	Boilerplate int   `json:"boilerplate"` // records that were read; 0 if a segment is damaged
	// Orphans counts contents without an occurrence. They are not damage if an update or a removal
	// was killed: the next one removes them.
	Orphans int `json:"orphans"`
	// Stored counts contents and boilerplate whose source is in the index. Each was compared with
	// its id.
	Stored int `json:"stored"`
	// Lexed counts contents of a sample whose source was found and lexed again.
	Lexed    int       `json:"lexed"`
	Terms    int       `json:"terms"`    // their distinct fingerprints, which were compared with the index
	Problems []Problem `json:"problems"` // by kind and name, at most 1,000
	More     int       `json:"more"`     // number of further problems
}

// MaxProblems bounds the problems, and the files, that a report lists.
const MaxProblems = 1000

// Problem is something that is wrong with an index.
type Problem struct {
	Kind string `json:"kind"` // index, segment, document, occurrence, content or terms
	// Name is the damaged file, a document's id, or the file of an occurrence.
	Name string `json:"name"`
	What string `json:"what"` // what is wrong
	Do   Remedy `json:"do"`   // what to do
}

// The kinds of problems.
const (
	ProblemIndex      = "index"      // it cannot be opened
	ProblemSegment    = "segment"    // a file is damaged; its documents were not read
	ProblemDocument   = "document"   // a record cannot be decoded, or not found by its id
	ProblemOccurrence = "occurrence" // its content is missing
	ProblemContent    = "content"    // it has no occurrence, or another source
	ProblemTerms      = "terms"      // fingerprints of a content differ from the fingerprints of its source
)

// RepairReport lists what a repair found and removed.
type RepairReport struct {
	Problems []Problem `json:"problems"` // the repaired ones, at most 1,000
	More     int       `json:"more"`     // number of further problems
	// Restored reports whether files of the published state replaced damaged files of the store.
	Restored bool `json:"restored"`
	// Published reports whether the repaired index was published again.
	Published bool `json:"published"`
	// Segments are the files of segments that were removed, with all documents in them.
	Segments           []string `json:"segments"`
	Documents          int      `json:"documents"`          // number of documents that were removed one by one
	Files              []string `json:"files"`              // files of these that have to be indexed again, at most 1,000
	Boilerplate        []string `json:"boilerplate"`        // names of boilerplate that was removed
	BoilerplateUnknown bool     `json:"boilerplateUnknown"` // more may have been removed, from records that could not be read
	// Again are the commands that index the missing files again. A folder is not named if all of
	// its files were in segments that do not open.
	Again []Remedy `json:"again"`
}
