package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
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
	var answer chaffinch.Answer
	if err := json.NewDecoder(a.Body).Decode(&answer); err != nil || len(answer.Hits) != 1 || answer.Hits[0].Kind != "verbatim" {
		t.Error(answer, err)
	}
	interrupt()
	if code := <-ended; code != exitFound {
		t.Error(code)
	}
	if text := log.String(); !strings.Contains(text, `route="POST /api/v1/search" status=200`) || strings.Contains(text, "Repeat") {
		t.Error(text)
	}
}
