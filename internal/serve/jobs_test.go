package serve

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/flate"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/internal/logtest"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/pairs"
	"github.com/chaffinch-search/chaffinch/scan"
)

// jobServer is a server whose temporary folder is that of the test.
func jobServer(t *testing.T, change func(*Options)) (s *running, temporary string) {
	t.Helper()
	temporary = t.TempDir()
	t.Setenv("TMPDIR", temporary)
	t.Setenv("TMP", temporary)
	w := newIndex(t, "a", map[string]string{"origin.go": program("a")})
	return newServer(t, w, change), temporary
}

// upload starts a job.
func (r *running) upload(path, kind, body string) (*http.Response, string) {
	r.t.Helper()
	return r.ask("POST", "/api/v1/jobs/"+path, body, func(q *http.Request) { q.Header.Set("Content-Type", kind) }, nil)
}

// started returns the job of an upload.
func (r *running) started(path, kind, body string) (j Job) {
	r.t.Helper()
	a, text := r.upload(path, kind, body)
	if a.StatusCode != http.StatusAccepted || json.Unmarshal([]byte(text), &j) != nil || a.Header.Get("Location") != "/api/v1/jobs/"+j.ID {
		r.t.Fatal(a.StatusCode, a.Header, text)
	}
	return j
}

// follow returns the events of a job up to its end.
func (r *running) follow(id string) (all []Job) {
	r.t.Helper()
	a, err := http.Get(r.at + "/api/v1/jobs/" + id + "/events")
	must(r.t, err)
	defer a.Body.Close()
	if a.Header.Get("Content-Type") != "text/event-stream" {
		r.t.Fatal(a.Status, a.Header)
	}
	for lines := bufio.NewScanner(a.Body); lines.Scan(); {
		if text, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
			var j Job
			must(r.t, json.Unmarshal([]byte(text), &j))
			all = append(all, j)
		}
	}
	return all
}

// hasSchema checks that the description of the API has a schema of that name for a result, and that
// the text is valid by it and has no other keys.
func (r *running) hasSchema(name, text string) {
	r.t.Helper()
	spec := r.api.OpenAPI()
	said := spec.Paths[prefix+"/jobs/{id}/result"].Get.Responses["200"].Content["application/json"].Schema.OneOf
	if !slices.ContainsFunc(said, func(s *huma.Schema) bool { return s.Ref == "#/components/schemas/"+name }) {
		r.t.Errorf("no result is a %s: %+v", name, said)
		return
	}
	var value any
	must(r.t, json.Unmarshal([]byte(text), &value))
	schemas := spec.Components.Schemas
	var found huma.ValidateResult
	huma.Validate(schemas, schemas.Map()[name], huma.NewPathBuffer(nil, 0), huma.ModeReadFromServer, value, &found)
	for _, err := range found.Errors {
		r.t.Errorf("%s: %v", name, err)
	}
}

const octets = "application/octet-stream"

func submissions(t *testing.T) string {
	return filetest.Zip(t, [2]string{"ann/a.go", program("a") + program("b")}, [2]string{"bob/b.go", program("a") + program("c")})
}

