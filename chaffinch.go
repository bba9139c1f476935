// Package chaffinch finds where code and text came from.
//
// An index holds the winnowed fingerprints of a corpus. A question is a snippet or a file. The
// index proposes candidates that share rare fingerprints with it, and each candidate is aligned
// with the question token by token. The answer lists the lines that match, the kind of copy, and a
// score.
//
//	x, err := chaffinch.Open(ctx, "corpus.chaffinch", index.Options{ReadOnly: true})
//	if err != nil { ... }
//	defer x.Close()
//	question := chaffinch.Document{Name: "snippet.c", Source: source}
//	answer, err := x.Search(ctx, question, chaffinch.SearchOptions{})
//	for _, hit := range answer.Hits {
//		fmt.Println(hit.Score, hit.Kind, hit.Occurrences[0].File())
//	}
//
// [Create] makes an index, and [Index.Update] adds folders to it.
//
// Four functions need no index. [Compare] shows what two documents share. [Pairs] lists the similar
// pairs of files or submissions in a collection, [Clusters] groups them, and [Clones] finds the
// blocks that they repeat. [Index.Pairs], [Index.Clusters] and [Index.Clones] do so for an index.
//
// Every shared run of tokens as long as the guarantee threshold is found, even if names, layout and
// comments were changed. Scores are from 0 to 1, and comparable across questions to one index, and
// across the pairs of one comparison. The command chaffinch prints what this package returns; the
// JSON keys are stable. It only has other default minimum scores: see [SearchOptions] and
// [pairs.Options].
//
// These packages can be used on their own: analyzer, for Bleve; query, which searches any Bleve
// index of such terms; query/align, which aligns two documents.
package chaffinch

import (
	"cmp"
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/evidence"
	"github.com/chaffinch-search/chaffinch/internal/option"
)

// Index is an open index; [Open] and [Create] return one. Close it. It is safe for concurrent use.
type Index struct {
	opened index.Opened

	mu    sync.Mutex
	asker *evidence.Asker // of a read-only index, shared by all questions; nil before the first
	asked time.Time       // when the asker was made
}

// Close closes the index. It must not be called while a question is being answered.
func (x *Index) Close() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.asker != nil {
		x.asker.Close()
		x.asker = nil
	}
	corpus.Release()
	return x.opened.Close()
}

// Path returns the path of the index, as it was opened.
func (x *Index) Path() string { return x.opened.Path() }

// Settings returns the settings that the index was created with.
func (x *Index) Settings() index.Settings { return x.opened.Settings() }

// Analyzer returns the analyzer of the index.
func (x *Index) Analyzer() *analyzer.Analyzer { return x.opened.Analyzer() }

// State returns the present state of the index, as questions see it. Close it before the index.
func (x *Index) State() (index.State, error) { return x.opened.State() }

// follower is an index that follows published states while it is open for reading.
type follower interface{ Follows() bool }

func (x *Index) follows() bool {
	f, ok := x.opened.(follower)
	return ok && f.Follows()
}

// sharedFor is how long questions share a state that changes.
const sharedFor = 10 * time.Second

// ask calls f with an asker for the present state of the index. Questions to a read-only index
// share one asker and its caches.
func (x *Index) ask(f func(*evidence.Asker) error) error {
	if !x.opened.ReadOnly() {
		a, err := x.newAsker()
		if err != nil {
			return err
		}
		defer a.Close()
		return f(a)
	}
	x.mu.Lock()
	if x.asker == nil || x.follows() && time.Since(x.asked) > sharedFor {
		a, err := x.newAsker()
		if err != nil {
			x.mu.Unlock()
			return err
		}
		x.asker, x.asked = a, time.Now() // questions may still use the one before, which holds nothing
	}
	a := x.asker
	x.mu.Unlock()
	return f(a)
}

// newAsker returns an asker for the present state of the index.
func (x *Index) newAsker() (*evidence.Asker, error) {
	s, err := x.opened.State()
	if err != nil {
		return nil, err
	}
	return evidence.New(s, x.Analyzer()), nil
}

