package scan

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/bench/internal/process"
)

// scanoss-py sends only fingerprints of the projects. It gets their matches in the index of the
// benchmark from chaffinch serve --scanoss, and then from SCANOSS's own engine.

// scanossMatch is a match in a report of scanoss-py.
type scanossMatch struct {
	ID        string `json:"id"`    // file, snippet or none
	Lines     string `json:"lines"` // all, or ranges separated by commas
	Component string `json:"component"`
	File      string `json:"file"`
}

// compareScanoss prints what scanoss-py finds with each of its servers.
func (b *bench) compareScanoss(python, engine string) error {
	program, err := b.Build("")
	if err != nil {
		return err
	}
	server, err := process.Serve(program, b.index.Path(), "--scanoss")
	if err != nil {
		return err
	}
	if err := errors.Join(b.measureScanoss("chaffinch serve", python, server.URL), server.Stop()); err != nil || engine == "" {
		return err
	}
	served := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer, err := b.runEngine(engine, r)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		_, _ = w.Write(answer)
	}))
	defer served.Close()
	return b.measureScanoss("SCANOSS's engine", python, served.URL)
}

// measureScanoss judges what scanoss-py reports, in that order.
func (b *bench) measureScanoss(server, python, url string) error {
	_, text, err := process.Run(python, "-m", "scanoss.cli", "scan", "--quiet", "--all-extensions", "--apiurl", url, b.trees)
	if err != nil {
		return fmt.Errorf("asking %s: %w", server, err)
	}
	var report map[string][]scanossMatch // by path
	if err := json.Unmarshal(text, &report); err != nil {
		return fmt.Errorf("reading what scanoss-py says: %w", err)
	}
	claims := map[string][]claim{}
	for _, p := range b.projects {
		for _, file := range slices.Sorted(maps.Keys(p.files)) {
			matches, ok := report[path.Join(p.name, file)]
			if !ok {
				return fmt.Errorf("scanoss-py says nothing of %s/%s", p.name, file)
			}
			for _, m := range matches {
				if m.ID == "none" {
					continue
				}
				lines, err := linesOf(m.Lines, lineCount(p.files[file]))
				if err != nil {
					return err
				}
				claims[p.name] = append(claims[p.name], claim{file, lines, path.Join(m.Component, m.File) + ", " + m.ID})
			}
		}
	}
	return b.judge("scanoss-py, served by "+server, claims)
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

// runEngine runs the engine for the .wfp of a request.
func (b *bench) runEngine(engine string, r *http.Request) ([]byte, error) {
	sent, _, err := r.FormFile("file")
	if err != nil {
		return nil, err
	}
	file, err := os.CreateTemp("", "*.wfp")
	if err != nil {
		return nil, err
	}
	defer os.Remove(file.Name())
	_, err = io.Copy(file, sent)
	if err := errors.Join(err, file.Close()); err != nil {
		return nil, err
	}
	_, answer, err := process.Run(engine, "-w", file.Name())
	return answer, err
}
