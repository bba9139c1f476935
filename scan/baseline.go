package scan

import (
	"cmp"
	"encoding/json"
	"fmt"

	"github.com/chaffinch-search/chaffinch/internal/saved"
)

// Baseline is what [Options].Baseline needs of an earlier report: the keys of its matches. See
// [Match.Key].
type Baseline struct {
	keys map[string]bool
}

// NewBaseline returns the baseline of a report.
func NewBaseline(r *Report) *Baseline {
	b := &Baseline{keys: map[string]bool{}}
	for _, f := range r.Findings {
		for _, m := range f.Matches {
			b.keys[m.Key] = true
		}
	}
	return b
}

const ofScan = "findings of a scan"

// MarshalText writes the baseline. The same findings always give the same text.
func (b *Baseline) MarshalText() ([]byte, error) {
	var lines []string
	for key := range b.keys {
		lines = append(lines, key)
	}
	return saved.WriteBaseline(ofScan, lines), nil
}

// UnmarshalText reads what MarshalText wrote, or the JSON of a [Report]. It refuses all other text.
func (b *Baseline) UnmarshalText(text []byte) error {
	of, lines, is, err := saved.ReadBaseline(text)
	read := Baseline{keys: map[string]bool{}}
	if !is {
		err := readOutline(text, func(key string) { read.keys[key] = true })
		if err == nil {
			*b = read
		}
		return err
	}
	if of != ofScan || err != nil {
		return cmp.Or(err, saved.ErrOtherBaseline(of))
	}
	for _, line := range lines {
		if _, ok := parseKey(line); !ok {
			return saved.ErrBaselineLine(line)
		}
		read.keys[line] = true
	}
	*b = read
	return nil
}

// readOutline reads the keys of the matches in the JSON of a report. It is an error if an element
// of its arrays lacks a required key: elements of a few bytes would take much memory.
func readOutline(text []byte, match func(key string)) error {
	needs := func(name string) func(*json.Decoder) error { // that text in each element
		var value string
		fields := saved.Fields{name: saved.Value(&value)}
		return saved.Array(func(d *json.Decoder) error {
			value = ""
			err := saved.Object(d, fields)
			return cmp.Or(err, saved.Need(value != ""))
		})
	}
	matches := 0
	finding := saved.Fields{"matches": saved.Each(func(m struct{ Key string }) error {
		matches++
		match(m.Key)
		_, ok := parseKey(m.Key)
		return saved.Need(ok)
	})}
	err := saved.Read(text, saved.Fields{
		"files": needs("path"), "findings": saved.Array(func(d *json.Decoder) error {
			matches = 0
			err := saved.Object(d, finding)
			return cmp.Or(err, saved.Need(matches > 0))
		}),
		"stale": needs("decision"), "unseen": needs("decision"), "decidedBy": needs("what"),
		"leftOut": needs("path"), "unread": needs("path"), "gone": needs("path"),
	}, "files", "findings")
	if err != nil {
		return fmt.Errorf("%w (%w)", errNoReport, err)
	}
	return nil
}
