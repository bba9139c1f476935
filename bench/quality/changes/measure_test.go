package changes

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
	"github.com/chaffinch-search/chaffinch/bench/internal/observed"
	"github.com/chaffinch-search/chaffinch/bench/internal/process"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// goTree is a folder of Go's own source.
func goTree(t *testing.T) string {
	t.Helper()
	root, err := process.GoRoot()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(root, "src", "encoding")
}

// Like files are chosen once: their pairs are no pairs of different files.
func TestChoose_LeavesLikeFilesOut(t *testing.T) {
	folder, last := t.TempDir(), ""
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"hex/hex.go", "csv/reader.go", "pem/pem.go"} {
		text, err := os.ReadFile(filepath.Join(goTree(t), name))
		if err != nil {
			t.Fatal(err)
		}
		last = string(text)
		write(filepath.Base(name), last)
	}
	lang, _ := lex.Lookup("go")
	f, _ := parse(lang, last)
	other, _ := renamed(randomFor(2), f)
	write("copy.go", "package q\n"+last)
	write("renamed.go", other)
	err := cli.Call(t.Context(), func(c *cli.Bench) error {
		if err := c.Parse("FOLDER"); err != nil {
			return err
		}
		all, err := (&bench{Bench: c, n: 3, others: 5, minLines: 10, maxLines: 1000}).choose()
		if err != nil || len(all) != 1 || len(all[0].chosen) != 3 || len(all[0].others) != 0 {
			t.Errorf("%v, %v", all, err)
		}
		return nil
	}, []string{folder}, io.Discard, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
}

func TestLabel_DividesPairs(t *testing.T) {
	c, _ := lex.Lookup("C")
	s := &sources{lang: c, chosen: []*source{{name: "x/a.c"}, {name: "y/b.c"}}}
	compared := &pairs.Report{}
	for names, p := range map[[2]string]pairs.Pair{
		{"copy000.c", "file000.c"}: {Score: .9, Probability: .8}, {"file001.c", "copy001.c"}: {Score: .7}, {"copy000.c", "copy001.c"}: {Score: .6},
		{"copy000.c", "file001.c"}: {Score: .2}, {"file000.c", "file001.c"}: {Score: .1},
	} {
		p.A.Name, p.B.Name = names[0], names[1]
		compared.Pairs = append(compared.Pairs, p)
	}
	var copied, others []float64
	for _, one := range s.label(compared, []changed{{name: "copy000.c"}, {name: "copy001.c", of: 1}}) {
		if one.Copy {
			copied = append(copied, one.Score, one.Sure)
		} else {
			others = append(others, one.Score)
		}
	}
	slices.Sort(copied)
	slices.Sort(others)
	s.chosen[1].name = "x/b.c"
	if related := s.label(compared, nil); len(related) > 0 {
		t.Errorf("files of one project are labelled: %v", related)
	}
	s.isClass = true
	if solutions := s.label(compared, nil); len(solutions) != 1 {
		t.Errorf("solutions of one task are labelled %v", solutions)
	}
	if !slices.Equal(copied, []float64{0, .7, .8, .9}) || !slices.Equal(others, []float64{0, .1, .2, .6}) {
		t.Errorf("copies %v, others %v", copied, others)
	}
}

func TestOutcome_Cells(t *testing.T) {
	o := outcome{pairs: make([]observed.Score, 202), shown: 2, first: 1}
	o.pairs[0], o.pairs[1] = observed.Score{Score: .9, Copy: true}, observed.Score{Score: .2, Copy: true}
	o.pairs[2].Score, o.pairs[3].Score, o.pairs[4].Score = .95, .5, .4 // two of 200 may exceed it
	want := []string{"2", "0", "0.200", "0.500", "1.000", "0.400", "0.450", "0.500"}
	if got := o.cells(); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := (&outcome{left: 3}).cells(); !slices.Equal(got, []string{"0", "3", "-", "-", "-", "-", "-", "-"}) {
		t.Errorf("nothing has figures: %v", got)
	}
}

// Every way of measuring runs, and finds what was copied.
func TestRun_FindsCopies(t *testing.T) {
	file := filepath.Join(t.TempDir(), "scores")
	for _, mode := range [][]string{nil, {"-functions"}, {"-similar", "-functions"}, {"-classes"}} {
		var out bytes.Buffer
		args := append(mode, "-n", "4", "-others", "5", "-observe", file, goTree(t), filepath.Join(goTree(t), "../compress"))
		if err := cli.Call(t.Context(), Run, args, &out, io.Discard); err != nil {
			t.Fatal(mode, err)
		}
		all, err := observed.Read(file)
		if err != nil {
			t.Fatal(mode, err)
		}
		copies, found := 0, 0
		for _, s := range all {
			if s.Copy {
				copies++
				if s.Score >= threshold.ListedPair {
					found++
				}
			}
		}
		if copies < 2 || copies == len(all) || 10*found < 8*copies {
			t.Errorf("%v: %d of %d copies found, in %d pairs:\n%s", mode, found, copies, len(all), &out)
		}
	}
}
