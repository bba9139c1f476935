package scan

import (
	"archive/zip"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/internal/notice"
	"github.com/chaffinch-search/chaffinch/internal/settings"
)

// Only what the program writes is left out in silence. What looks like one of its reports is named,
// and all else is read, whatever its name.
func TestRun_LeavesOutFilesOfChaffinch(t *testing.T) {
	code := routine(1)
	plain := strings.NewReplacer("{", "(", "}", ")", "[", "(", "]", ")", "*", "+", "_", "").Replace(code)
	comment := "# " + strings.ReplaceAll(code, "\n", "\n# ") + "\n"
	attribution := notice.AttributionHead + "\n## up 1.2\n\nLicence: MIT  \nCopyright 2001 A. Nother  \n\n- src/a.go from lib/a\\_b.go, swh:1:cnt:00\n\n### LICENSE (MIT)\n\n> MIT License  \n>\n> Permission is  \n"
	decided := filepath.Join(t.TempDir(), "x.toml")
	must(t, WriteDecisions(decided, []Decision{{Matches: []string{keyOfText(languageOf("Go"), []byte(routine(5)))}, Decision: Permitted, Reason: "by contract", File: "a.go"}}))
	decisions, err := os.ReadFile(decided)
	must(t, err)
	known, err := NewBaseline(&Report{Findings: []Finding{{Matches: []Match{{Key: keyOfText(languageOf("Go"), []byte(code))}}}}}).MarshalText()
	must(t, err)
	must(t, WriteDecisions(decided, []Decision{{Matches: []string{keyOfText(languageOf("Go"), []byte(routine(5)))}, Decision: Permitted, Reason: code}}))
	withCode, err := os.ReadFile(decided)
	must(t, err)
	page := "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"generator\" content=\"chaffinch\">\n"
	x := makeIndex(t, map[string]map[string]string{"up": {"a.go": code}})
	files := map[string]string{
		DecisionsName: string(decisions), "crlf/" + DecisionsName: strings.ReplaceAll(string(decisions), "\n", "\r\n"), "NOTICE.md": attribution, "out.csv": code,
		"old.html": page + "<pre>\n" + code, "scan.json": "{\n  \"tree\": \".\",\n  \"date\": \"2026-01-01T00:00:00Z\",\n  \"index\": {\n" + code, // named
		"sub/" + settings.Name: "[scan]\ntop = 1\n" + comment, "sub/" + DecisionsName: string(decisions) + comment, "notice.go": attribution + code,
		"code/" + DecisionsName: string(withCode),                                                                    // read
		"late.md":               "\n" + attribution + code, "sub/NOTICE.md": attribution + code, "tracked.csv": code, // read
		"lines.md":       notice.AttributionHead + strings.ReplaceAll(plain, "\n", "  \n"),
		"known.baseline": string(known), "more.baseline": string(known) + code, // named, unless they are those of this scan
	}
	project := write(t, files)
	run := func(reports ...string) (read, named, silent []string) {
		for i := range reports {
			reports[i] = filepath.Join(project, reports[i])
		}
		skipped := map[string]bool{}
		r, err := Run(t.Context(), x, Options{
			Tree: project, Reports: append(reports, "", filepath.Join(project, "new.sarif"), filepath.Dir(project)),
			Skipped: func(path string, reason document.Reason, _ error) { skipped[path] = reason == "of-chaffinch" },
		})
		must(t, err)
		for _, f := range r.Files {
			read = append(read, f.Path)
		}
		for _, l := range r.LeftOut {
			named = append(named, l.Path+" "+string(l.Reason))
		}
		for path, is := range skipped {
			if is {
				silent = append(silent, path)
			}
		}
		if len(r.Findings) != len(read) {
			t.Errorf("%d findings in %d files", len(r.Findings), len(read))
		}
		slices.Sort(silent)
		return read, named, silent
	}
	read, named, silent := run("out.csv", "tracked.csv", "known.baseline", "more.baseline")
	if want := "code/chaffinch-decisions.toml late.md lines.md notice.go sub/NOTICE.md sub/chaffinch-decisions.toml sub/chaffinch.toml"; strings.Join(read, " ") != want {
		t.Errorf("it read %q", read)
	}
	if want := "NOTICE.md report, old.html report, scan.json report"; strings.Join(named, ", ") != want {
		t.Errorf("it named %q", named)
	}
	if want := "chaffinch-decisions.toml crlf/chaffinch-decisions.toml known.baseline more.baseline out.csv tracked.csv"; strings.Join(silent, " ") != want {
		t.Errorf("it left out %q", silent)
	}
	r, err := Run(t.Context(), x, Options{Tree: project, Strict: true})
	must(t, err)
	if len(r.Unread) != 5 {
		t.Errorf("strictly, %v are not read", r.Unread)
	}
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is missing")
	}
	for _, command := range [][]string{{"init", "-q"}, {"add", "tracked.csv", "old.html", "known.baseline", "more.baseline"}} {
		cmd := exec.Command("git", command...)
		cmd.Dir = project
		must(t, cmd.Run())
	}
	read, named, silent = run("out.csv", "tracked.csv", "old.html", "known.baseline", "more.baseline")
	if !slices.Contains(read, "tracked.csv") || strings.Join(named, ", ") != "NOTICE.md report, more.baseline report, old.html report, scan.json report" || !slices.Contains(silent, "out.csv") || !slices.Contains(silent, "known.baseline") {
		t.Errorf("in git it read %q, named %q and left out %q", read, named, silent)
	}
}

