package pairs

import "github.com/chaffinch-search/chaffinch/index/document"

// Reading selects the files that a comparison reads, for [Options] and [CloneOptions].
type Reading struct {
	// Corpus selects the files to read. The files of an index were selected when it was updated.
	//
	// Files that look generated or minified are compared and marked. In a submission they make a
	// unit of their own ([Unit.Submission]). Pairs of two units of such files are listed after all
	// others, and nothing that such a unit contains counts as less rare. With Corpus.KeepGenerated
	// or Corpus.KeepMinified, such files are like all others.
	Corpus document.Options `json:"-"`
	// SkipGenerated skips generated and minified files, unless Corpus keeps or Only names them.
	SkipGenerated bool `json:"-"`
	// Language is a language's name or alias; empty detects the language of each file.
	Language string `json:"language" query:"language" doc:"name or alias of the language of all files; detected if absent"`
	// Old are paths of earlier units. These are compared with the others but not with each other.
	// They are ignored if an index is compared.
	Old []string `json:"archive"`
	// Only are files and folders below the paths, such as the files of a change. Pairs are compared
	// and listed only if one of the units has a file there; their scores are as in a comparison of
	// all units. Names below an index are names on disk. Nil selects everything, an empty list
	// nothing. A file named here, not only below a folder named here, is read even with
	// SkipGenerated. A warning names files that cannot be compared: they are outside of the paths,
	// deleted or skipped. With Only there are no clusters, and Clusters
	// ignores it.
	Only []string `json:"-"`
	// Base are folders, files and archives of boilerplate.
	Base []string `json:"base"`
	// Results are files that a comparison wrote, such as the baseline. They may lie among the
	// paths: they are skipped as "excluded".
	Results []string `json:"-"`
	// CountImports counts import lines like all other code. Otherwise lines that only name other
	// code (import, include, package, using) carry no weight: matches extend over them, but never
	// consist of them alone.
	CountImports bool `json:"countImports" query:"countImports" doc:"count import, include, package and using lines like all other code"`
	// Progress is called with the step, the amount done, and the total or 0. It is called from one
	// goroutine at a time.
	Progress func(doing string, done, whole int) `json:"-"`
	// Skipped is called for every file that is not compared, one at a time.
	Skipped func(path string, reason document.Reason, err error) `json:"-"`
}
