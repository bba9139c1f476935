package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/internal/serve"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// statements are what a program is made of, with the names of a prefix.
var statements = []string{
	"\tif xIn[%d] > xN {\n\t\txN = xIn[%d] * xN\n\t}\n", "\tfor xI := range xIn {\n\t\txN += xIn[xI] %% %d\n\t}\n",
	"\txOut[xKey(xN, %d)] = append(xOut[xKey(xN)], %d)\n", "\tswitch {\n\tcase xN < %d:\n\t\treturn xFail(xN)\n\t}\n",
	"\tgo func() { xQueue <- xN + %d }()\n", "\txN = xN<<%d | xN>>xShift\n", "\tdefer xClose(xN, &xOut, %d)\n",
	"\tvar xTable [%d]byte\n\tcopy(xTable[xN:], xSource)\n", "\tif _, xOk := xOut[%d]; !xOk {\n\t\treturn nil\n\t}\n",
}

// program returns a function of some twenty lines, different for every number, with the names of a
// prefix.
func program(n int, prefix string) string {
	random := rand.New(rand.NewPCG(uint64(n), 7))
	text := "func xRun(xIn []int, xOut map[int][]int, xN int) error {\n"
	for range 12 {
		s := statements[random.IntN(len(statements))]
		for strings.Contains(s, "%d") {
			s = strings.Replace(s, "%d", strconv.Itoa(random.IntN(900)), 1)
		}
		text += strings.ReplaceAll(s, "%%", "%")
	}
	return strings.ReplaceAll(text+"\treturn nil\n}\n", "x", prefix)
}

// everywhere is code that each document of the corpus has.
const everywhere = `for i := 0; i < len(a); i++ {
	for j := 0; j < len(a)-1; j++ {
		if a[j] > a[j+1] {
			a[j], a[j+1] = a[j+1], a[j]
		}
	}
}
`

// corpus are documents, each with a function of its own and code that all have.
func corpus() map[string]string {
	files := map[string]string{"LICENSE": "MIT License\n\nCopyright (c) 2020 A. Writer\n"}
	for n := range 14 {
		files[fmt.Sprintf("lib/f%d.go", n)] = "// Copyright 2020 A. Writer\n// SPDX-License-Identifier: MIT\n\npackage lib\n\n" +
			program(n, "a") + "\nfunc sort(a []int) {\n" + everywhere + "}\n"
	}
	return files
}

// indexes opens an index named corpus of the files.
func indexes(t *testing.T, files map[string]string) *serve.Indexes {
	t.Helper()
	return indexesOf(t, filetest.Folder(t, files))
}

// indexesOf opens an index named corpus of a folder.
func indexesOf(t *testing.T, folder string) *serve.Indexes {
	t.Helper()
	at := filepath.Join(t.TempDir(), "corpus")
	x, err := chaffinch.Create(at, index.DefaultSettings())
	must(t, err)
	_, err = x.Update(t.Context(), index.Source{Root: folder, Collection: "c"}, index.UpdateOptions{})
	must(t, err)
	must(t, x.Close())
	opened, err := serve.Open(t.Context(), []serve.Named{{Name: "corpus", Path: at}})
	must(t, err)
	t.Cleanup(func() { opened.Close() })
	return opened
}

// newServer returns a server without a queue.
func newServer(t *testing.T, x *serve.Indexes, folder string) *Server {
	t.Helper()
	s, err := New(x, Options{Folder: folder, Version: "1"})
	must(t, err)
	t.Cleanup(func() { s.Close() })
	return s
}

// versions are the revisions of the protocol that clients speak, the newest first.
var versions = []string{"2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}

// client is a client of the SDK.
type client struct {
	*sdk.ClientSession
	t *testing.T
}

func connect(t *testing.T, transport sdk.Transport, version string) client {
	t.Helper()
	c, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), transport,
		&sdk.ClientSessionOptions{ProtocolVersion: version})
	must(t, err)
	t.Cleanup(func() { c.Close() })
	return client{c, t}
}

// overPipes connects a client over pipes, like an assistant that starts the program.
func overPipes(t *testing.T, s *Server, version string) client {
	t.Helper()
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- s.Run(t.Context(), in, out); out.Close() }()
	c := connect(t, &sdk.IOTransport{Reader: fromServer, Writer: toServer}, version)
	t.Cleanup(func() {
		c.Close()
		toServer.Close()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return c
}

// overHTTP connects a client to a server that listens, with the guards of serve.
func overHTTP(t *testing.T, x *serve.Indexes, version string, change func(*serve.Options)) (c func() client, at string) {
	t.Helper()
	o := serve.Options{Listen: "127.0.0.1:0", Limits: serve.DefaultLimits(), Log: slog.New(slog.DiscardHandler)}
	if change != nil {
		change(&o)
	}
	server, err := serve.New(x, o)
	must(t, err)
	s, err := New(x, Options{Ask: server.Ask, Version: "1"})
	must(t, err)
	server.Handle("/mcp", s.Handler())
	l, err := server.Listen()
	must(t, err)
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	ended := make(chan error, 1)
	go func() { ended <- server.Run(ctx, l) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	at = "http://" + l.Addr().String() + "/mcp"
	return func() client { return connect(t, &sdk.StreamableClientTransport{Endpoint: at}, version) }, at
}

// call calls a tool, and returns its text and links; it decodes the structured content into into.
func (c client) call(tool string, arguments, into any) (*sdk.CallToolResult, string) {
	c.t.Helper()
	r, err := c.CallTool(c.t.Context(), &sdk.CallToolParams{Name: tool, Arguments: arguments})
	must(c.t, err)
	if len(r.Content) == 0 {
		c.t.Fatalf("%s: nothing is said", tool)
	}
	text := r.Content[0].(*sdk.TextContent).Text
	if into != nil {
		if r.IsError {
			c.t.Fatalf("%s: %s", tool, text)
		}
		structured, err := json.Marshal(r.StructuredContent)
		must(c.t, err)
		must(c.t, json.Unmarshal(structured, into))
	}
	return r, text
}

// fails calls a tool, which must fail, and returns its error.
func (c client) fails(tool string, arguments any) string {
	c.t.Helper()
	r, text := c.call(tool, arguments, nil)
	if !r.IsError {
		c.t.Errorf("%s %v: %s", tool, arguments, text)
	}
	return text
}

func git(t *testing.T, folder string, arguments ...string) {
	t.Helper()
	gitOutput(t, folder, arguments...)
}

func gitOutput(t *testing.T, folder string, arguments ...string) string {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.org"}, arguments...)...)
	cmd.Dir = folder
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v: %s", arguments, err, out)
	}
	return string(out)
}

func write(t *testing.T, name, text string) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Dir(name), 0o777))
	must(t, os.WriteFile(name, []byte(text), 0o666))
}