func TestJobs_ComparesAnUploadAsTheCommand(t *testing.T) {
	s, temporary := jobServer(t, nil)
	j := s.started("pairs?name=work.zip&minScore=0", octets, submissions(t))
	events := s.follow(j.ID)
	if last := events[len(events)-1]; last.State != JobDone || last.Expires.IsZero() || last.Error != "" {
		t.Fatalf("%+v", events)
	}
	var got, want pairs.Report
	a, text := s.ask("GET", "/api/v1/jobs/"+j.ID+"/result", "", nil, &got)
	file := filepath.Join(t.TempDir(), "work.zip")
	must(t, os.WriteFile(file, []byte(submissions(t)), 0o666))
	o := pairs.Options{Matches: true}
	o.Corpus.Archives = true
	r, err := chaffinch.Pairs(t.Context(), []string{file}, o)
	must(t, err)
	defer r.Close()
	must(t, json.Unmarshal([]byte(asJSON(t, r)), &want))
	if a.StatusCode != 200 || len(got.Pairs) != 1 || asJSON(t, got.Pairs) != asJSON(t, want.Pairs) {
		t.Errorf("%d %s\nnot %s", a.StatusCode, text, asJSON(t, want))
	}
	if strings.Contains(text, temporary) {
		t.Error("the result tells where the server keeps files:", text)
	}
	s.hasSchema("Result", text)
	page, text := s.ask("GET", "/api/v1/jobs/"+j.ID+"/report", "", nil, nil)
	if page.StatusCode != 200 || !strings.HasPrefix(text, "<!DOCTYPE html>") || strings.Contains(text, temporary) ||
		!strings.Contains(page.Header.Get("Content-Security-Policy"), "default-src 'none'; script-src") {
		t.Error(page.StatusCode, page.Header, text[:min(len(text), 300)])
	}
	if left, _ := filepath.Glob(filepath.Join(temporary, jobFolders, "*", uploads)); len(left) > 0 {
		t.Error("the upload is kept:", left)
	}
	if a, text := s.ask("DELETE", "/api/v1/jobs/"+j.ID, "", nil, nil); a.StatusCode != http.StatusNoContent {
		t.Error(a.StatusCode, text)
	}
	for _, at := range []string{"", "/events", "/result", "/report"} {
		if a, text := s.ask("GET", "/api/v1/jobs/"+j.ID+at, "", nil, nil); a.StatusCode != http.StatusNotFound || !strings.Contains(text, "upload again") {
			t.Error(at, a.StatusCode, text)
		}
	}
	must(t, s.stop())
	if left, _ := os.ReadDir(temporary); len(left) > 0 {
		t.Error("left behind:", left)
	}
}

// The API and the form of the page take options of the command, and have its defaults.
func TestJobs_TakesTheOptionsOfPairs(t *testing.T) {
	s, _ := jobServer(t, nil)
	j := s.started("pairs?name=work.zip&linkage=average&linkScore=0.3&sort=larger", octets, submissions(t))
	s.follow(j.ID)
	var got pairs.Report
	if s.ask("GET", "/api/v1/jobs/"+j.ID+"/result", "", nil, &got); got.Linkage != pairs.LinkAverage || got.LinkScore != .3 {
		t.Error("grouped by", got.Linkage, got.LinkScore)
	}
	for _, wrong := range []string{"sort=size", "linkage=sketch", "minScore=2", "countImports=much"} {
		if a, text := s.upload("pairs?name=work.zip&"+wrong, octets, submissions(t)); a.StatusCode != http.StatusUnprocessableEntity {
			t.Error(wrong, a.StatusCode, text)
		}
	}
	usual := pairs.Options{Top: report.PageRows}
	must(t, fill(&usual, nil))
	top, _ := reflect.TypeFor[pairsUpload]().FieldByName("Top")
	if usual.MinScore != threshold.ListedPair || usual.Unit != pairs.ByFile || fmt.Sprint(usual.Top) != top.Tag.Get("default") {
		t.Errorf("the defaults are %+v", usual)
	}
	var o pairs.Options
	must(t, fill(&o, map[string]string{"sort": "larger", "linkage": "average", "linkScore": ".3", "minScore": "0", "countImports": "true"}))
	if o.Sort != "larger" || o.Linkage != pairs.LinkAverage || o.LinkScore != .3 || o.MinScore != 0 || !o.CountImports {
		t.Errorf("%+v", o)
	}
}

