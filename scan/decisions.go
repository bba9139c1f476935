package scan

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/newfile"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/plainfile"
	"github.com/chaffinch-search/chaffinch/internal/tomltext"
)

// DecisionsName is the usual file name of decisions, at a project's top.
const DecisionsName = "chaffinch-decisions.toml"

// Verdict is a decision about a copy.
type Verdict string

// The verdicts.
const (
	Attributed Verdict = "attributed" // the project says where it is from, as the licence demands
	Permitted  Verdict = "permitted"  // it may be used as it is
	OwnWork    Verdict = "own"        // the project's authors wrote it
	False      Verdict = "false"      // it is not a copy
	ToFix      Verdict = "fix"        // it will be removed, or attributed
)

// Verdicts are all verdicts.
var Verdicts = []Verdict{Attributed, Permitted, OwnWork, False, ToFix}

// Decision is a decision about copied material. It holds wherever the material is: in a file that
// was moved, beside other changes, and after a merge.
type Decision struct {
	// Matches are the keys of the material: see [Match.Key].
	Matches  []string `json:"matches" toml:"matches"`
	Decision Verdict  `json:"decision" toml:"decision"`                 // attributed, permitted, own, false or fix
	Reason   string   `json:"reason,omitempty" toml:"reason,omitempty"` // in words
	By       string   `json:"by,omitempty" toml:"by,omitempty"`         // who decided
	Date     string   `json:"date,omitempty" toml:"date,omitempty"`     // such as 2026-11-24
	// File is the decided file, from the folder of the file of decisions.
	File    string `json:"file,omitempty" toml:"file,omitempty"`
	Origin  string `json:"origin,omitempty" toml:"origin,omitempty"`   // where it came from, for readers
	License string `json:"license,omitempty" toml:"license,omitempty"` // of the origin, for readers
}

// FindDecisions returns the name of a project's file of decisions. It is the nearest
// [DecisionsName] in its folder, and in those above up to the top of its work tree of git. Else it
// is one in the working folder. If there is none at all, it is to be created at the top of the work
// tree, or in the working folder.
func FindDecisions(tree string) string {
	if document.IsAddress(tree) {
		return DecisionsName
	}
	folder := corpus.RealPath(tree)
	if info, err := os.Stat(folder); err == nil && !info.IsDir() {
		folder = filepath.Dir(folder)
	}
	top, _ := workTreeOf(folder)
	isFile := func(name string) bool {
		info, err := os.Stat(name)
		return err == nil && !info.IsDir() // to read a pipe is an error
	}
	for at := folder; ; at = filepath.Dir(at) {
		if name := filepath.Join(at, DecisionsName); isFile(name) {
			return name
		}
		if top == "" || at == top {
			break
		}
	}
	if top == "" || isFile(DecisionsName) {
		return DecisionsName
	}
	return filepath.Join(top, DecisionsName)
}

// mostDecisions bounds the size of a file of decisions, in bytes.
const mostDecisions = 64 << 20

// ReadDecisions reads a file of decisions; a missing file has no decisions. It is an error if a key
// or a verdict is unknown, or if the keys of the same material have two verdicts.
func ReadDecisions(name string) ([]Decision, error) {
	f, err := plainfile.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading decisions: %w", err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, mostDecisions+1))
	if err != nil {
		return nil, fmt.Errorf("reading decisions: %w", err)
	}
	if len(text) > mostDecisions {
		return nil, fmt.Errorf("reading decisions: %s is larger than %d MiB", name, mostDecisions>>20)
	}
	all, err := parseDecisions(text)
	if err != nil {
		return nil, fmt.Errorf("reading decisions: %s: %w", name, err)
	}
	return all, nil
}

// parseDecisions reads the text of a file of decisions: see [ReadDecisions].
func parseDecisions(text []byte) ([]Decision, error) {
	var file struct {
		Decision []struct {
			Decision
			Date any `toml:"date"` // a string, or a date of TOML
		} `toml:"decision"`
	}
	err := tomltext.Check(text)
	if err == nil {
		err = toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(&file)
	}
	if err != nil {
		return nil, explainTOML(err)
	}
	seen := map[string]Verdict{}
	all := make([]Decision, len(file.Decision))
	for i, d := range file.Decision {
		all[i] = d.Decision
		err := d.check(seen)
		if err == nil {
			all[i].Date, err = dateText(d.Date)
		}
		if err != nil {
			return nil, fmt.Errorf("decision %d (%s): %w", i+1, cmp.Or(d.File, "without a file"), err)
		}
	}
	return all, nil
}

// dateText returns a date, with or without quotes, as text.
func dateText(date any) (string, error) {
	switch d := date.(type) {
	case nil:
		return "", nil
	case string:
		return d, nil
	case time.Time:
		return d.Format(time.RFC3339), nil
	case toml.LocalDate, toml.LocalDateTime:
		return fmt.Sprint(d), nil
	}
	return "", fmt.Errorf("its date is %v: write a date such as 2026-11-24", date)
}

