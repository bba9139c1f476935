// Package lexers compares comments and strings with Pygments', a lexer that others wrote.
//
//	go -C bench run ./quality lexers [-python python3] [-over 2] FOLDER
//
// Python needs Pygments. Its lexer reads each file of FOLDER in the language that we see in the
// file. For each language the program prints the share of the bytes, without white space, that one
// of both reads as something else: a comment, a string or code. The program names each file over
// -over percent, the bytes of each difference, and its first place. Pygments calls documentation
// strings, and preprocessor lines comments: these bytes agree with anything.
package lexers

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
	folder "github.com/chaffinch-search/chaffinch/bench/internal/code"
	"github.com/chaffinch-search/chaffinch/internal/parts"
)

//go:embed pygments.py
var script string

// Classes of a byte. Anything agrees with all others.
const (
	code     = 'k'
	comment  = 'c'
	text     = 's'
	anything = '-'
)

// file is the answer of Pygments: runs of one class, by the byte where each ends.
type file struct {
	Path  string `json:"path"`
	Lexer string `json:"lexer"`
	Ends  []int  `json:"ends"`
	Class string `json:"class"` // a byte for each run
}

// sum counts the bytes of a language.
type sum struct {
	files, bytes, differ int
	worst                []string
}

// Run compares the files of a folder.
func Run(b *cli.Bench) error {
	python := b.String("python", "python3", "`PROGRAM` that has Pygments")
	over := b.Float64("over", 2, "files to name: those with more `PERCENT`")
	if err := b.Parse("FOLDER"); err != nil {
		return err
	}
	var files []string // a path, a tab and a language for each
	err := folder.Contents(b.Arg(0), func(path, _ string, src []byte) error {
		if l := detect.File(path, src); l != lex.Prose && !l.Parted() {
			files = append(files, path+"\t"+l.Name)
		}
		return nil
	})
	if err != nil {
		return err
	}
	run := exec.CommandContext(b, *python, "-c", script)
	run.Stdin, run.Stderr = strings.NewReader(strings.Join(files, "\n")), b.Notes
	out, err := run.Output()
	if err != nil {
		return fmt.Errorf("running Pygments with %s: %w", *python, err)
	}
	sums := map[string]*sum{}
	for line := range bytes.Lines(out) {
		var theirs file
		if err := json.Unmarshal(line, &theirs); err != nil {
			return err
		}
		if err := compare(sums, theirs, *over); err != nil {
			return err
		}
	}
	fmt.Fprintf(b.Out, "%-22s %6s %9s %7s\n", "language", "files", "bytes", "differ")
	for _, name := range slices.SortedFunc(maps.Keys(sums), func(x, y string) int {
		return cmp.Or(cmp.Compare(sums[y].share(), sums[x].share()), cmp.Compare(x, y))
	}) {
		s := sums[name]
		fmt.Fprintf(b.Out, "%-22s %6d %9d %6.2f%%\n", name, s.files, s.bytes, s.share())
		for _, line := range s.worst {
			fmt.Fprintln(b.Out, "    "+line)
		}
	}
	return nil
}

func (s *sum) share() float64 { return 100 * float64(s.differ) / float64(max(1, s.bytes)) }

// compare adds a file to the sums of its language.
func compare(sums map[string]*sum, theirs file, over float64) error {
	src, err := os.ReadFile(theirs.Path)
	if err != nil {
		return err
	}
	l := detect.File(theirs.Path, src)
	ours := classes(l, src)
	s := sums[l.Name]
	if s == nil {
		s = &sum{}
		sums[l.Name] = s
	}
	differ := map[string]int{}
	first := map[string]int{}
	all, n, at := 0, 0, 0
	for i, end := range theirs.Ends {
		for ; at < min(end, len(src)); at++ {
			if strings.IndexByte(" \t\r\n\f\v", src[at]) >= 0 {
				continue
			}
			all++
			if their := theirs.Class[i]; their != anything && ours[at] != anything && their != ours[at] {
				kind := string(their) + ">" + string(ours[at])
				if differ[kind] == 0 {
					first[kind] = 1 + bytes.Count(src[:at], []byte("\n"))
				}
				differ[kind]++
				n++
			}
		}
	}
	s.files, s.bytes, s.differ = s.files+1, s.bytes+all, s.differ+n
	if 100*float64(n) > over*float64(all) {
		line := fmt.Sprintf("%5.1f%% %s (%s)", 100*float64(n)/float64(all), theirs.Path, theirs.Lexer)
		for _, kind := range slices.Sorted(maps.Keys(differ)) {
			line += fmt.Sprintf(", %s %d from line %d", kind, differ[kind], first[kind])
		}
		s.worst = append(s.worst, line)
	}
	return nil
}

// classes returns our class of each byte.
func classes(l *lex.Language, src []byte) []byte {
	all := bytes.Repeat([]byte{comment}, len(src))
	var lexed parts.Lexed
	parts.Lex(l, src, parts.Indexed, &lexed)
	paint := func(from, to uint32, class byte) {
		for i := from; i < to; i++ {
			all[i] = class
		}
	}
	inside := false
	for _, t := range lexed.Tokens {
		switch {
		case t.Kind == lex.Border:
			inside = t.Inside()
		case inside:
		case t.Kind == lex.String || t.Kind == lex.Char:
			paint(t.Start, max(t.End, t.Whole), text) // the tokens of code inside follow
		default:
			paint(t.Start, t.End, code)
		}
	}
	return all
}