// Unpackers keep the last file of a path in an archive, and a scan reads the first. It says that
// there is another one.
func TestRun_SaysThatAnArchiveHasAPathTwice(t *testing.T) {
	x := makeIndex(t, map[string]map[string]string{"up": {"a.go": routine(1)}})
	name := filepath.Join(t.TempDir(), "two.zip")
	f, err := os.Create(name)
	must(t, err)
	z := zip.NewWriter(f)
	for _, text := range []string{"package x\n", routine(1)} {
		w, err := z.Create("dup.go")
		must(t, err)
		_, err = io.WriteString(w, text)
		must(t, err)
	}
	must(t, errors.Join(z.Close(), f.Close()))
	r, err := Run(t.Context(), x, Options{Tree: name, Corpus: document.Options{Archives: true}})
	must(t, err)
	if len(r.Unread) != 1 || r.Unread[0].Path != "dup.go" || !strings.Contains(r.Unread[0].Error, "earlier file of the same path") {
		t.Errorf("not read: %v; skipped: %v", r.Unread, r.Skipped)
	}
}

func TestRun_LeavesDocumentsOfWordProcessorsOut(t *testing.T) {
	essay := filetest.Zip(t, [2]string{"word/document.xml", "<w:document><w:body><w:p><w:r><w:t>" + strings.Repeat("An essay of a few words. ", 30) + "</w:t></w:r></w:p></w:body></w:document>"})
	r := run(t, makeIndex(t, map[string]map[string]string{"up": {"a.docx": essay}}), Options{Tree: write(t, map[string]string{"a.go": routine(1), "b.docx": essay})})
	if r.Skipped["binary"] != 1 || r.Totals.Files != 1 {
		t.Errorf("skipped %v, %+v", r.Skipped, r.Totals)
	}
}

// Code is a finding also in a file with the name of a licence.
func TestRun_FindsCodeUnderTheNameOfALicense(t *testing.T) {
	text := routine(1)
	x := makeIndex(t, map[string]map[string]string{"up": {"a.go": text, "b.go": text + routine(2)}})
	project := write(t, map[string]string{"COPYING": text, "sub/LICENSE.txt": "A licence.\n\n" + text})
	r, err := Run(t.Context(), x, Options{Tree: project})
	must(t, err)
	for _, f := range r.Findings {
		if f.Class != Copy {
			t.Errorf("%s is %s: %s", f.File, f.Class, f.Why)
		}
	}
	if len(r.Findings) != 2 {
		t.Errorf("%d findings", len(r.Findings))
	}
}
