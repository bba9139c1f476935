package collection

import (
	"fmt"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/internal/collection/units"
)

// By says what a unit is.
type By = units.By

const (
	// ByFile makes every file a unit.
	ByFile = units.ByFile
	// ByFolder makes a unit of every folder and archive directly below a path. A file there is a
	// unit, too.
	ByFolder = units.ByFolder
)

// ParseBy returns the By of that name: "file" or "dir".
func ParseBy(name string) (By, error) { return units.ParseBy(name) }

// Options say what is compared, and how. The zero value compares files, and lists all pairs that
// share anything.
type Options struct {
	By By
	// Corpus says which files are worth reading. Of an index, that choice was made when it was
	// updated; then it concerns boilerplate only.
	Corpus corpus.Options
	// Language is how files are lexed; nil to detect it from each file's name and content.
	Language *lex.Language
	// Settings say how fingerprints are made; the zero value is the default. Of an index, they are
	// those of the index.
	Settings analyzer.Settings
	// Old are folders, files and archives of earlier units, which are compared with the others and
	// not with each other. They have no effect on an index.
	Old []string
	// Base are folders, files and archives of boilerplate.
	Base []string
	// MaxShare is the share of the units, over 0 and up to 1, that material may stand in. What
	// stands in more, and in more than two, is boilerplate. 0 is for no limit.
	MaxShare float64
	// MinScore is the least score of a listed pair. Top is how many pairs are listed at most; under
	// 1 all.
	MinScore float64
	Top      int
	// Shown is how many of the listed pairs are described, the best ones; under 1 all. The others
	// are aligned and grouped like these, and counted as [Result.More].
	Shown int
	// Matches asks for the matches of the listed pairs, and for where boilerplate stands.
	Matches bool
	// Linkage says how units are grouped, and MinLink from which score on. [Pairs] does not take
	// [Sketch].
	Linkage Linkage
	MinLink float64
	// SketchSize is the number of fingerprints in a sketch; 0 for [DefaultSketch].
	SketchSize int
	// Progress is called now and then with what is being done and how much of it is done, of a
	// whole that is 0 where it is not known yet. It is called from one goroutine at a time.
	Progress func(doing string, done, whole int)
	// Skipped is called for every file that is not compared, from one goroutine at a time.
	Skipped func(path, reason string, err error)
}

// check returns an error for values out of range, and fills in the default settings.
func (o *Options) check() error {
	switch { // written so that NaN fails
	case !(o.MaxShare >= 0 && o.MaxShare <= 1):
		return fmt.Errorf("the largest share is %g: use more than 0 and at most 1", o.MaxShare)
	case !(o.MinScore >= 0 && o.MinScore <= 1):
		return fmt.Errorf("the least score is %g: use 0 to 1", o.MinScore)
	case !(o.MinLink >= 0 && o.MinLink <= 1):
		return fmt.Errorf("the score to group by is %g: use 0 to 1", o.MinLink)
	}
	if o.Settings == (analyzer.Settings{}) {
		o.Settings = analyzer.DefaultSettings()
	}
	return nil
}

func (o *Options) progress(doing string, done, whole int) {
	if o.Progress != nil {
		o.Progress(doing, done, whole)
	}
}
