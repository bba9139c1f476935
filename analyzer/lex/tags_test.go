package lex

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// templates returns the languages with code between tags.
func templates() []*Language {
	return slices.DeleteFunc(codeLanguages(), func(l *Language) bool { return l.row.Tags == "" })
}

// The code between tags has the tokens of the language inside, and a comment has none, in every
// language around them.
func TestLex_TagsInEveryHost(t *testing.T) {
	for _, l := range templates() {
		inside := l
		if l.row.Inside != "" {
			inside = named(l.row.Inside)
		}
		code := "alpha . beta(gamma, 12)"
		s := newScanner(inside.compiled(), []byte(code), 0, 0)
		want := hashes(s.code(nil, 0))
		marks := strings.Fields(l.row.Tags)
		for i := 0; i+1 < len(marks); i += 2 {
			src := "one " + marks[i] + code + " " + marks[i+1] + " two\n"
			if got := hashes(l.Lex(nil, []byte(src))); !contains(got, want) {
				t.Errorf("%s: %q has other tokens than its code", l, src)
			}
		}
		marks = strings.Fields(l.row.TagComments)
		for i := 0; i+1 < len(marks); i += 2 {
			src := "one " + marks[i] + " it's " + code + " " + marks[i+1] + " two\n"
			if got, plain := hashes(l.Lex(nil, []byte(src))), hashes(l.Lex(nil, []byte("one  two\n"))); !slices.Equal(got, plain) {
				t.Errorf("%s: the comment of %q has tokens", l, src)
			}
		}
	}
}

func hashes(tokens []Token) (all []uint64) {
	for _, t := range tokens {
		all = append(all, t.Hash)
	}
	return all
}

func contains(all, part []uint64) bool {
	for i := range all {
		if i+len(part) <= len(all) && slices.Equal(all[i:i+len(part)], part) {
			return true
		}
	}
	return false
}

// Templates in other hosts than HTML read the text around the tags as their host.
func TestLex_TemplatesInOtherHosts(t *testing.T) {
	for _, c := range []struct{ language, src, want string }{
		{"YAML+Jinja", "# it's\na: {{ b | c('d') }}\n- \"e {{ f }}\"\n", "i:a o:: o:{{ i:b o:| i:c o:( s:'d' o:) o:}} o:- s:\"e\u0020 o:{{ i:f o:}} s:\""},
		{"JavaScript+ERB", "// it's\nf(<%= a.b %>, '<%= c %>');\n", "i:f o:( o:<%= i:a o:. i:b o:%> o:, s:' o:<%= i:c o:%> s:' o:) o:;"},
		{"Text+Jinja", "{# it's #}listen {{ port }};\n", "w:listen o:{{ i:port o:}}"},
		{"SQL+Jinja", "select {{ a }} from {{ ref('b') }} -- it's\n", "k:select o:{{ i:a o:}} k:from o:{{ i:ref o:( s:'b' o:) o:}}"},
		{"YAML+Go Template", "a: {{ .Values.b | quote }}\n{{- if .c }}\nd: 1\n{{- end }}\n", "i:a o:: o:{{ o:. i:Values o:. i:b o:| i:quote o:}} o:{{ k:if o:. i:c o:}} i:d o:: n:1 o:{{ k:end o:}}"},
	} {
		l, ok := Lookup(c.language)
		if !ok {
			t.Fatal(c.language)
		}
		var out []string
		for _, token := range l.Lex(nil, []byte(c.src)) {
			out = append(out, token.Kind.String()[:1]+":"+c.src[token.Start:token.End])
		}
		if got := strings.Join(out, " "); got != c.want {
			t.Errorf("%s: %q is\n%s, want\n%s", l, c.src, got, c.want)
		}
	}
}

// Tags that are nested or never close are searched within the scanner's budget, so time is linear:
// see TestLex_LinearTime. BenchmarkLexHostile measures it.
func TestLex_TagsInLinearTime(t *testing.T) {
	const n = 1 << 10
	for _, l := range templates() {
		if l.row.HostOf != "" {
			continue
		}
		marks := tagMarksOf(l)
		for _, a := range marks {
			for _, b := range marks {
				src := bytes.Repeat([]byte(a+b), n/len(a+b))
				s := newScanner(l.compiled(), src, 0, 0)
				s.document(nil)
				if spent := budgetPerByte*len(src) + 64 - s.budget; spent > (budgetPerByte+maxNesting+2)*len(src)+64 {
					t.Errorf("%s: %d bytes read in vain in %d of %q", l, spent, len(src), a+b)
				}
			}
		}
	}
}

// tagMarksOf returns what opens and closes tags and their code.
func tagMarksOf(l *Language) []string {
	marks := []string{" x", "@a", "(", ")", "{", "}", "\"", "'", "<a b=\"", "<a ", ">", "</a>", "<script>", "<!--", "`${", "\n", "comment %}"}
	marks = append(marks, strings.Fields(l.row.Tags+" "+l.row.TagComments+" "+l.row.NotTags)...)
	for item := range strings.FieldsSeq(l.row.Directives) {
		marks = append(marks, "@"+item[:len(item)-1]+" ")
	}
	slices.Sort(marks)
	marks = slices.Compact(marks)
	return marks[:min(len(marks), 40)]
}

// FuzzLex_Tags nests the marks of templates in any order.
func FuzzLex_Tags(f *testing.F) {
	all := templates()
	for i, l := range all {
		src, err := os.ReadFile(filepath.Join("testdata", "lang", fixtureName(l)+".src"))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(uint8(i), []byte("\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09"), src[:min(len(src), 100)])
		f.Add(uint8(i), bytes.Repeat([]byte{1, 3, 5, 7}, 40), []byte("x"))
	}
	f.Fuzz(func(t *testing.T, which uint8, choices, text []byte) {
		l := all[int(which)%len(all)]
		marks := tagMarksOf(l)
		var src []byte
		for _, c := range choices {
			src = append(src, marks[int(c)%len(marks)]...)
		}
		src = append(src, text...)
		tokens := l.Lex(nil, src)
		checkTokens(t, l, src, tokens)
		var literals []Literal
		if again := l.LexLiterals(nil, &literals, src); !slices.Equal(again, tokens) {
			t.Errorf("%s: %q is lexed in another way with its literals", l, src)
		}
	})
}