func TestJobs_ScanAFolder(t *testing.T) {
	s, temporary := jobServer(t, nil)
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	for _, name := range []string{"src/copied.go", `..\..\evil.go`, "/etc/root.go"} {
		part, err := form.CreatePart(textproto.MIMEHeader{"Content-Disposition": {fmt.Sprintf(`form-data; name="files"; filename=%q`, name)}})
		must(t, err)
		_, err = io.WriteString(part, program("a"))
		must(t, err)
	}
	must(t, form.Close())
	j := s.started("scan", form.FormDataContentType(), b.String())
	events := s.follow(j.ID)
	if last := events[len(events)-1]; last.State != JobDone || last.Step != "asking" || last.Done == 0 {
		t.Fatalf("%+v", events)
	}
	var r scan.Report
	_, text := s.ask("GET", "/api/v1/jobs/"+j.ID+"/result", "", nil, &r)
	if len(r.Findings) == 0 || r.Tree != "upload.zip" || strings.Contains(text, temporary) {
		t.Error(text)
	}
	s.hasSchema("ScanReport", text)
	if left, _ := filepath.Glob(filepath.Join(temporary, "*", "*.go")); len(left) > 0 {
		t.Error(left)
	}
}

func TestJobs_CanBeCancelled(t *testing.T) {
	s, temporary := jobServer(t, nil)
	j, err := s.jobs.reserve("pairs")
	must(t, err)
	begun, ended := make(chan struct{}), make(chan error, 1)
	s.jobs.start(j, func(ctx context.Context, j *job) error {
		j.progress("comparing", 1, 3)
		close(begun)
		<-ctx.Done()
		ended <- j.create(resultFile, func(io.Writer) error { return nil })
		return ctx.Err()
	})
	<-begun
	followed := make(chan []Job, 1)
	go func() { followed <- s.follow(j.now.ID) }()
	for j.followers.Load() == 0 {
		time.Sleep(time.Millisecond)
	}
	if a, text := s.ask("GET", "/api/v1/jobs/"+j.now.ID+"/result", "", nil, nil); a.StatusCode != http.StatusConflict || !strings.Contains(text, "follow its events") {
		t.Error(a.StatusCode, text)
	}
	waiting := s.started("pairs?name=work.zip", octets, submissions(t)) // one runs at a time
	if waiting.State != jobWaiting {
		t.Error(waiting)
	}
	s.ask("DELETE", "/api/v1/jobs/"+j.now.ID, "", nil, nil)
	if err := <-ended; !errors.Is(err, os.ErrNotExist) {
		t.Error("a cancelled job makes a file:", err)
	}
	events := <-followed
	if first, last := events[0], events[len(events)-1]; first.State != jobRunning || first.Done != 1 || first.Whole != 3 || last.State != jobCancelled {
		t.Errorf("%+v", events)
	}
	if events = s.follow(waiting.ID); events[len(events)-1].State != JobDone {
		t.Errorf("%+v", events)
	}
	if left, _ := filepath.Glob(filepath.Join(temporary, jobFolders, "*")); len(left) != 1 { // that of the second one
		t.Error(left)
	}
}

// A copy does not hide behind an earlier file of the same name.
func TestJobs_ReadASecondFileOfAName(t *testing.T) {
	s, _ := jobServer(t, nil)
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	for _, f := range [][2]string{{"s/a.go", "package harmless\n"}, {"./s/a.go", program("a")}, {"s/~2/a.go", program("b")}, {"s/a.go", program("a")}} {
		part, err := form.CreatePart(textproto.MIMEHeader{"Content-Disposition": {fmt.Sprintf(`form-data; name="files"; filename=%q`, f[0])}})
		must(t, err)
		_, err = io.WriteString(part, f[1])
		must(t, err)
	}
	must(t, form.Close())
	for path, want := range map[string]string{"scan": `"s/~2/a.go"`, "pairs": `"~2/a.go"`} { // pairs omits the folder of all
		j := s.started(path, form.FormDataContentType(), b.String())
		s.follow(j.ID)
		_, text := s.ask("GET", "/api/v1/jobs/"+j.ID+"/result", "", nil, nil)
		for _, name := range []string{want, strings.ReplaceAll(want, "a.go", "~2/a.go"), strings.ReplaceAll(want, "2", "3")} {
			if !strings.Contains(text, name) || strings.Contains(text, "duplicate") {
				t.Errorf("%s: no %s in %s", path, name, text)
			}
		}
	}
	archive := filetest.Zip(t, [2]string{"a.go", "package harmless\n"}, [2]string{"a.go", program("a")}, [2]string{"c.go", program("a")})
	for _, path := range []string{"scan", "pairs"} {
		j := s.started(path+"?name=x.zip", octets, archive)
		s.follow(j.ID)
		var r struct{ Unread []any }
		if _, text := s.ask("GET", "/api/v1/jobs/"+j.ID+"/result", "", nil, &r); !strings.Contains(asJSON(t, r.Unread), "earlier file of the same path") {
			t.Error(path, text)
		}
	}
}

