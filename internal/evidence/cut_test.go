package evidence_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/asktest"
	"github.com/chaffinch-search/chaffinch/internal/ringtest"
	"github.com/chaffinch-search/chaffinch/internal/warning"
)

// Lines are read as in their file: a comment or string around their border is one there too.
func TestDocument_LinesBeginAndEndInsideSpans(t *testing.T) {
	docs := "    \"\"\"Don't read\n    this as code,\n    or (that).\n    \"\"\"\n"
	code := ""
	for i := range 6 {
		code += fmt.Sprintf("    total[%d] = weigh(total, scale * %d) + offset\n", i, i)
	}
	file := "def one(total):\n" + docs + code + "\ndef two(total):\n" + docs + code
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": {"a.py": file}})
	q := asktest.Search(file)
	q.Name, q.Lines = "a.py", answer.Lines{From: 4, To: 14}
	a := asktest.Ask(t, x, q)
	if len(a.Hits) != 1 || len(a.Hits[0].Matches) != 1 {
		t.Fatalf("%+v", a)
	}
	// The second docstring begins in line 14, so it belongs to the question. It ends in line 17,
	// which does not.
	asked, found := answer.Lines{From: 6, To: 14}, answer.Lines{From: 6, To: 17}
	if m := a.Hits[0].Matches[0]; m.Question != asked || m.Document != found || a.Hits[0].Kind != "verbatim" || a.Hits[0].Coverage != 1 {
		t.Errorf("%+v", a.Hits[0])
	}
	cut := asktest.Search(strings.Join(strings.SplitAfter(file, "\n")[3:15], ""))
	cut.Name = "a.py"
	warnings := []string{
		"the question seems to begin inside a string, which ends in line 2 and is ignored",
		"the question seems to end inside a string, which begins in line 11 and is ignored",
	}
	a = asktest.Ask(t, x, cut)
	if !slices.Equal(warning.Texts(a.Warnings), warnings) || len(a.Hits) != 1 || a.Hits[0].Coverage != 1 || a.Hits[0].Kind != "verbatim" {
		t.Errorf("%+v", a)
	}
	c := asktest.CompareTexts(t, q.Document, chaffinch.Document{Name: "b.py", Source: []byte("import os\n" + code)})
	if len(c.Matches) != 1 || c.Matches[0].A.Lines != (answer.Lines{From: 6, To: 11}) ||
		c.Matches[0].A.Bytes.Start != strings.Index(file, "total[0]") {
		t.Errorf("%+v", c.Matches)
	}
}

// Examples in a docstring are code that is found too. The reading that explains all of a cut wins
// over the one that explains more of it, but less of what it reads.
func TestSearch_CutBeginsBeforeExamples(t *testing.T) {
	words := "the callers weigh totals of every ledger in turn but none that is open while others wait for it "
	docs, code := "", ""
	for i := range 8 {
		docs += "    " + words[i*7:] + words[:i*7] + "\n"
	}
	for k := range 20 {
		code += fmt.Sprintf("    total[%d] = weigh(total, scale * %d) + offset\n", k, k)
	}
	for i := range 4 {
		docs += fmt.Sprintf("        ledger[%d] = ['a%d', count(ledger), scale - %d]\n", i, i, i)
	}
	docs += "    which isn't weighed.\n    \"\"\"\n"
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": {"a.py": "def one(total):\n    \"\"\"Sums.\n" + docs + code}})
	cut := asktest.Search(docs + code)
	cut.Language = "Python"
	a := asktest.Ask(t, x, cut)
	if len(a.Hits) == 0 || a.Hits[0].Coverage != 1 || a.Hits[0].Kind != "verbatim" {
		t.Errorf("%+v", a)
	}
}

// Lines of markup may have no tag. They are read as their file is, not as prose.
func TestDocument_LinesOfTextInMarkup(t *testing.T) {
	text := "finches sing in the morning\nand owls at night, if nobody\nis about who could hear them\n"
	for _, ext := range []string{"html", "xml", "svg", "vue"} {
		x := asktest.MakeIndex(t, map[string]map[string]string{"c": {"a." + ext: "<div><b>Birds</b>\n" + text + "</div>\n"}})
		cut := asktest.Search(text)
		cut.Name = "q." + ext
		lines := asktest.Search("<i>Songs</i>\n" + text)
		lines.Name, lines.Lines = "q."+ext, answer.Lines{From: 2, To: 4}
		for _, q := range []asktest.Question{cut, lines} {
			a := asktest.Ask(t, x, q)
			if len(a.Hits) != 1 || a.Hits[0].Coverage != 1 || a.Hits[0].Matches[0].Document != (answer.Lines{From: 2, To: 4}) {
				t.Errorf("%s: %+v", q.Name, a)
			}
		}
	}
}

// dialect is how a language writes what a cut may begin inside of.
type dialect struct {
	ext string
	// function has the verbs NAME, DOC and BODY; line is a statement of the body with NAME, OTHER
	// and NUMBER, and text one with TEXT, a string that runs over lines.
	function, line, text string
}

