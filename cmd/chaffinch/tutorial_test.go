package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// The tutorials are run as their readers run them: block by block, in one shell, from an empty
// folder. A block is one of these:
//
//	```sh    commands. The block that follows has no language, and shows all that they print.
//	         If none follows, they print nothing and succeed.
//	```go    or another language: the content of a file. The line above names it as `name`:
//
// $checkout is the folder of the checkout. A Go file must also pass go vet. Pages show the empty
// folder as /home/jane/new, whatever it is.
//
//	go test ./cmd/chaffinch -run Tutorials -update
//
// writes what is printed to the tutorials. Read the diff: is the prose around it still true?
func TestTutorials_ShowWhatIsPrinted(t *testing.T) {
	readme := textOf(t, "../../docs/README.md")
	for _, name := range tutorials(t) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			if !strings.Contains(readme, "(tutorials/"+filepath.Base(name)+")") {
				t.Error("docs/README.md does not link to it")
			}
			page := textOf(t, name)
			if testing.Short() && strings.Contains(page, "```go\n") {
				t.Skip("builds programs")
			}
			steps, err := stepsOf(page)
			if err != nil {
				t.Fatal(err)
			}
			runSteps(t, steps, t.TempDir())
			if *update && !t.Failed() {
				if err := os.WriteFile(name, []byte(withOutput(page, steps)), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			for _, s := range steps {
				s.check(t)
			}
		})
	}
}

func tutorials(t *testing.T) []string {
	t.Helper()
	names, err := filepath.Glob("../../docs/tutorials/*.md")
	if err != nil || len(names) == 0 {
		t.Fatalf("%d tutorials, %v", len(names), err)
	}
	return names
}