// explainTOML returns the error of the decoder with the line.
func explainTOML(err error) error {
	var unknown *toml.StrictMissingError
	if errors.As(err, &unknown) && len(unknown.Errors) > 0 {
		line, _ := unknown.Errors[0].Position()
		return fmt.Errorf("line %d: unknown key %s: use matches, decision, reason, by, date, file, origin or license",
			line, strings.Join(unknown.Errors[0].Key(), "."))
	}
	var wrong *toml.DecodeError
	if errors.As(err, &wrong) {
		line, _ := wrong.Position()
		switch key := wrong.Key(); {
		case len(key) == 1 && key[0] == "decision":
			return fmt.Errorf("line %d: decision is no table: use [[decision]] before each", line)
		case len(key) > 1 && key[len(key)-1] == "matches":
			return fmt.Errorf("line %d: matches is no list of texts: use a list of keys, each in quotes", line)
		case len(key) > 1:
			return fmt.Errorf("line %d: %s is no text: use text in quotes", line, key[len(key)-1])
		}
		return fmt.Errorf("line %d: %s", line, strings.TrimPrefix(wrong.Error(), "toml: "))
	}
	return err
}

func (d Decision) check(seen map[string]Verdict) error {
	if !slices.Contains(Verdicts, d.Decision) {
		return fmt.Errorf("%q is not a decision: use attributed, permitted, own, false or fix", d.Decision)
	}
	if len(d.Matches) == 0 {
		return option.Fail(option.NoMatches)
	}
	for _, key := range d.Matches {
		if _, ok := parseKey(key); !ok {
			return option.Fail(option.NotKey, key)
		}
		if before, ok := seen[key]; ok && before != d.Decision {
			return fmt.Errorf("match %s is also %s: remove one of the decisions", key, before)
		}
		seen[key] = d.Decision
	}
	return nil
}

const decisionsHead = `# Decisions about copies that chaffinch scan has found. chaffinch scan --review adds to them.
# A decision holds for the matched text, wherever it is moved. Removing a decision makes the copy open again.
`

// WriteDecisions writes a file of decisions, ordered by file and key. So changes merge well. The
// old file stays until the new one is on the disk, and it keeps its permissions. The project that
// is scanned may be hostile, and names of its files are in decisions: so name must end in .toml,
// and must not be a symbolic link.
func WriteDecisions(name string, all []Decision) error {
	if filepath.Ext(name) != ".toml" {
		return fmt.Errorf("writing decisions: %s does not end in .toml: use another name", name)
	}
	if info, err := os.Lstat(name); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return fmt.Errorf("writing decisions: %s is a symbolic link: name the file that it leads to", name)
	}
	text, err := encodeDecisions(all)
	if err != nil {
		return fmt.Errorf("writing decisions: %w", err)
	}
	return newfile.Replace(name, func(out io.Writer) error {
		_, err := io.WriteString(out, text)
		return err
	})
}

// encodeDecisions returns the text of a file of decisions.
func encodeDecisions(all []Decision) (string, error) {
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(x, y Decision) int {
		return cmp.Or(cmp.Compare(x.File, y.File), slices.Compare(x.Matches, y.Matches))
	})
	var b strings.Builder
	b.WriteString(decisionsHead)
	for _, d := range all {
		b.WriteString("\n[[decision]]\n")
		if err := toml.NewEncoder(&b).SetArraysMultiline(len(d.Matches) > 1).Encode(d); err != nil {
			return "", err
		}
	}
	return b.String(), nil
}

// Undecided returns a decision about a finding of the report, for another face to complete: what it
// is about, without the verdict, reason, name and date.
func (r *Report) Undecided(f *Finding) Decision {
	d := Decision{File: r.decidedName(f.File), Origin: f.Origin.Place(), License: f.Origin.License}
	for _, m := range f.Matches {
		d.Matches = append(d.Matches, m.Key)
	}
	return d
}

// decideOne decides a finding of the report.
func (r *Report) decideOne(f *Finding, v Verdict, reason, by string, at time.Time) {
	d := r.Undecided(f)
	d.Decision, d.Reason, d.By, d.Date = v, reason, by, at.Format(time.DateOnly)
	f.set(Decided, &d)
}

// decidedName returns the name of a file of the project as decisions have it: with slashes, from
// their folder. A file not below that folder keeps its name.
func (r *Report) decidedName(file string) string {
	name := r.Name(file)
	if !document.IsAddress(r.base) {
		below, err := filepath.Rel(corpus.RealPath(r.decided), corpus.RealPath(name))
		if err == nil && filepath.IsLocal(below) {
			name = below
		}
	}
	return path.Clean(filepath.ToSlash(name))
}

// covers reports whether a place, as decisions have it, is in the project. A decision without one
// may be.
func (r *Report) covers(place string) bool {
	if place == "" {
		return true
	}
	if document.IsAddress(r.base) {
		below, err := filepath.Rel(r.Name(""), filepath.FromSlash(place))
		return err == nil && filepath.IsLocal(below)
	}
	return document.IsBelow(corpus.RealPath(r.placeOf(place)), "", r.root)
}

// placeOf returns the path of a file that a decision names.
func (r *Report) placeOf(name string) string {
	name = filepath.FromSlash(name)
	if !filepath.IsAbs(name) {
		name = filepath.Join(r.decided, name)
	}
	return name
}
