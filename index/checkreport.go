package index

// CheckOptions are the options of a check. The zero value is the default.
type CheckOptions struct {
	// Progress is called from time to time, with the kind of thing checked, and how many of how
	// many are done.
	Progress func(what string, done, of int)
}

// CheckReport counts the checked parts and lists the problems. The index is damaged if there are
// problems.
type CheckReport struct {
	Segments int   `json:"segments"`
	Bytes    int64 `json:"bytes"` // of the segments' files
	// Contents, Occurrences, Skipped and Boilerplate count documents. They are 0 if a segment is
	// damaged.
	Contents    int `json:"contents"`
	Occurrences int `json:"occurrences"`
	Skipped     int `json:"skipped"`
	Boilerplate int `json:"boilerplate"`
	// Orphans counts contents without an occurrence. They are not damage if an update or a removal
	// was killed: the next one removes them.
	Orphans int `json:"orphans"`
	// Stored counts contents and boilerplate whose source is in the index. Each was compared with
	// its id.
	Stored int `json:"stored"`
	// Lexed counts contents of a sample whose source was found and lexed again. Terms counts their
	// distinct fingerprints, which were compared with the index.
	Lexed int `json:"lexed"`
	Terms int `json:"terms"`
	// Problems are sorted by kind and name, at most [MaxProblems]. More counts those beyond.
	Problems []Problem `json:"problems"`
	More     int       `json:"more"`
}

// MaxProblems bounds the problems, and the files, that a report lists.
const MaxProblems = 1000

// Problem is something that is wrong with an index.
type Problem struct {
	// Kind is [ProblemIndex] or another of the kinds.
	Kind string `json:"kind"`
	// Name is the file of the segment or index, the id of the document, content or boilerplate, or
	// the file of the occurrence.
	Name string `json:"name"`
	What string `json:"what"` // is wrong
	Do   string `json:"do"`   // to repair it
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
	// Problems are the repaired problems, as a check reports them; More counts problems beyond
	// [MaxProblems].
	Problems []Problem `json:"problems"`
	More     int       `json:"more"`
	// Restored reports whether files of the store were damaged, and were replaced by files of the
	// published state.
	Restored bool `json:"restored"`
	// Published reports whether the repaired index was published again.
	Published bool `json:"published"`
	// Segments are the files of segments that were removed, with all documents in them.
	Segments []string `json:"segments"`
	// Documents counts documents that were removed one by one. Files lists the files among them
	// that have to be indexed again, at most [MaxProblems].
	Documents int      `json:"documents"`
	Files     []string `json:"files"`
	// Boilerplate lists the names of boilerplate that was removed. If BoilerplateUnknown is set
	// there may be more, in what could not be read.
	Boilerplate        []string `json:"boilerplate"`
	BoilerplateUnknown bool     `json:"boilerplateUnknown"`
	// Again are the commands that index the missing files again. A folder is not named if all of
	// its files were in segments that do not open.
	Again []string `json:"again"`
}
