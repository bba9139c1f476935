package chaffinch

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/evidence"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/printfile"
)

// ErrDamagedPrints means that a file of fingerprints was cut or changed, or is another file.
var ErrDamagedPrints = printfile.ErrDamaged

// Prints is a question as fingerprints, without its source. docs/hash-only.md explains what it
// tells of the source.
type Prints struct {
	question *printfile.Question
	settings printfile.Settings
}

// Name returns the name of the document that it was made of.
func (p *Prints) Name() string { return p.question.Name }

func settingsOf(a *analyzer.Analyzer) printfile.Settings {
	s := printfile.Settings{Analyzer: a.Settings()}
	s.Analyzer.TermBits = 0 // an index cuts what it is asked
	if k := a.Key(); k != nil {
		s.Key = k.Check()
	}
	return s
}

// NewPrints returns the fingerprints of a document with a source. It is read in its language, or
// the one detected from its name and content. Lines do not apply. Errors are the errors of
// [Document.Check]; a document may also be too large.
func NewPrints(a *analyzer.Analyzer, d Document) (*Prints, error) {
	l, err := d.language()
	if err == nil {
		err = d.Check()
	}
	if err == nil && (d.Content != "" || d.Prints != nil || d.Lines != (answer.Lines{})) {
		err = errors.New("fingerprints are made of a whole source")
	}
	if err != nil {
		return nil, err
	}
	text, _, err := d.decode()
	if err != nil {
		return nil, err
	}
	if l == nil {
		l = detect.Language(d.Name, text.UTF8)
	}
	q, err := printfile.New(a, d.Name, l, text.UTF8)
	if err != nil {
		return nil, fmt.Errorf("making fingerprints of %s: %w", evidence.Called(d.Name), err)
	}
	return &Prints{q, settingsOf(a)}, nil
}

// WritePrints writes a file of the analyzer's fingerprints, and returns its SHA-256 in hexadecimal.
func WritePrints(to io.Writer, a *analyzer.Analyzer, all []*Prints) (string, error) {
	questions := make([]*printfile.Question, len(all))
	for i, p := range all {
		if p.settings != settingsOf(a) {
			return "", fmt.Errorf("the fingerprints of %s were made with other settings", p.Name())
		}
		questions[i] = p.question
	}
	return printfile.Write(to, settingsOf(a), questions)
}

// ReadPrints reads a file of [WritePrints]. The error wraps [ErrDamagedPrints] unless it is whole.
func ReadPrints(from io.Reader) ([]*Prints, error) {
	s, questions, err := printfile.Read(from)
	if err != nil {
		return nil, err
	}
	all := make([]*Prints, len(questions))
	for i, q := range questions {
		all[i] = &Prints{q, s}
	}
	return all, nil
}

// answerPrints searches by fingerprints. An index with a key does not need to know it for that.
func (x *Index) answerPrints(ctx context.Context, asker *evidence.Asker, d Document, r evidence.Request) (*answer.Answer, error) {
	s := x.Settings()
	s.Analyzer.TermBits = 0
	switch {
	case len(d.Source) > 0 || d.Content != "":
		return nil, errors.New(option.Prints.Field + " excludes " + option.Source.Field + " and " + option.Content.Field + ": set one of them")
	case d.Prints.settings.Key != s.Key:
		return nil, fmt.Errorf("the fingerprints of %s: %w", d.Name, wrongPrintsKey(d.Prints.settings.Key, s.Key))
	case d.Prints.settings.Analyzer != s.Analyzer:
		return nil, option.Fail(option.PrintsSettings, d.Name)
	}
	known, lines, err := d.Prints.question.Analysis(x.Analyzer())
	if err != nil {
		return nil, err
	}
	text := corpus.Text{UTF8: lines}
	r.Name, r.Text, r.Known, r.ExceptSame = d.Name, &text, known, false
	return asker.Ask(ctx, r)
}

// printsKeyError is an [ErrKey] of fingerprints.
type printsKeyError struct{ error }

func (e printsKeyError) Unwrap() error        { return e.error }
func (e printsKeyError) Is(target error) bool { return target == index.ErrKey }

func wrongPrintsKey(have, want string) error {
	switch {
	case want == "":
		return printsKeyError{option.Fail(option.PrintsKeyed, option.Key)}
	case have == "":
		return printsKeyError{option.Fail(option.PrintsUnkeyed, option.Key)}
	}
	return printsKeyError{option.Fail(option.PrintsOtherKey, option.Key)}
}
