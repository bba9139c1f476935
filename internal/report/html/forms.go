package html

import (
	"encoding/json"
	"strconv"

	"github.com/chaffinch-search/chaffinch/internal/threshold"
)

// Forms are the forms of pages that take files. The page that compares in the browser and the
// server's pages have the same ones, with the same words.
type Forms struct {
	Zones    map[string]Zone    `json:"zones"`
	Settings map[string]Setting `json:"settings"`
	Jobs     map[string]Form    `json:"jobs"`
}

// Zone is a part of a form that takes files.
type Zone struct {
	Title string `json:"title"`
	Text  string `json:"text"`
	Field string `json:"field,omitempty"` // of a request to the server
}

// Setting is an option in a form: a choice of Options, a number, a check box, or else a line.
type Setting struct {
	Text    string      `json:"text"`
	Options [][2]string `json:"options,omitempty"` // values and words
	Number  *Number     `json:"number,omitempty"`
	Check   string      `json:"check,omitempty"` // what a request to the server says if the box is checked
	Line    string      `json:"line,omitempty"`  // an example
	Field   string      `json:"field,omitempty"` // of a request to the server
}

// Number has the bounds and the default of a number.
type Number struct {
	Min      float64 `json:"min"`
	Max      float64 `json:"max"`
	Step     float64 `json:"step"`
	Value    float64 `json:"value"`
	Required bool    `json:"required"`
}

// Form is the form of a job: its zones, further zones that are closed at first, and its settings.
type Form struct {
	Title    string   `json:"title"`
	Text     string   `json:"text"`
	Zones    []string `json:"zones"`
	More     []string `json:"more"`
	MoreText string   `json:"moreText,omitempty"` // says what More are
	Settings []string `json:"settings"`
	Go       string   `json:"go"` // the button
}

// InGroups is the unit of a class in several groups, each of which is a folder or archive.
const InGroups = "inner"

// PageForms returns the forms of all jobs. Options of the settings language and index are added by
// pages. A variable would be linked into the engine of the browser edition, which needs no forms.
func PageForms() Forms {
	return Forms{
		Zones: map[string]Zone{
			"files": {"Submissions", "A folder that contains a folder or an archive (zip, tar, rar) for each student, or the archives themselves. " +
				"An info.csv can give authors and dates.", "files"},
			"base":    {"Starter code", "Code that everybody was given. It is ignored.", "base"},
			"old":     {"Earlier years", "The folder of each year. Its submissions are compared with those of this year, but not with each other.", "archive"},
			"a":       {"The first project", "A folder or an archive.", ""},
			"b":       {"The other project", "A folder or an archive.", ""},
			"within":  {"Where to look", "A folder, files or archives.", ""},
			"project": {"Project", "The folder of a project, an archive of it, or some files.", "files"},
		},
		Settings: map[string]Setting{
			"unit": {Text: "A submission is", Field: "unit",
				Options: [][2]string{{"dir", "a folder or archive"}, {InGroups, "a folder or archive in a group"}, {"file", "a file"}}},
			"language":  {Text: "Language", Options: [][2]string{{"", "detect for each file"}}, Field: "language"},
			"minScore":  {Text: "Minimum score", Number: &Number{Max: 1, Step: 0.01, Value: threshold.ListedPair, Required: true}, Field: "minScore"},
			"deadline":  {Text: "Deadline, in UTC", Line: "2025-03-11 18:00", Field: "deadline"},
			"common":    {Text: "Ignore code in more than half of the submissions", Check: share(threshold.CommonUnits), Field: "maxShare"},
			"anonymous": {Text: "Hide names in the report", Check: "true", Field: "anonymous"},
			"index":     {Text: "Index", Options: [][2]string{}, Field: "index"},
		},
		Jobs: map[string]Form{
			"class": {
				Title: "Compare a class", Text: "Finds the pairs of submissions that have the most in common, and shows both sources side by side.",
				Zones: []string{"files"}, More: []string{"base", "old"}, MoreText: "Starter code and earlier years",
				Settings: []string{"unit", "language", "minScore", "deadline", "common", "anonymous"}, Go: "Compare",
			},
			"two": {
				Title: "Compare two projects", Text: "Shows how much of each project is in the other, and which files were moved, copied, split or merged.",
				Zones: []string{"a", "b"}, More: []string{"base"}, MoreText: "Starter code", Settings: []string{"language"}, Go: "Compare",
			},
			"snippet": {
				Title: "Find a snippet", Text: "Finds the files in a folder that code or text comes from, even if names were changed.",
				Zones: []string{"within"}, More: []string{}, Settings: []string{"language"}, Go: "Find",
			},
			"scan": {
				Title: "Scan a project", Text: "Shows what of a project is also in the index, from where, and under which licence.",
				Zones: []string{"project"}, More: []string{}, Settings: []string{"index", "language"}, Go: "Scan",
			},
		},
	}
}

func share(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// JSON returns the forms for the script of a page. They have no text that ends a block.
func (f Forms) JSON() string {
	text, err := json.Marshal(f)
	if err != nil {
		panic(err)
	}
	return string(text)
}
