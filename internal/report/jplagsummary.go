package report

import (
	"cmp"
	"context"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// maxFailed and maxSuffixes bound the lists that the viewer shows in one paragraph.
const (
	maxFailed   = 1000
	maxSuffixes = 100
)

// summaries writes the files whose size does not depend on the number of pairs.
func (w *jplagWriter) summaries(context.Context) error {
	readme, err := w.zip.Create("README.txt")
	if err != nil {
		return err
	}
	if _, err := readme.Write([]byte("This is a report of chaffinch for the report viewer of JPlag 6.2 or later:\n" +
		"https://jplag.github.io/JPlag/\n")); err != nil {
		return err
	}
	for _, f := range []struct {
		name  string
		value any
	}{
		{"runInformation.json", w.run()},
		{"options.json", w.options()},
		{"distribution.json", w.distribution()},
		{"cluster.json", w.clusters()},
	} {
		if err := w.put(f.name, f.value); err != nil {
			return err
		}
	}
	return nil
}

func (w *jplagWriter) run() jplagRun {
	run := jplagRun{
		Version: jplagVersion, Failed: []jplagFailed{}, Date: w.o.Date.Format("02/01/06"),
		Milliseconds: w.r.Stats.Microseconds / 1000, TotalComparison: w.r.Stats.Comparable,
	}
	failed, _ := NotCompared(w.r)
	for _, u := range failed[:min(len(failed), maxFailed)] {
		run.Failed = append(run.Failed, jplagFailed{terminal.Safe(u.Path), failedState(u.Reason)})
	}
	return run
}

// failedState returns the state in which nothing of a submission is compared.
func failedState(reason document.Reason) string {
	switch reason {
	case document.TooShort:
		return jplagTooSmall
	case document.Unreadable, document.Damaged, document.Encoding, document.Vanished,
		document.Changed, document.TooLarge:
		return jplagCannotParse
	}
	return jplagNothing
}

// options returns the options of JPlag that come closest to the run's.
func (w *jplagWriter) options() jplagOptions {
	o := jplagOptions{
		Language: w.language(), MinTokens: w.r.Guarantee,
		Submissions: lastElements(w.o.Paths), Old: lastElements(w.o.Old), Base: strings.Join(lastElements(w.o.Base), ", "),
		Suffixes: w.suffixes(), Metric: jplagAverage, MinScore: w.r.MinScore, MaxComparisons: max(0, w.o.Top),
		Clustering: jplagClustering{
			Enabled: w.r.Linkage != "", Metric: jplagAverage, Algorithm: "AGGLOMERATIVE", Linkage: "MAX",
			LinkScore: w.r.LinkScore, Preprocessor: "NONE",
		},
		Frequency: jplagFrequency{Strategy: "COMPLETE_MATCHES", Weighting: "SIGMOID"},
	}
	if w.r.Linkage == "average" {
		o.Clustering.Linkage = "AVERAGE"
	}
	return o
}

// jplagLanguages are the languages with other names in the viewer. The viewer highlights languages
// that JPlag lacks as Java.
var jplagLanguages = map[string]string{"Python": "python3", "C++": "cpp", "C#": "csharp", "R": "rlang", "TSX": "typescript", "LLVM": "llvmir"}

// language returns the language of most tokens.
func (w *jplagWriter) language() string {
	tokens := map[string]int{}
	for _, u := range w.r.Units {
		for _, f := range u.Files {
			tokens[f.Language] += f.Tokens
		}
	}
	if len(tokens) == 0 {
		return "text"
	}
	most := slices.MinFunc(slices.Sorted(maps.Keys(tokens)), func(x, y string) int { return cmp.Compare(tokens[y], tokens[x]) })
	return cmp.Or(jplagLanguages[most], strings.ToLower(most))
}

// suffixes returns the extensions of the files.
func (w *jplagWriter) suffixes() []string {
	all := map[string]bool{}
	for _, files := range w.names.files {
		for _, f := range files {
			if extension := path.Ext(f); extension != "" {
				all[extension] = true
			}
		}
	}
	sorted := slices.AppendSeq([]string{}, maps.Keys(all))
	slices.Sort(sorted)
	return sorted[:min(len(sorted), maxSuffixes)]
}

// distribution counts pairs by score, and by larger share, in hundredths. The first counts all
// pairs that were compared, the second those that are listed.
func (w *jplagWriter) distribution() map[string][100]int {
	var average [100]int
	copy(average[:], w.r.Histogram)
	return map[string][100]int{jplagAverage: average, jplagMaximum: w.maximum}
}

func (w *jplagWriter) clusters() []jplagCluster {
	all := []jplagCluster{}
	for _, c := range w.r.Clusters {
		of := jplagCluster{Average: FourDecimals(c.Score), Members: []string{}}
		for _, n := range c.Units {
			of.Members = append(of.Members, w.names.units[n])
		}
		all = append(all, of)
	}
	return all
}

// shownName is the name of a unit in the viewer: with its author, and with a note if it is an
// earlier one.
func (w *jplagWriter) shownName(u *pairs.Unit) string {
	name := u.Name
	if u.Author != "" {
		name = u.Author + " (" + u.Name + ")"
	}
	if u.Old {
		name += ", earlier"
	}
	return terminal.Safe(name)
}
