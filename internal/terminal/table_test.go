package terminal

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

func render(t *testing.T, table *Table) string {
	t.Helper()
	var b strings.Builder
	if err := table.Write(&b, Style{width: Width}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestTable_AlignsColumnsByHeading(t *testing.T) {
	table := NewTable(">n", "name", "/path")
	table.Row("7", "a", "x")
	table.Row("12,345", "längste", "")
	want := "     n  name     path\n     7  a        x\n12,345  längste\n"
	if got := render(t, table); got != want {
		t.Errorf("%q", got)
	}
	if got := render(t, NewTable("a", "b")); got != "a  b\n" {
		t.Errorf("without rows: %q", got)
	}
	if got := render(t, NewTable()); got != "\n" {
		t.Errorf("without columns: %q", got)
	}
}

func TestTable_GoesOn(t *testing.T) {
	table, got := NewTable("name", ">n", "/path"), ""
	for _, rows := range [][][]string{{{"long name", "1", "a"}}, {{"b", "1,234", "c"}, {"d", "2", "e"}}, {{"f", "3", "g"}}} {
		for _, row := range rows {
			table.Row(row...)
		}
		if table.Rows() != len(rows) {
			t.Errorf("%d rows, want %d", table.Rows(), len(rows))
		}
		got += render(t, table)
	}
	want := "name       n  path\nlong name  1  a\n" +
		"b          1,234  c\nd              2  e\n" +
		"f              3  g\n"
	if got != want {
		t.Errorf("%s, want\n%s", got, want)
	}
}

// A table that is written part by part is the same if its columns fit all rows.
func TestTable_FitsRowsToCome(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 8))
	for round := range 50 {
		whole, parts, got := NewTable("name", ">n", "?note", "/path"), NewTable("name", ">n", "?note", "/path"), ""
		var rows [][]string
		for range 1 + rng.IntN(9) {
			cells := make([]string, 4)
			for i := range cells {
				cells[i] = strings.Repeat("a/", rng.IntN(8)) + strings.Repeat("x", rng.IntN(20))
			}
			rows = append(rows, cells)
			whole.Row(cells...)
			parts.Fit(cells...)
		}
		for _, cells := range rows {
			parts.Row(cells...)
			got += render(t, parts)
		}
		if want := render(t, whole); got != want {
			t.Fatalf("round %d:\n%s, want\n%s", round, got, want)
		}
	}
}

func TestTable_LinksEachPath(t *testing.T) {
	table := NewTable("/a", "n", "/b")
	table.Row("x", "1", "y")
	table.Link("table.go", "style.go")
	table.Row("x", "1", "y")
	table.Link("", "style.go")
	var b strings.Builder
	if err := table.Write(&b, Style{links: true}); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(b.String(), "\n")
	link := func(file, text string) string { return Style{links: true}.Link(file, text) }
	if lines[1] != link("table.go", "x")+"  1  "+link("style.go", "y") || lines[2] != "x  1  "+link("style.go", "y") {
		t.Errorf("%q", lines)
	}
	if link("table.go", "x") == "x" {
		t.Error("no link at all")
	}
}

func TestTable_ShortensTheWidestColumnsFirst(t *testing.T) {
	id := strings.Repeat("f", 40)
	long := strings.Repeat("long/", 30) + "end"
	table := NewTable("=content", "collection", "/document")
	table.Row(id, "small", long)
	line := strings.Split(render(t, table), "\n")[1]
	if utf8.RuneCountInString(line) != Width || !strings.HasPrefix(line, id+"  small ") || !strings.HasSuffix(line, "long/end") {
		t.Errorf("%d columns: %s", utf8.RuneCountInString(line), line)
	}
	table = NewTable("=content", "collection", "/document")
	table.Row(id, "begin"+long, long)
	line = strings.Split(render(t, table), "\n")[1]
	if utf8.RuneCountInString(line) != Width || !strings.HasPrefix(line, id+"  begin") || !strings.HasSuffix(line, "long/end") {
		t.Errorf("%d columns: %s", utf8.RuneCountInString(line), line)
	}
}