// Clients that follow a job do not block others.
func TestJobs_FollowersTakeNoTurns(t *testing.T) {
	s, _ := jobServer(t, func(o *Options) { o.Limits.Requests = 2 })
	j, err := s.jobs.reserve("pairs")
	must(t, err)
	end := make(chan struct{})
	s.jobs.start(j, func(context.Context, *job) error { <-end; return nil })
	followed := make(chan []Job, mostFollowers)
	for n := range int64(mostFollowers) {
		go func() { followed <- s.follow(j.now.ID) }()
		for _, busy := s.connections.counts(); j.followers.Load() <= n || busy > 0; _, busy = s.connections.counts() {
			time.Sleep(time.Millisecond)
		}
	}
	if a, text := s.ask("GET", "/healthz", "", nil, nil); a.StatusCode != 200 {
		t.Error(a.StatusCode, text)
	}
	a, text := s.ask("GET", "/api/v1/jobs/"+j.now.ID+"/events", "", nil, nil)
	if a.StatusCode != 503 || a.Header.Get("Retry-After") == "" || !strings.Contains(text, "poll its address instead") {
		t.Error(a.StatusCode, text)
	}
	close(end)
	for range mostFollowers {
		if events := <-followed; len(events) == 0 || events[len(events)-1].State != JobDone {
			t.Errorf("%+v", events)
		}
	}
	for _, busy := s.connections.counts(); j.followers.Load() > 0 || busy != 0; _, busy = s.connections.counts() {
		time.Sleep(time.Millisecond)
	}
}

// bombed is the number of files of a bomb.
const bombed = 1200

// bomb is an archive whose files are together larger than an archive may unpack to: 2.5 GiB.
func bomb(t *testing.T) string {
	t.Helper()
	const each = 2 << 20
	var packed bytes.Buffer
	deflate, err := flate.NewWriter(&packed, flate.BestSpeed)
	must(t, err)
	zeros := make([]byte, each)
	_, err = deflate.Write(zeros)
	must(t, errors.Join(err, deflate.Close()))
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := range bombed {
		f, err := w.CreateRaw(&zip.FileHeader{Name: fmt.Sprintf("%d.go", i), Method: zip.Deflate, CRC32: crc32.ChecksumIEEE(zeros),
			CompressedSize64: uint64(packed.Len()), UncompressedSize64: each})
		must(t, err)
		_, err = f.Write(packed.Bytes())
		must(t, err)
	}
	must(t, w.Close())
	return b.String()
}

