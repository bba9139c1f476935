package document

import "time"

// Origin describes where a document comes from, as its source knows it. Unknown fields are empty.
type Origin struct {
	Date time.Time `json:"date,omitzero"` // when it was published, such as by a commit
	// Edited is its post's last edit, if an edit after Date may have added it. Its author may then
	// be another than the author of the post.
	Edited  time.Time `json:"edited,omitzero"`
	Author  string    `json:"author,omitempty"`  // name, and an address if there is one; several have semicolons between them
	License string    `json:"license,omitempty"` // SPDX expression, if the source has one
	// LicenseInFile is set if the file states its licence itself. If License is empty, the stated
	// licence is not clear.
	LicenseInFile bool `json:"licenseInFile,omitempty"`
	// LicenseAround is the licence of the project around a file that states its own one.
	// LicenseConflict reports whether they differ.
	LicenseAround string `json:"licenseAround,omitempty"`
	// LicenseFrom is the path of the manifest or text with the licence of the project. It is
	// relative to the source. If the licence is empty, the file's licence is not clear. A file
	// above the source has a path that begins with ../.
	LicenseFrom string `json:"licenseFrom,omitempty"`
	URL         string `json:"url,omitempty"`        // a page with the document
	Repository  string `json:"repository,omitempty"` // its address or name
	Package     string `json:"package,omitempty"`    // purl of the package
	Votes       int    `json:"votes,omitempty"`      // the score of a post
}

// Days returns the days of the date and of the last edit; "" if unknown.
func (o Origin) Days() string {
	switch {
	case o.Date.IsZero():
		return ""
	case o.Edited.IsZero():
		return o.Date.UTC().Format(time.DateOnly)
	}
	return o.Date.UTC().Format(time.DateOnly) + ", edited " + o.Edited.UTC().Format(time.DateOnly)
}
