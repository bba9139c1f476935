package scan

import (
	"crypto/md5"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/bench/internal/code"
	"github.com/chaffinch-search/chaffinch/bench/internal/process"
	"github.com/chaffinch-search/chaffinch/index"
)

// scanoss-py sends only fingerprints of the projects. It gets their matches in the index of the
// benchmark from chaffinch serve --scanoss, and then from SCANOSS's own engine.

// scanossMatch is a match in a report of scanoss-py.
type scanossMatch struct {
	ID        string `json:"id"`    // file, snippet or none
	Lines     string `json:"lines"` // all, or ranges separated by commas
	Component string `json:"component"`
	File      string `json:"file"`
	FileHash  string `json:"file_hash"`
}

// original is a file of the corpus.
type original struct{ path, content string }

// compareScanoss prints what scanoss-py finds with each of its servers.
func (b *bench) compareScanoss() error {
	if b.scanoss == "" {
		return nil
	}
	documents, err := documentsByMD5(b.corpus)
	if err != nil {
		return err
	}
	program, err := process.Program("", b.dir)
	if err != nil {
		return err
	}
	servers := []scanossServer{{"chaffinch serve", func() (*process.Server, error) {
		return process.Serve(program, filepath.Join(b.dir, "x"), "--scanoss")
	}}}
	if b.engine != "" {
		servers = append(servers, scanossServer{"SCANOSS's engine", b.serveEngine})
	}
	for _, s := range servers {
		if err := b.measureScanoss(s, documents); err != nil {
			return fmt.Errorf("asking %s: %w", s.name, err)
		}
	}
	return nil
}

// scanossServer is a server for scanoss-py.
type scanossServer struct {
	name  string
	start func() (*process.Server, error)
}

// documentsByMD5 returns the files of the corpus.
func documentsByMD5(folders []string) (map[string]original, error) {
	all := map[string]original{}
	for _, folder := range folders {
		err := code.Contents(folder, func(file, _ string, text []byte) error {
			all[fmt.Sprintf("%x", md5.Sum(text))] = original{file, index.BlobID(text)}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// measureScanoss judges what scanoss-py reports, in that order.
func (b *bench) measureScanoss(s scanossServer, documents map[string]original) error {
	used := process.Used()
	server, err := s.start()
	if err != nil {
		return err
	}
	defer server.Stop()
	claims, err := b.askScanoss(server.URL, documents)
	if err := errors.Join(err, server.Stop()); err != nil {
		return err
	}
	m := b.newMeasure("scanoss-py, served by " + s.name)
	m.spent = process.Used() - used
	for _, p := range b.projects {
		m.add(p, p.lines(), claims[p.folder])
	}
	return m.print(b.out, b.languages)
}

// askScanoss scans all projects with scanoss-py, and returns the claims for each project, by its
// folder.
func (b *bench) askScanoss(url string, documents map[string]original) (map[string][]claim, error) {
	_, text, err := process.Run(b.scanoss, "-m", "scanoss.cli", "scan", "--quiet", "--all-extensions", "--apiurl", url, b.trees())
	if err != nil {
		return nil, err
	}
	var report map[string][]scanossMatch // by path
	if err := json.Unmarshal(text, &report); err != nil {
		return nil, fmt.Errorf("reading what scanoss-py says: %w", err)
	}
	all := map[string][]claim{}
	for _, p := range b.projects {
		for _, file := range slices.Sorted(maps.Keys(p.files)) {
			matches, ok := report[path.Join(p.folder, file)]
			if !ok {
				return nil, fmt.Errorf("scanoss-py says nothing of %s/%s", p.folder, file)
			}
			for _, m := range matches {
				if m.ID == "none" {
					continue
				}
				c, err := m.claim(file, lineCount(p.files[file]), documents)
				if err != nil {
					return nil, err
				}
				all[p.folder] = append(all[p.folder], c)
			}
		}
	}
	return all, nil
}

// claim returns the match's claim about a file of n lines.
func (m *scanossMatch) claim(file string, n int, documents map[string]original) (c claim, err error) {
	c = claim{file: file, path: path.Join(m.Component, m.File), note: m.ID}
	if d, ok := documents[m.FileHash]; ok {
		c.path, c.content = d.path, d.content
	}
	c.lines, err = linesOf(m.Lines, n)
	return c, err
}

// linesOf reads ranges of lines of a file that has n.
func linesOf(text string, n int) (all []answer.Lines, err error) {
	if text == "all" {
		return []answer.Lines{{From: 1, To: n}}, nil
	}
	for part := range strings.SplitSeq(text, ",") {
		var l answer.Lines
		if _, err := fmt.Sscanf(part, "%d-%d", &l.From, &l.To); err != nil {
			return nil, fmt.Errorf("reading the lines %q: %w", text, err)
		}
		all = append(all, l)
	}
	return all, nil
}

// serveEngine serves clients by SCANOSS's engine, which it runs for each .wfp.
func (b *bench) serveEngine() (*process.Server, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		allAnswer, err := b.runEngine(r)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		_, _ = w.Write(allAnswer)
	})}
	go server.Serve(l)
	return &process.Server{URL: "http://" + l.Addr().String(), Stop: server.Close}, nil
}

// runEngine runs the engine for the .wfp of a request.
func (b *bench) runEngine(r *http.Request) ([]byte, error) {
	sent, _, err := r.FormFile("file")
	if err != nil {
		return nil, err
	}
	file, err := os.CreateTemp(b.dir, "*.wfp")
	if err != nil {
		return nil, err
	}
	defer os.Remove(file.Name())
	_, err = io.Copy(file, sent)
	if err := errors.Join(err, file.Close()); err != nil {
		return nil, err
	}
	_, allAnswer, err := process.Run(b.engine, "-w", file.Name())
	return allAnswer, err
}