func TestJobs_RefusesWhatIsTooMuch(t *testing.T) {
	s, temporary := jobServer(t, func(o *Options) { o.Limits.Upload, o.Limits.Jobs, o.Limits.Question = 10<<20, 2, 100 })
	j := s.started("pairs?name=bomb.zip", octets, bomb(t))
	if events := s.follow(j.ID); events[len(events)-1].State != JobDone {
		t.Errorf("%+v", events)
	}
	var r pairs.Report
	s.ask("GET", "/api/v1/jobs/"+j.ID+"/result", "", nil, &r)
	if r.Skipped["binary"] != bombed || len(r.Units) > 0 { // the start of each file was read, and no more
		t.Error("the bomb is not named:", r.Skipped)
	}
	fileAndField := "--x\r\nContent-Disposition: form-data; name=\"files\"; filename=\"a.go\"\r\n\r\nsome\r\n" +
		"--x\r\nContent-Disposition: form-data; name=\"minScore\"\r\n\r\nNaN\r\n--x--\r\n"
	for _, c := range []struct {
		path, kind, body string
		status           int
		want             string
	}{
		{"pairs?name=x.zip", octets, strings.Repeat("x", 10<<20+1), 413, "--max-upload"},
		{"pairs", "multipart/form-data; boundary=x", "--x--\r\n", 422, "no files"},
		{"pairs", octets, "x", 422, "?name=work.zip"},
		{"pairs?name=x.7z", octets, "x", 422, "not the name of an archive"},
		{"pairs?name=..%2Fx.zip", octets, "x", 422, "not the name of an archive"},
		{"pairs?name=x.zip&groups=true", octets, "x", 422, "groups needs multipart/form-data"},
		{"pairs?name=x.zip&units=dir", octets, "x", 422, "units"},
		{"pairs?name=x.zip&language=Klingon", octets, "x", 400, "languages lists them"},
		{"scan?name=x.zip&language=Klingon", octets, "x", 400, "languages lists them"},
		{"pairs?name=x.zip&unit=line", octets, "x", 422, ""},
		{"pairs?name=x.zip&minScore=0.5&minScore=0.1", octets, "x", 422, "is given several times: send it once"},
		{"pairs", "multipart/form-data; boundary=x", fileAndField, 422, "send options as parameters of the address"},
		{"scan", "multipart/form-data; boundary=x", fileAndField, 422, "send options as parameters of the address"},
		{"scan?name=x.zip&index=none", octets, "x", 404, "no index is named"},
		{"pairs", "multipart/form-data; boundary=x", "--x\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a.go\"\r\n\r\nsome", 408, "incomplete"},
	} {
		a, text := s.upload(c.path, c.kind, c.body)
		if a.StatusCode != c.status || !strings.Contains(text, c.want) || a.Header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s: %d %s", c.path, a.StatusCode, text)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(temporary, jobFolders, "*")); len(left) != 1 {
		t.Error("what was refused is kept:", left)
	}
}

