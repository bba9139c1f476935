//go:build !js

// Not in a browser: there the report's own page makes the dossier.

package html

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/report/anonymous"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// Notes are the notes of a reader, as a report exports them in JSON.
type Notes struct {
	Version   int         `json:"chaffinchNotes"`
	Anonymous bool        `json:"anonymous"` // the names are pseudonyms
	Notes     []namedNote `json:"notes"`
}

// namedNote is a note on the unit, or the pair, with these names.
type namedNote struct {
	Names []string `json:"names"`
	note
}

// ReadNotes reads the notes of a file. Their names must not be pseudonyms.
func ReadNotes(text []byte) (*Notes, error) {
	var n Notes
	switch err := json.Unmarshal(text, &n); {
	case err != nil || n.Version != 1:
		return nil, errors.New("this is not a file of notes: export one as JSON from a report")
	case n.Anonymous:
		return nil, errors.New("these notes are of an anonymous report, whose names are pseudonyms: export them from a report with names")
	}
	for i := range n.Notes {
		of := &n.Notes[i]
		switch of.Mark {
		case "", "copied", "talk", "fine":
		case "talk to": // as the page shows it
			of.Mark = "talk"
		default:
			return nil, fmt.Errorf("the note on %s has the mark %q: use copied, talk or fine", terminal.Safe(strings.Join(of.Names, " and ")), of.Mark)
		}
	}
	return &n, nil
}

// isCase reports whether a note marks a case for the dossier: as the script's isCase.
func (n note) isCase() bool { return n.Mark == "copied" || n.Mark == "talk" }

// Dossier is a result with the marked pairs only.
type Dossier struct {
	// Cases counts the pairs, and the groups of identical units.
	Cases int
	// Missing are the names of marked pairs that the result does not list.
	Missing []string

	r     *pairs.Report
	shown []string        // the names of its units, as all units have them
	notes map[[2]int]note // by the numbers of units, for one unit the same twice
}

// NewDossier returns the dossier of the pairs and units that notes mark. A mark says copied, or to
// talk to. Further units are in it only if they have the same contents.
func NewDossier(r *pairs.Report, n *Notes) *Dossier {
	byName := map[string]int{}
	for i := range r.Units {
		byName[r.Units[i].Name] = i
	}
	d := &Dossier{notes: map[[2]int]note{}}
	marked, known := map[[2]int]bool{}, map[[2]int]bool{}
	for _, p := range r.Pairs {
		known[sides(p.A.Unit, p.B.Unit)] = true
	}
	for _, n := range n.Notes {
		if len(n.Names) != 1 && len(n.Names) != 2 {
			continue
		}
		a, foundA := byName[n.Names[0]]
		b, foundB := byName[n.Names[len(n.Names)-1]]
		key := sides(a, b)
		if foundA && foundB && (a == b || known[key]) {
			d.notes[key] = n.note
			marked[key] = n.isCase()
		} else if n.isCase() {
			d.Missing = append(d.Missing, strings.Join(n.Names, " and "))
		}
	}
	d.cut(r, marked)
	return d
}

// sides returns the numbers of two units, the smaller first.
func sides(a, b int) [2]int { return [2]int{min(a, b), max(a, b)} }

// cut keeps the marked pairs and units of a result, and units with the same contents.
func (d *Dossier) cut(r *pairs.Report, marked map[[2]int]bool) {
	keep := make([]bool, len(r.Units))
	for _, p := range r.Pairs {
		if marked[sides(p.A.Unit, p.B.Unit)] {
			keep[p.A.Unit], keep[p.B.Unit] = true, true
			d.Cases++
		}
	}
	var identical [][]int
	for _, group := range r.Identical {
		isCase := slices.ContainsFunc(group, func(n int) bool { return marked[sides(n, n)] })
		if !isCase && !slices.ContainsFunc(group, func(n int) bool { return keep[n] }) {
			continue
		}
		if isCase {
			d.Cases++
		}
		identical = append(identical, group)
		for _, n := range group {
			keep[n] = true
		}
	}
	now := make([]int, len(r.Units)) // the new number of a unit
	cut := r.WithoutUnits()
	cut.Skipped, cut.Sources, cut.LaterMatches, cut.WithEdits, cut.Progress = nil, r.Sources, r.LaterMatches, r.WithEdits, r.Progress
	shown := report.ShownNames(r)
	for i := range r.Units {
		if keep[i] {
			now[i], d.shown = len(cut.Units), append(d.shown, shown[i])
			cut.Units = append(cut.Units, r.Units[i])
		}
	}
	for _, p := range r.Pairs {
		if marked[sides(p.A.Unit, p.B.Unit)] {
			p.A.Unit, p.B.Unit = now[p.A.Unit], now[p.B.Unit]
			cut.Pairs = append(cut.Pairs, p)
		}
	}
	for _, group := range identical {
		var units []int
		for _, n := range group {
			units = append(units, now[n])
		}
		cut.Identical = append(cut.Identical, units)
	}
	for _, p := range r.SameComments {
		if marked[sides(p.A.Unit, p.B.Unit)] {
			p.A.Unit, p.B.Unit = now[p.A.Unit], now[p.B.Unit]
			cut.SameComments = append(cut.SameComments, p)
		}
	}
	notes := map[[2]int]note{}
	for key, n := range d.notes {
		if keep[key[0]] && keep[key[1]] && (key[0] == key[1] || marked[key]) {
			notes[[2]int{now[key[0]], now[key[1]]}] = n
		}
	}
	d.r, d.notes = cut, notes
}

// Write writes the dossier as a page, made on a day. Its script makes the same as the button of a
// report.
func (d *Dossier) Write(out io.Writer, made time.Time, o Options) error {
	r, unit, lead := d.r, func(n int) int { return n }, func(n int) int { return n }
	if o.source == nil {
		o.source = r.Source
	}
	o.called = d.shown
	if o.Anonymous {
		o.called = nil
		mask := anonymous.New(r)
		r, unit, lead = mask.Result(), mask.Unit, mask.Lead
	}
	o.cases = &dossier{made.UTC().Format(time.DateOnly)}
	o.notes = &savedNotes{Saved: made.UnixMilli(), Notes: map[string]note{}}
	for key, n := range d.notes {
		name := fmt.Sprint(unit(key[0]))
		if key[0] != key[1] {
			at := sides(lead(key[0]), lead(key[1]))
			name = fmt.Sprintf("%d-%d", at[0], at[1])
		}
		o.notes.Notes[name] = n
	}
	if o.Title == "" {
		o.Title = "Dossier"
	}
	return write(out, r, o)
}