func textOf(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// step is a block that is run, with the block of its output, if any.
type step struct {
	line       int    // of the block in its page
	script     string // for the shell
	file       bool   // it writes a file, and must print nothing
	start, end int    // of the output block, with its fences; equal if there is none
	shown      string // the output that the page shows
	printed    string // the output of the run
	status     int    // the exit status of the run
}

var (
	fenced = regexp.MustCompile("(?ms)^```(\\w*)\n(.*?)^```$\n?")
	named  = regexp.MustCompile("`([\\w.-]+)`:\n+$")
)

// stepsOf returns the steps of a page, or an error if a block is not run.
func stepsOf(page string) ([]step, error) {
	var steps []step
	open := false // the last block was commands, and ended where this one begins
	at := 0
	for _, m := range fenced.FindAllStringSubmatchIndex(page, -1) {
		line := 1 + strings.Count(page[:m[0]], "\n")
		between, language, text := page[at:m[0]], page[m[2]:m[3]], page[m[4]:m[5]]
		at = m[1]
		if strings.Contains(between, "```") {
			return nil, fmt.Errorf("a block before line %d is indented, or not closed", line)
		}
		switch name := named.FindStringSubmatch(between); {
		case language == "sh":
			steps = append(steps, step{line: line, script: text, start: at, end: at})
		case language == "" && open && strings.TrimSpace(between) == "":
			s := &steps[len(steps)-1]
			s.shown, s.start, s.end = text, m[0], m[1]
		case language == "" || name == nil:
			return nil, fmt.Errorf("line %d: this block follows no commands, and no line that names a file as `name`:", line)
		default:
			steps = append(steps, step{line: line, script: writing(name[1], text), file: true, start: at, end: at})
		}
		open = language == "sh"
	}
	if strings.Contains(page[at:], "```") || len(steps) == 0 {
		return nil, errors.New("the last block is indented, not closed, or missing")
	}
	return steps, nil
}

// writing returns commands that write a file and, if it is a Go file, vet its folder.
func writing(name, text string) string {
	script := fmt.Sprintf("cat >%s <<'END OF %[1]s'\n%sEND OF %[1]s\n", name, text)
	if filepath.Ext(name) == ".go" {
		script += "go vet .\n"
	}
	return script
}

// runSteps runs the steps in one shell, in the folder, and keeps what each prints.
func runSteps(t *testing.T, steps []step, folder string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	printed := t.TempDir()
	real, err := filepath.EvalSymlinks(folder)
	if err != nil {
		t.Fatal(err)
	}
	var script strings.Builder
	for i, s := range steps {
		out := filepath.Join(printed, strconv.Itoa(i))
		fmt.Fprintf(&script, "{ :\n%s\n} >'%s' 2>&1 </dev/null\necho $? >'%[2]s.status'\n", s.script, out)
	}
	shell := exec.CommandContext(t.Context(), "sh")
	shell.Dir, shell.Env, shell.Stdin = folder, environment(t), strings.NewReader(script.String())
	if out, err := shell.CombinedOutput(); err != nil || len(out) > 0 {
		t.Fatalf("%v: %s", err, out)
	}
	for i := range steps {
		out := filepath.Join(printed, strconv.Itoa(i))
		steps[i].printed = strings.ReplaceAll(textOf(t, out), real, "/home/jane/new")
		status, err := strconv.Atoi(strings.TrimSpace(textOf(t, out+".status")))
		if err != nil {
			t.Fatal(err)
		}
		steps[i].status = status
		if steps[i].file && (steps[i].printed != "" || status != 0) {
			t.Errorf("line %d: %s", steps[i].line, steps[i].printed)
		}
	}
}

// environment is that of a new user who has the program, Go, and a checkout. A workspace asks for
// go.mod files that a build of the program does not need, so the user's proxy must be known.
func environment(t *testing.T) []string {
	t.Helper()
	checkout, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	env := []string{"HOME=" + home, "XDG_CACHE_HOME=" + home, "PATH=" + os.Getenv("PATH"), "TMPDIR=" + os.Getenv("TMPDIR"),
		"checkout=" + checkout, "LC_ALL=C", "TZ=UTC", "GORACE=atexit_sleep_ms=0"}
	for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOTOOLCHAIN", "GOPROXY", "GONOPROXY", "GOSUMDB", "GONOSUMDB"} {
		value, err := exec.Command("go", "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		env = append(env, name+"="+strings.TrimSpace(string(value)))
	}
	return env
}

// check compares the step with its page.
func (s *step) check(t *testing.T) {
	t.Helper()
	if s.printed != s.shown {
		t.Errorf("line %d: it prints\n%s\nnot\n%s\n(-update writes it)", s.line, s.printed, s.shown)
	}
	if s.printed == "" && s.status != 0 {
		t.Errorf("line %d: it prints nothing and exits with %d", s.line, s.status)
	}
}

// withOutput returns the page with the output of the run.
func withOutput(page string, steps []step) string {
	var b strings.Builder
	at := 0
	for _, s := range steps {
		b.WriteString(page[at:s.start])
		if s.printed != "" {
			b.WriteString("```\n" + s.printed + "```\n")
		}
		at = s.end
	}
	return b.String() + page[at:]
}

// A page is refused if it has a block that would not be run.
func TestTutorials_EveryBlockIsRun(t *testing.T) {
	const run = "```sh\necho a\n```\n```\na\n```\n"
	for _, page := range []string{
		run, run + "\nSave this as `a.py`:\n```python\nprint()\n```\n",
	} {
		steps, err := stepsOf(page)
		if err != nil || steps[0].shown != "a\n" {
			t.Errorf("%q: %+v, %v", page, steps, err)
		}
	}
	for _, page := range []string{
		"", "prose\n", "```\nalone\n```\n", run + "```\ntwice\n```\n", "```sh\necho a\n```\n\nprose\n\n```\na\n```\n",
		run + "```python\nprint()\n```\n", run + "- item\n  ```sh\n  indented\n  ```\n" + run, run + "```sh\nopen\n",
	} {
		if steps, err := stepsOf(page); err == nil {
			t.Errorf("%q is accepted: %+v", page, steps)
		}
	}
}
