package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// recipes returns the code blocks of a page below its headings, by heading.
func recipes(t *testing.T, page string) map[string]string {
	all := map[string]string{}
	for _, m := range regexp.MustCompile("(?ms)^## ([^\n]+)\n.*?^```(?:sql|python)\n(.*?)^```$").FindAllStringSubmatch(readTop(t, page), -1) {
		all[m[1]] = m[2]
	}
	return all
}

// Each recipe of docs/tables.md lists the pairs that pairs finds, and others that compare then
// weighs. An engine that is not installed is skipped: CHAFFINCH_PYTHON names a Python with engines.
func TestTables_RecipesFindThePairs(t *testing.T) {
	python := os.Getenv("CHAFFINCH_PYTHON")
	if python == "" {
		python = "python3"
	}
	all := recipes(t, "docs/tables.md")
	c := newCommandLine(t)
	r := rand.New(rand.NewPCG(1, 9))
	want := map[string]bool{}
	statements := []string{"if a%[1]d > b { a += g%[2]d(b, %[1]d) }", "for i := range b { a -= i * %[2]d }", "c, err := h%[2]d(a, %[1]d)", "b = a[%[1]d:] + %[2]q",
		"switch a { case %[1]d: b++ }", "defer a.f%[2]d(b)", "go g%[2]d(a, b, %[1]d)", "b[%[1]d], a = a, b[%[2]d]", "return a << %[1]d, !b", "a, b = b, func() int { return %[2]d }"}
	for i := range 30 {
		lines := []string{"package p", ""}
		for f := range 4 {
			lines = append(lines, fmt.Sprintf("func f%d_%d(a, b int) int {", i, f))
			for range 8 {
				lines = append(lines, "\t"+fmt.Sprintf(statements[r.IntN(len(statements))], r.IntN(9), r.IntN(30)))
			}
			lines = append(lines, "}")
		}
		text := strings.Join(lines, "\n") + "\n"
		c.write(fmt.Sprintf("d%02d.go", i), text)
		if i%3 == 0 { // renamed
			c.write(fmt.Sprintf("e%02d.go", i), regexp.MustCompile(`\b[ab]\b`).ReplaceAllString(text, "${0}Renamed"))
			want[fmt.Sprintf("d%02d.go e%02d.go", i, i)] = true
		}
	}
	c.run(exitFound, "fingerprint", "--terms", "--out", "terms.jsonl", ".")
	engines := map[string]string{"DuckDB": "duckdb", "Polars": "polars", "Spark": "pyspark"}
	if len(all) != len(engines) {
		t.Fatalf("%d recipes, want %d", len(all), len(engines))
	}
	for name, module := range engines {
		t.Run(name, func(t *testing.T) {
			if exec.Command(python, "-c", "import "+module).Run() != nil {
				t.Skipf("%s has no module %s", python, module)
			}
			recipe := all[name]
			if module == "duckdb" {
				recipe = fmt.Sprintf("import duckdb\nduckdb.connect().execute(%q)\n", recipe)
			}
			if err := os.RemoveAll("pairs.jsonl"); err != nil {
				t.Fatal(err)
			}
			if out, err := exec.Command(python, "-c", recipe).CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			if module == "pyspark" {
				parts, _ := filepath.Glob("pairs.parts/*.json")
				if out, err := exec.Command("sh", "-c", "cat pairs.parts/*.json >pairs.jsonl").CombinedOutput(); err != nil || len(parts) == 0 {
					t.Fatalf("%v: %s", err, out)
				}
			}
			out, _ := c.run(exitFound, "compare", "--json", "--pairs", "pairs.jsonl")
			found := map[string]bool{}
			for line := range bytes.Lines([]byte(out)) {
				var shared struct {
					Score float64
					A, B  struct{ Name string }
				}
				if err := json.Unmarshal(line, &shared); err != nil {
					t.Fatal(err)
				}
				if shared.Score >= 0.8 {
					found[shared.A.Name+" "+shared.B.Name] = true
				}
			}
			for pair := range want {
				if !found[pair] {
					t.Errorf("%s is not found", pair)
				}
			}
			if n := len(found); n != len(want) {
				t.Errorf("%d pairs of 0.8 and more, want %d", n, len(want))
			}
		})
	}
}
