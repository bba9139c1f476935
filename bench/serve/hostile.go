package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/chaffinch-search/chaffinch/internal/serve"
)

// usualClients is the number of normal clients alongside hostile ones.
const usualClients = 4

// hostile is a kind of hostile clients. They run until stop is closed.
type hostile struct {
	what string
	run  func(s *server, stop <-chan struct{}) error
}

// beside prints a row of normal clients alone, and one alongside each kind of hostile clients.
func beside(out io.Writer, o options, index string, asked questions) error {
	s, err := start(o.program, index)
	if err != nil {
		return err
	}
	defer s.stop()
	lines := o.lines[0]
	if _, err := s.load(usualClients, o.each, asked[lines]); err != nil {
		return err
	}
	before, err := s.cost()
	if err != nil {
		return err
	}
	head(out)
	for _, h := range []hostile{
		{"alone", func(_ *server, stop <-chan struct{}) error { <-stop; return nil }},
		{"silent", connect("")},
		{"half", connect("POST /api/v1/search HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000\r\n\r\n{\"source\": \"")},
		{"endless", endless},
		{"slow", slow},
	} {
		stop, ended := make(chan struct{}), make(chan error, 1)
		go func() { ended <- h.run(s, stop) }()
		time.Sleep(time.Second)
		r, err := s.load(usualClients, o.each, asked[lines])
		close(stop)
		if wrong := <-ended; err == nil {
			err = wrong
		}
		if err != nil {
			return fmt.Errorf("%s: %w", h.what, err)
		}
		r.who = h.what
		r.print(out, lines)
	}
	time.Sleep(2 * time.Second)
	after, err := s.cost()
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "goroutines before and after: %d, %d; open files: %d, %d\n", before.goroutines, after.goroutines, before.files, after.files)
	return s.stop()
}

// connect opens up to 10,000 connections, as the system allows. Each sends a text and nothing more.
func connect(text string) func(*server, <-chan struct{}) error {
	return func(s *server, stop <-chan struct{}) error {
		var all []net.Conn
		defer func() {
			for _, c := range all {
				c.Close()
			}
		}()
		for range 10_000 {
			c, err := net.Dial("tcp", strings.TrimPrefix(s.at, "http://"))
			if err != nil {
				break
			}
			all = append(all, c)
			_, _ = io.WriteString(c, text)
		}
		fmt.Fprintf(os.Stderr, "%d connections\n", len(all))
		<-stop
		return nil
	}
}

// posts runs 16 clients that post bodies until stop is closed.
func posts(s *server, stop <-chan struct{}, body func() io.Reader) error {
	var all sync.WaitGroup
	for range besideClients {
		all.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if a, err := http.Post(s.at+"/api/v1/search", "application/json", body()); err == nil {
					_, _ = io.Copy(io.Discard, a.Body)
					a.Body.Close()
				}
			}
		})
	}
	all.Wait()
	return nil
}

// endless sends bodies without end.
func endless(s *server, stop <-chan struct{}) error {
	return posts(s, stop, func() io.Reader { return io.MultiReader(strings.NewReader(`{"source":"`), spaces{}) })
}

type spaces struct{}

func (spaces) Read(b []byte) (int, error) { return copy(b, bytes.Repeat([]byte(" "), len(b))), nil }

// slow searches for as much code as a request may have.
func slow(s *server, stop <-chan struct{}) error {
	var code strings.Builder
	for i := 0; code.Len() < 700_000; i++ {
		code.WriteString(unlike(i % 500))
	}
	body, err := json.Marshal(serve.SearchRequest{Document: serve.Document{Name: "q.c", Source: code.String()}})
	if err != nil {
		return err
	}
	return posts(s, stop, func() io.Reader { return bytes.NewReader(body) })
}
