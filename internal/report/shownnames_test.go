package report_test

import (
	"slices"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/pairs"
)

func TestShownNames_CutWhatAllShare(t *testing.T) {
	for _, test := range []struct {
		unit        string
		names, want []string
	}{
		{"dir", []string{"hw-mpi-2026-ann", "hw-mpi-2026-bob-b"}, []string{"…ann", "…bob-b"}},
		{"dir", []string{"Ann_1_assignsubmission_file", "Bob_23_assignsubmission_file"}, []string{"Ann_1…", "Bob_23…"}},
		{"dir", []string{"task-of-week-1-ann-final-version", "task-of-week-1-bob-final-version"}, []string{"…ann…", "…bob…"}},
		{"dir", []string{"ann.zip", "bob.zip"}, []string{"", ""}},
		{"dir", []string{"homework-one", "homework-one-two"}, []string{"…one", "…one-two"}},
		{"dir", []string{"homework-x-homework-x", "homework-x"}, []string{"…x-homework-x", "…x"}},
		{"dir", []string{"a homework"}, []string{""}},
		{"file", []string{"hw-mpi-2026/ann", "hw-mpi-2026/bob"}, []string{"", ""}},
	} {
		r := &pairs.Report{Unit: test.unit}
		for _, name := range test.names {
			r.Units = append(r.Units, pairs.Unit{Name: name})
		}
		if got := report.ShownNames(r); !slices.Equal(got, test.want) {
			t.Errorf("%q: %q, want %q", test.names, got, test.want)
		}
	}
}
