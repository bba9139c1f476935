package units

import (
	"context"
	"fmt"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/boilerplate"
	"github.com/chaffinch-search/chaffinch/internal/collection/infocsv"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/parts"
)

// ReadBoilerplate returns the boilerplate of the options, nil if there is none, with warnings.
func ReadBoilerplate(ctx context.Context, a *analyzer.Analyzer, o Options) (*boilerplate.Set, []answer.Warning, error) {
	l := newLoader(a, Input{}, o, nil)
	base, err := l.readBoilerplate(ctx)
	if err != nil {
		return nil, nil, fmt.Errorf("reading boilerplate: %w", err)
	}
	return base, l.units.Warnings, nil
}

// readBoilerplate returns the boilerplate of options, index, and files marked as ignored. Tables of
// submissions mark them. It is nil if there is no boilerplate.
func (l *loader) readBoilerplate(ctx context.Context) (*boilerplate.Set, error) {
	base := boilerplate.New(l.units.analyzer)
	if l.in.state != nil {
		var err error
		if base, err = boilerplate.Read(ctx, l.in.state, l.units.analyzer); err != nil {
			return nil, err
		}
	}
	given := 0 // files that were read
	for _, p := range l.o.Boilerplate {
		n, err := l.addBoilerplate(ctx, base, newRoot(p), func(string) bool { return true })
		if err != nil {
			return nil, err
		}
		given += n
	}
	for _, t := range l.tables {
		names := t.ignored()
		if names == "" || l.o.Keep != nil {
			continue
		}
		l.warn(option.TableIgnores, l.in.roots[t.root].prefix+infocsv.FileName, names)
		r := newRoot(l.in.roots[t.root].path) // skipped files are named below the root
		r.omitTop = true
		ignored := func(below string) bool { return l.ignoredByTable(t.root, below) }
		if _, err := l.addBoilerplate(ctx, base, r, ignored); err != nil {
			return nil, err
		}
	}
	if l.o.Common != nil {
		if err := l.addCommon(ctx, base); err != nil {
			return nil, err
		}
	}
	if base.Len() == 0 {
		switch {
		case given > 0:
			l.warn(option.BaseTooShort, option.PairsBase)
		case len(l.o.Boilerplate) > 0:
			l.warn(option.BaseUnread, option.PairsBase)
		}
		return nil, nil
	}
	return base, nil
}

// addBoilerplate adds the wanted files below the root and returns their number.
func (l *loader) addBoilerplate(ctx context.Context, base *boilerplate.Set, r root,
	wanted func(below string) bool) (read int, err error) {
	if err := CheckPath(r.path); err != nil {
		return 0, err
	}
	var buf []byte
	var n analyzer.Analysis
	options := l.o.Corpus.Skipping(l.o.SkipGenerated)
	err = r.walk(ctx, options, func(f corpus.File, content []byte) error {
		if !wanted(f.Path) {
			return nil
		}
		if content == nil {
			var ok bool
			if content, ok = l.readFile(f, options, "", f.Path, &buf); !ok {
				return nil
			}
		}
		text := corpus.Decode(content).UTF8
		language := l.o.Language
		if language == nil {
			language = parts.FileLanguage(f.Path, text)
		}
		l.units.lex(parts.Reading{Language: language}, text, &n)
		l.units.analyzer.Fingerprint(language, &n)
		base.Add(&n)
		read++
		return nil
	}, func(s corpus.Skip) {
		if wanted(s.Path) {
			l.skip("", r.nameOf(s.Path), s.Reason, s.Err)
		}
	}, func() {})
	return read, err
}
