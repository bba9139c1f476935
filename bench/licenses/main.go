// Command licenses measures how many licences of texts, files and packages are recognised, and how
// many wrongly.
//
//	go -C bench run ./licenses texts FOLDER       # of the npm package spdx-license-list, unpacked: licenses/*.json
//	go -C bench run ./licenses heads FOLDER...    # source packages of Debian, with their debian/copyright
//	go -C bench run ./licenses packages FOLDER    # packages of npm, PyPI, crates and Go, each unpacked in a folder
//
// texts recognises each text of SPDX's list whole, cut to its first half, with a clause or everyday
// words more, in lines of other lengths, with other names and years, and in comments of six
// languages.
//
// heads compares what the head of each file says with the paragraph of debian/copyright for the
// file, if that names one licence that SPDX's list has, and some files. With -scancode FILE, the
// answers of ScanCode for the same files stand beside, by its report: scancode --license --json
// FILE FOLDER. Only the files in the report are compared. -sample N takes N files at random, and
// -copy FOLDER copies them there for ScanCode, which needs pluggy 1.5.
//
// packages compares the licence of the text in a package with the licence in the manifest beside
// it.
//
//	go -C bench run ./licenses cost FOLDER        # sources to be indexed
//
// cost measures which share of the processor time of indexing goes into the licences of files. It
// indexes FOLDER by the program, and in turn by one built without them.
//
//	go -C bench run ./licenses data FOLDER        # a copy of https://github.com/spdx/license-list-XML
//
// data writes the data of package internal/license.
//
// With -v, wrong licences are printed.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
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
	"github.com/chaffinch-search/chaffinch/internal/license"
	"github.com/chaffinch-search/chaffinch/internal/notice"
)

var (
	verbose  = flag.Bool("v", false, "print what is wrong")
	scancode = flag.String("scancode", "", "the report of ScanCode, a `FILE` of JSON")
	copyTo   = flag.String("copy", "", "copy the files to `FOLDER`")
	sample   = flag.Int("sample", 0, "compare only `N` files, taken at random")
	runs     = flag.Int("runs", 21, "of cost: index `N` times with licences, and as often without")
)

func main() {
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: licenses [-v] texts FOLDER | heads FOLDER... | packages FOLDER | cost FOLDER | data FOLDER")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() < 2 {
		flag.Usage()
		os.Exit(2)
	}
	var err error
	switch what := flag.Arg(0); what {
	case "texts":
		err = texts(flag.Arg(1))
	case "heads":
		err = heads(context.Background(), flag.Args()[1:])
	case "data":
		err = writeData(flag.Arg(1), filepath.Join("..", "internal", "license"))
	case "packages":
		err = packages(flag.Arg(1))
	case "cost":
		err = cost(flag.Arg(1), *runs)
	default:
		err = fmt.Errorf("%s is none of texts, heads, packages, cost, data", what)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "licenses:", err)
		os.Exit(1)
	}
}

// count counts answers.
type count struct{ right, unknown, wrong int }

func (c *count) add(got, want string) {
	switch {
	case got == "":
		c.unknown++
	case same(got, want):
		c.right++
	default:
		c.wrong++
	}
}

func (c count) String() string {
	n := max(c.right+c.unknown+c.wrong, 1)
	return fmt.Sprintf("%6d right %5.1f%%  %6d unknown %5.1f%%  %5d wrong %5.2f%%", c.right, share(c.right, n), c.unknown, share(c.unknown, n), c.wrong, share(c.wrong, n))
}

func share(n, of int) float64 { return 100 * float64(n) / float64(of) }

// same reports whether two expressions name the same licences. A licence of GNU whose text does not
// say whether later versions hold is both.
func same(got, want string) bool {
	return license.SameText(got, want) || strings.EqualFold(plain(got), plain(want)) || loose(got) == loose(want) && (loose(got) == plain(got) || loose(want) == plain(want))
}

func plain(l string) string {
	parts := strings.FieldsFunc(l, func(r rune) bool { return r == '(' || r == ')' })
	words := strings.Split(strings.Join(parts, ""), " OR ")
	slices.Sort(words)
	return strings.Join(words, " OR ")
}

func loose(l string) string {
	return strings.NewReplacer("-only", "", "-or-later", "").Replace(plain(l))
}

