package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/ctxtest"
)

// runIn returns the output of the command on both streams, and its exit code.
func (c *commandLine) runIn(ctx context.Context, args ...string) (out, errOut string, code int) {
	c.t.Helper()
	var o, e bytes.Buffer
	code = run(ctx, args, strings.NewReader(""), &o, &e)
	return o.String(), e.String(), code
}

// parsed returns the JSON output of a command.
func parsed[T any](t *testing.T, out string) (v T) {
	t.Helper()
	if err := json.Unmarshal([]byte(out), &v); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return v
}

func blobID(seed int) string { return index.BlobID([]byte(source(seed))) }

type indexReports struct{ Reports []index.Report }

// Wherever indexing is interrupted, the next run does not add again what this run reported as
// added.
func TestIndex_InterruptedSaysWhatIsKept(t *testing.T) {
	c := newCommandLine(t)
	const files = 40
	for i := range files {
		c.write(fmt.Sprintf("src/f%02d.go", i), source(i))
	}
	never := ctxtest.After(1 << 20)
	out, errOut, code := c.runIn(never, "index", "--index", "whole", "src")
	if code != exitFound || !strings.Contains(out, "40 added") {
		t.Fatal(code, out, errOut)
	}
	const times = 12
	began := 0
	for i := range times {
		to := fmt.Sprint("index", i)
		out, errOut, code := c.runIn(ctxtest.After(never.Looks()*i/times), "index", "--json", "--index", to, "src")
		if code == exitError && errOut != "chaffinch: interrupted\n" {
			t.Errorf("%d: %s", i, errOut)
		}
		added := 0
		if out != "" { // else nothing is kept
			r := parsed[indexReports](t, out).Reports[0]
			if added = r.Added; r.Unpublished {
				t.Errorf("%d: %+v", i, r)
			}
		}
		if added > 0 {
			began++
		}
		next, _ := c.run(exitFound, "index", "--json", "--index", to, "src")
		if r := parsed[indexReports](t, next).Reports[0]; r.Unchanged != added || r.Added != files-added {
			t.Errorf("%d: after %d are added: %+v", i, added, r)
		}
	}
	if began == 0 {
		t.Error("nothing was ever added")
	}
}

// If the finished work is not published, because a content may have lost its last occurrence, the
// command says so.
func TestIndex_InterruptedSaysUnpublished(t *testing.T) {
	c := newCommandLine(t)
	for _, json := range []bool{false, true} {
		name := fmt.Sprint("json ", json)
		c.write(name+"/src/a.go", source(1))
		c.write(name+"/src/b.go", source(2))
		args := []string{"index", "--index", name + "/x", name + "/src"}
		if json {
			args = append(args, "--json")
		}
		c.run(exitFound, args...)
		c.write(name+"/src/a.go", source(3))
		c.write(name+"/src/b.go", source(4))
		said := 0
		for looks := 1; ; looks++ {
			out, errOut, code := c.runIn(ctxtest.After(looks), args...)
			if code == exitFound {
				break
			}
			if errOut != "chaffinch: interrupted\n" {
				t.Fatal(errOut)
			}
			if !strings.Contains(out, `"unpublished": true`) && !strings.Contains(out, "\n  not published, ") {
				continue
			}
			said++
			found, _ := c.run(exitFound, "list", "--index", name+"/x", "--json")
			if !strings.Contains(found, blobID(1)) && !strings.Contains(found, blobID(2)) {
				t.Errorf("after %d looks all is published: %s", looks, out)
			}
		}
		if said == 0 {
			t.Errorf("%s: it is never said", name)
		}
	}
}

// Wherever a repair is interrupted, it prints what it removed, and the next one removes the rest.
func TestRepair_InterruptedPrintsWhatItDid(t *testing.T) {
	c := newCommandLine(t)
	for i := range 4 {
		c.write(fmt.Sprintf("src/f%d.go", i), source(i))
	}
	c.run(exitFound, "index", "--index", "x", "src")
	segments, err := filepath.Glob("x/store/*.zap")
	if err != nil || len(segments) == 0 {
		t.Fatal(segments, err)
	}
	for _, file := range segments {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		content[len(content)/2] ^= 1
		c.write(file, string(content))
	}
	copied := func(to string) string {
		if err := os.CopyFS(to, os.DirFS("x")); err != nil {
			t.Fatal(err)
		}
		return to
	}
	never := ctxtest.After(1 << 20)
	out, errOut, code := c.runIn(never, "check", "--repair", "--index", copied("whole"))
	if code != exitNothing || !dropsSegments(t, out) {
		t.Fatal(code, out, errOut)
	}
	between := 0
	const times = 24
	for i := range times {
		args := []string{"check", "--repair", "--index", copied(fmt.Sprint("x", i))}
		if i%2 == 0 {
			args = append(args, "--json")
		}
		first, _, code := c.runIn(ctxtest.After(never.Looks()*i/times), args...)
		then, errOut, _ := c.runIn(t.Context(), args...)
		if dropsSegments(t, first) == dropsSegments(t, then) {
			t.Errorf("%d: exits with %d after %q, then %q, %s", i, code, first, then, errOut)
		}
		if code != exitError || !dropsSegments(t, first) {
			continue
		}
		between++
		if i%2 != 0 && !strings.HasSuffix(first, "\nthe repair did not finish: run it again\n") {
			t.Errorf("%d: %q", i, first)
		}
	}
	if between == 0 {
		t.Error("it was never interrupted after it had taken something out")
	}
}

// dropsSegments reports whether a repair says that it drops segments, in either format.
func dropsSegments(t *testing.T, out string) bool {
	t.Helper()
	if strings.HasPrefix(out, "{") {
		return len(parsed[index.RepairReport](t, out).Segments) > 0
	}
	return strings.Contains(out, "\ndropped: ")
}
