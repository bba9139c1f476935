package chaffinch

import (
	"context"
	"errors"
	"iter"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/evidence"
	"github.com/chaffinch-search/chaffinch/internal/mapped"
	"github.com/chaffinch-search/chaffinch/internal/ordered"
)

// SkippedError is the error of [Files] for a skipped or unreadable file or folder.
type SkippedError struct {
	Reason document.Reason
	// Err is the error of the system or of the archive, or nil.
	Err error
	// IgnoredBy is the ignore file that decided, relative to the folder. If it is not
	// below the folder, it begins with "../".
	IgnoredBy string
}

// Error returns the reason, with Err if it is set.
func (e *SkippedError) Error() string {
	if e.Err == nil {
		return string(e.Reason)
	}
	return string(e.Reason) + ": " + e.Err.Error()
}

// Unwrap returns Err.
func (e *SkippedError) Unwrap() error { return e.Err }

// Files yields the files below a folder as questions for [Index.SearchEach], in reading order. The
// folder may be any source, as [index.Source.Root]. Names begin with it, or with the folder of a
// file. Files and folders that the rules of [Index.Update] skip are yielded with a [*SkippedError],
// as are the files of an index. An error of the folder itself, or of ctx, comes last.
func (x *Index) Files(ctx context.Context, folder string, o document.Options) iter.Seq2[Document, error] {
	o.Exclude = x.opened.ExcludeFrom(folder, o.Exclude)
	return Files(ctx, folder, o)
}

// Files is [Index.Files] without an index.
func Files(ctx context.Context, folder string, o document.Options) iter.Seq2[Document, error] {
	return func(yield func(Document, error) bool) {
		stopped := errors.New("stopped")
		var unyielded error
		pass := func(d Document, err error) error {
			if unyielded == nil && !yield(d, err) {
				unyielded = stopped
			}
			return unyielded
		}
		from, err := corpus.Open(folder, o)
		if err != nil {
			pass(Document{Name: folder}, err)
			return
		}
		defer from.Close()
		root, name := from.Root(), corpus.NamedRoot(from, folder)
		kind, _ := corpus.AddressKind(folder)
		named := func(path, revision string) string {
			return index.Occurrence{Root: name, Path: path, Revision: revision}.File()
		}
		file := func(f corpus.File) string {
			if kind.Stream {
				return ""
			}
			return index.Occurrence{Root: root, Path: f.Path, Revision: f.Revision}.File()
		}
		err = from.Each(ctx, corpus.Visitor{
			Visit: func(f corpus.File) error {
				source, reason, err := corpus.Read(f, o, nil)
				d := Document{Name: named(f.Path, f.Revision), path: f.Path}
				if reason != document.Kept {
					return pass(d, &SkippedError{Reason: reason, Err: err})
				}
				d.Source, d.File, d.ExceptFile = source, file(f), true
				return pass(d, nil)
			},
			Skip: func(s corpus.Skip) {
				_ = pass(Document{Name: named(s.Path, "")}, &SkippedError{s.Reason, s.Err, s.IgnoredBy}) // visit returns the error
			},
		})
		if err != nil && !errors.Is(err, stopped) {
			pass(Document{Name: folder}, err)
		}
	}
}

// SearchEach answers each question as [Index.Search] does, from one state of the index. It calls
// each with the answers in the order of the questions, or with the error of a question: the one
// that was yielded with it, or the error of the search. SearchEach returns the first error of each,
// or ctx's error.
//
// It searches for one question per processor at a time and keeps two more in memory. Another
// goroutine iterates over questions; each is called on the caller's.
func (x *Index) SearchEach(ctx context.Context, questions iter.Seq2[Document, error], o SearchOptions,
	each func(Document, *answer.Answer, error) error) error {
	return x.answerEach(ctx, questions, o, false, each)
}

// SimilarEach is [Index.SearchEach] for [Index.Similar].
func (x *Index) SimilarEach(ctx context.Context, questions iter.Seq2[Document, error], o SearchOptions,
	each func(Document, *answer.Answer, error) error) error {
	return x.answerEach(ctx, questions, o, true, each)
}

func (x *Index) answerEach(ctx context.Context, questions iter.Seq2[Document, error], o SearchOptions, whole bool,
	each func(Document, *answer.Answer, error) error) error {
	if _, err := request(o, whole); err != nil {
		return err
	}
	return x.ask(func(asker *evidence.Asker) error {
		ask := func(ctx context.Context, q Document) (a *answer.Answer, err error) {
			q.several = true
			err = mapped.Read(func() (err error) {
				a, err = x.answer(ctx, asker, q, o, whole)
				return err
			})
			return a, err
		}
		return ordered.Each(ctx, questions, ask, each)
	})
}
