//go:build unix

package mcp

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/internal/serve"
)

func TestTools_OutliveTruncatedSegments(t *testing.T) {
	at := filepath.Join(t.TempDir(), "corpus")
	w, err := chaffinch.Create(at, index.DefaultSettings())
	must(t, err)
	_, err = w.Update(t.Context(), index.Source{Root: filetest.Folder(t, corpus()), Collection: "c"}, index.UpdateOptions{})
	must(t, err)
	must(t, w.Close())
	x, err := serve.Open(t.Context(), []serve.Named{{Name: "corpus", Path: at}})
	must(t, err)
	t.Cleanup(func() { x.Close() })
	c := overPipes(t, newServer(t, x, ""), "")
	var a Answer
	c.call("find_origin", map[string]any{"code": program(3, "a")}, &a)
	filetest.TruncateSegments(t, at, 0)
	for range 2 {
		if text := c.fails("find_origin", map[string]any{"code": program(3, "a")}); !strings.Contains(text, "truncated while it was open") {
			t.Error(text)
		}
	}
}
