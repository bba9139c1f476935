package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/serve"
	"github.com/chaffinch-search/chaffinch/internal/serve/page"
)

func TestServe_AnswersUntilInterrupted(t *testing.T) {
	c := newCommandLine(t)
	c.write("src/a.go", source(1))
	c.run(exitFound, "index", "--index", "code", "src")
	ctx, interrupt := context.WithCancel(t.Context())
	out, printed := io.Pipe()
	ended := make(chan int, 1)
	var log strings.Builder
	go func() {
		code := run(ctx, []string{"serve", "--index", "code", "--listen", "127.0.0.1:0"}, strings.NewReader(""), printed, &log)
		printed.Close()
		ended <- code
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	at := regexp.MustCompile(`^serving code at (http://127\.0\.0\.1:\d+)\n$`).FindStringSubmatch(line)
	if at == nil {
		t.Fatal(line, err)
	}
	question, err := json.Marshal(map[string]any{"source": source(1)})
	if err != nil {
		t.Fatal(err)
	}
	a, err := http.Post(at[1]+"/api/v1/search", "application/json", strings.NewReader(string(question)))
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	var allAnswer answer.Answer
	if err := json.NewDecoder(a.Body).Decode(&allAnswer); err != nil || len(allAnswer.Hits) != 1 || allAnswer.Hits[0].Kind != "verbatim" {
		t.Error(allAnswer, err)
	}
	interrupt()
	if code := <-ended; code != exitFound {
		t.Error(code)
	}
	if text := log.String(); !strings.Contains(text, `route="POST /api/v1/search" status=200`) || strings.Contains(text, "Repeat") {
		t.Error(text)
	}
}

// --ask opens the page with the question in the fragment, and the log does not contain it.
func TestServe_AskOpensThePage(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the browser is a script of sh")
	}
	c := newCommandLine(t)
	c.write("src/a.go", source(1))
	c.write("large.txt", strings.Repeat("word ", page.MostLinked/5+1))
	c.run(exitFound, "index", "--index", "code", "src")
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "browser"), []byte("#!/bin/sh\nprintf '%s\\n' \"$1\" >>"+filepath.Join(dir, "opened")+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("BROWSER", filepath.Join(dir, "browser"))
	serveOnce := func(args ...string) string {
		ctx, interrupt := context.WithCancel(t.Context())
		opened := filepath.Join(dir, "opened")
		go func() {
			defer interrupt()
			for ctx.Err() == nil {
				if text, _ := os.ReadFile(opened); strings.HasSuffix(string(text), "\n") {
					return
				}
				time.Sleep(10 * time.Millisecond)
			}
		}()
		var out, log strings.Builder
		args = append([]string{"serve", "--index", "code", "--listen", "127.0.0.1:0"}, args...)
		if code := run(ctx, args, strings.NewReader(source(1)), &out, &log); code != exitFound || strings.Contains(out.String()+log.String(), "source=") {
			t.Errorf("%v: %d %s %s", args, code, out.String(), log.String())
		}
		text, err := os.ReadFile(opened)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(opened); err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(string(text))
	}
	if at := serveOnce("--open"); !regexp.MustCompile(`^http://127\.0\.0\.1:\d+/$`).MatchString(at) {
		t.Error(at)
	}
	for _, args := range [][]string{{"--ask", "src/a.go"}, {"--ask", "-"}} {
		u, err := url.Parse(serveOnce(args...))
		if err != nil {
			t.Fatal(err)
		}
		q, err := url.ParseQuery(u.EscapedFragment())
		if err != nil || u.Path != "/" || u.RawQuery != "" || q.Get("source") != source(1) || (q.Get("name") == "a.go") != (args[1] != "-") {
			t.Errorf("%v: %v %v", args, u, err)
		}
	}
	if _, errOut := c.run(exitError, "serve", "--index", "code", "--listen", "127.0.0.1:0", "--ask", "large.txt"); !strings.Contains(errOut, "use --open, and choose the file in the page") {
		t.Error(errOut)
	}
}

// If no browser opens, the question is not lost: the link with it is printed.
func TestServe_AskPrintsTheLinkWithoutABrowser(t *testing.T) {
	c := newCommandLine(t)
	c.write("src/a.go", source(1))
	c.run(exitFound, "index", "--index", "code", "src")
	t.Setenv("BROWSER", "")
	t.Setenv("PATH", t.TempDir())
	ctx, interrupt := context.WithCancel(t.Context())
	log, printed := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		var out strings.Builder
		code := run(ctx, []string{"serve", "--index", "code", "--listen", "127.0.0.1:0", "--ask", "-"}, strings.NewReader(source(1)), &out, printed)
		printed.Close()
		ended <- code
	}()
	line, err := bufio.NewReader(log).ReadString('\n')
	_, link, found := strings.Cut(strings.TrimSpace(line), "open it yourself at ")
	u, parseErr := url.Parse(link)
	if err != nil || !found || parseErr != nil {
		t.Fatal(line, err, parseErr)
	}
	if q, err := url.ParseQuery(u.EscapedFragment()); err != nil || q.Get("source") != source(1) {
		t.Error(q, err)
	}
	interrupt()
	go func() { _, _ = io.Copy(io.Discard, log) }()
	if code := <-ended; code != exitFound {
		t.Error(code)
	}
}

// A wildcard is no address that a browser opens.
func TestServeOptions_Address(t *testing.T) {
	for _, c := range []struct {
		o       serve.Options
		listens string
		want    string
	}{
		{serve.Options{}, "127.0.0.1:1", "http://127.0.0.1:1"},
		{serve.Options{Cert: "c"}, "[::1]:2", "https://[::1]:2"},
		{serve.Options{}, "[::]:3", "http://localhost:3"},
		{serve.Options{Cert: "c", Hosts: []string{"code.example.org", "other"}}, "0.0.0.0:4", "https://code.example.org:4"},
	} {
		if got := (&serveOptions{Options: c.o}).address(c.listens); got != c.want {
			t.Errorf("%s, not %s", got, c.want)
		}
	}
}