// Prepare computes the data that questions to a read-only index share. These are the lengths of all
// vectors, and the boilerplate. It reads all postings. Without it, the first questions do, and
// [Index.Search] with [SearchOptions].Measures reads the documents that it lists once more. From
// then on, tokens of documents that are candidates again are kept, up to 128 MiB. The questions
// answer the same.
func (x *Index) Prepare(ctx context.Context) error {
	err := x.ask(func(a *evidence.Asker) error { return a.Prepare(ctx) })
	if err != nil {
		return fmt.Errorf("preparing %s: %w", x.Path(), err)
	}
	return nil
}

// Collections returns the names of the collections in the index, sorted. It reads no document.
func (x *Index) Collections(ctx context.Context) ([]string, error) {
	s, err := x.State()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	c, err := index.CatalogOf(s)
	var names []string
	if err == nil {
		names, err = c.Collections(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("listing collections of %s: %w", x.Path(), err)
	}
	return names, nil
}

// Document is a question, or one of two documents to compare.
type Document struct {
	// Name is a file name, which helps to detect the language; any text, or empty.
	Name string
	// Source is the content, in any encoding that an index reads. It may be a document of a word
	// processor, if Name says so: see [Document.Text]. It is not changed. Questions refuse binary
	// content; [Compare] reads it as text. Escapes of a terminal, as for colours, are left out. An
	// empty source is a text without tokens, and causes a warning.
	Source []byte
	// Content is the id of a content of the index, instead of Source. One of them must be empty.
	// Only [Index.Search] and [Index.Similar] accept it.
	Content string
	// File is the origin of Source, as [index.Occurrence.File] names it. It is the absolute path of
	// a file, without symbolic links, or an address. It may be empty. If nothing is found, and an
	// index update skipped the file, a warning gives the reason.
	File string
	// ExceptFile drops the occurrence at File, so a file is not its own origin. Copies at other
	// paths are listed.
	ExceptFile bool
	// Language is a name or alias of a language; empty detects it.
	Language string
	// Lines are the lines of Source to search for. A From of 0 is the first line, a To of 0 the
	// last. All of Source is lexed, so the lines may begin or end inside a comment or string. A
	// token that crosses their border belongs to the line in which it begins.
	Lines answer.Lines
	// Prints is the question as fingerprints, instead of Source: see [ReadPrints]. Only Name
	// applies then.
	Prints *Prints

	path    string // determines the language instead of Name, if Name ends in a revision
	several bool   // one of several questions
}

// Check returns the error that any question with the document would return. It may be an unknown
// language, both Source and Content, binary content, or lines beyond its end.
func (d Document) Check() error {
	if _, err := d.language(); err != nil || d.Content != "" || d.Prints != nil {
		return err
	}
	_, _, err := d.question()
	return err
}

// language returns the language, nil if it is to be detected.
func (d Document) language() (*lex.Language, error) {
	if d.Content != "" && len(d.Source) > 0 {
		return nil, fmt.Errorf("reading %s: %w", evidence.Called(d.Name), option.Errorf(option.Source, "excludes %v: set one of them", option.Content))
	}
	return lex.ParseLanguage(d.Language)
}

// question is decode, but refuses binary content.
func (d Document) question() (corpus.Text, evidence.Bytes, error) {
	text, part, err := d.decode()
	if text.Binary() {
		err = fmt.Errorf("reading %s: it is binary: specify a file of source code or text", evidence.Called(d.Name))
	}
	return text, part, err
}

// Text returns Source, or the text of a word processor's document.
func (d Document) Text() ([]byte, error) {
	text, err := corpus.DocumentText(d.Name, d.Source)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", evidence.Called(d.Name), err)
	}
	return text, nil
}

// decode returns the decoded text, and the part of it that Lines names.
func (d Document) decode() (corpus.Text, evidence.Bytes, error) {
	source, err := d.Text()
	if err != nil {
		return corpus.Text{}, evidence.Bytes{}, err
	}
	text := corpus.Decode(source)
	part, err := d.part(text)
	return text, part, err
}

// part returns the part of the decoded document that Lines names.
func (d Document) part(text corpus.Text) (part evidence.Bytes, err error) {
	if d.Lines == (answer.Lines{}) {
		return part, nil
	}
	part.From, part.To, err = text.LineRange(cmp.Or(d.Lines.From, 1), d.Lines.To)
	if err != nil {
		err = fmt.Errorf("reading lines of %s: %w", evidence.Called(d.Name), err)
	}
	return part, err
}
