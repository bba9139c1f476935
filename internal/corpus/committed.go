package corpus

import (
	"path"
	"strings"

	"github.com/chaffinch-search/chaffinch/index/document"
)

// Committed judges files of a commit by the rules for files of a work tree. Ignore files of git
// hide no file of a commit.
type Committed struct {
	options document.Options
	filter  pathFilter
	below   string           // the root in the repository, with a slash at its end; empty for the top
	own     map[string]rules // by the folder of each [OwnIgnore], from the top, empty for the top
}

// OpenCommitted returns a judge of the files of a commit that are below a root. Its absolute path
// is root, and its path in the repository is below, empty for the top. own has the texts of the
// files [OwnIgnore] of the commit, by their folders in the repository. A malformed pattern is an
// error.
func OpenCommitted(o document.Options, root, below string, own map[string][]byte) (*Committed, error) {
	filter, err := newPathFilter(o, root)
	if err != nil {
		return nil, err
	}
	c := &Committed{options: o, filter: filter, own: map[string]rules{}}
	c.options.Archives = false // files in them are not files of the commit
	if below != "" {
		c.below = below + "/"
	}
	for folder, text := range own {
		if !o.NoIgnore && len(text) <= ignoreFileSize && !(o.OuterIgnore && strings.HasPrefix(folder, c.below) && folder != below) {
			c.own[folder] = parseFile(text)
		}
	}
	return c, nil
}

// Judge returns why a file is skipped, and [Kept] if it is not. Its path is from the top of the
// repository. A file that is not below the root is [Excluded].
func (c *Committed) Judge(file string, content []byte) document.Reason {
	if r := c.JudgePath(file); r != document.Kept {
		return r
	}
	rel := file[len(c.below):]
	if r := judgeListed(c.options, rel, int64(len(content))); r != document.Kept {
		return r
	}
	if isPointer(content) {
		return document.LFSPointer
	}
	if r := sniff(content); r != document.Kept {
		return r
	}
	return judgeContent(c.options, rel, content)
}

// JudgePath is [Committed.Judge] for a file whose content is unknown: patterns and ignore files
// decide.
func (c *Committed) JudgePath(file string) document.Reason {
	rel, isBelow := strings.CutPrefix(file, c.below)
	if !isBelow {
		return document.Excluded
	}
	if r := c.filter.judge(rel); r != document.Kept {
		return r
	}
	if c.ignores(file) {
		return document.Ignored
	}
	return document.Kept
}

// ignores reports whether an ignore file hides a file or a folder above it. The folder is below the
// root.
func (c *Committed) ignores(file string) bool {
	if len(c.own) == 0 {
		return false
	}
	for i := len(c.below); i <= len(file); i++ {
		if i < len(file) && file[i] != '/' {
			continue
		}
		if c.verdict(file[:i], i < len(file)) == match {
			return true
		}
	}
	return false
}

// verdict returns the verdict of the deepest ignore file with a matching rule.
func (c *Committed) verdict(file string, dir bool) verdict {
	for folder := file; folder != ""; {
		if folder = path.Dir(folder); folder == "." {
			folder = ""
		}
		if v := c.own[folder].match(strings.TrimPrefix(file[len(folder):], "/"), dir); v != undecided {
			return v
		}
	}
	return undecided
}
