package dedup

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
)

// object is a document as a line of JSON lines.
type object struct {
	Path       string `json:"path"`
	Content    string `json:"content"`
	Language   string `json:"language,omitempty"`
	License    string `json:"license,omitempty"`
	Author     string `json:"author,omitempty"`
	Date       string `json:"date,omitempty"`
	URL        string `json:"url,omitempty"`
	Repository string `json:"repository,omitempty"`
	Package    string `json:"package,omitempty"`
}

// writeKept reads the sources again and writes the documents that are kept.
func writeKept(ctx context.Context, paths []string, o Options, entries []*entry) error {
	all, kept := map[string]*entry{}, 0
	for _, e := range entries {
		if e.against {
			continue
		}
		if all[e.path] = e; !e.dropped {
			kept++
		}
	}
	out := bufio.NewWriterSize(o.Kept, 1<<16)
	lines := json.NewEncoder(out)
	lines.SetEscapeHTML(false)
	var content []byte
	written := 0
	for _, path := range paths {
		err := each(ctx, path, o, func(name string, f corpus.File) (err error) {
			e := all[name]
			if e != nil && e.dropped {
				return nil
			}
			reason := document.Kept
			if content, reason, err = corpus.Read(f, o.Corpus, content); reason != document.Kept && e == nil {
				return nil // it was skipped before as well
			}
			if err != nil || e == nil || reason != document.Kept || sha256.Sum256(content) != e.content.sum {
				return fmt.Errorf("%s changed while the documents were read", name)
			}
			written++
			return writeDocument(out, lines, f, e, content)
		}, func(string, document.Reason, error) {})
		if err != nil {
			return err
		}
	}
	if written < kept {
		return fmt.Errorf("%d documents could not be read a second time", kept-written)
	}
	return out.Flush()
}

// writeDocument writes a line.
func writeDocument(out io.Writer, lines *json.Encoder, f corpus.File, e *entry, content []byte) error {
	if f.Line != nil {
		_, err := fmt.Fprintf(out, "%s\n", f.Line)
		return err
	}
	text := corpus.Decode(content)
	line := object{
		Path: e.path, Content: string(text.UTF8), License: f.Origin.License, Author: f.Origin.Author,
		URL: f.Origin.URL, Repository: f.Origin.Repository, Package: f.Origin.Package,
	}
	if date := e.date(); !date.IsZero() {
		line.Date = date.UTC().Format(time.RFC3339)
	}
	if len(f.Languages) > 0 {
		line.Language = f.Languages[0]
	}
	return lines.Encode(line)
}
