package scan

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// methods are those that an interface demands of a type.
func methods(name, field string) string {
	return fmt.Sprintf(`type %[1]sList []%[1]s

func (l %[1]sList) Len() int           { return len(l) }
func (l %[1]sList) Swap(i, j int)      { l[i], l[j] = l[j], l[i] }
func (l %[1]sList) Less(i, j int) bool { return l[i].%[2]s < l[j].%[2]s }

`, name, field)
}

// What several documents have with other names is an idiom. The same with the same names is a copy.
func TestRun_LeavesOutIdioms(t *testing.T) {
	files := map[string]string{}
	for i, name := range []string{"Arrow", "Bolt", "Chair", "Door", "Engine", "Fork", "Gate", "Horn", "Iron", "Jar", "Knob"} {
		files[name+".go"] = routines(10*i, 10*i+1) + methods(name, "size") + routine(10*i+2)
	}
	x := makeIndex(t, map[string]map[string]string{"all": files})
	edited := strings.Replace(methods("Window", "height"), "return len", "return 2 * len", 1)
	tree := write(t, map[string]string{
		"idiom.go": routines(900, 901) + edited + routine(902),
		"copy.go":  routines(910, 911) + strings.Replace(methods("Horn", "size"), "return len", "return 2 * len", 1) + routine(912),
	})
	r := run(t, x, Options{Tree: tree})
	if len(r.Findings) != 1 || r.Findings[0].File != "copy.go" || r.Findings[0].Origin.Path != "Horn.go" {
		t.Errorf("findings are %q", summaries(r))
	}
	for _, f := range r.Findings {
		if f.Score < r.MinScore {
			t.Errorf("%s has a score of %.3f", summary(f), f.Score)
		}
	}
}

// A long copy in which all names are renamed is found, also with edits.
func TestRun_FindsLongRenamedCopies(t *testing.T) {
	x := corpusOf(t)
	renamed := regexp.MustCompile(`\b([a-z])([a-z])(\d+)\b`).ReplaceAllString(routine(11)+"var limit = 17\n"+routine(12), "$2$1${3}5")
	r := run(t, x, Options{Tree: write(t, map[string]string{"a.go": routines(100, 101) + renamed + routine(102)})})
	if len(r.Findings) != 1 || r.Findings[0].Kind != "edited" || r.Findings[0].Origin.Path != "tree.go" {
		t.Errorf("findings are %q", summaries(r))
	}
}

// A copy that begins with lines that many documents have is a copy if the rest of it is enough.
func TestRun_JudgesRarePartsOfCommonMatches(t *testing.T) {
	imports := ""
	for i := range 60 {
		imports += fmt.Sprintf("import static org.example.tools.section%d.Assert.check%d;\n", i, i)
	}
	class := func(n int) string {
		return imports + fmt.Sprintf("class Test%d {\n", n) + strings.ReplaceAll(routine(n), "func ", "void ") + "}\n"
	}
	files := map[string]string{}
	for i := range 30 {
		files[fmt.Sprintf("Test%d.java", i)] = class(i)
	}
	x := makeIndex(t, map[string]map[string]string{"all": files})
	r := run(t, x, Options{Tree: write(t, map[string]string{"A.java": class(7) + "// more\n", "B.java": imports + "class Mine {}\n"})})
	var got []string
	for _, f := range r.Findings {
		got = append(got, fmt.Sprint(f.File, " ", f.Class))
	}
	if fmt.Sprint(got) != "[A.java copy B.java common]" {
		t.Errorf("findings are %q", got)
	}
}
