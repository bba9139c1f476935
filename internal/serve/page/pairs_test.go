package page

import (
	"bytes"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/internal/serve"
)

// part is a field of a form: a value, or a file if it has a path.
type part struct{ name, path, value string }

// compare sends the form that compares, as a browser without JavaScript does. It returns the page
// that it leads to.
func (r *running) compare(parts ...part) (status int, at, text string) {
	r.t.Helper()
	return r.send(serve.PairsForm, parts...)
}

func (r *running) send(path string, parts ...part) (status int, at, text string) {
	r.t.Helper()
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	for _, p := range parts {
		header := fmt.Sprintf(`form-data; name=%q`, p.name)
		if p.path != "" {
			header += fmt.Sprintf(`; filename=%q`, p.path)
		}
		w, err := form.CreatePart(textproto.MIMEHeader{"Content-Disposition": {header}})
		must(r.t, err)
		_, err = io.WriteString(w, p.value)
		must(r.t, err)
	}
	must(r.t, form.Close())
	q, err := http.NewRequest("POST", r.at+path, &b)
	must(r.t, err)
	q.Header.Set("Content-Type", form.FormDataContentType())
	q.Header.Set("Origin", r.at)
	a, err := http.DefaultClient.Do(q)
	must(r.t, err)
	defer a.Body.Close()
	page, err := io.ReadAll(a.Body)
	must(r.t, err)
	return a.StatusCode, a.Request.URL.Path, string(page)
}

