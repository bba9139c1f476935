package web

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/chaffinch-search/chaffinch/internal/browsertest"
)

// block returns the first block of a language in README.md.
func block(t *testing.T, language string) string {
	t.Helper()
	m := regexp.MustCompile("(?s)```" + language + "\n(.*?)```").FindStringSubmatch(read(t, "README.md"))
	if m == nil {
		t.Fatalf("README.md has no block of %s", language)
	}
	return m[1]
}

// The example of README.md runs in node.
func TestReadme_ExampleRuns(t *testing.T) {
	_, engine := programs(t)
	library, err := filepath.Abs("index.js")
	must(t, err)
	name := filepath.Join(t.TempDir(), "example.mjs")
	example := strings.Replace(block(t, "js"), `"@chaffinch/web"`, fmt.Sprintf("%q", "file://"+library), 1)
	must(t, os.WriteFile(name, []byte(fmt.Sprintf(`
import { readFileSync } from "node:fs";
import { runInThisContext } from "node:vm";
runInThisContext(readFileSync(%q, "utf16le").slice(1));
%s
console.log([page.size > 0, shared.kind, prints.language, "hits" in answer].join());
`, engine, example)), 0o644))
	out, err := exec.Command("node", name).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if want := "(?s)^reading .*\n1 0\\.\\d+\ntrue,renamed,Python,true\n$"; !regexp.MustCompile(want).Match(out) {
		t.Errorf("it prints\n%s", out)
	}
}

// A page of a program works as README.md says, with the policy that is there.
func TestReadme_PageRuns(t *testing.T) {
	_, engine := programs(t)
	b := browsertest.New(t)
	page := "<!DOCTYPE html><meta charset=utf-8><title>x</title><link rel=icon href=data:,>" + block(t, "html")
	served := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			w.Header().Set("Content-Type", "text/html")
			_, _ = w.Write([]byte(page))
		case "/engine.js", "/index.js":
			w.Header().Set("Content-Type", "text/javascript; charset=utf-8") // which the mark of engine.js overrides
			http.ServeFile(w, r, map[string]string{"/engine.js": engine, "/index.js": "index.js"}[r.URL.Path])
		default:
			t.Errorf("the page asks for %s", r.URL)
		}
	}))
	defer served.Close()
	b.Visit(served.URL, "/")
	got := browsertest.Run(b, chromedp.Evaluate[string](`import("/index.js").then(async ({ compare, pairs }) => {
		const source = (total) => "def f(items):\n    total = 0\n    for item in items:\n        total += item.price * item.count\n    return total\n".replaceAll("total", total);
		const report = await pairs([{ path: "a.py", data: source("total") }, { path: "b.py", data: source("s") }]);
		const { kind } = (await report.json()).pairs[0];
		report.close();
		return kind + " " + (await compare(source("total"), source("x"), { language: "Python" })).matches.length;
	})`, chromedp.EvalAwaitPromise))
	if got != "renamed 1" {
		t.Error(got)
	}
	b.ExpectNoComplaints()
}