var dialects = []dialect{
	{"py", "def NAME(OTHER):\n    \"\"\"DOC\n    \"\"\"\nBODY    return OTHER\n\n\n",
		"    NAME = OTHER.fold(NUMBER, key=[NAME])TAIL\n", "    NAME = '''TEXT''' % OTHER\n"},
	{"go", "/*\nNAME DOC\n*/\nfunc NAME(OTHER int) int {\nBODY\treturn OTHER\n}\n\n",
		"\tNAME := OTHER.Fold(NUMBER, &NAME)TAIL\n", "\tNAME := fmt.Sprintf(`TEXT`, OTHER)\n"},
	{"js", "/**\n * DOC\n */\nfunction NAME(OTHER) {\nBODY  return OTHER;\n}\n\n",
		"  const NAME = OTHER.fold(NUMBER, { NAME })TAIL;\n", "  const NAME = format(`TEXT ${OTHER}`, OTHER / 2);\n"},
	{"c", "/* DOC\n */\nstatic int NAME(struct ring *OTHER)\n{\nBODY\treturn OTHER->size;\n}\n\n",
		"\tint NAME = fold(OTHER, NUMBER, &NAME)TAIL;\n", "\t/* TEXT */\n\tNAME(OTHER);\n"},
	{"cpp", "/* DOC\n */\nint Ring::NAME(const Ring &OTHER) {\nBODY  return OTHER.size();\n}\n\n",
		"  auto NAME = OTHER.fold<NUMBER>(&NAME)TAIL;\n", "  auto NAME = format(R\"x(TEXT)x\", OTHER);\n"},
	{"rs", "/* DOC\n*/\npub fn NAME(OTHER: &Ring) -> usize {\nBODY    OTHER.size()\n}\n\n",
		"    let NAME = OTHER.fold(NUMBER, &NAME)?TAIL;\n", "    let NAME = format(r#\"TEXT\"#, OTHER);\n"},
	{"rb", "=begin\nDOC\n=end\ndef NAME(OTHER)\nBODY  OTHER.size\nend\n\n",
		"  NAME = OTHER.fold(NUMBER) { |x| x + NAME }TAIL\n", "  NAME = format(<<~PAGE, OTHER)\n    TEXT\n  PAGE\n"},
	{"sh", "NAME() {\n  cat <<USAGE\nDOC\nUSAGE\nBODY  return 0\n}\n\n",
		"  NAME=$(fold \"$OTHER\" NUMBER | sort > $NAME)TAIL\n", "  cat > $NAME <<PAGE\nTEXT\nPAGE\n"},
	{"lua", "--[[ DOC\n]]\nlocal function NAME(OTHER)\nBODY  return OTHER.size\nend\n\n",
		"  local NAME = OTHER:fold(NUMBER, { NAME })TAIL\n", "  local NAME = format([[TEXT]], OTHER)\n"},
	{"kt", "/**\n * DOC\n */\nfun NAME(OTHER: Ring): Int {\nBODY    return OTHER.size\n}\n\n",
		"    val NAME = OTHER.fold(NUMBER) { it + NAME }TAIL\n", "    val NAME = format(\"\"\"TEXT\"\"\", OTHER)\n"},
	{"html", "<!-- DOC\n-->\n<div id=\"NAME\"\n  class=\"OTHER\">\nBODY</div>\n\n",
		"  <em>NAME</em> or OTHER<br> are NUMBERTAIL,\n", "  NAME in <a\n  href=\"OTHER\">OTHER\n  of NUMBER</a>,\n  or (don't) NAMETAIL.\n"},
	{"xml", "<!-- DOC\n-->\n<NAME id=\"OTHER\"\n  xlink:href=\"#NUMBER\">\nBODY</NAME>\n\n",
		"  NAME <ref>OTHER</ref> and <no n=\"NUMBER\"/>TAIL,\n", "  NAME in <note\n  of=\"OTHER\">OTHER\n  of NUMBER</note>,\n  or (don't) NAMETAIL.\n"},
}

var sentences = strings.Split(`The ring is full when both ends meet, so one place is kept free.
Don't call this twice: the second call waits (perhaps for ever).
It returns what it was given, or the default; callers own the result
and see the paper of Brin, Davis and Garcia-Molina for the reasons.
Writes are atomic on every system that we know of.
If the list is empty, nothing happens and no error is raised`, "\n")

