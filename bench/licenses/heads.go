package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
	"github.com/chaffinch-search/chaffinch/bench/internal/code"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/notice"
)

// answer is the licence found for a file, and the licence in debian/copyright.
type answer struct{ file, got, want string }

// heads compares the heads of the files of source packages with debian/copyright.
func heads(b *cli.Bench) error {
	verbose := verbose(b)
	scancode := b.String("scancode", "", "the report of ScanCode, a `FILE` of JSON")
	copyTo := b.String("copy", "", "copy the files to `FOLDER`")
	sample := b.Int("sample", 0, "compare only `N` files, taken at random")
	if err := b.Parse("FOLDER..."); err != nil {
		return err
	}
	var all []answer
	for _, folder := range b.Args() {
		some, err := told(b, folder)
		if err != nil {
			return fmt.Errorf("%s: %w", folder, err)
		}
		all = append(all, some...)
	}
	if *sample > 0 {
		random := rand.New(rand.NewPCG(1, 2))
		random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		all = all[:min(len(all), *sample)]
	}
	if *copyTo != "" {
		for _, a := range all {
			content, err := os.ReadFile(a.file)
			if err != nil {
				return err
			}
			if err := code.WriteFile(filepath.Join(*copyTo, filepath.FromSlash(a.file)), content); err != nil {
				return err
			}
		}
	}
	others, err := readScancode(*scancode)
	if err != nil {
		return err
	}
	if others != nil {
		all = slices.DeleteFunc(all, func(a answer) bool { _, known := others[a.file]; return !known })
	}
	var own, theirs count
	agreed, apart := 0, 0 // against debian/copyright: both alike, and only this one
	for _, a := range all {
		if *verbose && a.got != "" && !same(a.got, a.want) {
			fmt.Fprintf(b.Out, "  %s is %s, not %s (ScanCode: %s)\n", a.file, a.got, a.want, others[a.file])
		}
		own.add(a.got, a.want)
		if others != nil {
			theirs.add(others[a.file], a.want)
			if a.got != "" && !same(a.got, a.want) {
				if same(a.got, others[a.file]) {
					agreed++
				} else {
					apart++
				}
			}
		}
	}
	fmt.Fprintf(b.Out, "%d packages, heads of %d files\n%-28s %s\n", b.NArg(), len(all), "chaffinch", own)
	if others != nil {
		fmt.Fprintf(b.Out, "%-28s %s\nboth differ alike from debian/copyright in %d files, chaffinch differs from both in %d\n", "ScanCode", theirs, agreed, apart)
	}
	return nil
}

// told returns the files of a source package whose heads say something. debian/copyright must name
// one licence for each.
func told(b *cli.Bench, folder string) (all []answer, err error) {
	copyright, err := os.ReadFile(filepath.Join(folder, "debian", "copyright"))
	if err != nil {
		return nil, err
	}
	set := notice.NewSet(func([]byte) string { return "" })
	set.Add("debian/changelog", []byte("x (1-1) sid;\n"))
	set.Add("debian/copyright", withoutRest(copyright))
	o := index.UpdateOptions{}
	o.Corpus.Exclude = []string{"/debian/"}
	x, _, err := b.Indexed(folder, index.DefaultSettings(), o)
	if err != nil {
		return nil, err
	}
	s, err := x.Snapshot()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	err = s.EachOccurrence("", func(o index.Occurrence) error {
		want := set.Find(o.Path).License
		if o.LicenseInFile && !notice.IsLicense(o.Path) && isOne(want) {
			all = append(all, answer{path.Join(filepath.ToSlash(folder), o.Path), o.License, want})
		}
		return nil
	})
	slices.SortFunc(all, func(a, b answer) int { return strings.Compare(a.file, b.file) })
	return all, err
}

// withoutRest returns a debian/copyright without the paragraph for all other files. That paragraph
// often names the licence of the project, not of each file. It has no texts below the names, since
// a text may be one that chaffinch does not understand.
func withoutRest(copyright []byte) []byte {
	var kept []string
	for paragraph := range strings.SplitSeq(string(copyright), "\n\n") {
		if !restOfFiles.MatchString(paragraph) {
			kept = append(kept, paragraph)
		}
	}
	return textsBelow.ReplaceAll([]byte(strings.Join(kept, "\n\n")), []byte("$1"))
}

var textsBelow = regexp.MustCompile(`(?m)^(License:[^\n]*)(?:\n[ \t][^\n]*)*`)

var restOfFiles = regexp.MustCompile(`(?m)^Files:\s+\*\s*$`)

// isOne reports whether an expression is one licence of SPDX's list.
func isOne(expression string) bool {
	listed, refs := notice.Listed(expression)
	return listed != "" && len(refs) == 0 && !strings.Contains(listed, " OR ") && !strings.Contains(listed, " AND ")
}

// readScancode reads the expressions of a report of ScanCode by file; nil without a report.
func readScancode(report string) (map[string]string, error) {
	if report == "" {
		return nil, nil
	}
	content, err := os.ReadFile(report)
	if err != nil {
		return nil, err
	}
	var found struct {
		Files []struct {
			Path       string
			Type       string
			Expression string `json:"detected_license_expression_spdx"`
		}
	}
	if err := json.Unmarshal(content, &found); err != nil {
		return nil, fmt.Errorf("reading %s: %w", report, err)
	}
	all := map[string]string{}
	for _, f := range found.Files {
		l := f.Expression
		if strings.Contains(l, "unknown") {
			l = ""
		}
		_, name, _ := strings.Cut(f.Path, "/") // without the folder of -copy
		all["/"+name] = l
	}
	return all, nil
}