// texts recognises the texts of SPDX's list.
func texts(folder string) error {
	files, err := filepath.Glob(filepath.Join(folder, "licenses", "*.json"))
	if err != nil || len(files) == 0 {
		return fmt.Errorf("%s has no licenses/*.json", folder)
	}
	current := map[string]bool{}
	for _, e := range license.Entries() {
		current[e.ID] = !e.Deprecated && !e.Exception
	}
	for _, form := range forms {
		var c count
		for _, file := range files {
			content, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			var l struct{ LicenseText string }
			if err := json.Unmarshal(content, &l); err != nil {
				return fmt.Errorf("reading %s: %w", file, err)
			}
			id := strings.TrimSuffix(filepath.Base(file), ".json")
			if !current[id] {
				continue
			}
			got := form.of(l.LicenseText)
			if *verbose && got != "" && !same(got, id) {
				fmt.Printf("  %s: %s is %s\n", form.name, id, got)
			}
			c.add(got, id)
		}
		fmt.Printf("%-28s %s\n", form.name, c)
	}
	return nil
}

// forms are the ways in which a text is written, with the expected licence.
var forms = []struct {
	name string
	of   func(text string) string
}{
	{"whole", recognise},
	{"first half", func(text string) string {
		words := strings.Fields(text)
		return recognise(strings.Join(words[:len(words)/2], " "))
	}},
	{"a clause more", func(text string) string {
		return recognise(text + "\n\nThis software may not be used for commercial purposes.\n")
	}},
	{"everyday words more", func(text string) string {
		return recognise(text + "\n\nThanks to Ann Lee and others. Do not hesitate to write to ann@example.org.\n\nThis is not an official product of Acme. Enjoy!\n")
	}},
	{"a clause less", func(text string) string {
		paragraphs := strings.Split(strings.TrimSpace(text), "\n\n")
		if len(paragraphs) < 4 {
			return ""
		}
		at := len(paragraphs) / 2
		return recognise(strings.Join(slices.Delete(paragraphs, at, at+1), "\n\n"))
	}},
	{"lines of 50 bytes", func(text string) string { return recognise(wrap(text, 50, "")) }},
	{"one line", func(text string) string { return recognise(strings.Join(strings.Fields(text), " ")) }},
	{"other names and years", func(text string) string {
		return recognise(strings.NewReplacer("<year>", "1997, 1999-2024", "<copyright holders>", "Ann B. Lee and others", "<owner>", "The Tree Company, Inc.", "[yyyy]", "2031",
			"[name of copyright owner]", "Lee & Sons GmbH", "COPYRIGHT HOLDERS AND CONTRIBUTORS", "TREE COMPANY", "THE AUTHOR", "ANN LEE").Replace(text))
	}},
	{"a comment of C", comment("a.c", "/*\n", " * ", "\n */\nint f(void);\n")},
	{"a comment of C++", comment("a.cc", "", "// ", "\n\nint f();\n")},
	{"a comment of Python", comment("a.py", "#!/usr/bin/python3\n", "# ", "\n\nimport os\n")},
	{"a comment of Haskell", comment("a.hs", "", "-- ", "\n\nmain = print 1\n")},
	{"a comment of HTML", comment("a.html", "<!--\n", "  ", "\n-->\n<p>Text\n")},
	{"a comment of Lisp", comment("a.el", "", ";; ", "\n\n(f 1)\n")},
}

func recognise(text string) string { return notice.Recognise([]byte(text)) }

// comment returns what the head of a file says that has the text in a comment.
func comment(name, begin, mark, end string) func(text string) string {
	return func(text string) string {
		return new(notice.Heads).Own([]byte(begin+wrap(text, 90, mark)+end), false, false, nil).License
	}
}

// wrap breaks the paragraphs of a text into lines, each with a mark.
func wrap(text string, width int, mark string) string {
	var b strings.Builder
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		line := mark
		for _, word := range strings.Fields(paragraph) {
			if len(line)+len(word) > width && line != mark {
				b.WriteString(line + "\n")
				line = mark
			}
			line += word + " "
		}
		b.WriteString(line + "\n" + strings.TrimRight(mark, " ") + "\n")
	}
	return b.String()
}

// answer is the licence found for a file, and the licence in debian/copyright.
type answer struct{ file, got, around, want string }

// heads compares the heads of the files of source packages with debian/copyright.
func heads(ctx context.Context, folders []string) error {
	var all []answer
	for _, folder := range folders {
		some, err := told(ctx, folder)
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
			if err := copyFile(a.file, filepath.Join(*copyTo, filepath.FromSlash(a.file))); err != nil {
				return err
			}
		}
	}
	others, err := readScancode()
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
			fmt.Printf("  %s is %s, not %s (ScanCode: %s)\n", a.file, a.got, a.want, others[a.file])
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
	fmt.Printf("%d packages, heads of %d files\n%-28s %s\n", len(folders), len(all), "chaffinch", own)
	if others != nil {
		fmt.Printf("%-28s %s\nboth differ alike from debian/copyright in %d files, chaffinch differs from both in %d\n", "ScanCode", theirs, agreed, apart)
	}
	return nil
}

