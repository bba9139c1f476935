package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/bench/internal/process"
	"github.com/chaffinch-search/chaffinch/internal/serve"
)

// besideClients is the number of clients during an update, a soak test or an attack.
const besideClients = 16

// update changes a copy of the index while the server runs and clients search.
func update(out io.Writer, o options, index, dir string, asked questions) error {
	copied := filepath.Join(dir, "index")
	if err := os.CopyFS(copied, os.DirFS(index)); err != nil {
		return fmt.Errorf("copying the index: %w", err)
	}
	s, err := start(o.program, copied)
	if err != nil {
		return err
	}
	defer s.stop()
	stop, loaded := make(chan struct{}), make(chan error, 1)
	var r *row
	go func() {
		var err error
		r, err = s.loadUntil(besideClients, stop, asked[o.lines[0]])
		loaded <- err
	}()
	failed := s.updates(out, o, copied, dir)
	close(stop)
	if err := errors.Join(failed, <-loaded); err != nil {
		return err
	}
	head(out)
	r.print(out, o.lines[0])
	return s.stop()
}

// updates indexes new files one by one, and waits each time until the server finds the file.
func (s *server) updates(out io.Writer, o options, index, dir string) error {
	added := filepath.Join(dir, "added")
	if err := os.Mkdir(added, 0o777); err != nil {
		return err
	}
	for i := range o.updates {
		name := fmt.Sprintf("added%d.c", i)
		source := unlike(i)
		if err := os.WriteFile(filepath.Join(added, name), []byte(source), 0o666); err != nil {
			return err
		}
		took, _, err := process.Run(o.program, "--index", index, "index", "--collection", "added", added)
		if err != nil {
			return err
		}
		published := time.Now()
		for {
			first, err := s.first(source)
			if err != nil {
				return err
			}
			if first == name {
				break
			}
			if time.Since(published) > 20*time.Second {
				return fmt.Errorf("update %d: the server does not find the new file", i)
			}
			time.Sleep(50 * time.Millisecond)
		}
		fmt.Fprintf(out, "update %d took %.1f s; the server found it after %.1f s more\n", i+1, took.Seconds, time.Since(published).Seconds())
	}
	return nil
}

// unlike returns a program that resembles no other file.
func unlike(n int) string {
	var b bytes.Buffer
	for i := range 30 {
		fmt.Fprintf(&b, "static int zq%dx%d(int a) { return a * %d + zq%dx%d(a >> %d, \"%d-%d\"); }\n", n, i, i*7919+n, n, i+1, i, n*31, i*17)
	}
	return b.String()
}

// first returns the name of the best document for a question.
func (s *server) first(source string) (string, error) {
	body, err := json.Marshal(serve.SearchRequest{Document: serve.Document{Name: "q.c", Source: source}})
	if err != nil {
		return "", err
	}
	response, err := http.Post(s.at+"/api/v1/search", "application/json", bytes.NewReader(body))
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	var a answer.Answer
	if err := json.NewDecoder(response.Body).Decode(&a); err != nil || response.StatusCode != http.StatusOK {
		return "", fmt.Errorf("status %d: %w", response.StatusCode, err)
	}
	if len(a.Hits) == 0 || len(a.Hits[0].Occurrences) == 0 {
		return "", nil
	}
	return filepath.Base(a.Hits[0].Occurrences[0].Path), nil
}

// soak runs clients for a long time, and prints the memory.
func soak(out io.Writer, o options, index string, asked questions) error {
	s, err := start(o.program, index)
	if err != nil {
		return err
	}
	defer s.stop()
	var all []serve.SearchRequest
	for _, lines := range o.lines {
		all = append(all, asked[lines]...)
	}
	head(out)
	for begun := time.Now(); time.Since(begun) < o.soak; {
		r, err := s.load(besideClients, min(30*time.Second, o.soak), all)
		if err != nil {
			return err
		}
		r.print(out, 0)
	}
	return s.stop()
}