// Ended jobs make place for new ones, and running ones do not.
func TestJobs_TheOldestEndedGivesWay(t *testing.T) {
	s, temporary := jobServer(t, func(o *Options) { o.Limits.Jobs = 2 })
	var all []Job
	for range 4 {
		all = append(all, s.started("pairs?name=x.zip", octets, submissions(t)))
		s.follow(all[len(all)-1].ID)
	}
	for i, j := range all {
		if a, _ := s.ask("GET", "/api/v1/jobs/"+j.ID+"/result", "", nil, nil); (a.StatusCode == 200) != (i >= 2) {
			t.Errorf("job %d: %d", i, a.StatusCode)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(temporary, jobFolders, "*")); len(left) != 2 {
		t.Error(left)
	}
	for range 2 {
		_, err := s.jobs.reserve("pairs")
		must(t, err)
	}
	a, text := s.upload("pairs?name=x.zip", octets, submissions(t))
	if a.StatusCode != 503 || a.Header.Get("Retry-After") == "" || !strings.Contains(text, "the limit of 2 jobs is reached: try again") {
		t.Error(a.StatusCode, text)
	}
}

func TestJobs_AreForgotten(t *testing.T) {
	s, temporary := jobServer(t, func(o *Options) { o.Limits.KeepJobs = time.Millisecond })
	j := s.started("pairs?name=work.zip", octets, submissions(t))
	for {
		if a, _ := s.ask("GET", "/api/v1/jobs/"+j.ID, "", nil, nil); a.StatusCode == http.StatusNotFound {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	for left := []string{""}; len(left) > 0; { // its files are removed right after it
		left, _ = filepath.Glob(filepath.Join(temporary, jobFolders, "*"))
	}
}

func TestJobs_EndWithTheServer(t *testing.T) {
	s, temporary := jobServer(t, nil)
	stale := filepath.Join(temporary, strings.ReplaceAll(jobFolders, "*", "1"))
	other := filepath.Join(temporary, strings.ReplaceAll(jobFolders, "*", "2"))
	must(t, os.MkdirAll(filepath.Join(stale, "job"), 0o700))
	must(t, os.MkdirAll(other, 0o700))
	old := time.Now().Add(-staleAfter - time.Minute)
	must(t, os.Chtimes(stale, old, old))
	removeStale(temporary)
	j, err := s.jobs.reserve("pairs")
	must(t, err)
	begun := make(chan struct{})
	s.jobs.start(j, func(ctx context.Context, _ *job) error {
		close(begun)
		<-ctx.Done()
		return ctx.Err()
	})
	<-begun
	must(t, s.stop())
	if left, _ := filepath.Glob(filepath.Join(temporary, "*")); len(left) != 1 || left[0] != other {
		t.Error("left behind:", left)
	}
	if _, err := s.jobs.reserve("pairs"); !errors.As(err, new(*BusyError)) {
		t.Error(err)
	}
}

// A server that was killed is often restarted at once.
func TestJobs_RemoveFoldersOfKilledServersLater(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	t.Setenv("TMP", temporary)
	killed := filepath.Join(temporary, "chaffinch-jobs-1")
	must(t, os.MkdirAll(filepath.Join(killed, uploads), 0o700))
	synctest.Test(t, func(t *testing.T) {
		a := newJobs(DefaultLimits(), slog.New(slog.DiscardHandler))
		must(t, os.Chtimes(killed, time.Now(), time.Now()))
		a.work.Go(a.beat)
		own, err := a.reserve("pairs")
		must(t, err)
		time.Sleep(staleAfter / 2)
		synctest.Wait()
		if _, err := os.Stat(killed); err != nil {
			t.Error("removed while its server may run:", err)
		}
		time.Sleep(staleAfter)
		synctest.Wait()
		if _, err := os.Stat(killed); !errors.Is(err, fs.ErrNotExist) {
			t.Error("left behind:", err)
		}
		if _, err := os.Stat(own.dir); err != nil {
			t.Error(err)
		}
		must(t, a.close())
	})
}

func TestJobs_HaveALimitOfTime(t *testing.T) {
	s, _ := jobServer(t, func(o *Options) { o.Limits.JobTime = 50 * time.Millisecond })
	j, err := s.jobs.reserve("pairs")
	must(t, err)
	s.jobs.start(j, func(ctx context.Context, _ *job) error { <-ctx.Done(); return ctx.Err() })
	if events := s.follow(j.now.ID); !strings.Contains(events[len(events)-1].Error, "--max-job-time") {
		t.Errorf("%+v", events)
	}
	if a, text := s.ask("GET", "/api/v1/jobs/"+j.now.ID+"/result", "", nil, nil); a.StatusCode != http.StatusConflict || !strings.Contains(text, "--max-job-time") {
		t.Error(a.StatusCode, text)
	}
}

func TestJobs_BoundResults(t *testing.T) {
	s, _ := jobServer(t, nil)
	j, err := s.jobs.reserve("pairs")
	must(t, err)
	s.jobs.start(j, func(_ context.Context, j *job) error {
		return j.create(resultFile, func(w io.Writer) error {
			w.(*limitedWriter).left = 5
			if _, err := io.WriteString(w, "five!"); err != nil {
				t.Error(err)
			}
			_, err := w.Write([]byte("x"))
			return err
		})
	})
	if events := s.follow(j.now.ID); !strings.Contains(events[len(events)-1].Error, "a smaller top") {
		t.Errorf("%+v", events)
	}
}

// A fault of the server's files is not blamed on the client: the log says why, and the answer has
// no path.
func TestJobs_AFullDiskIsLogged(t *testing.T) {
	var log logtest.Log
	s, temporary := jobServer(t, func(o *Options) { o.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	j, err := s.jobs.reserve("pairs")
	must(t, err)
	full := func(path string) error { return &fs.PathError{Op: "write", Path: path, Err: syscall.ENOSPC} }
	s.jobs.start(j, func(_ context.Context, j *job) error {
		return j.create(resultFile, func(io.Writer) error { return full(filepath.Join(j.dir, resultFile)) })
	})
	events := s.follow(j.now.ID)
	if last := events[len(events)-1]; last.State != jobFailed || !strings.Contains(last.Error, "free space") || strings.Contains(last.Error, temporary) {
		t.Errorf("%+v", last)
	}
	if _, err := os.Stat(j.dir); !errors.Is(err, os.ErrNotExist) {
		t.Error("the files of a failed job are kept:", err)
	}
	if text := log.String(); !strings.Contains(text, "level=ERROR") || !strings.Contains(text, "no space left") || !strings.Contains(text, j.now.ID) {
		t.Error(text)
	}
	if status, text := Problem(uploadFailed(errors.Join(full(temporary), nil)), option.API); status != http.StatusInsufficientStorage || strings.Contains(text, temporary) {
		t.Error(status, text)
	}
	must(t, os.RemoveAll(s.jobs.dir))
	a, text := s.upload("pairs?name=x.zip", octets, submissions(t))
	if a.StatusCode != http.StatusInternalServerError || !strings.Contains(text, "see its log") || !strings.Contains(log.String(), "creating a folder for the upload") {
		t.Error(a.StatusCode, text, log.String())
	}
}

func TestJobs_APanicIsLogged(t *testing.T) {
	var log logtest.Log
	s, _ := jobServer(t, func(o *Options) { o.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	j, err := s.jobs.reserve("pairs")
	must(t, err)
	s.jobs.start(j, func(context.Context, *job) error { panic("secret") })
	events := s.follow(j.now.ID)
	if last := events[len(events)-1]; last.State != jobFailed || !strings.Contains(last.Error, "report it with the server's log") {
		t.Errorf("%+v", last)
	}
	if text := log.String(); !strings.Contains(text, "jobs_test.go") || strings.Contains(text, "secret") {
		t.Error(text)
	}
}

// An upload of which nothing can be read is an error that says so, and names no options of the
// library.
func TestJobs_FailIfNothingCanBeRead(t *testing.T) {
	s, _ := jobServer(t, nil)
	var empty, whole bytes.Buffer
	must(t, zip.NewWriter(&empty).Close())
	w := zip.NewWriter(&whole)
	f, err := w.Create("a.go")
	must(t, err)
	_, err = f.Write([]byte(program("a")))
	must(t, err)
	must(t, w.Close())
	for _, c := range []struct{ kind, body, want string }{
		{"pairs", whole.String()[:100], `"work.zip" is damaged: upload it again, or make it again`},
		{"scan", whole.String()[:100], `"work.zip" is damaged: upload it again, or make it again`},
		{"pairs", "", `"work.zip" is empty: upload another one`},
		{"pairs", empty.String(), `"work.zip" is empty: upload another one`},
		{"scan", empty.String(), `"work.zip" is empty: upload another one`},
	} {
		all := s.follow(s.started(c.kind+"?name=work.zip", octetStream, c.body).ID)
		if last := all[len(all)-1]; last.State != jobFailed || last.Error != c.want {
			t.Errorf("%s: %+v, not %s", c.kind, last, c.want)
		}
	}
	j := s.started("pairs?name=work.zip", octetStream, whole.String())
	s.follow(j.ID)
	if _, text := s.ask("GET", "/api/v1/jobs/"+j.ID+"/result", "", nil, nil); !strings.Contains(text, "it is the only") || strings.Contains(text, "Options.") {
		t.Error(text)
	}
}
