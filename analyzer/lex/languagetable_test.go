package lex

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
)

// docs/languages.md is generated from the rows, so that it agrees with them.
const languagesFile = "../../docs/languages.md"

func TestLanguages_DocumentIsUpToDate(t *testing.T) {
	want := languagesDocument()
	if *update {
		if err := os.WriteFile(languagesFile, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(languagesFile)
	if err != nil {
		t.Fatal(err)
	}
	if string(have) != want {
		t.Error("docs/languages.md is out of date: go test ./analyzer/lex -run Languages -update")
	}
}

// languagesDocument returns a table of the languages, and one of the templates.
func languagesDocument() string {
	var b strings.Builder
	fmt.Fprintf(&b, `# Languages

What chaffinch reads in each of %d languages. The tables are generated from the rows of the
languages: change the rows, not this file. [Limits](limits.md) describes where reading ends.

Columns: the marks of code inside strings, whose names are tokens; heredocs; and further traits:
*nest* (comments), *raw* strings over several lines without escapes, literals of *regular
expressions*, *case* is ignored in names, and *by name*: the content alone does not show the
language.

| language | code in strings | heredocs | traits |
|---|---|---|---|
`, len(slices.DeleteFunc(codeLanguages(), func(l *Language) bool { return l.row.HostOf != "" })))
	var plain []string // the languages without any of these
	for _, l := range codeLanguages() {
		r := l.row
		if r.Tags != "" {
			continue
		}
		f := featuresOf(r)
		var traits []string
		for _, t := range []struct {
			name string
			has  bool
		}{{"nest", f.nests}, {"raw", f.raw}, {"regular expressions", f.regexes}, {"case", r.FoldCase}, {"by name", r.ByName}} {
			if t.has {
				traits = append(traits, t.name)
			}
		}
		if len(f.code)+len(f.heredocs)+len(traits) == 0 {
			plain = append(plain, l.Name)
			continue
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", l.Name, codes(f.code), codes(f.heredocs), strings.Join(traits, ", "))
	}
	b.WriteByte('\n')
	line := "These have none of them:"
	for _, word := range strings.Fields(strings.Join(plain, ", ") + ".") {
		if len(line)+1+len(word) > 100 {
			b.WriteString(line + "\n")
			line = word
		} else {
			line += " " + word
		}
	}
	b.WriteString(line + "\n")
	b.WriteString(`
## Templates
Code between tags is read in the language inside, the rest as HTML, or in the language of the rest
of the name: ` + "`a.yml.j2`" + ` is YAML with Jinja. *Other hosts* are languages that the rest may be
in. In components, markup is read first: code is in text and in attributes. Names of attributes
begin as in the table, ` + "`A`" + ` with any capital letter. PHP is in the table above; it may be in HTML,
too.

| template | inside | tags | comments | directives | attributes | other hosts |
|---|---|---|---|---|---|---|
`)
	for _, l := range codeLanguages() {
		r := l.row
		if r.Tags == "" || r.HostOf != "" {
			continue
		}
		comments := strings.Fields(r.TagComments)
		if r.CommentTags != "" {
			begin, end, _ := strings.Cut(r.CommentTags, " ")
			comments = append(comments, "{% "+begin+" %}", "{% "+end+" %}")
		}
		inside := r.Inside
		if inside == "" {
			inside = "its own"
		}
		directives := ""
		if r.Directives != "" {
			directives = "`@`"
		}
		if r.LineTags != "" {
			directives = "lines after " + codes(strings.Fields(strings.ReplaceAll(r.LineTags, "*", "")))
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s |\n", l.Name, inside, pairs(strings.Fields(r.Tags)), strings.TrimSpace(pairs(comments)+" "+codes(strings.Fields(r.LineComments))), directives,
			codes(strings.Fields(r.CodeAttributes)), strings.Join(strings.Fields(r.Hosts), ", "))
	}
	return b.String()
}

type features struct {
	code, heredocs      []string
	nests, raw, regexes bool
}

func featuresOf(r *language.Row) (f features) {
	for _, s := range r.AllSpans() {
		mark := strings.TrimSpace(s.Open)
		switch {
		case s.Form == "continuation" || s.Form == "line-break" || s.Form == closeTagForm || mark == "" || strings.Contains(s.Open, "\r"):
		case s.Kind == 0 && (s.Form == language.Delimited || s.Form == "comment-datum" || s.Form == "tagged"):
			f.nests = f.nests || s.Flags&language.Nest != 0
		case s.Form == "heredoc":
			f.heredocs = append(f.heredocs, mark)
		case (s.Form == "regex" || s.Form == "regex-lines") && mark == "/":
			f.regexes = true
		case s.Form == "quoted-code":
			f.code = append(f.code, mark)
		case s.Kind == language.String && s.Escape == 0 && s.Interp == "" && s.Flags&language.Multi != 0 && !r.Markup:
			f.raw = true
		}
		marks := strings.Fields(s.Interp)
		for i := 0; i+1 < len(marks); i += 2 {
			f.code = append(f.code, marks[i])
		}
		for _, b := range []byte(s.Names) {
			f.code = append(f.code, string(b))
		}
	}
	for _, list := range []*[]string{&f.code, &f.heredocs} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	return f
}

// codes returns the marks as code in a cell of a table.
func codes(marks []string) string {
	var all []string
	for _, mark := range marks {
		mark = strings.ReplaceAll(mark, "|", `\|`)
		if strings.Contains(mark, "`") {
			all = append(all, "`` "+mark+" ``")
		} else {
			all = append(all, "`"+mark+"`")
		}
	}
	return strings.Join(all, " ")
}

func pairs(marks []string) string {
	var all []string
	for i := 0; i+1 < len(marks); i += 2 {
		all = append(all, marks[i]+" "+marks[i+1])
	}
	return codes(all)
}