func TestTable_ShortensWordsBeforeTheirPath(t *testing.T) {
	place, words := "some/folder/file.go:12-40", ", same comments: 15 words"
	for _, test := range []struct {
		columns int
		want    string
	}{{18, "…der/file.go:12-40"}, {30, place + ", sa…"}, {60, place + words}} {
		table := NewTable("=content", "/document")
		table.Row(strings.Repeat("f", Width-2-test.columns), place+Beside+words)
		if line := strings.Split(render(t, table), "\n")[1]; !strings.HasSuffix(line, "  "+test.want) {
			t.Errorf("%s, not %s", line, test.want)
		}
	}
}

func TestTable_NeverShortensNumbersAndIDs(t *testing.T) {
	table := NewTable(">n", "=id", "text")
	n, id := strings.Repeat("1", 70), strings.Repeat("a", 60)
	table.Row(n, id, strings.Repeat("t", 30))
	if line := strings.Split(render(t, table), "\n")[1]; !strings.HasPrefix(line, n+"  "+id+"  tttt…") {
		t.Error(line)
	}
}

func TestTable_Fits(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		kinds := []string{">n", "=id", "text", "/path", "other"}
		var headings []string
		for range 1 + random.IntN(5) {
			headings = append(headings, kinds[random.IntN(len(kinds))])
		}
		table := NewTable(headings...)
		for range random.IntN(4) {
			var cells []string
			for _, h := range headings {
				most := 200
				if h[0] == '>' || h[0] == '=' {
					most = 12
				}
				cells = append(cells, strings.Repeat("ä", random.IntN(most)))
			}
			table.Row(cells...)
		}
		for line := range strings.Lines(render(t, table)) {
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > Width {
				t.Fatalf("%q: %d columns: %s", headings, n, line)
			}
		}
	}
}

func TestTable_LinesBelowRows(t *testing.T) {
	table := NewTable("a")
	table.Row("x")
	table.Row("y")
	var b strings.Builder
	err := table.WriteWith(&b, Style{on: true}, func(row int) string { return []string{"below 0\n", ""}[row] })
	want := "\x1b[2ma\x1b[0m\nx\nbelow 0\ny\n"
	if err != nil || b.String() != want {
		t.Errorf("%v, %q", err, b.String())
	}
}

type full struct{}

var errFull = errors.New("no space left")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestTable_ReportsAWriterThatFails(t *testing.T) {
	if err := NewTable("a").Write(full{}, Style{}); !errors.Is(err, errFull) {
		t.Error(err)
	}
}

// The answer is the name of the file and its lines: all else goes first, in its order.
func TestTable_KeepsFileNames(t *testing.T) {
	for _, c := range []struct {
		width int
		want  string
	}{
		{90, "0.9  ####  Python  requests-Apache-2.0  …ages/requests/src/requests/models.py:485-560"},
		{75, "0.9  ####  Python  requests-Apache-2.0  …rc/requests/models.py:485-560"},
		{60, "0.9  Python  requests-Apache…  …/models.py:485-560"},
		{45, "0.9  requests-Apache…  …/models.py:485-560"},
		{33, "0.9  requ…  …/models.py:485-560"},
		{24, "0.9  requ…  …y:485-560"},
	} {
		table := NewTable(">score", "?=where", "?language", "collection", "/document")
		table.Row("0.9", "####", "Python", "requests-Apache-2.0", "packages/requests/src/requests/models.py:485-560")
		var b strings.Builder
		if err := table.Write(&b, Style{width: c.width}); err != nil {
			t.Fatal(err)
		}
		line := strings.Join(strings.Fields(strings.Split(b.String(), "\n")[1]), "  ")
		if n := utf8.RuneCountInString(strings.TrimSpace(strings.Split(b.String(), "\n")[1])); n > c.width || line != c.want {
			t.Errorf("%d columns: %s\nwant %s", n, line, c.want)
		}
	}
}