// source returns a file whose names and numbers occur in no other one.
func (d dialect) source(rng *rand.Rand) string {
	name := func() string {
		word := ""
		for range 6 {
			word += string("bdfgklmnprstv"[rng.IntN(13)]) + string("aeiou"[rng.IntN(5)])
		}
		return word
	}
	prose := func(indent string) string {
		var all []string
		for range 3 + rng.IntN(5) {
			all = append(all, sentences[rng.IntN(len(sentences))])
		}
		return strings.Join(all, "\n"+indent)
	}
	fill := func(text string) string {
		for range strings.Count(text, "TAIL") {
			tail := ""
			for range rng.IntN(6) {
				tail += []string{" + NUMBER", " - OTHER[1]", " * (OTHER)", " / 2"}[rng.IntN(4)]
			}
			text = strings.Replace(text, "TAIL", tail, 1)
		}
		for _, verb := range []string{"NAME", "OTHER"} {
			text = strings.ReplaceAll(text, verb, name())
		}
		text = strings.ReplaceAll(text, "NUMBER", fmt.Sprint(rng.IntN(1e6)))
		return strings.ReplaceAll(strings.ReplaceAll(text, "TEXT", prose("")), "DOC", prose(" "))
	}
	all := ""
	for range 6 {
		body := ""
		for range 3 + rng.IntN(12) {
			if rng.IntN(4) == 0 {
				body += fill(d.text)
			} else {
				body += fill(d.line)
			}
		}
		all += strings.Replace(fill(d.function), "BODY", body, 1)
	}
	return all
}

// The promise holds for cuts that begin and end anywhere: inside comments, docstrings, templates,
// raw strings and heredocs.
func TestSearch_FindsCutsAnywhere(t *testing.T) {
	each := ringtest.Of(20, 60)
	rng := rand.New(rand.NewPCG(1, 2))
	files := map[string]string{}
	for _, d := range dialects {
		for i := range 3 {
			files[fmt.Sprintf("f%d.%s", i, d.ext)] = d.source(rng)
		}
	}
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": files})
	for _, d := range dialects {
		t.Run(d.ext, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(3, 4))
			path := "f1." + d.ext
			source := []byte(files[path])
			l, _ := lex.Lookup(d.ext)
			tokens := l.Lex(nil, source)
			lines := bytes.SplitAfter(source, []byte("\n"))
			guaranteed := 0
			for range each {
				n := 5 + rng.IntN(40)
				first := rng.IntN(len(lines) - n)
				before := len(slices.Concat(lines[:first]...))
				text := slices.Concat(lines[first : first+n]...)
				own := lex.Within(tokens, before, before+len(text))
				if k := len(own); k > 0 && int(own[k-1].End) > before+len(text) {
					own = own[:k-1]
				}
				if len(own) < 17 {
					continue
				}
				guaranteed++
				q := asktest.Search(string(text))
				q.Name = "q." + d.ext
				code := answer.Lines{From: lineOf(source, own[0].Start), To: lineOf(source, own[len(own)-1].End)}
				checkCut(t, asktest.Ask(t, x, q), "c/"+path, first, 0, code)
				q.Source, q.Lines = source, answer.Lines{From: first + 1, To: first + n}
				checkCut(t, asktest.Ask(t, x, q), "c/"+path, 0, first+n, code)
			}
			if guaranteed < each/2 {
				t.Errorf("only %d of %d cuts have enough tokens", guaranteed, each)
			}
		})
	}
}

func lineOf(source []byte, at uint32) int { return bytes.Count(source[:at], []byte("\n")) + 1 }

// checkCut checks that the first hit is the file, with a match in the very lines that were cut,
// after those before. What is outside of the code of the cut may match something else. In the last
// line asked for, if any, a string may begin that ends below it.
func checkCut(t *testing.T, a *answer.Answer, path string, before, last int, code answer.Lines) {
	t.Helper()
	if got := asktest.Paths(a); len(got) == 0 || got[0] != path || len(a.Hits[0].Matches) == 0 {
		t.Errorf("%s from line %d: found %q: %q", path, before+1, got, a.Warnings)
		return
	}
	m, _ := a.Hits[0].Largest()
	from, to := m.Question.From+before, m.Question.To+before
	if last > 0 && to > last {
		t.Errorf("%s: lines up to %d are asked for, and %s found", path, last, m.Question)
	}
	if from >= code.From && from != m.Document.From || to <= code.To && to != last && to != m.Document.To {
		t.Errorf("%s from line %d: lines %s are said to be %s: %q", path, before+1, m.Question, m.Document, a.Warnings)
	}
}

// The blocks of an answer have several origins, in several languages. One origin explains the
// format no better than it explains the language of the name.
func TestSearch_FindsEveryBlockOfAnAnswer(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	files := map[string]string{}
	for _, d := range dialects {
		files["a."+d.ext] = d.source(rng)
	}
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": files})
	for _, ext := range []string{"go", "js", "c", "rs", "sh", "xml"} {
		for _, n := range []int{12, 25} {
			body := func(ext string) string { return strings.Join(strings.SplitAfter(files["a."+ext], "\n")[:n], "") }
			q := asktest.Search("Write it so:\n\n```python\n" + body("py") + "```\n\nThen add this, and see\nwhat it does:\n\n```" +
				ext + "\n" + body(ext) + "```\n")
			q.Name = "answer.py"
			a := asktest.Ask(t, x, q)
			if a.Question.Language != "Markdown" || !slices.Contains(asktest.Paths(a), "c/a."+ext) || !slices.Contains(asktest.Paths(a), "c/a.py") {
				t.Errorf("%d lines of %s: read as %s, found %q: %q", n, ext, a.Question.Language, asktest.Paths(a), a.Warnings)
			}
		}
	}
}
