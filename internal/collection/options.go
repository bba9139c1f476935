package collection

import (
	"fmt"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/index/corpus"
)

// By says what a unit is.
type By uint8

const (
	// ByFile makes every file a unit.
	ByFile By = iota
	// ByFolder makes a unit of every folder and archive right below what was given; a file there is
	// one, too.
	ByFolder
	// ByRoot makes a unit of each of the folders and files that were given.
	ByRoot
)

var byNames = [...]string{ByFile: "file", ByFolder: "dir", ByRoot: "root"}

// String returns the name: "file", "dir" or "root".
func (b By) String() string {
	if int(b) < len(byNames) {
		return byNames[b]
	}
	return fmt.Sprintf("by(%d)", uint8(b))
}

// ParseBy returns what "file" or "dir" stand for.
func ParseBy(name string) (By, error) {
	for _, b := range []By{ByFile, ByFolder} {
		if b.String() == name {
			return b, nil
		}
	}
	return 0, fmt.Errorf("unknown unit %q: use file or dir", name)
}

// Options say what is compared, and how. The zero value compares files and lists all pairs that
// share anything.
type Options struct {
	By By
	// Corpus says which files are worth reading, Language how to lex them, nil to tell it from each
	// one's name and content.
	Corpus   corpus.Options
	Language *lex.Language
	// Settings say how fingerprints are made; the zero value is the default. Where an index is
	// compared, they are those of the index.
	Settings analyzer.Settings
	// Old are folders, files and archives of earlier units, which are compared with the others and
	// not with each other.
	Old []string
	// Base are folders and files of boilerplate.
	Base []string
	// MaxShare is the share of the units, over 0 and up to 1, that material may stand in; what stands
	// in more, and in more than two, is boilerplate. 0 is for no limit.
	MaxShare float64
	// MinScore is the score from which on pairs are listed, Top how many at most; under 1 all.
	MinScore float64
	Top      int
	// Shown is how many of the listed pairs are described, the best ones; under 1 all. The others are proved
	// and grouped like these, and counted as [Result.More].
	Shown int
	// GroupsOnly asks for the groups alone: no pair is listed.
	GroupsOnly bool
	// Matches asks for the matches of the listed pairs, and for where boilerplate stands.
	Matches bool
	// Linkage says how units are grouped, and MinLink from which score on.
	Linkage Linkage
	MinLink float64
	// Progress is called now and then with what is being done and how much of it is, of a whole that
	// is 0 where it is not known yet; from one goroutine at a time.
	Progress func(doing string, done, whole int)
	// Skipped is called for every file that is not compared, from one goroutine at a time.
	Skipped func(path, reason string, err error)
}

// check returns an error for what makes no sense.
func (o *Options) check() error {
	switch { // written so that what is no number fails
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
