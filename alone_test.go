package chaffinch_test

import (
	"bytes"
	"fmt"
	"go/token"
	"go/types"
	"math"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/internal/asktest"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// bean returns a Java class with accessors of its fields.
func bean(class string, fields ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "public class %s {\n", class)
	for _, f := range fields {
		fmt.Fprintf(&b, "    private String %s;\n", f)
	}
	for _, f := range fields {
		name := strings.ToUpper(f[:1]) + f[1:]
		fmt.Fprintf(&b, "\n    public String get%s() {\n        return %s;\n    }\n", name, f)
		fmt.Fprintf(&b, "\n    public void set%s(String %s) {\n        this.%s = %s;\n    }\n", name, f, f, f)
	}
	return b.String() + "}\n"
}

// reader returns a function in C that reads a file.
func reader(function, name, file, size, buffer string) string {
	return strings.NewReplacer("FUNCTION", function, "NAME", name, "FILEP", file, "SIZE", size, "BUFFER", buffer).Replace(`char *FUNCTION(const char *NAME) {
    FILE *FILEP = fopen(NAME, "rb");
    if (FILEP == NULL) {
        return NULL;
    }
    fseek(FILEP, 0, SEEK_END);
    long SIZE = ftell(FILEP);
    rewind(FILEP);
    char *BUFFER = malloc(SIZE + 1);
    if (BUFFER == NULL) {
        fclose(FILEP);
        return NULL;
    }
    fread(BUFFER, 1, SIZE, FILEP);
    BUFFER[SIZE] = 0;
    fclose(FILEP);
    return BUFFER;
}
`)
}

// Two files alone do not show which code is common. With other names it is not surely copied,
// unless it goes on for long. With the same names it is. Both faces say the same.
func TestAlone_IsSureByNames(t *testing.T) {
	own, err := os.ReadFile("open.go")
	asktest.Must(t, err)
	program := string(own[bytes.Index(own, []byte("func ")):])
	renamed := regexp.MustCompile(`\w+`).ReplaceAllStringFunc(program, func(word string) string {
		if token.IsKeyword(word) || types.Universe.Lookup(word) != nil || word[0] <= '9' {
			return word
		}
		return "x" + word
	})
	slurp := reader("slurp", "path", "f", "n", "text")
	for name, c := range map[string]struct {
		extension, a, b string
		least, most     float64
	}{
		"two beans":          {".java", bean("Ship", "name", "harbour", "flag"), bean("Song", "title", "singer", "label"), 0, 0.5},
		"readers of a file":  {".c", slurp, reader("load", "name", "in", "length", "data"), 0, 0.5},
		"a line more":        {".c", slurp, strings.Replace(slurp, "    rewind", "    puts(path);\n    rewind", 1), 0.95, 1},
		"the same functions": {".go", "package a\n" + program, "package b\n\nvar limit = 7\n\n" + program, 0.95, 1},
		"with other names":   {".go", "package a\n" + program, "package b\n" + renamed, 0.9, 1},
	} {
		a, b := chaffinch.Document{Name: "a" + c.extension, Source: []byte(c.a)}, chaffinch.Document{Name: "b" + c.extension, Source: []byte(c.b)}
		compared := asktest.CompareTexts(t, a, b)
		if p := compared.Probability; p < c.least || p > c.most || compared.Score < 0.5 {
			t.Errorf("%s: compare is sure %.3f, score %.3f", name, p, compared.Score)
		}
		folder := filetest.Folder(t, map[string]string{a.Name: c.a, b.Name: c.b})
		r, err := chaffinch.Pairs(t.Context(), []string{folder}, pairs.Options{})
		asktest.Must(t, err)
		if len(r.Pairs) != 1 || math.Abs(r.Pairs[0].Probability-compared.Probability) > 0.05 {
			t.Errorf("%s: compare is sure %.3f, pairs %+v", name, compared.Probability, r.Pairs)
		}
		asktest.Must(t, r.Close())
	}
}