// ended reloads the page of a job until the job has ended.
func (r *running) ended(at string) string {
	r.t.Helper()
	for {
		status, text, _ := r.get(at)
		if status != http.StatusOK {
			r.t.Fatal(status, text)
		}
		if !strings.Contains(text, `http-equiv="refresh"`) {
			return text
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// isJob reports whether a page is the one of a job: its progress, or already its report.
func isJob(page, title string) bool {
	return strings.Contains(page, "<h1>"+title+"</h1>") || strings.Contains(page, `aria-label="This job"`)
}

// saved returns the address of the report that a page of a job saves.
func saved(text string) string {
	_, report, _ := strings.Cut(text, `small" href="`)
	report, _, _ = strings.Cut(report, `"`)
	return report
}

// wrong matches the error of a page.
var wrong = regexp.MustCompile(`<p class="note wrong".*`)

func class(t *testing.T) string {
	return filetest.Zip(t, [2]string{"class/ann/a.go", program("a") + other("h")}, [2]string{"class/bob/b.go", program("b") + other("h")},
		[2]string{"class/cid/c.go", program("c") + other("h") + "var x = 1\n"})
}

func TestPairs_OfAFormWithoutScripts(t *testing.T) {
	r := run(t, makeIndex(t, "a", nil))
	status, at, text := r.compare(part{name: "unit", value: "dir"}, part{name: "minScore", value: "0"}, part{"files", "", ""},
		part{"files", "class.zip", class(t)}, part{"base", "handout.go", other("h")})
	if status != http.StatusOK || !strings.HasPrefix(at, "/pairs/") || !isJob(text, "Comparison") {
		t.Fatal(status, at, text)
	}
	text = r.ended(at)
	if !strings.Contains(text, `aria-label="This job"`) || !strings.Contains(text, `aria-label="What to do"`) || strings.Count(text, "form-action 'self'") != 1 {
		t.Error("the report is not in the frame:", text[:4000])
	}
	if _, _, header := r.get(at); strings.Contains(header.Get("Content-Security-Policy"), "data:") {
		t.Error("the policy allows what no report needs:", header)
	}
	report := saved(text)
	status, page, header := r.get(report)
	if strings.Contains(page, `class="bar frame"`) || strings.Contains(page, "form-action 'self'") || len(page) > len(text) {
		t.Error("the saved report has the frame")
	}
	if status != http.StatusOK || !strings.HasPrefix(header.Get("Content-Type"), "text/html") || !strings.Contains(page, "Comparison of 3 submissions") {
		t.Error(status, header, text)
	}
	_, result, _ := r.get(strings.TrimSuffix(report, "report") + "result")
	for _, want := range []string{`"name": "ann"`, `"path": "cid/c.go"`, `"unit": "dir"`, `"minScore": 0`} {
		if !strings.Contains(result, want) {
			t.Errorf("%s is not in %s", want, result)
		}
	}
	if strings.Contains(result, `"boilerplate": 0,`) || strings.Contains(result, "handout.go") || strings.Contains(result, "chaffinch-jobs") {
		t.Error("the base code is not ignored, or named:", result)
	}
	if _, text := r.post(at+"/delete", nil); !strings.Contains(text, "were deleted") {
		t.Error(text)
	}
	if status, text, _ := r.get(at); status != http.StatusNotFound || !strings.Contains(text, "upload again") {
		t.Error(status, text)
	}
}

// The form on the server has what the form in the browser has: earlier years, groups, pseudonyms.
func TestPairs_OfYearsAndGroups(t *testing.T) {
	r := run(t, makeIndex(t, "a", nil))
	result := func(parts ...part) (at, json string) {
		t.Helper()
		status, at, text := r.compare(parts...)
		if status != http.StatusOK || !strings.HasPrefix(at, "/pairs/") {
			t.Fatal(status, at, wrong.FindString(text))
		}
		r.ended(at)
		_, json, _ = r.get(strings.Replace(at, "/pairs/", "/api/v1/jobs/", 1) + "/result")
		if strings.Contains(json, "chaffinch-jobs") {
			t.Error("a folder of the server is named:", json)
		}
		return at, json
	}
	pairsOf := func(json string) int { return strings.Count(json, `"score":`) }
	mine := []part{{"files", "class/ann/a.go", program("a")}, {"files", "class/bob/b.go", other("b")}}
	old := []part{{"archive", "2024/cid/c.go", program("c")}, {"archive", "2024/dan/d.go", program("d")}, {"archive", "2023.zip", class(t)}}

	_, json := result(append(append(mine, old...), part{name: "unit", value: "dir"})...)
	for _, want := range []string{`"name": "class/ann"`, `"name": "2024/cid"`, `"name": "2023.zip/bob"`} {
		if !strings.Contains(json, want) {
			t.Errorf("%s is not in %s", want, json)
		}
	}
	if strings.Count(json, `"old": true`) != 5 {
		t.Error("five are earlier ones:", json)
	}

	groups := []part{{"files", "class/one/ann/a.go", program("a")}, {"files", "class/one/bob/b.go", other("b")}, {"files", "class/two/cid/c.go", program("c")}, {"files", "class/three.zip", class(t)},
		{"files", "class/info.csv", "filename,full_name\none/ann,Ann\n"}, {"files", "class/README.txt", strings.Repeat("some words ", 40)}, {"files", "class/.DS_Store", "x"}}
	at, json := result(append(groups, part{name: "unit", value: "inner"})...)
	for _, want := range []string{`"name": "one/ann"`, `"name": "one/bob"`, `"name": "two/cid"`, `"name": "three.zip/cid"`,
		`"path": "info.csv"`, `"path": "README.txt"`, "it is beside the folder or archive of its submissions: put it in there", `"excluded": 2`} {
		if !strings.Contains(json, want) {
			t.Errorf("%s is not in %s", want, json)
		}
	}
	if n := pairsOf(json); n < 3 || strings.Count(json, `"old": false`) != 6 || strings.Contains(json, "DS_Store") {
		t.Error(n, json)
	}
	if _, page, _ := r.get(at); !strings.Contains(page, "/result\" download") || !strings.Contains(page, "it is beside the folder") || !strings.Contains(page, "one, two, three.zip") {
		t.Error("the report is without its result, the skipped files or the groups")
	}

	_, at, _ = r.compare(part{"files", "class/a.go", program("a")}, part{"files", "class/b.go", program("b")}, part{name: "unit", value: "inner"})
	if text := r.ended(at); !strings.Contains(wrong.FindString(text), "no groups: send each group as a folder or archive") {
		t.Error("files without a group are compared:", wrong.FindString(text))
	}

	at, _ = result(append(mine, part{name: "unit", value: "dir"}, part{name: "anonymous", value: "true"}, part{name: "minScore", value: "0"})...)
	if _, page, _ := r.get(at); strings.Contains(page, `"ann"`) || strings.Contains(page, "ann/a.go") || !strings.Contains(page, `"anonymous":true`) {
		t.Error("the report names somebody")
	} else if strings.Contains(page, "/result") || !strings.Contains(page, "/report\" download") {
		t.Error("the frame of a report with pseudonyms leads to the names")
	}
	for share, want := range map[string]int{"0": 3, "0.5": 0} { // all have other("h")
		_, json = result(part{"files", "class.zip", class(t)}, part{name: "unit", value: "dir"}, part{name: "deadline", value: "2025-03-11 18:00"}, part{name: "maxShare", value: share})
		if strings.Count(json, `"boilerplate": 0,`) != want || !strings.Contains(json, "2025-03-11") {
			t.Error(share, json)
		}
	}
}

func TestScan_OfAFormWithoutScripts(t *testing.T) {
	r := run(t, makeIndex(t, "a", map[string]string{"lib/a.go": program("a"), "lib/b.go": other("h")}))
	status, at, text := r.send(serve.ScanForm, part{name: "language", value: ""}, part{"files", "mine/copied.go", program("a")}, part{"files", "mine/new.txt", "some words"})
	if status != http.StatusOK || !strings.HasPrefix(at, "/scan/") || !isJob(text, "Scan") {
		t.Fatal(status, at, text)
	}
	text = r.ended(at)
	if status, page, _ := r.get(saved(text)); status != http.StatusOK || !strings.Contains(page, "<title>Scan of mine.zip<") || !strings.Contains(page, "lib/a.go") {
		t.Error(status, text)
	}
	if _, text := r.post(at+"/delete", nil); !strings.Contains(text, "were deleted") || !strings.Contains(text, "Scan a project") {
		t.Error(text)
	}
	for field, want := range map[string]string{"language": "unknown language", "minScore": "use a number", "index": "no index"} {
		if status, _, text := r.send(serve.ScanForm, part{name: field, value: "nope"}, part{"files", "a.go", program("a")}); status < 400 || !strings.Contains(text, want) {
			t.Errorf("%s: %d without %q: %s", field, status, want, wrong.FindString(text))
		}
	}
}

// The files of a folder have its name before them, which does not count.
func TestPairs_OfAFolder(t *testing.T) {
	r := run(t, makeIndex(t, "a", nil))
	_, at, _ := r.compare(part{name: "unit", value: "dir"}, part{"files", "class/ann/a.go", program("a")}, part{"files", "class/bob/b.go", program("b")},
		part{"files", "/class/../class/cid/c.go", program("c")}, part{"files", `class\ann\more.go`, other("d")})
	r.ended(at)
	_, result, _ := r.get(strings.Replace(at, "/pairs/", "/api/v1/jobs/", 1) + "/result")
	if strings.Contains(result, "class/") || !strings.Contains(result, `"path": "ann/more.go"`) || !strings.Contains(result, `"name": "cid"`) {
		t.Error(result)
	}
}

func TestPairs_SaysWhatIsWrong(t *testing.T) {
	r := limited(t, func(l *serve.Limits) { l.Upload, l.Jobs = 1<<20, 1 }, makeIndex(t, "a", nil))
	for _, c := range []struct {
		parts  []part
		status int
		want   string
	}{
		{nil, 422, "choose a folder, files or an archive"},
		{[]part{{"base", "a.go", "x"}}, 422, "choose a folder, files or an archive"},
		{[]part{{"files", "a.go", "x"}, {name: "minScore", value: "much"}}, 422, "use a number from 0 to 1"},
		{[]part{{"files", "a.go", "x"}, {name: "minScore", value: "2"}}, 422, "minScore is 2: use 0 to 1"},
		{[]part{{"files", "a.go", "x"}, {name: "countImports", value: "much"}}, 422, "use true or false"},
		{[]part{{"files", "a.go", "x"}, {name: "sort", value: "size"}}, 422, "use unusual, score, smaller or larger"},
		{[]part{{"files", "a.go", "x"}, {name: "unit", value: "line"}}, 400, "use file, dir or function"},
		{[]part{{"files", "a.go", "x"}, {name: "language", value: "<b>"}}, 400, "unknown language"},
		{[]part{{"files", "a.go", strings.Repeat("x", 1<<20)}}, 413, "upload fewer files"},
	} {
		status, _, text := r.compare(c.parts...)
		if status != c.status || !strings.Contains(text, c.want) || !strings.Contains(text, `role="alert"`) || strings.Contains(text, "<b>") || !strings.Contains(text, `id="upload"`) {
			t.Errorf("%.80v: %d %s", c.parts, status, wrong.FindString(text))
		}
	}
	_, at, _ := r.compare(part{"files", "notes.txt", "x"})
	r.ended(at) // with nothing to compare
	if status, next, text := r.compare(part{"files", "a.go", "x"}); status != 200 || next == at || next == "/pairs" {
		t.Error("a job that has ended keeps its place:", status, next, text)
	}
}

func TestUploadPage_IsSmall(t *testing.T) {
	r := run(t, makeIndex(t, "a", nil))
	n := 0
	for _, path := range []string{"/pairs", "/page.css", "/upload.css", "/upload.js"} {
		status, text, _ := r.get(path)
		if status != http.StatusOK {
			t.Error(path, status)
		}
		n += len(text)
	}
	if n > mostBytes || n < 20_000 {
		t.Errorf("the page has %d bytes", n)
	}
}