func copyFile(from, to string) error {
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return code.WriteFile(to, content)
}

// told returns the files of a source package whose heads say something, and for which
// debian/copyright names one licence.
func told(ctx context.Context, folder string) (all []answer, err error) {
	copyright, err := os.ReadFile(filepath.Join(folder, "debian", "copyright"))
	if err != nil {
		return nil, err
	}
	set := notice.NewSet(func([]byte) string { return "" })
	set.Add("debian/changelog", []byte("x (1-1) sid;\n"))
	set.Add("debian/copyright", withoutRest(copyright))
	o := index.UpdateOptions{}
	o.Corpus.Exclude = []string{"/debian/"}
	x, _, remove, err := cli.Indexed(ctx, index.DefaultSettings(), index.Source{Root: folder}, o)
	if err != nil {
		return nil, err
	}
	defer remove()
	s, err := x.Snapshot()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	err = s.EachOccurrence("", func(o index.Occurrence) error {
		want := set.Find(o.Path).License
		if o.LicenseInFile && !notice.IsLicense(o.Path) && isOne(want) {
			all = append(all, answer{path.Join(filepath.ToSlash(folder), o.Path), o.License, o.LicenseAround, want})
		}
		return nil
	})
	slices.SortFunc(all, func(a, b answer) int { return strings.Compare(a.file, b.file) })
	return all, err
}

// withoutRest returns a debian/copyright without the paragraph for all files that no other one is
// about, which often names the licence of the project, not of each file.
func withoutRest(copyright []byte) []byte {
	var kept []string
	for paragraph := range strings.SplitSeq(string(copyright), "\n\n") {
		if !restOfFiles.MatchString(paragraph) {
			kept = append(kept, paragraph)
		}
	}
	return []byte(strings.Join(kept, "\n\n"))
}

var restOfFiles = regexp.MustCompile(`(?m)^Files:\s+\*\s*$`)

// isOne reports whether an expression is one licence of SPDX's list.
func isOne(expression string) bool {
	listed, refs := notice.Listed(expression)
	return listed != "" && len(refs) == 0 && !strings.Contains(listed, " OR ") && !strings.Contains(listed, " AND ")
}

// readScancode reads the expressions of a report of ScanCode by file; nil without a report.
func readScancode() (map[string]string, error) {
	if *scancode == "" {
		return nil, nil
	}
	content, err := os.ReadFile(*scancode)
	if err != nil {
		return nil, err
	}
	var report struct {
		Files []struct {
			Path       string
			Type       string
			Expression string `json:"detected_license_expression_spdx"`
		}
	}
	if err := json.Unmarshal(content, &report); err != nil {
		return nil, fmt.Errorf("reading %s: %w", *scancode, err)
	}
	all := map[string]string{}
	for _, f := range report.Files {
		l := f.Expression
		if strings.Contains(l, "unknown") {
			l = ""
		}
		_, name, _ := strings.Cut(f.Path, "/") // without the folder of -copy
		all["/"+name] = l
	}
	return all, nil
}

// packages compares the texts of packages with their manifests.
func packages(folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	var c count
	n := 0
	for _, e := range entries {
		want, of, all := "", "", map[string][]string{} // the licence and the folder of the manifest, and texts by folders
		err := filepath.WalkDir(filepath.Join(folder, e.Name()), func(name string, d fs.DirEntry, err error) error {
			rel, _ := filepath.Rel(filepath.Join(folder, e.Name()), name)
			rel = filepath.ToSlash(rel)
			if err != nil || d.IsDir() || !notice.Is(rel) || strings.Count(rel, "/") > 3 || strings.Contains(rel, "node_modules") {
				return err
			}
			content, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			said, _ := notice.Read(rel, content, notice.Recognise)
			in := notice.Folder(rel)
			switch {
			case notice.IsLicense(rel):
				all[in] = append(all[in], said.License)
			case said.License != "" && (want == "" || strings.Count(in, "/") < strings.Count(of, "/") || in == "" && of != ""):
				want, of = said.License, in
			}
			return nil
		})
		if err != nil {
			return err
		}
		got := ""
		if texts := slices.Compact(all[of]); len(texts) == 1 {
			got = texts[0]
		}
		if !isOne(want) {
			continue
		}
		n++
		if *verbose && got != "" && !same(got, want) {
			fmt.Printf("  %s: %s, not %s\n", e.Name(), got, want)
		}
		c.add(got, want)
	}
	fmt.Printf("%d packages\n%-28s %s\n", n, "texts against manifests", c)
	return nil
}
