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

func TestToldApart_ByWhatDiffers(t *testing.T) {
	for _, test := range []struct {
		names, want []string
	}{
		{[]string{"Max Mann_12_assignsubmission_file", "Max Mann_13_assignsubmission_file"}, []string{"12", "13"}},
		{[]string{"40225-990 - Max Mann - Nov 9, 2026 112 PM", "40226-990 - Max Mann - Nov 10, 2026 113 PM"}, []string{"40225-990", "40226-990"}},
		{[]string{"gradebook_HW_mmann_attempt_2026-11-09-13-22-27", "gradebook_HW_mmann_attempt_2026-11-10-13-22-27"}, []string{"2026-11-09-13-22-27", "2026-11-10-13-22-27"}},
		{[]string{"a/Mann", "b/Mann"}, []string{"a", "b"}},
		{[]string{"Mann_5", "Mann_5 (generated)"}, []string{"", "generated"}},
		{[]string{"Mann_5"}, []string{""}},
	} {
		r := &pairs.Report{Unit: "dir", Units: []pairs.Unit{{Name: "Other_5", Author: "Other"}, {Name: "x"}, {Name: "y"}}}
		for _, name := range test.names {
			r.Units = append(r.Units, pairs.Unit{Name: name, Author: "Max Mann"})
		}
		if got := report.ToldApart(r); !slices.Equal(got[3:], test.want) || !slices.Equal(got[:3], []string{"", "", ""}) {
			t.Errorf("%q: %q, want %q", test.names, got, test.want)
		}
	}
}
